// Makes the loops in web/lib/move/generated, which git does not track: one for each class of integers and number of lines, and
// one for each class of integers, kind of run and direction. web/lib/move/loops.ts says why each is written out.

/** The class as which entries are copied, by their number of bytes. */
const CLASSES = [
  { bytes: 1, className: 'Uint8Array', name: 'Bytes' },
  { bytes: 2, className: 'Uint16Array', name: 'Halves' },
  { bytes: 4, className: 'Uint32Array', name: 'Integers' },
  { bytes: 8, className: 'Float64Array', name: 'Doubles' },
];

/** The entries of the lines that are copied side by side. */
const ENTRIES = ['first', 'second', 'third', 'fourth'];

/** Each file by its name. */
export const loopFiles = () => ({
  'loops.ts': [`import { isNan, type Lines } from '../loops.ts';`, loops()].join('\n\n'),
  'picks.ts': [TYPES_OF_PICKS, picks()].join('\n\n'),
  'puts.ts': [TYPES_OF_PICKS, puts()].join('\n\n'),
});

const TYPES_OF_PICKS = "import type { Fours, Picks, Row } from '../picks.ts';";

/** All loops, and the table that names them. */
function loops() {
  const functions = CLASSES.flatMap((integers) => ENTRIES.map((_, i) => loopOf(integers, i + 1)));
  const rows = CLASSES.map(({ bytes, className, name }) => {
    const names = ENTRIES.map((_, i) => `copy${name}${i + 1}`).join(', ');
    return `  ${bytes}: { className: '${className}', copyLines: [${names}] },`;
  });
  return [
    ...functions,
    [
      '/** By bytes of an entry: the class as which it is copied, and the functions by number of lines. */',
      'export const LOOPS: Readonly<Record<number, { className: string; copyLines: readonly Lines[] }>> = {',
      ...rows,
      '};',
    ].join('\n'),
  ].join('\n\n');
}

/** @param {typeof CLASSES[number]} integers @param {number} count of lines */
function loopOf({ className, name }, count) {
  const lines = ENTRIES.slice(0, count);
  const [f1, t1] = count === 1 ? ['_f1', '_t1'] : ['f1', 't1'];
  const steps = lines.flatMap((_, i) =>
    i < 2 ? [] : [`const f${i} = (${i} * f1) | 0;`, `const t${i} = (${i} * t1) | 0;`],
  );
  const { before, body, result } = name === 'Doubles' ? copyDoubles(lines) : copyIntegers(lines);
  return [
    `const copy${name}${count}: Lines = (source: ${className}, a, f, ${f1}, out: ${className}, b, t, ${t1}, size) => {`,
    ...[...steps, ...before].map((line) => `  ${line}`),
    '  for (let k = size; k > 0; --k, a = (a + f) | 0, b = (b + t) | 0) {',
    ...body.map((line) => `    ${line}`),
    '  }',
    `  return ${result};`,
    '};',
  ].join('\n');
}

/** @param {number} line */
const from = (line) => (line === 0 ? 'a' : `(a + f${line}) | 0`);
/** @param {number} line */
const to = (line) => (line === 0 ? 'b' : `(b + t${line}) | 0`);

/** @param {readonly string[]} lines */
function copyIntegers(lines) {
  return { before: [], body: lines.map((_, i) => `out[${to(i)}] = source[${from(i)}];`), result: 'true' };
}

/**
 * Stops at a NaN, whose bits may change in a variable. A sum is NaN if any value is, and computing it is faster than
 * testing each value; two infinities can make it NaN, too. Copying doubles as two integers each takes half as long again.
 * @param {readonly string[]} lines
 */
function copyDoubles(lines) {
  const loads = lines.map((entry, i) => `const ${entry} = source[${from(i)}];`);
  const stores = lines.map((entry, i) => `out[${to(i)}] = ${entry};`);
  if (lines.length === 1) {
    const question = 'if (isNan(first)) return false; // a sum of this one line would wait for itself';
    return { before: [], body: [...loads, question, ...stores], result: 'true' };
  }
  const sum = `sum += ${lines.join(' + ')};`;
  return { before: ['let sum = 0;'], body: [...loads, ...stores, sum], result: '!isNan(sum)' };
}

/** Loops along lists of positions, and the table that names them. Wider entries are several items. */
const picks = () => alongLists('PICKS', (listed, own) => `${own} = ${listed};`);

/** The same in the other direction. */
const puts = () => alongLists('PUTS', (listed, own) => `${listed} = ${own};`);

/** Copies one item. @typedef {(listed: string, own: string) => string} Copy */

