// A node as a call of its operator's own function: with lists of any class, and axes from the end or not. To add a function, add a row.
import { familyOf } from '../../docs/rules/operators.js';
import { rowOf } from '../../web/conformance/call.js';

/** @import { Node } from '../../web/conformance/corpus_line.js' */
/** @import { Random } from './random.js' */

/** @typedef {any} Any */
/** @typedef {typeof import('microtome')} Library */

/** Classes of a list of integers. @type {((list: number[]) => Any)[]} */
const LISTS = [
  (list) => list,
  (list) => list.map(BigInt),
  (list) => BigInt64Array.from(list, BigInt),
  (list) => ({ type: 'int64', dims: [list.length], data: BigInt64Array.from(list, BigInt) }),
  (list) => (list.every((n) => n === (n | 0)) ? Int32Array.from(list) : list),
];

/** A condition in its forms. @type {((list: number[]) => Any)[]} */
const CONDITIONS = [
  (list) => list.map((each) => each !== 0),
  (list) => Uint8Array.from(list, (each) => each * 7),
  (list) => ({ type: 'bool', dims: [list.length], data: Uint8Array.from(list) }),
];

/** @type {Record<string, (library: Any, tensors: Any[], values: Record<string, Any>, options: Any) => Any>} */
const FUNCTIONS = {
  Slice: ({ slice }, [x], lists, options) => slice(x, lists, options),
  Split: ({ split }, [x], values, options) => split(x, values, options),
  SplitToSequence: ({ splitToSequence }, [x], values, options) => splitToSequence(x, values, options),
  VariadicSplit: ({ variadicSplit }, [x], { axis, split_lengths }, options) =>
    variadicSplit(x, axis, split_lengths, options),
  Concat: ({ concat }, list, { axis = 1 }, options) => concat(list, axis, options),
  'openvino.Concat': ({ concat }, list, { axis }, options) => concat(list, axis, options),
  ConcatFromSequence: ({ concatFromSequence }, list, values, options) =>
    concatFromSequence(list, values, options),
  SliceScatter: ({ sliceScatter }, [x, updates], lists, options) => sliceScatter(x, updates, lists, options),
  TensorScatter: ({ tensorScatter }, [cache, update], values, options) =>
    tensorScatter(cache, update, values, options),
  Compress: ({ compress }, [x], { condition, ...others }, options) => compress(x, condition, others, options),
  ScatterUpdate: ({ scatterUpdate }, [x, updates], { indices, axis }, options) =>
    scatterUpdate(x, indices, updates, { axis }, options),
  Pad: ({ pad }, [x, tensor], { pads, paddings, value, ...others }, options) =>
    pad(x, pads ?? paddings, { value: tensor ?? value, ...others }, options),
  'openvino.Pad': ({ pad }, [x, value], { pads_begin, pads_end, pad_mode: mode }, options) => {
    const [begins, ends] = [pads_begin, pads_end].map((list) => Array.from(list.data ?? list));
    const pairs = begins.map((begin, i) => [begin, ends[i]]);
    return pad(x, pairs, { mode, value }, options);
  },
};

/** The parameters of a node by their names: lists of a random class, numbers, words. @param {Random} random @param {Node} node @returns {Record<string, Any>} */
export function listsOf(random, { inputs, attributes }) {
  return Object.fromEntries(
    [...inputs, ...attributes].map(([name, { dims, values, text }]) => {
      const list = values.map(Number);
      const isExact = list.every(Number.isSafeInteger);
      if (name === 'condition') return [name, random.pick(CONDITIONS)(list)];
      if (name === 'indices' && dims.length !== 1)
        return [name, { type: 'int64', dims, data: BigInt64Array.from(values, BigInt) }];
      if (dims.length > 0) return [name, isExact ? random.pick(LISTS)(list) : values.map(BigInt)];
      if (typeof values[0] === 'number') return [name, values[0]]; // of an attribute that is a float
      return [name, text ?? (isExact && random.chance(0.5) ? list[0] : BigInt(values[0]))];
    }),
  );
}

/**
 * A call of the node's own function, if it has one.
 * @param {Library} library
 * @param {Random} random
 * @param {Node} node that is no mistake
 * @param {Any[]} tensors
 * @returns {(() => Any[]) | undefined}
 */
export function directCall(library, random, node, tensors) {
  const row = rowOf(node);
  const call = FUNCTIONS[familyOf(row)];
  if (call === undefined) return undefined;
  const values = listsOf(random, node);
  const isCounted = node.op_type === 'Split' && !('split' in values) && !('num_outputs' in values);
  if (isCounted) values.num_outputs = Number(node.outputs);
  // a node may use fewer outputs than there are pieces
  if (
    node.op_type === 'Split' &&
    'num_outputs' in values &&
    node.outputs !== undefined &&
    Number(values.num_outputs) !== Number(node.outputs)
  )
    return undefined;
  const options = {
    opset: random.chance(0.2) ? BigInt(node.opset) : node.opset,
    ...(row.domain !== 'ai.onnx' && { domain: row.domain }),
  };
  return () => [call(library, tensors, values, options)].flat();
}
