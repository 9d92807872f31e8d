// THE oracle: what a node gives, written from the documents and the rulings, element by element, in integers that do not overflow.
// A node is one of the corpus, so elements are numbered over all its tensors. Nothing here asks the library, and it runs in every host.
// To add an operator, add a row to OPERATORS; splitters are in oracle_splits.js.

import { countElements } from '../../docs/rules/elements.js';
import { familyOf, rowAt } from '../../docs/rules/operators.js';
import { axisIn, must, Refused, read } from './oracle_reading.js';
import { countOf, split, splitEqually, splitToSequence, variadicSplit } from './oracle_splits.js';

/** @import { Output } from '../../web/conformance/corpus.js' */
/** @import { Node } from '../../web/conformance/corpus_line.js' */
/** @import { Call, Numbered } from './oracle_reading.js' */
/** @import { Row } from '../../docs/rules/operators.js' */

/** @typedef {{ outputs: Output[] } | { error: { code: string, param: string } }} Answer */

const MAX_SIZE = 2n ** 53n - 1n;

/** What the lists of a slice are called; `order`: in which they are checked. */
const ONNX = { starts: 'starts', ends: 'ends', order: ['ends', 'axes', 'steps'], steps: 'steps' };
const OPENVINO = { starts: 'start', ends: 'stop', order: ['stop', 'step', 'axes'], steps: 'step' };

/** @type {Record<string, (call: Call) => Output[]>} */
const OPERATORS = {
  Concat: (call) => [concat(call, 'inputs')],
  'openvino.Concat': (call) => [concat(call, 'inputs')],
  ConcatFromSequence: (call) => [
    call.integer('new_axis') === 0n ? concat(call, 'input_sequence') : stack(call, 'input_sequence'),
  ],
  TensorScatter: (call) => [tensorScatter(call)],
  Pad: (call) => [pad(call, axesOfPad(call), {})],
  'openvino.Pad': (call) => [pad(call, axesOfOpenvinoPad(call), { isOpenvino: true })],
  Gather: (call) => [gather(call, { wraps: true, fills: false })],
  'openvino.Gather': (call) => [gather(call, { wraps: call.version >= 8, fills: call.version >= 8 })],
  Compress: (call) => [compress(call)],
  ScatterUpdate: (call) => [scatterUpdate(call)],
  Slice: (call) => [slice(call, ONNX)],
  'openvino.Slice': (call) => [slice(call, OPENVINO)],
  SliceScatter: (call) => [sliceScatter(call)],
  Split: cutBy(split),
  SplitToSequence: cutBy(splitToSequence),
  VariadicSplit: cutBy(variadicSplit),
  'openvino.Split': cutBy(splitEqually),
};

/** @param {Node} node @returns {Answer} */
export function answer(node) {
  try {
    const row = rowAt(node.op_type, node.opset, node.domain);
    if (row === undefined) throw new Refused('bad_opset', 'opset');
    const outputs = OPERATORS[familyOf(row)](read(node, row));
    const made = countOf(node.op_type, outputs.length);
    must(node.outputs === undefined || Number(node.outputs) === made, 'count_mismatch', 'num_outputs');
    return { outputs };
  } catch (error) {
    if (error instanceof Refused) return { error: error.error };
    throw error;
  }
}

/** Every index of a tensor, in row-major order; huge dims have no elements. @param {readonly number[]} dims @returns {Generator<number[]>} */
function* indicesOf(dims) {
  const count = countElements(dims);
  const index = dims.map(() => 0);
  for (let k = 0; k < count; ++k) {
    yield index;
    for (let axis = dims.length - 1; axis >= 0 && ++index[axis] === dims[axis]; --axis) index[axis] = 0;
  }
}

/** The place of an index in row-major order. @param {readonly number[]} dims @param {readonly number[]} index */
const placeOf = (dims, index) => index.reduce((place, i, axis) => place * dims[axis] + i, 0);

/** Another number on one axis. @param {readonly number[]} list @param {number} axis @param {number} value */
const withAt = (list, axis, value) => list.map((each, i) => (i === axis ? value : each));

