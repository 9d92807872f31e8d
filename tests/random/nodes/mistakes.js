// Makes right nodes wrong, one mistake at a time. To add a kind, add a row to MISTAKES.
import fc from 'fast-check';
import { OPERATORS } from '../../../docs/rules/operators.js';
import { tensorsOf } from '../../../web/conformance/corpus_line.js';
import { bound, list, scalar, withParameter, wrapped } from './parts.js';

/** @import { Shape } from '../../../web/conformance/corpus.js' */
/** @import { Node } from '../../../web/conformance/corpus_line.js' */
/** @import { Value } from '../../../web/conformance/corpus_values.js' */

const STRANGERS = ['axis', 'axes', 'keepdims', 'num_outputs', 'split', 'steps'];
const LISTS = ['axes', 'split', 'steps'];
const TYPES = ['int64', 'int32', 'int8', 'uint64', 'float32', 'bool'];
/** In place of an integer, where a parameter is of a type that has more than integers. */
const FRACTIONS = [0.5, -0, Number.NaN, Number.POSITIVE_INFINITY];

/**
 * What chooses a mistake: which parameter, which of its entries, and what becomes of it.
 * @typedef {{ kind: MistakeKind, which: number, at: number, value: bigint }} Mistake
 */

/** @typedef {keyof typeof MISTAKES} MistakeKind */

const MISTAKES = {
  /** One entry is another. @type {(value: Value, mistake: Mistake) => Value} */
  entry: (value, { at, value: other }) => ({
    ...value,
    values: value.values.map((each, i) => (i === at % value.values.length ? toType(value, other) : each)),
  }),
  /** A list is one longer. @type {(value: Value, mistake: Mistake) => Value} */
  more: (value, { at, value: other }) =>
    value.dims.length === 1 ? ofLength(value, value.values.toSpliced(at, 0, toType(value, other))) : value,
  /** A list is one shorter. @type {(value: Value, mistake: Mistake) => Value} */
  fewer: (value, { at }) =>
    value.dims.length === 1 ? ofLength(value, value.values.toSpliced(at % value.values.length, 1)) : value,
  /** An input of another rank. @type {(value: Value, mistake: Mistake) => Value} */
  rank: (value, { at }) => {
    const n = value.values.length;
    const shapes = [[n], [1, n], [n, 1], ...(n === 1 ? [[]] : [])];
    return value.type === '' ? value : { ...value, dims: shapes[at % shapes.length] };
  },
  /** An input of another type. @type {(value: Value, mistake: Mistake) => Value} */
  type: (value, { at }) => {
    const type = TYPES[at % TYPES.length];
    const bits = (/** @type {bigint} */ each) => wrapped(type, type === 'bool' ? each & 1n : each);
    return value.type === ''
      ? value
      : { ...value, type, values: value.values.map((each) => bits(toInteger(each))) };
  },
  /** A parameter is left out. @type {(value: Value, mistake: Mistake) => Value | null} */
  absent: () => null,
  /** One parameter more. @type {(node: Node, mistake: Mistake) => Node} */
  stranger: ({ attributes, ...node }, { at, value }) => {
    const name = STRANGERS[at % STRANGERS.length];
    const given = LISTS.includes(name) ? list('', [value]) : scalar('', value);
    return {
      ...node,
      attributes: attributes.has(name) ? attributes : new Map([...attributes, [name, given]]),
    };
  },
  /** Data of rank 0. @type {(node: Node) => Node} */
  scalar: (node) => ({
    ...node,
    dims: [],
    ...(node.tensors && { tensors: node.tensors.map((tensor) => tensor && { ...tensor, dims: [] }) }),
  }),
  /** A node with one output more or less. @type {(node: Node, mistake: Mistake) => Node} */
  outputs: (node, { value }) =>
    node.outputs === undefined
      ? node
      : { ...node, outputs: value < 0n || node.outputs < 2n ? node.outputs + 1n : node.outputs - 1n },
  /** An opset before the operator. @type {(node: Node) => Node} */
  opset: (node) => {
    const first = OPERATORS.find(({ op_type }) => op_type === node.op_type)?.since_version ?? 1;
    return { ...node, opset: first > 1 ? first - 1 : node.opset };
  },
  /** An axis of one tensor is longer. @type {(node: Node, mistake: Mistake) => Node} */
  size: (node, mistake) =>
    withTensor(node, mistake, ({ type, dims }) => ({
      type,
      dims: dims.map((size, i) => (i === mistake.at % dims.length ? size + 1 : size)),
    })),
  /** One tensor has an axis more. @type {(node: Node, mistake: Mistake) => Node} */
  taller: (node, mistake) => withTensor(node, mistake, ({ type, dims }) => ({ type, dims: [1, ...dims] })),
  /** One tensor is of another type. @type {(node: Node, mistake: Mistake) => Node} */
  other: (node, mistake) =>
    withTensor(node, mistake, ({ type, dims }) => ({ type: type === 'int64' ? 'int32' : 'int64', dims })),
  /** One tensor between others is absent. @type {(node: Node, mistake: Mistake) => Node} */
  hole: (node, mistake) =>
    tensorsOf(node).length < 3 ? node : withTensor(node, { ...mistake, which: 0 }, () => null),
  /** An attribute that is a word has another. @type {(node: Node) => Node} */
  word: (node) => ({
    ...node,
    attributes: new Map(
      [...node.attributes].map(([name, value]) => [name, value.text ? { ...value, text: 'ring' } : value]),
    ),
  }),
};

