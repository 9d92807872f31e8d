// Random nodes of joins, and of OpenVINO's Slice and Split, in the words of the corpus: right ones, and wrong ones with one mistake
// each. What they give is for join_oracle.js to say, so that nothing here has to be computed. To add an operator, add a row to DRAWN;
// to add a mistake, one to MISTAKES.

import { countElements } from '../../docs/rules/elements.js';
import { familyOf, OPERATORS, versionsOf } from '../../docs/rules/operators.js';
import { tensorsOf } from '../../web/conformance/corpus_line.js';
import { answer, isAnswered } from './join_oracle.js';

/** @import { Shape } from '../../web/conformance/corpus.js' */
/** @import { Node } from '../../web/conformance/corpus_line.js' */
/** @import { Value } from '../../web/conformance/corpus_values.js' */
/** @import { Row } from '../../docs/rules/operators.js' */
/** @import { Random } from './random.js' */

/**
 * What a node has besides its version and type.
 * @typedef {object} Drawn
 * @property {number[][]} shapes of its tensors
 * @property {Record<string, Value>} [inputs]
 * @property {Record<string, Value>} [attributes]
 */

const ROWS = OPERATORS.filter(isAnswered);
const MOST_ELEMENTS = 600;
const EMPTY = 0.05;
const EXTREMES = [2n ** 63n - 1n, -(2n ** 63n), 2n ** 31n - 1n, -(2n ** 31n), 2n ** 32n];

/** @type {Record<string, (random: Random, row: Row, type: string) => Drawn>} */
const DRAWN = {
  Concat: drawConcat,
  'openvino.Concat': drawConcat,
  ConcatFromSequence: (random, row) => (random.chance(0.5) ? drawStack(random) : drawConcat(random, row)),
  TensorScatter: drawTensorScatter,
  'openvino.Slice': drawSlice,
  SliceScatter: drawSliceScatter,
  'openvino.Split': drawSplit,
};

/** @param {Random} random @returns {Node} */
export function randomNode(random) {
  const row = random.pick(ROWS);
  const type = random.pick(row.types);
  const { shapes, inputs = {}, attributes = {} } = DRAWN[familyOf(row)](random, row, type);
  const next = versionsOf(row.op_type, row.domain).find((each) => each.since_version > row.since_version);
  return nodeOf(
    row,
    random.between(row.since_version, (next?.since_version ?? 31) - 1),
    type,
    shapes,
    inputs,
    attributes,
  );
}

/** @param {Row} row @param {number} opset @param {string} type @param {number[][]} shapes @param {Record<string, Value>} inputs @param {Record<string, Value>} attributes @returns {Node} */
const nodeOf = ({ domain, op_type }, opset, type, shapes, inputs, attributes) => ({
  domain,
  op_type,
  opset,
  type,
  dims: shapes[0],
  tensors: shapes.map((dims) => ({ type, dims })),
  inputs: new Map(Object.entries(inputs)),
  attributes: new Map(Object.entries(attributes)),
  outputs: undefined,
});

/** @param {number | bigint} value @returns {Value} a plain attribute */
const plain = (value) => ({ type: '', dims: [], values: [BigInt(value)] });
/** @param {readonly bigint[]} values @returns {Value} */
const int64s = (values) => ({ type: 'int64', dims: [values.length], values: [...values] });

/** @param {Random} random @param {number} leastRank */
function drawDims(random, leastRank) {
  let rest = random.size(MOST_ELEMENTS);
  const rank = random.between(leastRank, 4);
  const dims = Array.from({ length: rank }, () => {
    const size = random.size(rest);
    rest = Math.floor(rest / size);
    return random.chance(EMPTY) ? 0 : size;
  });
  return random.shuffle(dims);
}

/** From the front or the end. @param {Random} random @param {number} axis @param {number} rank */
const named = (random, axis, rank) => plain(random.chance(0.4) ? axis - rank : axis);

/** @param {Random} random @param {Row} row @returns {Drawn} */
function drawConcat(random, row) {
  const dims = drawDims(random, 1);
  const isDefault = row.attributes[0].optional && dims.length > 1 && random.chance(0.3);
  const axis = isDefault ? 1 : random.below(dims.length);
  const shapes = Array.from({ length: random.size(9) }, (_, i) => {
    const size = random.chance(EMPTY) ? 0 : random.size(Math.max(1, dims[axis]));
    return dims.map((each, at) => (at === axis ? (i === 0 ? each : size) : each));
  });
  return { shapes, attributes: isDefault ? {} : { axis: named(random, axis, dims.length) } };
}

/** @param {Random} random @returns {Drawn} */
function drawStack(random) {
  const dims = drawDims(random, 0);
  return {
    shapes: new Array(random.size(6)).fill(dims),
    attributes: {
      axis: named(random, random.between(0, dims.length), dims.length + 1),
      new_axis: plain(random.pick([1, 1, 2, -1])),
    },
  };
}

