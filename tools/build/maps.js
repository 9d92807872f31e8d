// Shorter source maps. esbuild maps every token; stacks and breakpoints need the first token of each line of a source, and every call.
// Version 3 of the format: https://tc39.es/ecma426/
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** What a call or the function that it enters begins with. */
const CALL = /^(new |throw |[\w$#]+\()/;

/**
 * Leaves out what no stack leads to.
 * @param {{ mappings: string }} map
 * @param {string} code that it belongs to
 */
export function shorten(map, code) {
  const lines = code.split('\n');
  let kept = [0, 0, 0];
  let line = [0, 0, 0];
  const mappings = map.mappings.split(';').map((segments, row) => {
    let column = 0;
    let last = 0;
    let found = '';
    if (segments === '') return '';
    for (const segment of segments.split(',')) {
      const [columns, ...deltas] = decode(segment);
      column += columns;
      line = line.map((each, i) => each + deltas[i]);
      const isNew = found === '' || line[0] !== kept[0] || line[1] !== kept[1];
      if (!isNew && !CALL.test(lines[row].slice(column, column + 64))) continue;
      const before = kept;
      const fields = [column - last, ...line.map((each, i) => each - before[i])];
      found += `${found && ','}${fields.map(encode).join('')}`;
      last = column;
      kept = line;
    }
    return found;
  });
  return { ...map, mappings: mappings.join(';') };
}

/** @param {string} segment @returns {number[]} column, and source, line and column there, each as a difference */
function decode(segment) {
  const found = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    found.push(value & 1 ? -(value >> 1) : value >> 1);
    value = shift = 0;
  }
  return found;
}

/** @param {number} value */
function encode(value) {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    text += DIGITS[rest > 31 ? (rest & 31) | 32 : rest];
    rest >>= 5;
  } while (rest > 0);
  return text;
}