/**
 * One tensor that is not the first is another; the same node, where there is none.
 * @param {Node} node
 * @param {Mistake} mistake
 * @param {(tensor: Shape) => Shape | null} change
 * @returns {Node}
 */
function withTensor(node, { which }, change) {
  const tensors = tensorsOf(node);
  if (tensors.length < 2) return node;
  const at = 1 + (which % (tensors.length - 1));
  return { ...node, tensors: tensors.map((tensor, i) => (tensor && i === at ? change(tensor) : tensor)) };
}

const OF_THE_NODE = ['stranger', 'scalar', 'outputs', 'opset', 'size', 'taller', 'other', 'hole', 'word'];

export const MISTAKE_KINDS = /** @type {MistakeKind[]} */ (Object.keys(MISTAKES));
/** Mistakes that only operators of several tensors have a place for. @type {readonly MistakeKind[]} */
export const OF_TENSORS = ['size', 'taller', 'other', 'hole', 'word'];

/** @param {readonly MistakeKind[]} kinds @returns {fc.Arbitrary<Mistake>} */
export const mistakeOf = (kinds) =>
  fc.record({ kind: fc.constantFrom(...kinds), which: fc.nat(7), at: fc.nat(11), value: bound });

/**
 * The node with the mistake in it; the same node, where it has no place for it.
 * @param {Node} node
 * @param {Mistake} mistake
 * @returns {Node}
 */
export function spoiled(node, mistake) {
  const spoil = /** @type {any} */ (MISTAKES[mistake.kind]);
  if (OF_THE_NODE.includes(mistake.kind)) return spoil(node, mistake);
  const names = [...node.inputs.keys(), ...node.attributes.keys()];
  return withParameter(node, names[mistake.which % names.length], (value) => spoil(value, mistake));
}

/** @param {Value} value @param {(number | bigint)[]} values @returns {Value} */
const ofLength = (value, values) => ({ ...value, dims: [values.length], values });

/** @param {Value} value @param {bigint} other */
function toType({ type, values }, other) {
  const isFloat = type.startsWith('float') || values.some((each) => typeof each === 'number');
  if (type === 'bool') return other & 1n;
  if (!isFloat) return type === '' ? other : wrapped(type, other);
  return other < 0n ? FRACTIONS[Number(-other % BigInt(FRACTIONS.length))] : other % 2048n;
}

/** @param {number | bigint} value */
const toInteger = (value) => (typeof value === 'bigint' ? value : BigInt(Math.trunc(value) || 0));
