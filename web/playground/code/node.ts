// The cut as an ONNX node, from which text and bytes are made. VariadicSplit is OpenVINO's and has no such node.
import type { Integer } from '../../lib/index.ts';
import { versions } from '../model/rows.ts';
import type { Cut } from './cut.ts';

/** The most outputs of a node that is written. */
const MOST_OUTPUTS = 64;

/** Why a cut has no ONNX node; '' if it has one. */
export function whyNoNode({ row, count, joins }: Cut) {
  if (row.domain !== 'ai.onnx')
    return row.op === row.op_type
      ? `${row.op_type} is an operator of OpenVINO. ONNX has no such operator${joins ? '' : '; use Split with all sizes instead'}.`
      : `This is OpenVINO's ${row.op_type}. ONNX has a ${row.op_type} of its own.`;
  if (row.op_type !== 'SplitToSequence' && count > MOST_OUTPUTS)
    return `A node with ${count} ${joins ? 'inputs' : 'outputs'} is too long to write out here.`;
  return '';
}

/** @param cut for which there is a node */
export function toNodesOfCut({ row, args, count, outputs, dims, walk, joins, tensors }: Cut) {
  const { op_type } = row;
  const inputs = args.filter(({ place }) => place === 'input');
  const parameters = row.inputs.filter(({ rank }) => rank !== 'any');
  const names = parameters.map(({ name }) => (inputs.some((each) => each.name === name) ? name : ''));
  while (names.at(-1) === '') names.pop();
  const isSequence = row.op_type === 'SplitToSequence';
  const numbered = Array.from({ length: count }, (_, i) => `output${i}`);
  const input = [...tensors.map(({ name }) => name), ...names];
  const output = isSequence ? ['outputs'] : joins || op_type === 'Slice' ? ['output'] : numbered;
  const attributes = Object.fromEntries(
    args
      .filter(({ place }) => place === 'attribute')
      .map(({ name, value }) => [name, value as Integer | Integer[] | string]),
  );
  return {
    opset: lastOpsetOf(row),
    nodes: row.inputs[0].sequence
      ? [
          { op_type: 'SequenceConstruct', input, output: ['sequence'], attributes: {} },
          { op_type, input: ['sequence'], output, attributes },
        ]
      : [{ op_type, input, output, attributes }],
    output,
    /** Of each output, with axes that a slice string drops. */
    dims:
      op_type === 'Slice'
        ? [dims.map((size, axis) => walk.find((each) => each.axis === axis)?.pieces[0].count ?? size)]
        : outputs,
    isSequence, // the output is one sequence
    /** Of int64. */
    constants: inputs.map(({ name, value }) =>
      Array.isArray(value)
        ? { name, dims: [value.length], values: value }
        : { name, dims: [], values: [(value ?? 0) as Integer] },
    ),
  };
}

/** The last opset at which a version is in effect, because engines lack the old ones; for the newest version, its own. */
function lastOpsetOf({ op, since_version }: Cut['row']) {
  const next = versions().find((row) => row.op === op && row.since_version > since_version);
  return next ? next.since_version - 1 : since_version;
}
