// A cut as a model for onnxruntime-web: a Slice, then Splits, whose parameters are constants.
import { toParameters } from '../cut/ranges.js';
import { ModelProto } from '../files/onnx.js';
import { encode } from '../files/protobuf.js';
import { CODES, toTensorProto } from '../files/tensor_proto.js';

/** @import { Cut, Source } from '../cut/cut.js' */

const IR_VERSION = 8;
const OPSET = 18;
const INT_ATTRIBUTE = 2;

/**
 * @param {Source} source row-major
 * @param {Cut} cut without windows
 * @returns {{ bytes: Uint8Array, outputs: string[] }}
 */
export function makeModel({ type, dims }, { ranges, splits }) {
  /** @type {{ op_type: string, input: string[], output: string[], attribute: object[] }[]} */
  const node = [];
  /** @type {object[]} */
  const initializer = [];
  const constant = (/** @type {string} */ name, /** @type {readonly number[]} */ values) => {
    const data = BigInt64Array.from(values, BigInt);
    initializer.push({ ...toTensorProto({ type: 'int64', dims: [values.length], data }), name });
    return name;
  };
  let outputs = ['x'];
  const isWhole = ranges.every(
    ({ start, step, size }, axis) => start === 0 && step === 1 && size === dims[axis],
  );
  if (!isWhole || splits.length === 0) {
    const lists = toParameters(ranges);
    const constants = Object.entries(lists).map(([name, values]) => constant(name, values));
    node.push({ op_type: 'Slice', input: ['x', ...constants], output: ['s'], attribute: [] });
    outputs = ['s'];
  }
  splits.forEach(({ axis, sizes }, level) => {
    const split = constant(`split${level}`, sizes);
    outputs = outputs.flatMap((input, i) => {
      const output = sizes.map((_, j) => `y${level}_${i}_${j}`);
      const attribute = [{ name: 'axis', type: INT_ATTRIBUTE, i: axis }];
      node.push({ op_type: 'Split', input: [input, split], output, attribute });
      return output;
    });
  });
  const value = (/** @type {string} */ name) => ({ name, type: { tensor_type: { elem_type: CODES[type] } } });
  const graph = { name: 'cut', node, initializer, input: [value('x')], output: outputs.map(value) };
  const opset_import = [{ domain: '', version: OPSET }];
  return { bytes: encode(ModelProto, { ir_version: IR_VERSION, graph, opset_import }), outputs };
}