/** @param {Call} call @param {string} param @returns {Output} */
function concat({ tensors, integer }, param) {
  const [{ dims: first }] = tensors;
  must(first.length > 0, 'bad_rank', param);
  return join(tensors, axisIn(integer('axis'), first.length, 'axis'), param);
}

/** Each tensor gets the new axis, of size 1, and they are joined there. @param {Call} call @param {string} param @returns {Output} */
function stack({ tensors, integer }, param) {
  const [{ dims: first }] = tensors;
  const axis = axisIn(integer('axis'), first.length + 1, 'axis');
  for (const { dims } of tensors)
    must(String(dims) === String(first) && dims.length === first.length, 'shape_mismatch', param);
  const taller = tensors.map(({ dims, elements }) => ({
    dims: [...dims.slice(0, axis), 1, ...dims.slice(axis)],
    elements,
  }));
  return join(taller, axis, param);
}

/** @param {readonly Numbered[]} tensors @param {number} axis @param {string} param @returns {Output} */
function join(tensors, axis, param) {
  const [{ dims: first }] = tensors;
  for (const { dims } of tensors) {
    const fits = dims.length === first.length && dims.every((size, i) => i === axis || size === first[i]);
    must(fits, 'shape_mismatch', param);
  }
  const size = tensors.reduce((sum, { dims }) => sum + BigInt(dims[axis]), 0n);
  must(size <= MAX_SIZE, 'too_large', param);
  const dims = withAt(first, axis, Number(size));
  /** @type {number[]} */
  const elements = new Array(countElements(dims));
  let before = 0;
  for (const tensor of tensors) {
    let k = 0;
    for (const index of indicesOf(tensor.dims))
      elements[placeOf(dims, withAt(index, axis, before + index[axis]))] = tensor.elements[k++];
    before += tensor.dims[axis];
  }
  return { dims, elements };
}

/** Of each axis, the indices first + i * step for i below count. @typedef {{ first: bigint, step: bigint, count: bigint }} Taken */

/** @typedef {typeof ONNX} Names */

/** @param {Call} call @param {Names} names @returns {Taken[]} */
function taken({ tensors, list }, names) {
  const [{ dims }] = tensors;
  must(names === ONNX || dims.length > 0, 'bad_rank', 'data');
  const starts = list(names.starts) ?? [];
  const stops = list(names.ends) ?? [];
  const axes = list('axes') ?? starts.map((_, i) => BigInt(i));
  const steps = list(names.steps) ?? starts.map(() => 1n);
  for (const name of names.order)
    must((list(name) ?? starts).length === starts.length, 'length_mismatch', name);
  must(list('axes') !== undefined || starts.length <= dims.length, 'too_many_axes', names.starts);
  /** @type {Taken[]} */
  const ranges = dims.map((size) => ({ first: 0n, step: 1n, count: BigInt(size) }));
  const seen = new Set();
  axes.forEach((number, i) => {
    const axis = axisIn(number, dims.length, 'axes');
    must(!seen.has(axis), 'repeated_axis', 'axes');
    seen.add(axis);
    must(steps[i] !== 0n, 'zero_step', names.steps);
    ranges[axis] = takenOf(starts[i], stops[i], steps[i], BigInt(dims[axis]));
  });
  return ranges;
}

/** @param {bigint} start @param {bigint} stop @param {bigint} step @param {bigint} size @returns {Taken} */
function takenOf(start, stop, step, size) {
  if (size === 0n) return { first: 0n, step: 1n, count: 0n };
  const [least, most] = step > 0n ? [0n, size] : [0n, size - 1n];
  const first = clamp(start < 0n ? start + size : start, least, most);
  const end = clamp(stop < 0n ? stop + size : stop, step > 0n ? 0n : -1n, most);
  const way = step > 0n ? end - first : first - end;
  const stride = step > 0n ? step : -step;
  return { first, step, count: way <= 0n ? 0n : (way + stride - 1n) / stride };
}

