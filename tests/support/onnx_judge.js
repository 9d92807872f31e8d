// Executes a model of ONNX's tests and throws what is wrong. Like judge.js it runs in every host. An operator that is not ours
// and stands beside ours in a model is one row of OTHERS.
import { copyOf, mustBe } from './equal.js';

/** @import { Model, Node, Value } from './onnx.js' */

/** @typedef {Pick<typeof import('microtome'), 'evaluate'>} Library */

const OURS = ['Slice', 'Split', 'SplitToSequence', 'Concat', 'ConcatFromSequence', 'TensorScatter'];

/** Makers and readers of sequences in these models. @type {Record<string, (inputs: any[]) => Value>} */
const OTHERS = {
  SequenceConstruct: (tensors) => tensors,
  SequenceAt: ([sequence, { data }]) => sequence.at(Number(data[0])),
  SequenceLength: ([sequence]) => ({
    type: 'int64',
    dims: [],
    data: BigInt64Array.of(BigInt(sequence.length)),
  }),
};

/** @param {Node} node */
export const isOurs = ({ op_type }) => OURS.includes(op_type);

/** @param {Library} library @param {Model} model */
export function judgeModel(library, { nodes, opset, sets }) {
  if (sets.length === 0) throw new Error('the model has no data');
  for (const { values: given, expected } of sets) {
    const values = new Map(given);
    const before = copyOf(given);
    for (const node of nodes) {
      const inputs = node.input.map((name) => (name === '' ? null : values.get(name)));
      if (inputs.includes(undefined)) throw new Error(`${node.op_type} lacks an input`);
      const outputs = isOurs(node) ? run(library, node, inputs, opset) : [OTHERS[node.op_type](inputs)];
      node.output.forEach((name, i) => {
        values.set(name, outputs[i]);
      });
    }
    mustBe(given, before, 'the inputs');
    if (expected.size === 0) throw new Error('nothing is expected');
    for (const [name, value] of expected) mustBe(values.get(name), value, name);
  }
}

/**
 * The value of each of a node's outputs.
 * @param {Library} library
 * @param {Node} node
 * @param {any[]} inputs
 * @param {number} opset
 * @returns {Value[]}
 */
function run({ evaluate }, { op_type, output, attributes }, inputs, opset) {
  const isSequence = op_type === 'SplitToSequence';
  const options = { opset, domain: '', attributes, ...(isSequence ? {} : { num_outputs: output.length }) };
  const outputs = /** @type {any[]} */ (evaluate(op_type, /** @type {any} */ (inputs), options));
  if (isSequence) return [outputs];
  mustBe(outputs.length, output.length, 'number of outputs');
  return outputs;
}