/** @param {string} table @param {Copy} copy */
function alongLists(table, copy) {
  const classes = CLASSES.filter(({ name }) => name !== 'Doubles');
  const rows = classes.map(
    ({ bytes, className, name }) =>
      `  ${bytes}: { className: '${className}', fours: fours${name}, row: row${name}, quads: quads${name}, runs: runs${name} },`,
  );
  return [
    ...classes.flatMap((integers) => [foursOf, rowOf, quadsOf, runsOf].map((make) => make(integers, copy))),
    [
      '/** By bytes of an item. */',
      `export const ${table}: Readonly<Record<number, Picks>> = {`,
      ...rows,
      '};',
    ].join('\n'),
  ].join('\n\n');
}

/** @typedef {typeof CLASSES[number]} Integers */

// Copying four items at once takes half as long: of four rows, at four offsets, or of a run. Each is a function of its own:
// as loops of one function, they take twice as long in V8.

/** @param {Integers} integers @param {Copy} copy */
const foursOf = ({ className, name }, copy) => {
  const rows = [0, 1, 2, 3];
  const at = (/** @type {number} */ i) => (i === 0 ? 'r' : `(r + ${i})`);
  return `\
const fours${name}: Fours = (whole: ${className}, a, offsets, f1, part: ${className}, b, t, t1, rows) => {
  const count = offsets.length;
  for (let r = 0; r < rows; r += 4) {
${rows.map((i) => `    const a${i} = (a + ${at(i)} * f1) | 0;`).join('\n')}
${rows.map((i) => `    const b${i} = (b + ${at(i)} * t1) | 0;`).join('\n')}
    for (let k = 0, own = 0; k < count; ++k, own = (own + t) | 0) {
      const place = offsets[k];
${rows.map((i) => `      ${copy(`whole[(a${i} + place) | 0]`, `part[(b${i} + own) | 0]`)}`).join('\n')}
    }
  }
};`;
};

/** @param {Integers} integers @param {Copy} copy */
const rowOf = ({ className, name }, copy) => `\
const row${name}: Row = (whole: ${className}, a, offsets, part: ${className}, b, t) => {
  const count = offsets.length;
  let k = 0;
  let own = b | 0;
  for (; k + 4 <= count; k += 4, own = (own + 4 * t) | 0) {
    ${copy('whole[(a + offsets[k]) | 0]', 'part[own]')}
    ${copy('whole[(a + offsets[k + 1]) | 0]', 'part[(own + t) | 0]')}
    ${copy('whole[(a + offsets[k + 2]) | 0]', 'part[(own + 2 * t) | 0]')}
    ${copy('whole[(a + offsets[k + 3]) | 0]', 'part[(own + 3 * t) | 0]')}
  }
  for (; k < count; ++k, own = (own + t) | 0) ${copy('whole[(a + offsets[k]) | 0]', 'part[own]')}
};`;

/** Runs of four items, whose places are constant distances apart. @param {Integers} integers @param {Copy} copy */
const quadsOf = ({ className, name }, copy) => `\
const quads${name}: Row = (whole: ${className}, a, offsets, part: ${className}, b, t) => {
  const count = offsets.length;
  for (let k = 0, own = b | 0; k < count; ++k, own = (own + t) | 0) {
    const place = (a + offsets[k]) | 0;
    ${copy('whole[place]', 'part[own]')}
    ${copy('whole[(place + 1) | 0]', 'part[(own + 1) | 0]')}
    ${copy('whole[(place + 2) | 0]', 'part[(own + 2) | 0]')}
    ${copy('whole[(place + 3) | 0]', 'part[(own + 3) | 0]')}
  }
};`;

/** @param {Integers} integers @param {Copy} copy */
const runsOf = ({ className, name }, copy) => `\
const runs${name}: Row = (whole: ${className}, a, offsets, part: ${className}, b, t, run) => {
  const count = offsets.length;
  for (let k = 0, first = b | 0; k < count; ++k, first = (first + t) | 0) {
    let place = (a + offsets[k]) | 0;
    let own = first;
    const end = (place + run) | 0;
    for (; place + 4 <= end; place = (place + 4) | 0, own = (own + 4) | 0) {
      ${copy('whole[place]', 'part[own]')}
      ${copy('whole[(place + 1) | 0]', 'part[(own + 1) | 0]')}
      ${copy('whole[(place + 2) | 0]', 'part[(own + 2) | 0]')}
      ${copy('whole[(place + 3) | 0]', 'part[(own + 3) | 0]')}
    }
    for (; place < end; place = (place + 1) | 0, own = (own + 1) | 0) ${copy('whole[place]', 'part[own]')}
  }
};`;