/** @param {bigint} value @param {bigint} least @param {bigint} most */
const clamp = (value, least, most) => (value < least ? least : value > most ? most : value);

/** @param {readonly Taken[]} ranges */
const sizesOf = (ranges) => ranges.map(({ count }) => Number(count));

/** Where an index of the slice is in the tensor. @param {readonly Taken[]} ranges @param {readonly number[]} index */
const sourceOf = (ranges, index) =>
  ranges.map(({ first, step }, axis) => Number(first + BigInt(index[axis]) * step));

/** @param {Call} call @param {Names} names @returns {Output} */
function slice(call, names) {
  return take(call.tensors[0], taken(call, names));
}

/** @param {Numbered} data @param {readonly Taken[]} ranges @returns {Output} */
function take(data, ranges) {
  const dims = sizesOf(ranges);
  const elements = [];
  for (const index of indicesOf(dims))
    elements.push(data.elements[placeOf(data.dims, sourceOf(ranges, index))]);
  return { dims, elements };
}

/**
 * A splitter: pieces of one axis, each `count` indices from `first` on; a piece may lose the axis.
 * @param {(call: Call) => import('./oracle_splits.js').Pieces} pieces
 */
function cutBy(pieces) {
  return (/** @type {Call} */ call) => {
    const [data] = call.tensors;
    const { axis, sizes, drops } = pieces(call);
    let first = 0n;
    return sizes.map((count) => {
      const ranges = data.dims.map((size, i) =>
        i === axis ? { first, step: 1n, count } : { first: 0n, step: 1n, count: BigInt(size) },
      );
      first += count;
      const { dims, elements } = take(data, ranges);
      return { dims: drops ? dims.toSpliced(axis, 1) : dims, elements };
    });
  };
}

/** @param {Call} call @returns {Output} */
function sliceScatter(call) {
  const ranges = taken(call, OPENVINO);
  const [data, updates] = call.tensors;
  const sizes = sizesOf(ranges);
  must(
    sizes.length === updates.dims.length && sizes.every((size, i) => size === updates.dims[i]),
    'shape_mismatch',
    'updates',
  );
  const elements = data.elements.slice();
  let k = 0;
  for (const index of indicesOf(sizes))
    elements[placeOf(data.dims, sourceOf(ranges, index))] = updates.elements[k++];
  return { dims: data.dims, elements };
}

/** @param {Call} call @returns {Output} */
function tensorScatter({ tensors: [cache, update], integer, list, mode }) {
  const axis = axisIn(integer('axis'), cache.dims.length, 'axis');
  must(axis !== 0, 'bad_axis', 'axis');
  const fits =
    update.dims.length === cache.dims.length &&
    update.dims.every((n, i) => (i === axis ? n <= cache.dims[i] : n === cache.dims[i]));
  must(fits, 'shape_mismatch', 'update');
  const size = BigInt(cache.dims[axis]);
  const n = BigInt(update.dims[axis]);
  const given = list('write_indices');
  must(given === undefined || given.length === cache.dims[0], 'shape_mismatch', 'write_indices');
  for (const first of mode === 'linear' ? (given ?? []) : [])
    must(first >= 0n && first + n <= size, 'index_out_of_range', 'write_indices');
  const elements = cache.elements.slice();
  let k = 0;
  for (const index of indicesOf(update.dims)) {
    const at = (given?.[index[0]] ?? 0n) + BigInt(index[axis]);
    const wrapped = ((at % size) + size) % size;
    elements[placeOf(cache.dims, withAt(index, axis, Number(wrapped)))] = update.elements[k++];
  }
  return { dims: cache.dims, elements };
}

/** How an axis is padded. @typedef {{ axis: number, begin: bigint, end: bigint, names: string[] }} Padded */

