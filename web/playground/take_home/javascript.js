// The cut as a program for this library, in JavaScript and in TypeScript.
import { KINDS } from '../model/values.js';
import { isWritten } from './cut.js';

/** @import { Integer, OperatorRow } from '../../lib/types.js' */
/** @import { Argument, Cut } from './cut.js' */

/** How an operator is called, from its arguments as text. A new operator works without a row: `evaluate` has them all. */
/** @type {Record<string, (cut: Cut) => { name: string, result: string, args: string[] }>} */
const CALLS = {
  Slice: (cut) => ({
    name: 'slice',
    result: 'output',
    args: [cut.notation === null ? object(cut.args) : quote(cut.notation)],
  }),
  Split: (cut) => ({ name: 'split', result: 'outputs', args: [object(cut.args)] }),
  SplitToSequence: (cut) => ({ name: 'splitToSequence', result: 'outputs', args: [object(cut.args)] }),
  VariadicSplit: (cut) => ({
    name: 'variadicSplit',
    result: 'outputs',
    args: ['axis', 'split_lengths'].map((name) =>
      literal(cut.args.find((each) => each.name === name)?.value ?? null),
    ),
  }),
};

/** @param {Cut} cut */
export const toJavaScript = (cut) => write(cut, { input: '', output: '' });

/** The types that the compiler finds by itself, for the reader. @param {Cut} cut */
export function toTypeScript(cut) {
  const { array } = KINDS[cut.type];
  const data = array === 'Array' ? 'string[]' : array;
  const list = CALLS[cut.row.op_type]?.(cut).result === 'output' ? '' : '[]';
  const output = `{ type: '${cut.type}'; dims: readonly number[]; data: ${data} }${list}`;
  return write(cut, { input: ' as const', output: `: ${output}` });
}

/**
 * @param {Cut} cut
 * @param {{ input: string, output: string }} types
 */
function write(cut, types) {
  const { row, isNewest, type, dims } = cut;
  const input = row.inputs[0].name;
  const { name, result, args } = CALLS[row.op_type]?.(cut) ?? byPosition(cut);
  const options = isNewest ? [] : [`{ opset: ${row.since_version} }`];
  const lines = [
    `import { init, ${name} } from 'microtome';`,
    '',
    'await init();',
    `const ${input} = {`,
    `  type: '${type}',`,
    `  dims: [${dims.join(', ')}],`,
    `  data: ${dataOf(cut)},`,
    `}${types.input};`,
    `const ${result}${types.output} = ${name}(${[input, ...args, ...options].join(', ')});`,
  ];
  return `${lines.join('\n')}\n`;
}

/** @param {Cut} cut */
function byPosition({ row, args }) {
  const inputs = row.inputs
    .slice(1)
    .map(({ name }) => literal(args.find((each) => each.name === name)?.value ?? null));
  const attributes = object(args.filter(({ place }) => place === 'attribute'));
  return {
    name: 'evaluate',
    result: 'outputs',
    args: [`[${inputs.join(', ')}]`, `{ attributes: ${attributes} }`],
  };
}

/** What the input holds, as an expression. @param {Cut} cut */
function dataOf(cut) {
  const { type, size, data } = cut;
  const { is, array, size: bits = 8 } = KINDS[type];
  if (is === 'packed') return `new Uint8Array(${bytesOf(bits, size)})`;
  const entries = is === 'complex' ? 2 * size : size;
  if (data !== null && !isWritten(cut)) return `${array}.of(/* ${data.length} values */)`;
  if (data === null) return `${array}.from({ length: ${entries} }, (_, i) => ${ENTRIES[is]?.(array) ?? 'i'})`;
  return `${array}.of(${data.map((value) => entryOf(type, value)).join(', ')})`;
}

/** Entry i, where each element holds its place. @type {Record<string, (array: string) => string>} */
const ENTRIES = {
  bool: () => 'i % 2',
  string: () => 'String(i)',
  complex: () => '(i % 2 ? 0 : i / 2)',
  integer: (array) => (array.startsWith('Big') ? 'BigInt(i)' : 'i'),
};

/**
 * @param {Cut['type']} type
 * @param {string} value
 */
function entryOf(type, value) {
  const { is, array } = KINDS[type];
  if (is === 'string') return quote(value);
  if (is === 'bool') return value === 'T' ? '1' : '0';
  if (is === 'complex') return `${value}, 0`;
  return array.startsWith('Big') ? `${value}n` : value;
}

/**
 * Bytes of packed elements; those of 3 and of 6 bits come in groups of 3 bytes.
 * @param {number} bits
 * @param {number} size
 */
function bytesOf(bits, size) {
  if (bits % 3 === 0) return 3 * Math.ceil((size * bits) / 24);
  return Math.ceil((size * bits) / 8);
}

/** @param {readonly Argument[]} args */
const object = (args) =>
  `{ ${args.map(({ name, value }) => `${name}: ${literal(value)}`).join(', ')} }`.replace('{  }', '{}');

/** @param {Integer | Integer[] | null} value @returns {string} */
function literal(value) {
  if (Array.isArray(value)) return `[${value.map((entry) => literal(entry)).join(', ')}]`;
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

/** @param {string} text */
const quote = (text) => `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, ' ')}'`;
