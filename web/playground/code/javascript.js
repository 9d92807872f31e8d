// The cut as a program for this library, in JavaScript and in TypeScript: planned once, and run into arrays that are reused.
import { takesAny } from '../model/rows.js';
import { KINDS } from '../model/values.js';
import { isWritten } from './cut.js';

/** @import { Integer } from '../../lib/types.js' */
/** @import { Argument, Cut, Tensor } from './cut.js' */

/** The function that cuts once, and its arguments after the input. @type {Record<string, (cut: Cut) => { name: string, args: string[] }>} */
const CALLS = {
  Slice: (cut) => ({ name: 'slice', args: [cut.notation === null ? object(cut.args) : quote(cut.notation)] }),
  Split: (cut) => ({ name: 'split', args: [object(cut.args)] }),
  SplitToSequence: (cut) => ({ name: 'splitToSequence', args: [object(cut.args)] }),
  VariadicSplit: ({ args }) => ({
    name: 'variadicSplit',
    args: ['axis', 'split_lengths'].map((name) => literal(valueAt(args, name))),
  }),
  Concat: ({ args }) => ({ name: 'concat', args: [literal(valueAt(args, 'axis') ?? 1)] }),
  ConcatFromSequence: ({ args }) => ({ name: 'concatFromSequence', args: [object(args)] }),
  SliceScatter: (cut) => ({
    name: 'sliceScatter',
    args: [cut.notation === null ? object(cut.args) : quote(cut.notation)],
  }),
  TensorScatter: ({ args }) => ({ name: 'tensorScatter', args: [object(args)] }),
};

/** @param {Cut} cut */
export const toJavaScript = (cut) => write(cut, { input: '', output: '' });

/** Spells out the types that the compiler infers, for the reader. @param {Cut} cut */
export function toTypeScript(cut) {
  const { array } = KINDS[cut.type];
  const data = array === 'Array' ? 'string[]' : array;
  const output = `{ type: '${cut.type}'; dims: readonly number[]; data: ${data} }[]`;
  return write(cut, { input: ' as const', output: `: ${output}` });
}

/**
 * @param {Cut} cut
 * @param {{ input: string, output: string }} types
 */
function write(cut, types) {
  const { row, isNewest, type, tensors, joins } = cut;
  const names = tensors.map(({ name }) => name);
  const list = `[${names.join(', ')}]`;
  const opset = isNewest ? [] : [`opset: ${row.since_version}`];
  const { inputs, options } = toNode(cut);
  const given = row.inputs[0].sequence ? [list] : names;
  const planned = [
    quote(row.op_type),
    `[${[...given, ...inputs].join(', ')}]`,
    ...braces([...options, ...opset]),
  ];
  const result = joins || row.op_type === 'Slice' ? '[output]' : 'outputs';
  const lines = [
    `import { init, plan } from 'microtome';`,
    '',
    'await init();',
    ...tensors.flatMap((tensor) => [
      `const ${tensor.name} = {`,
      `  type: '${type}',`,
      `  dims: [${tensor.dims.join(', ')}],`,
      `  data: ${dataOf(cut, tensor)},`,
      `}${types.input};`,
    ]),
    `const planned = plan(${planned.join(', ')});`,
    `const out = planned.allocate(${names[0]}.data);`,
    `const ${result}${types.output} = planned.run(${joins ? list : names[0]}, { out }); // as often as you like`,
  ];
  const call = CALLS[row.op_type]?.(cut);
  const first = takesAny(row) ? [list] : names;
  if (call)
    lines.push(
      `// To ${joins ? 'join' : 'cut'} only once: ${call.name}(${[...first, ...call.args, ...braces(opset)].join(', ')});`,
    );
  return `${lines.join('\n')}\n`;
}

/**
 * The inputs after the first, and the options, of a node.
 * @param {Cut} cut
 */
function toNode({ row, args, notation }) {
  if (notation !== null) return { inputs: [quote(notation)], options: [] };
  const at = (/** @type {string} */ where) => args.filter(({ place }) => place === where);
  const parameters = row.inputs.filter(({ rank }) => rank !== 'any');
  const inputs = parameters.map(({ name }) => literal(valueAt(at('input'), name)));
  while (inputs.at(-1) === 'null') inputs.pop();
  const attributes = at('attribute').length > 0 ? [`attributes: ${object(at('attribute'))}`] : [];
  return { inputs, options: [...attributes, ...at('node').map(entry)] };
}

/**
 * @param {readonly Argument[]} args
 * @param {string} name
 */
const valueAt = (args, name) => args.find((each) => each.name === name)?.value ?? null;

/** An object of entries as a list of one, or none. @param {readonly string[]} entries */
const braces = (entries) => (entries.length > 0 ? [`{ ${entries.join(', ')} }`] : []);

/**
 * The data of an input, as an expression.
 * @param {Cut} cut
 * @param {Tensor} tensor
 */
function dataOf(cut, { start, size }) {
  const { type, data } = cut;
  const { is, array, size: bits = 8 } = KINDS[type];
  if (is === 'packed') return `new Uint8Array(${bytesOf(bits, size)})`;
  const entries = is === 'complex' ? 2 * size : size;
  if (data !== null && !isWritten(cut)) return `${array}.of(/* ${data.length} values */)`;
  if (data !== null)
    return `${array}.of(${data
      .slice(start, start + size)
      .map((value) => entryOf(type, value))
      .join(', ')})`;
  const i = start === 0 ? 'i' : `(i + ${is === 'complex' ? 2 * start : start})`;
  return `${array}.from({ length: ${entries} }, (_, i) => ${ENTRIES[is]?.(array, i) ?? i})`;
}

/** Entry i, if each element holds its place. @type {Record<string, (array: string, i: string) => string>} */
const ENTRIES = {
  bool: (_, i) => `${i} % 2`,
  string: (_, i) => `String(${i})`,
  complex: (_, i) => `(i % 2 ? 0 : ${i} / 2)`,
  integer: (array, i) => (array.startsWith('Big') ? `BigInt(${i})` : i),
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

/** @param {Argument} argument */
const entry = ({ name, value }) => `${name}: ${literal(value)}`;

/** @param {readonly Argument[]} args */
const object = (args) => braces(args.map(entry)).join() || '{}';

/** @param {Integer | Integer[] | string | null} value @returns {string} */
function literal(value) {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map((entry) => literal(entry)).join(', ')}]`;
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

/** @param {string} text */
const quote = (text) => `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, ' ')}'`;
