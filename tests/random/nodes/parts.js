// What random nodes are made of: sizes of axes, bounds near them, the extremes of int32 and int64.
import fc from 'fast-check';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */
/** @import { Value } from '../../../web/conformance/corpus_values.js' */
/** @import { Version } from './nodes.js' */

const EXTREMES = [31n, 32n, 53n, 63n].flatMap((bits) => {
  const power = 2n ** bits;
  const around = [-power, -power + 1n, power - 2n, power - 1n];
  return bits === 63n ? around : [...around, -power - 1n, power, power + 1n];
});

/** Any int64: mostly close to the sizes that there are. */
export const bound = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.integer({ min: -11, max: 11 }).map(BigInt) },
  { weight: 1, arbitrary: fc.constantFrom(...EXTREMES) },
);

/** A step, which is rarely 0. */
export const step = fc.oneof(
  { withCrossShrink: true },
  { weight: 12, arbitrary: fc.constantFrom(1n, -1n, 2n, -2n, 3n, -3n) },
  { weight: 3, arbitrary: bound },
);

/** The size of an axis, 0 to 9. */
export const size = fc.oneof(
  { withCrossShrink: true },
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.constant(0) },
);

/**
 * The first value, but for a few.
 * @template T
 * @param {T} usual
 * @param {...T} others
 * @returns {fc.Arbitrary<T>}
 */
export const seldom = (usual, ...others) =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 40, arbitrary: fc.constant(usual) },
    { weight: others.length, arbitrary: fc.constantFrom(...others) },
  );

/** Axes beside the one that an operator names; and how it is named: from the end, or not at all if it is the first. */
export const around = fc.record({
  before: fc.array(size, { maxLength: 2 }),
  after: fc.array(size, { maxLength: 3 }),
  back: fc.boolean(),
  unnamed: fc.boolean(),
});

/** @typedef {{ before: number[], after: number[], back: boolean, unnamed: boolean }} Around */

/** @param {Around} around @param {number} along size of the axis that is named */
export function axesOf({ before, after, back, unnamed }, along) {
  const dims = [...before, along, ...after];
  const axis = BigInt(back ? before.length - dims.length : before.length);
  return { dims, axis, attribute: axis === 0n && unnamed ? null : scalar('', axis) };
}

const SIGNED = ['int8', 'int16', 'int32', 'int64'];
const INTEGERS = [...SIGNED, 'uint8', 'uint16', 'uint32', 'uint64'];

/** A type that has these values. @param {number} i @param {readonly bigint[]} values */
export function typeFor(i, values) {
  const types = values.some((value) => value < 0n) ? SIGNED : INTEGERS;
  return types[i % types.length];
}

const MOST_ELEMENTS = 3000;

/** The same dims, some of them 1 where there would be too many elements. @param {readonly number[]} dims */
export function capped(dims) {
  let elements = 1;
  return dims.map((each) => {
    const kept = elements * each > MOST_ELEMENTS ? 1 : each;
    elements *= Math.max(1, kept);
    return kept;
  });
}

/**
 * What an integer becomes in a type; a type that is none of integers takes it as it is.
 * @param {string} type
 * @param {bigint} value
 */
export function wrapped(type, value) {
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(type) ?? [];
  if (bits === undefined) return value;
  return unsigned ? BigInt.asUintN(Number(bits), value) : BigInt.asIntN(Number(bits), value);
}

/** @param {string} type '' for an attribute @param {readonly bigint[]} values @returns {Value} */
export const list = (type, values) => ({
  type,
  dims: [values.length],
  values: values.map((value) => (type === '' ? value : wrapped(type, value))),
});

/** @param {string} type '' for an attribute @param {bigint} value @returns {Value} */
export const scalar = (type, value) => ({ ...list(type, [value]), dims: [] });

/**
 * @param {Version} version
 * @param {string} op_type
 * @param {readonly number[]} dims
 * @param {Record<string, Value | null>} inputs null: absent
 * @param {Record<string, Value | null>} attributes null: absent
 * @param {number} [outputs]
 * @returns {Node}
 */
export const node = ({ opset, type }, op_type, dims, inputs, attributes, outputs) => ({
  op_type,
  opset,
  type,
  dims: capped(dims),
  inputs: present(inputs),
  attributes: present(attributes),
  outputs: outputs === undefined ? undefined : BigInt(outputs),
});

/**
 * A node of several tensors.
 * @param {Version} version
 * @param {string} op_type
 * @param {readonly (readonly number[])[]} shapes
 * @param {Record<string, Value | null>} inputs null: absent
 * @param {Record<string, Value | null>} attributes null: absent
 * @returns {Node}
 */
export const joinNode = ({ opset, type }, op_type, shapes, inputs, attributes) => ({
  op_type,
  opset,
  type,
  dims: [...shapes[0]],
  tensors: shapes.map((dims) => ({ type, dims: [...dims] })),
  inputs: present(inputs),
  attributes: present(attributes),
  outputs: 1n,
});

/** @param {Record<string, Value | null>} values @returns {Map<string, Value>} */
const present = (values) =>
  new Map(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/**
 * The node with one parameter changed, or without it.
 * @param {Node} node
 * @param {string} name
 * @param {(value: Value) => Value | null} change
 * @returns {Node}
 */
export function withParameter(node, name, change) {
  const changed = (/** @type {Map<string, Value>} */ values) =>
    present(
      Object.fromEntries([...values].map(([key, value]) => [key, key === name ? change(value) : value])),
    );
  return { ...node, inputs: changed(node.inputs), attributes: changed(node.attributes) };
}