/** @param {Random} random @returns {Drawn} */
function drawTensorScatter(random) {
  const dims = drawDims(random, 2);
  const isDefault = dims.length > 2 && random.chance(0.3);
  const axis = isDefault ? dims.length - 2 : random.between(1, dims.length - 1);
  const n = random.between(0, dims[axis]);
  const isCircular = random.chance(0.5);
  const first = () => {
    if (!isCircular) return BigInt(random.between(0, dims[axis] - n));
    return random.chance(0.2) ? random.pick(EXTREMES) : BigInt(random.between(-20, 20));
  };
  const mode = { type: '', dims: [], values: [], text: isCircular ? 'circular' : 'linear' };
  return {
    shapes: [dims, dims.map((size, i) => (i === axis ? n : size))],
    inputs: random.chance(0.2) ? {} : { write_indices: int64s(Array.from({ length: dims[0] }, first)) },
    attributes: {
      ...(isDefault ? {} : { axis: named(random, axis, dims.length) }),
      ...(isCircular || random.chance(0.5) ? { mode } : {}),
    },
  };
}

const INTEGERS = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'];

/** A list in any type that has all its values. @param {Random} random @param {bigint[]} values @param {number[]} [dims] @returns {Value} */
function anyType(random, values, dims = [values.length]) {
  const fits = (/** @type {string} */ type) => {
    const bits = Number(/\d+/.exec(type));
    const as = type.startsWith('u') ? BigInt.asUintN : BigInt.asIntN;
    return values.every((value) => as(bits, value) === value);
  };
  return { type: random.pick(INTEGERS.filter(fits)), dims, values };
}

/** @param {Random} random @param {number[]} dims */
function drawLists(random, dims) {
  const axes = random.shuffle(dims.map((_, axis) => axis)).slice(0, random.between(0, dims.length));
  const isNamed = axes.some((axis, i) => axis !== i) || random.chance(0.3);
  const bound = (/** @type {number} */ axis) =>
    random.chance(0.1) ? random.pick(EXTREMES) : BigInt(random.between(-dims[axis] - 2, dims[axis] + 2));
  const step = () => {
    const size = random.chance(0.03) ? 2n ** 63n - 1n : BigInt(random.size(4));
    return random.chance(0.4) ? -size : size;
  };
  /** @type {Record<string, Value>} */
  const lists = {
    start: anyType(random, axes.map(bound)),
    stop: anyType(random, axes.map(bound)),
    step: anyType(random, axes.map(step)),
  };
  if (isNamed)
    lists.axes = anyType(
      random,
      axes.map((axis) => BigInt(random.chance(0.3) ? axis - dims.length : axis)),
    );
  return lists;
}

/** @param {Random} random @returns {Drawn} */
function drawSlice(random) {
  const dims = drawDims(random, 1);
  return { shapes: [dims], inputs: drawLists(random, dims) };
}

/** @param {Random} random @param {Row} _row @param {string} type @returns {Drawn} */
function drawSliceScatter(random, _row, type) {
  const { shapes, inputs = {} } = drawSlice(random);
  const taken = answer(nodeOf(versionsOf('Slice', 'openvino')[0], 8, type, shapes, inputs, {}));
  if ('error' in taken) throw new Error(`a slice that fails: ${taken.error.code}`);
  return { shapes: [...shapes, taken.outputs[0].dims], inputs };
}

/** @param {Random} random @returns {Drawn} */
function drawSplit(random) {
  const dims = drawDims(random, 1);
  const axis = random.below(dims.length);
  const count = random.size(9);
  const number = BigInt(random.chance(0.4) ? axis - dims.length : axis);
  return {
    shapes: [dims.map((size, i) => (i === axis ? size * count : size))],
    inputs: { axis: anyType(random, [number], random.pick([[], [1]])) },
    attributes: { num_splits: plain(count) },
  };
}

/** What a mistake makes of a node; the same node, where it has no place for it. @typedef {(node: Node, random: Random) => Node} Mistake */