/** @param {Call} call @returns {Padded[]} */
function axesOfPad({ tensors: [{ dims }], list, has }) {
  const name = has('paddings') ? 'paddings' : 'pads';
  const pads = list(name) ?? [];
  const axes = list('axes') ?? dims.map((_, axis) => BigInt(axis));
  must(pads.length === 2 * axes.length, 'length_mismatch', name);
  return axes.map((number, i) => {
    const axis = axisIn(number, dims.length, 'axes');
    const isNew = axes.slice(0, i).every((other) => axisIn(other, dims.length, 'axes') !== axis);
    must(isNew, 'repeated_axis', 'axes');
    return { axis, begin: pads[i], end: pads[axes.length + i], names: [name, name] };
  });
}

/** @param {Call} call @returns {Padded[]} */
function axesOfOpenvinoPad({ type, tensors: [{ dims }], list, mode }) {
  must(type !== 'string' || mode === 'constant', 'bad_type', 'data');
  const names = ['pads_begin', 'pads_end'];
  const [begins, ends] = names.map((name) => {
    const pads = list(name) ?? [];
    must(pads.length === dims.length, 'length_mismatch', name);
    return pads;
  });
  return dims.map((_, axis) => ({ axis, begin: begins[axis], end: ends[axis], names }));
}

/** One step from outside of an axis toward it. @type {Record<string, (i: number, size: number) => number>} */
const STEPS = {
  edge: (i, size) => (i < 0 ? 0 : size - 1),
  wrap: (i, size) => (i < 0 ? i + size : i - size),
  symmetric: (i, size) => (i < 0 ? -1 - i : 2 * size - 1 - i),
  reflect: (i, size) => (size === 1 ? 0 : i < 0 ? -i : 2 * (size - 1) - i),
};

/** @param {Call} call @param {Padded[]} axes @param {{ isOpenvino?: boolean }} rules @returns {Output} */
function pad({ tensors: [data, value], mode, version, integer }, axes, { isOpenvino = false }) {
  const dims = data.dims.slice();
  const begins = dims.map(() => 0);
  for (const { axis, begin, end, names } of axes) {
    const size = BigInt(dims[axis]);
    [begin, end].forEach((each, i) => {
      must(each <= MAX_SIZE && each >= -MAX_SIZE, 'too_large', names[i]);
      must(each >= 0n || !isOpenvino || version > 1, 'bad_size', names[i]);
      const most = mode === 'reflect' ? size - 1n : size;
      const isBound = isOpenvino && ['reflect', 'symmetric'].includes(mode) && each > 0n;
      must(!isBound || each <= most, 'bad_size', names[i]);
    });
    const total = begin + size + end;
    const larger = names[end > begin ? 1 : 0];
    must(total >= 0n || isOpenvino, 'bad_size', larger);
    must(total <= MAX_SIZE, 'too_large', larger);
    must(size > 0n || total <= 0n || mode === 'constant', 'bad_size', larger);
    dims[axis] = total < 0n ? 0 : Number(total);
    begins[axis] = Number(begin);
  }
  const most = axes.reduce(([a, b], { begin, end }) => [begin > a ? begin : a, end > b ? end : b], [0n, 0n]);
  const total = dims.includes(0) ? 0n : dims.reduce((product, size) => product * BigInt(size), 1n);
  must(total <= MAX_SIZE, 'too_large', axes[0]?.names[most[1] > most[0] ? 1 : 0]);
  const elements = [];
  const filling = value?.elements[0] ?? (mode === 'constant' ? Number(integer('value')) : 0);
  for (const index of indicesOf(dims)) {
    const from = index.map((i, axis) => continued(mode, i - begins[axis], data.dims[axis]));
    elements.push(from.includes(-1) ? filling : data.elements[placeOf(data.dims, from)]);
  }
  return { dims, elements };
}

/** The index of an axis that index `i` of its continuation shows; -1: none. @param {string} mode @param {number} i @param {number} size */
function continued(mode, i, size) {
  let at = i;
  while (at < 0 || at >= size) {
    if (mode === 'constant') return -1;
    at = STEPS[mode](at, size);
  }
  return at;
}
/**
 * An element of -1 is a zero.
 * @param {Call} call
 * @param {{ wraps: boolean, fills: boolean }} rule
 * @returns {Output}
 */
