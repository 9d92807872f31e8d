// The node in ONNX's own textual syntax (onnx.parser reads it).
import type { Integer, Type } from '../../lib/types.js';
import type { Cut } from './cut.ts';
import { toNodeOfCut, whyNoNode } from './node.ts';

/** Types with other names in this syntax. */
const NAMES: Partial<Record<Type, string>> = { float32: 'float', float64: 'double' };

export function toOnnxText(cut: Cut) {
  const why = whyNoNode(cut);
  if (why !== '') return `# ${why}\n`;
  const node = toNodeOfCut(cut);
  const { type, tensors, row } = cut;
  const list = tensors.map(({ name }) => name).join(', ');
  const input = tensors.map(({ name, dims }) => `${typed(type, dims)} ${name}`).join(', ');
  const results = node.isSequence
    ? `seq(${typed(type, null)}) ${node.output[0]}`
    : node.output.map((name, i) => `${typed(type, node.dims[i])} ${name}`).join(', ');
  const constants = Object.entries(node.constants).map(
    ([name, { dims: shape, values }]) =>
      `int64${shape.length > 0 ? `[${shape}]` : ''} ${name} = {${values.join(', ')}}`,
  );
  const attributes = Object.entries(node.attributes).map(([name, value]) => `${name} = ${literal(value)}`);
  const lines = [
    `<ir_version: 8, opset_import: ["" : ${node.opset}]>`,
    `microtome (${input}) => (${results})`,
    ...(constants.length > 0 ? [`<${constants.join(', ')}>`] : []),
    '{',
    ...(row.inputs[0].sequence ? [`  sequence = SequenceConstruct(${list})`] : []),
    `  ${node.output.join(', ')} = ${node.op_type}${attributes.length > 0 ? ` <${attributes.join(', ')}>` : ''}(${row.inputs[0].sequence ? 'sequence' : node.input.join(', ')})`,
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