/** @type {Record<string, Mistake>} */
export const MISTAKES = {
  'a later tensor of another type': (node, random) =>
    withTensor(node, random, ({ type, dims }) => ({
      type: type === 'float32' ? 'float16' : 'float32',
      dims,
    })),
  'a later tensor of another rank': (node, random) =>
    withTensor(node, random, ({ type, dims }) => ({
      type,
      dims: random.chance(0.5) ? [...dims, 1] : dims.slice(1),
    })),
  'a later tensor of another size': (node, random) =>
    withTensor(node, random, ({ type, dims }) => {
      const axis = random.below(Math.max(1, dims.length));
      return { type, dims: dims.map((size, i) => (i === axis ? size + 1 : size)) };
    }),
  'a type that no version has': (node) => {
    const { types } = versionsOf(node.op_type, node.domain).slice(-1)[0];
    const other = ['u1', 'complex64'].find((type) => !types.includes(type)) ?? node.type;
    const tensors = tensorsOf(node).map((tensor) => tensor && { ...tensor, type: other });
    return { ...node, type: other, tensors };
  },
  'a tensor is absent': (node, random) => {
    const tensors = tensorsOf(node).slice();
    if (tensors.length > 1) tensors[random.below(tensors.length - 1)] = null;
    return { ...node, tensors };
  },
  'no tensors': (node) => {
    const isList = node.op_type.startsWith('Concat');
    return isList ? { ...node, tensors: [] } : node;
  },
  'an axis out of range': (node, random) =>
    withValue(node, random, ['axis', 'axes'], (value) =>
      entry(value, random, random.pick([9n, -9n, 2n ** 32n])),
    ),
  'a step of 0': (node, random) => withValue(node, random, ['step'], (value) => entry(value, random, 0n)),
  'an axis twice': (node, random) =>
    withValue(node, random, ['axes'], (value) => {
      const { values } = value;
      return values.length < 2
        ? value
        : { ...value, values: values.map((each, i) => (i === 1 ? values[0] : each)) };
    }),
  'a list that is longer': (node, random) =>
    withValue(node, random, ['stop', 'step', 'axes', 'write_indices'], ({ type, values }) => ({
      type,
      dims: [values.length + 1],
      values: [...values, 1n],
    })),
  'an input of another rank': (node, random) =>
    withValue(node, random, [...node.inputs.keys()], (value) => ({
      ...value,
      dims: [1, value.values.length],
    })),
  'an input of another type': (node, random) =>
    withValue(node, random, [...node.inputs.keys()], (value) => ({
      ...value,
      type: 'float32',
      values: value.values.map(Number),
    })),
  'an index beyond the axis': (node, random) =>
    node.attributes.get('mode')?.text === 'circular'
      ? node
      : withValue(node, random, ['write_indices'], (value) =>
          entry(value, random, random.pick([-1n, 10n ** 9n, 2n ** 63n - 1n])),
        ),
  'another mode': (node) =>
    node.op_type === 'TensorScatter'
      ? withAttribute(node, 'mode', { type: '', dims: [], values: [], text: 'ring' })
      : node,
  'a number of splits that does not divide': (node, random) =>
    withValue(node, random, ['num_splits'], () => plain(random.pick([0, -1, 7919]))),
  'an attribute that is unknown': (node) => withAttribute(node, 'keepdims', plain(1)),
  'a parameter is absent': (node, random) => {
    const names = [...node.inputs.keys(), ...node.attributes.keys()];
    if (names.length === 0) return node;
    const name = random.pick(names);
    const without = (/** @type {Map<string, Value>} */ map) =>
      new Map([...map].filter(([each]) => each !== name));
    return { ...node, inputs: without(node.inputs), attributes: without(node.attributes) };
  },
  'another number of outputs': (node) => ({ ...node, outputs: 77n }),
  'an opset before the first': (node) => {
    const [{ since_version }] = versionsOf(node.op_type, node.domain);
    return { ...node, opset: since_version - 1 };
  },
};

/** One tensor that is not the first is another. @param {Node} node @param {Random} random @param {(tensor: Shape) => Shape} change @returns {Node} */
function withTensor(node, random, change) {
  const tensors = tensorsOf(node).slice();
  if (tensors.length < 2) return node;
  const at = random.between(1, tensors.length - 1);
  tensors[at] = change(/** @type {Shape} */ (tensors[at]));
  return { ...node, tensors };
}

/** One of these parameters has another value. @param {Node} node @param {Random} random @param {string[]} names @param {(value: Value) => Value} change @returns {Node} */
function withValue(node, random, names, change) {
  const given = names.filter((name) => node.inputs.has(name) || node.attributes.has(name));
  if (given.length === 0) return node;
  const name = random.pick(given);
  const changed = (/** @type {Map<string, Value>} */ map) =>
    new Map([...map].map(([each, value]) => [each, each === name ? change(value) : value]));
  return { ...node, inputs: changed(node.inputs), attributes: changed(node.attributes) };
}

/** @param {Node} node @param {string} name @param {Value} value @returns {Node} */
const withAttribute = (node, name, value) => ({
  ...node,
  attributes: new Map([...node.attributes, [name, value]]),
});

/** One entry is another, in a type that has it. @param {Value} value @param {Random} random @param {bigint} other @returns {Value} */
function entry({ type, dims, values }, random, other) {
  if (values.length === 0) return { type, dims, values };
  const at = random.below(values.length);
  return { type: type && 'int64', dims, values: values.map((each, i) => (i === at ? other : wide(each))) };
}

/** As int64 has it. @param {number | bigint} value */
const wide = (value) => BigInt.asIntN(64, BigInt(value));

/** Elements of all tensors together. @param {Node} node */
export const sizeOf = (node) =>
  tensorsOf(node).reduce((n, tensor) => n + (tensor === null ? 0 : countElements(tensor.dims)), 0);
