// The call as an ONNX node, in ONNX's own textual syntax (onnx.parser reads it). Calls of OpenVINO and Microtome have no such node.
import type { Type } from '../../lib/index.ts';
import { givenBy } from '../model/given.ts';
import type { Typed } from '../model/parameters.ts';
import { MOST_OUTPUTS, type Result } from '../model/result.ts';
import { givesMany, resultName, tensorsOf, versions } from '../model/rows.ts';
import { broken, hot, type Line, plain } from './program.ts';

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

/** The node, from which text and models are made. @param result for which there is a node */
export function toNode(result: Result) {
  const { row, tensors, count, outputs, state, ranges } = result;
  const { inputs, attributes } = givenBy(state).node;
  const own = row.inputs.filter(({ name }) => !tensorsOf(row).some((tensor) => tensor.name === name));
  const constants = inputs.map((value, i) => ({ name: own[i].name, value }));
  const isSequence = row.op_type === 'SplitToSequence';
  const pieces = isSequence ? ['pieces'] : Array.from({ length: count }, (_, i) => `piece${i}`);
  const cut = [(ranges ?? []).map(({ count: size }) => size)]; // ONNX drops no axis
  return {
    opset: lastOpsetOf(row),
    op_type: row.op_type,
    input: [
      ...tensors.map(({ name }) => name),
      ...constants.map(({ name, value }) => (value === null ? '' : name)),
    ],
    output: givesMany(row) ? pieces : [resultName(row)],
    attributes,
    dims: row.op_type === 'Slice' ? cut : outputs.map(({ dims }) => [...dims]),
    isSequence, // the output is one sequence
    takesSequence: Boolean(row.inputs[0].sequence),
    /** Inputs after the tensors: their own type and dims, or those of what is typed. */
    constants: constants.flatMap(({ name, value }) =>
      value === null ? [] : [constantOf(name, value, state.type)],
    ),
  };
}

const constantOf = (name: string, value: Typed, type: Type) => ({
  name,
  type: (value.type ?? (name === 'constant_value' ? type : 'int64')) as Type,
  dims: (value.dims ?? (Array.isArray(value) ? [value.length] : [])) as readonly number[],
  data: [...(value.data ?? [value].flat())] as Typed[],
});

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
  const typed = (each: readonly number[] = [], type = state.type) =>
    (NAMES[type] ?? type) + (each.length > 0 ? `[${each.join(', ')}]` : '');
  const given = tensors.map((tensor) => `${typed(tensor.dims)} ${tensor.name}`);
  const made = output.map((name, i) => `${isSequence ? `seq(${typed()})` : typed(dims[i])} ${name}`);
  const own = Object.entries(attributes).map(([name, value]) => `${name} = ${literal(value)}`);
  const named = `${op_type}${own.length > 0 ? ` <${own.join(', ')}>` : ''}`;
  const texts = constants
    .map(({ name, type, dims, data }) => `${typed(dims, type)} ${name} = {${data.join(', ')}}`)
    .join(',\n ');
  const node = (op: string, args: readonly string[], to: readonly string[]) =>
    hot(`  ${to.join(', ')} = ${op}(${args.join(', ')})`);
  return broken([
    plain('# onnx.parser.parse_model() reads this'),
    plain(`<ir_version: 8, opset_import: ["" : ${opset}]>`),
    plain(`microtome (${given.join(', ')})`),
    plain(`  => (${made.join(', ')})`),
    ...(texts ? [plain(`<${texts}>`)] : []),
    plain('{'),
    ...(takesSequence ? [node('SequenceConstruct', input, ['sequence'])] : []),
    node(named, takesSequence ? ['sequence'] : input, output),
    plain('}'),
  ]);
}

const literal = (value: Typed) =>
  typeof value === 'string' ? `"${value}"` : Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
