// Calls with long lists: of outputs, of tensors, of parameters. They grow slowly and jump, so that the core's buffers of requests and
// of responses move at every size, and they are often as long as one that has moved a buffer and fits what was there.
import { rowAt } from '../../../docs/rules/operators.js';
import { judgeCall } from './calls.js';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */
/** @import { Random } from '../random.js' */
/** @import { World } from './world.js' */

/** @param {number | bigint} value */
const scalar = (value, type = '') => ({ type, dims: [], values: [BigInt(value)] });
/** @param {readonly number[]} values */
const list = (values, type = 'int64') => ({ type, dims: [values.length], values: values.map(BigInt) });

const TYPES = ['uint8', 'float32', 'uint16', 'float64', 'string', 'complex64'];

/** Outputs whose plans take as much room as the response had, or twice that. */
const WINDOWS = [[3700, 4150], [7800, 8250]]; // biome-ignore format: a table

/** Entries of the next list. @param {World} world @param {Random} random */
function nextEntries({ entries, most }, random) {
  const jump = random.unit();
  const [least, last] = random.pick(WINDOWS);
  if (jump < 0.3 && last <= most) return random.between(least, last);
  if (jump < 0.4) return random.size(most);
  if (jump < 0.6 || entries >= most) return random.size(60);
  return entries + random.size(100);
}

/** Sizes of so many pieces, some of them empty. @param {Random} random @param {number} n */
const pieces = (random, n) => Array.from({ length: n }, () => random.pick([0, 1, 1, 1, 2]));
/** @param {readonly number[]} sizes */
const sum = (sizes) => sizes.reduce((all, size) => all + size, 0);

/** Dims with `size` indices on the axis. @param {Random} random @param {number} size */
function around(random, size) {
  const axis = random.below(2);
  const shape = random.chance(0.6) ? [] : [random.between(1, 3)];
  const dims = shape.toSpliced(Math.min(axis, shape.length), 0, size);
  return { dims, axis: shape.length === 0 ? 0 : axis };
}

/** @param {Random} random @param {string} op_type @param {number} opset @param {Partial<Node> & { dims: number[] }} more @returns {Node} */
const node = (random, op_type, opset, { inputs, attributes, ...more }) => ({
  op_type,
  opset,
  type: random.pick(TYPES.filter((type) => rowAt(op_type, opset)?.types.includes(type))),
  inputs: inputs ?? new Map(),
  attributes: attributes ?? new Map(),
  ...more,
});

/** A join of `n` tensors. @param {Random} random @param {number} n @param {number[]} dims */
function tensors(random, n, dims) {
  const type = random.pick(TYPES);
  return { type, dims, tensors: Array.from({ length: n }, () => ({ type, dims })) };
}

/** Nodes with a list of `n` entries. To add one, add a row. @type {Record<string, (random: Random, n: number) => Node>} */
const LISTS = {
  Split: (random, n) => {
    const { dims, axis } = around(random, random.between(n, 2 * n));
    return node(random, 'Split', 18, {
      dims,
      attributes: new Map(Object.entries({ axis: scalar(axis), num_outputs: scalar(n) })),
    });
  },
  'Split by a list': (random, n) => {
    const sizes = pieces(random, n);
    const { dims, axis } = around(random, sum(sizes));
    const inputs = new Map([['split', list(sizes)]]);
    return node(random, 'Split', 13, { dims, inputs, attributes: new Map([['axis', scalar(axis)]]) });
  },
  SplitToSequence: (random, n) => {
    const { dims, axis } = around(random, n);
    const keepdims = random.below(2);
    return node(random, 'SplitToSequence', 24, {
      dims,
      attributes: new Map(Object.entries({ axis: scalar(axis), keepdims: scalar(keepdims) })),
    });
  },
  VariadicSplit: (random, n) => {
    const sizes = pieces(random, n);
    const { dims, axis } = around(random, sum(sizes));
    if (random.chance(0.5)) sizes[random.below(n)] = -1;
    const inputs = { axis: scalar(axis, 'int64'), split_lengths: list(sizes) };
    return node(random, 'VariadicSplit', 1, { dims, inputs: new Map(Object.entries(inputs)) });
  },
  Concat: (random, n) => {
    const { dims, axis } = around(random, random.between(1, 2));
    const attributes = new Map([['axis', scalar(axis)]]);
    return node(random, 'Concat', 13, { ...tensors(random, n, dims), attributes });
  },
  ConcatFromSequence: (random, n) => {
    const { dims, axis } = around(random, 1);
    const attributes = { axis: scalar(axis), new_axis: scalar(random.below(2)) };
    return node(random, 'ConcatFromSequence', 11, {
      ...tensors(random, n, dims),
      attributes: new Map(Object.entries(attributes)),
    });
  },
  Gather: (random, n) => {
    const { dims, axis } = around(random, random.between(1, n));
    const indices = Array.from({ length: n }, () => random.between(-dims[axis], dims[axis] - 1));
    const attributes = new Map([['axis', scalar(axis)]]);
    return node(random, 'Gather', 13, { dims, inputs: new Map([['indices', list(indices)]]), attributes });
  },
  Compress: (random, n) => {
    const { dims, axis } = around(random, n);
    const keep = Array.from({ length: n }, () => random.below(2));
    const condition = { ...list(keep), type: 'bool' };
    const attributes = new Map([['axis', scalar(axis)]]);
    return node(random, 'Compress', 11, { dims, inputs: new Map([['condition', condition]]), attributes });
  },
  ScatterUpdate: (random, n) => {
    const type = random.pick(TYPES.filter((each) => each !== 'string' && !each.startsWith('complex')));
    const data = { type, dims: [random.between(1, n), 2] };
    const updates = { type, dims: [n, 2] };
    const indices = Array.from({ length: n }, () => random.below(data.dims[0]));
    const inputs = new Map(Object.entries({ indices: list(indices), axis: scalar(0, 'int64') }));
    const shapes = { type, dims: data.dims, tensors: [data, updates] };
    return node(random, 'ScatterUpdate', 3, { ...shapes, inputs });
  },
  TensorScatter: (random, n) => {
    const type = random.pick(TYPES);
    const [cache, update] = [3, 1].map((size) => ({ type, dims: [n, size] }));
    const places = Array.from({ length: n }, () => random.below(3));
    const inputs = new Map([['write_indices', list(places)]]);
    const attributes = new Map([['axis', scalar(1)]]);
    const shapes = { type, dims: cache.dims, tensors: [cache, update] };
    return node(random, 'TensorScatter', 24, { ...shapes, inputs, attributes });
  },
};

/** Those whose response is short beside the room that is made for it. */
const SHORT = ['Split', 'SplitToSequence'];

/** @param {World} world @param {Random} random */
export function drawList(world, random) {
  world.entries = nextEntries(world, random);
  return LISTS[random.pick(random.chance(0.4) ? SHORT : Object.keys(LISTS))](random, world.entries);
}

/** A call with a long list. @param {World} world @param {Random} random */
export const callList = (world, random) => judgeCall(world, random, drawList(world, random));
