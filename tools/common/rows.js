// JSON that a person compares: one line per row.

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => typeof value === 'object' && value !== null;

/**
 * The JSON of a value. An object without lists or objects in it is one line, and so is each entry of a list; what holds
 * them takes a line per name.
 * @param {unknown} value
 */
export const toRows = (value) => `${rowsOf(value, '')}\n`;

/** @param {unknown} value @param {string} indent @returns {string} */
function rowsOf(value, indent) {
  if (!isObject(value) || !Object.values(value).some(isObject)) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, each]) => isList || each !== undefined);
  const rows = entries.map(([name, each]) =>
    isList ? JSON.stringify(each) : `${JSON.stringify(name)}: ${rowsOf(each, `${indent} `)}`,
  );
  const [begin, end] = isList ? '[]' : '{}';
  return `${begin}\n${rows.map((row) => `${indent} ${row}`).join(',\n')}\n${indent}${end}`;
}