function gather({ tensors: [data], integer, list, sizesOf }, { wraps, fills }) {
  const rank = data.dims.length;
  must(rank > 0, 'bad_rank', 'data');
  const axis = axisIn(integer('axis'), rank, 'axis');
  const sizes = sizesOf('indices');
  const given = integer('batch_dims');
  const most = BigInt(Math.min(rank, sizes.length));
  must(given >= -most && given <= most, 'bad_axis', 'batch_dims');
  const batches = Number(given < 0n ? given + BigInt(sizes.length) : given);
  must(batches <= axis, 'bad_axis', 'batch_dims');
  for (let a = 0; a < batches; ++a) must(sizes[a] === data.dims[a], 'shape_mismatch', 'indices');
  must(rank - 1 + sizes.length - batches <= 32, 'bad_rank', 'indices');
  const size = BigInt(data.dims[axis]);
  const positions = /** @type {bigint[]} */ (list('indices')).map((index) => {
    const isLegal = index < size && index >= (wraps ? -size : 0n);
    must(isLegal || fills, 'index_out_of_range', 'indices');
    return isLegal ? Number(index < 0n ? index + size : index) : -1;
  });
  const end = axis + sizes.length - batches; // of the axes of the indices
  const dims = [...data.dims.slice(0, axis), ...sizes.slice(batches), ...data.dims.slice(axis + 1)];
  const elements = [];
  for (const index of indicesOf(dims)) {
    const at = positions[placeOf(sizes, [...index.slice(0, batches), ...index.slice(axis, end)])];
    const source = [...index.slice(0, axis), at, ...index.slice(end)];
    elements.push(at < 0 ? -1 : data.elements[placeOf(data.dims, source)]);
  }
  return { dims, elements };
}

/** @param {Call} call @returns {Output} */
function compress({ tensors: [data], has, integer, list }) {
  const rank = data.dims.length;
  must(rank > 0, 'bad_rank', 'input');
  const axis = has('axis') ? axisIn(integer('axis'), rank, 'axis') : undefined;
  const size = axis === undefined ? countElements(data.dims) : data.dims[axis];
  const kept = /** @type {bigint[]} */ (list('condition')).flatMap((each, i) => (each === 0n ? [] : [i]));
  must(
    kept.every((i) => i < size),
    'index_out_of_range',
    'condition',
  );
  if (axis === undefined) return { dims: [kept.length], elements: kept.map((i) => data.elements[i]) };
  const dims = withAt(data.dims, axis, kept.length);
  const elements = [];
  for (const index of indicesOf(dims))
    elements.push(data.elements[placeOf(data.dims, withAt(index, axis, kept[index[axis]]))]);
  return { dims, elements };
}

/** Of an index that occurs twice, the later one stays. @param {Call} call @returns {Output} */
function scatterUpdate({ tensors: [data, updates], integer, list, sizesOf }) {
  const rank = data.dims.length;
  must(rank > 0, 'bad_rank', 'data');
  const axis = axisIn(integer('axis'), rank, 'axis');
  const sizes = sizesOf('indices');
  const indices = /** @type {bigint[]} */ (list('indices')).map((index) => {
    must(index >= 0n && index < BigInt(data.dims[axis]), 'index_out_of_range', 'indices');
    return Number(index);
  });
  must(rank - 1 + sizes.length <= 32, 'bad_rank', 'indices');
  const dims = [...data.dims.slice(0, axis), ...sizes, ...data.dims.slice(axis + 1)];
  must(
    dims.length === updates.dims.length && dims.every((size, i) => size === updates.dims[i]),
    'shape_mismatch',
    'updates',
  );
  const elements = data.elements.slice();
  const end = axis + sizes.length;
  let k = 0;
  for (const index of indicesOf(dims)) {
    const at = indices[placeOf(sizes, index.slice(axis, end))];
    elements[placeOf(data.dims, [...index.slice(0, axis), at, ...index.slice(end)])] = updates.elements[k++];
  }
  return { dims: data.dims, elements };
}
