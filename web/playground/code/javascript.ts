// The cut as a program for this library, in JavaScript and in TypeScript: one call and what it prints, then the same planned once for
// many frames.
import { takesAny } from '../model/rows.ts';
import { KINDS } from '../model/values.ts';
import { type Argument, type Cut, isWritten, type Tensor } from './cut.ts';

type Given = Argument['value'];

/** Arguments of the functions that cut once and take them one by one; the others take an object. */
const POSITIONAL: Record<string, (args: readonly Argument[]) => Given[]> = {
  VariadicSplit: (args) => [valueAt(args, 'axis'), valueAt(args, 'split_lengths')],
  Concat: (args) => [valueAt(args, 'axis') ?? 1],
  'openvino.Concat': (args) => [valueAt(args, 'axis')],
  Rearrange: (args) => [valueAt(args, 'pattern')],
};

/** Operators without such a function. */
const PLANNED = ['openvino.Slice', 'openvino.Split'];

/** The arguments of the function that cuts once, after the tensors. */
function onceOf({ row, args, notation }: Cut) {
  if (notation !== null) return [quote(notation)];
  const options =
    row.op === 'Rearrange' ? braces(args.filter(({ name }) => name === 'sizes').map(entry)) : [];
  const given = POSITIONAL[row.op]?.(args).map(literal) ?? [object(args)];
  return [...given, ...options];
}

export const toJavaScript = (cut: Cut) => write(cut, false);

export const toTypeScript = (cut: Cut) => write(cut, true);

function write(cut: Cut, isTyped: boolean) {
  const { row, isNewest, type, tensors, joins, order } = cut;
  const names = tensors.map(({ name }) => name);
  const list = `[${names.join(', ')}]`;
  const domain = row.op === row.op_type ? [] : [`domain: '${row.domain}'`];
  const version = [...domain, ...(isNewest ? [] : [`opset: ${row.since_version}`])];
  const { inputs, options } = toNode(cut);
  const given = row.inputs[0].sequence ? [list] : names;
  const node = [
    quote(row.op_type),
    `[${[...given, ...inputs].join(', ')}]`,
    ...braces([...options, ...version]),
  ].join(', ');
  const isOne = joins || order !== null || row.op_type === 'Slice';
  const hasFunction = !PLANNED.includes(row.op);
  const name = hasFunction ? [row.op_type[0].toLowerCase() + row.op_type.slice(1)] : [];
  const once = [...(takesAny(row) ? [list] : names), ...onceOf(cut), ...braces(version)].join(', ');
  const result = isOne ? (hasFunction ? 'output' : '[output]') : 'outputs';
  const lines = [
    `import { ${['init', 'plan', ...name].sort().join(', ')}${isTyped ? ', type Tensor' : ''} } from 'microtome';`,
    '',
    'await init();',
    ...tensors.flatMap((tensor) => [
      `const ${tensor.name} = {`,
      `  type: '${type}',`,
      `  dims: [${tensor.dims.join(', ')}],`,
      `  data: ${dataOf(cut, tensor)},`,
      isTyped ? `} satisfies Tensor<'${type}'>;` : '};',
    ]),
    `const ${result} = ${hasFunction ? `${name}(${once})` : `plan(${node}).run(${joins ? list : names[0]})`};`,
    ...print(cut, isOne ? 'output' : 'outputs[0]'),
    '',
    '// For many frames: plan once, and reuse the arrays.',
    `const planned = plan(${node});`,
    `const out = planned.allocate(${names[0]}.data);`,
    `const ${isOne ? '[frame]' : 'frames'} = planned.run(${joins ? list : names[0]}, { out });`,
  ];
  return `${lines.join('\n')}\n`;
}

/** A line that prints the first output, with what it prints; its dims, if its elements are no plain numbers. */
function print(cut: Cut, output: string): string[] {
  const { outputs, count, joins, shown } = cut;
  if (!joins && count === 0) return ['console.log(outputs.length); // 0'];
  const { values, isWhole } = shown;
  if (values === null) return [`console.log(${output}.dims.join()); // ${outputs[0].join()}`.trimEnd()];
  return [
    `console.log(${output}.data${isWhole ? '' : `.slice(0, ${values.length})`}.join()); // ${values.join()}`.trimEnd(),
  ];
}

/** The inputs after the first, and the options, of a node. */
function toNode({ row, args, notation }: Cut) {
  if (notation !== null) return { inputs: [quote(notation)], options: [] };
  const at = (where: string) => args.filter(({ place }) => place === where);
  const parameters = row.inputs.filter(({ rank }) => rank !== 'any');
  const inputs = parameters.map(({ name }) => literal(valueAt(at('input'), name)));
  while (inputs.at(-1) === 'null') inputs.pop();
  const attributes = at('attribute').length > 0 ? [`attributes: ${object(at('attribute'))}`] : [];
  return { inputs, options: [...attributes, ...at('node').map(entry)] };
}

const valueAt = (args: readonly Argument[], name: string) =>
  args.find((each) => each.name === name)?.value ?? null;

/** An object of entries as a list of one, or none. */
const braces = (entries: readonly string[]) => (entries.length > 0 ? [`{ ${entries.join(', ')} }`] : []);

/** The data of an input, as an expression. */
function dataOf(cut: Cut, { start, size }: Tensor) {
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

/** Entry i, if each element holds its place. */
const ENTRIES: Record<string, (array: string, i: string) => string> = {
  bool: (_, i) => `${i} % 2`,
  string: (_, i) => `String(${i})`,
  complex: (_, i) => `(i % 2 ? 0 : ${i} / 2)`,
  integer: (array, i) => (array.startsWith('Big') ? `BigInt(${i})` : i),
};

function entryOf(type: Cut['type'], value: string) {
  const { is, array } = KINDS[type];
  if (is === 'string') return quote(value);
  if (is === 'bool') return value === 'T' ? '1' : '0';
  if (is === 'complex') return `${value}, 0`;
  return array.startsWith('Big') ? `${value}n` : value;
}

/** Bytes of packed elements; those of 3 and of 6 bits come in groups of 3 bytes. */
function bytesOf(bits: number, size: number) {
  if (bits % 3 === 0) return 3 * Math.ceil((size * bits) / 24);
  return Math.ceil((size * bits) / 8);
}

const entry = ({ name, value }: Argument) => `${name}: ${literal(value)}`;

const object = (args: readonly Argument[]) => braces(args.map(entry)).join() || '{}';

function literal(value: Given): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, size]) => `${name}: ${literal(size)}`)
      .join(', ')} }`;
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, ' ')}'`;
