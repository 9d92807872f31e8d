// The node in ONNX's own textual syntax (onnx.parser reads it).
import type { Integer, Type } from '../../lib/index.ts';
import type { Cut } from './cut.ts';
import { toNodesOfCut, whyNoNode } from './node.ts';

/** Types with other names in this syntax. */
const NAMES: Partial<Record<Type, string>> = { float32: 'float', float64: 'double' };

export function toOnnxText(cut: Cut) {
  const why = whyNoNode(cut);
  if (why !== '') return `# ${why}\n`;
  const node = toNodesOfCut(cut);
  const { type, tensors } = cut;
  const input = tensors.map(({ name, dims }) => `${typed(type, dims)} ${name}`).join(', ');
  const results = node.isSequence
    ? `seq(${typed(type, null)}) ${node.output[0]}`
    : node.output.map((name, i) => `${typed(type, node.dims[i])} ${name}`).join(', ');
  const constants = node.constants.map(
    ({ name, dims, values }) => `int64${dims.length > 0 ? `[${dims}]` : ''} ${name} = {${values.join(', ')}}`,
  );
  const calls = node.nodes.map(({ op_type, input: from, output, attributes }) => {
    const given = Object.entries(attributes).map(([name, value]) => `${name} = ${literal(value)}`);
    const own = given.length > 0 ? ` <${given.join(', ')}>` : '';
    return `  ${output.join(', ')} = ${op_type}${own}(${from.join(', ')})`;
  });
  const lines = [
    `<ir_version: 8, opset_import: ["" : ${node.opset}]>`,
    `microtome (${input}) => (${results})`,
    ...(constants.length > 0 ? [`<${constants.join(', ')}>`] : []),
    '{',
    ...calls,
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function typed(type: Type, dims: readonly number[] | null) {
  const name = NAMES[type] ?? type;
  if (dims === null) return name;
  return dims.length > 0 ? `${name}[${dims.join(', ')}]` : name;
}

const literal = (value: Integer | Integer[] | string) =>
  typeof value === 'string' ? `"${value}"` : Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
