// The call as an ONNX node, in ONNX's own textual syntax (onnx.parser reads it). What is OpenVINO's or Microtome's has no such node.
import type { Integer, Type } from '../../lib/index.ts';
import { givenBy, inputsOf } from '../model/given.ts';
import { givesMany, resultName } from '../model/names.ts';
import { MOST_OUTPUTS, type Result } from '../model/result.ts';
import { tensorsOf, versions } from '../model/rows.ts';
import { sidesOf } from '../model/typed.ts';
import { hot, type Line, plain } from './program.ts';

/** Types with other names in this syntax. */
const NAMES: Partial<Record<Type, string>> = { float32: 'float', float64: 'double' };

/** Why a call has no ONNX node; '' if it has one. */
export function whyNoNode({ row, count }: Result) {
  const { op_type, op, domain } = row;
  if (domain === 'microtome') return `${op_type} is Microtome's; ONNX says it with Reshape and Transpose.`;
  if (domain !== 'ai.onnx')
    return `This ${op_type} is OpenVINO's: ONNX has ${op === op_type ? 'Split with all sizes instead' : 'one of its own'}.`;
  if (op_type !== 'SplitToSequence' && count > MOST_OUTPUTS)
    return `A node with ${count} outputs is too long to write out here.`;
  return '';
}

type Given = { name: string; value: Integer | Integer[] };

/** The node, from which text and models are made. @param result for which there is a node */
export function toNode(result: Result) {
  const { row, tensors, count, outputs, state, ranges } = result;
  const { parameters } = givenBy(state);
  const own = row.inputs.filter(({ name }) => !tensorsOf(row).some((tensor) => tensor.name === name));
  const values = inputsOf(row, parameters);
  const constants = values.map((value, i): Given => ({ name: own[i].name, value }));
  const attributes = parameters
    .filter(({ place, value }) => place === 'attribute' && value !== null)
    .map(({ word, name, value }) => [word, name === 'pads' ? sidesOf(value).flat() : value]);
  const isSequence = row.op_type === 'SplitToSequence';
  const pieces = isSequence ? ['pieces'] : Array.from({ length: count }, (_, i) => `piece${i}`);
  return {
    opset: lastOpsetOf(row),
    op_type: row.op_type,
    input: [
      ...tensors.map(({ name }) => name),
      ...constants.map(({ name, value }) => (value === null ? '' : name)),
    ],
    output: givesMany(row) ? pieces : [resultName(row)],
    attributes: Object.fromEntries(attributes) as Record<string, Integer | Integer[] | string>,
    dims:
      row.op_type === 'Slice'
        ? [(ranges ?? []).map(({ count: size }) => size)]
        : outputs.map(({ dims }) => [...dims]),
    isSequence, // the output is one sequence
    takesSequence: Boolean(row.inputs[0].sequence),
    /** Inputs after the tensors. */
    constants: constants.filter(({ value }) => value !== null),
  };
}

/** The last opset at which a version is in effect, because engines lack the old ones; for the newest version, its own. */
function lastOpsetOf({ op, since_version }: Result['row']) {
  const next = versions().find((row) => row.op === op && row.since_version > since_version);
  return next ? next.since_version - 1 : since_version;
}

export function toOnnx(result: Result): Line[] {
  const why = whyNoNode(result);
  if (why !== '') return [plain(`# ${why}`)];
  const { op_type, input, output, attributes, dims, opset, constants, isSequence, takesSequence } =
    toNode(result);
  const { tensors, state } = result;
  const given = tensors.map((tensor) => `${typed(state.type, tensor.dims)} ${tensor.name}`);
  const made = isSequence
    ? [`seq(${typed(state.type, null)}) ${output[0]}`]
    : output.map((name, i) => `${typed(state.type, dims[i])} ${name}`);
  const own = Object.entries(attributes).map(([name, value]) => `${name} = ${literal(value)}`);
  const node = (op: string, args: readonly string[], to: readonly string[]) =>
    `  ${to.join(', ')} = ${op}(${args.join(', ')})`;
  const named = `${op_type}${own.length > 0 ? ` <${own.join(', ')}>` : ''}`;
  const nodes = takesSequence
    ? [node('SequenceConstruct', input, ['sequence']), node(named, ['sequence'], output)]
    : [node(named, input, output)];
  const texts = constants.map((each) => constant(each, state.type)).join(',\n ');
  return [
    plain('# onnx.parser.parse_model() reads this'),
    plain(`<ir_version: 8, opset_import: ["" : ${opset}]>`),
    plain(`microtome (${given.join(', ')})`),
    plain(`  => (${made.join(', ')})`),
    ...(texts ? [plain(`<${texts}>`)] : []),
    plain('{'),
    ...nodes.map((text) => hot(text)),
    plain('}'),
  ];
}

const constant = ({ name, value }: Given, type: Type) => {
  const list = Array.isArray(value);
  const own = name === 'constant_value' ? typed(type, null) : 'int64';
  return `${own}${list ? `[${value.length}]` : ''} ${name} = {${list ? value.join(', ') : value}}`;
};

const typed = (type: Type, dims: readonly number[] | null) => {
  const name = NAMES[type] ?? type;
  return dims !== null && dims.length > 0 ? `${name}[${dims.join(', ')}]` : name;
};

const literal = (value: Integer | Integer[] | string) =>
  typeof value === 'string' ? `"${value}"` : Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
