// A cut as a model for onnxruntime-web: a Slice, then Splits, with constant parameters.

import { plan } from '../../../lib/index.js';
import { encodeModel, valueInfo } from '../../../shared/onnx/model.js';
import { toParameters } from '../../model/slice.ts';

/** @import { Node, Tensor } from '../../../shared/onnx/model.js' */
/** @import { Cut, Source } from '../cut/cut.js' */

const OPSET = 18;

/**
 * @param {Source} source row-major
 * @param {Cut} cut without windows
 * @returns {{ bytes: Uint8Array, outputs: string[] }}
 */
export function makeModel({ type, dims }, { ranges, splits }) {
  /** @type {Node[]} */
  const nodes = [];
  /** @type {Record<string, Tensor>} */
  const constants = {};
  const constant = (/** @type {string} */ name, /** @type {readonly number[]} */ values) => {
    constants[name] = { type: 'int64', dims: [values.length], data: BigInt64Array.from(values, BigInt) };
    return name;
  };
  let outputs = ['x'];
  const isWhole = ranges.every(
    ({ from, step, count }, axis) => from === 0 && step === 1 && count === dims[axis],
  );
  if (!isWhole || splits.length === 0) {
    const lists = Object.entries(toParameters(ranges));
    const input = ['x', ...lists.map(([name, values]) => constant(name, values))];
    nodes.push({ op_type: 'Slice', input, output: ['selection'] });
    outputs = ['selection'];
  }
  splits.forEach(({ axis, num_outputs }, level) => {
    const sizes = sizesOf(ranges[axis].count, num_outputs);
    const split = constant(`split${level}`, sizes);
    outputs = outputs.flatMap((input, i) => {
      const output = sizes.map((_, j) => `y${level}_${i}_${j}`);
      nodes.push({ op_type: 'Split', input: [input, split], output, attributes: { axis } });
      return output;
    });
  });
  const bytes = encodeModel({
    opset: OPSET,
    nodes,
    constants,
    inputs: [valueInfo('x', type)],
    outputs: outputs.map((name) => valueInfo(name, type)),
  });
  return { bytes, outputs };
}

/**
 * Sizes of the pieces: onnxruntime-web refuses a number of outputs that would leave some empty.
 * @param {number} size of the axis
 * @param {number} num_outputs
 */
const sizesOf = (size, num_outputs) =>
  plan('Split', [{ type: 'uint8', dims: [size] }], { attributes: { num_outputs } }).outputs.map(
    ({ dims: [n] }) => n,
  );
