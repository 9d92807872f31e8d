// How differences read an example, and make another one of it.
import { list, withParameter } from '../../random/nodes/parts.js';

/** @import { Value } from '../../../web/conformance/corpus_values.js' */
/** @import { Example } from '../../random/nodes/example.js' */

/** @param {Example} example @param {string} op_type @param {number} [from] the oldest opset */
export const is = ({ node }, op_type, from = 1) => node.op_type === op_type && node.opset >= from;

/** @param {Example} example @param {string} name */
export const parameterOf = ({ node }, name) => node.inputs.get(name) ?? node.attributes.get(name);

/** @param {Example} example @param {string} name */
export const integersOf = (example, name) => parameterOf(example, name)?.values.map(BigInt) ?? [];

/**
 * The example with a parameter that it has changed, or without it.
 * @param {Example} example
 * @param {string} name
 * @param {Value | null} value
 * @returns {Example}
 */
export const changed = ({ node, ...rest }, name, value) => ({
  ...rest,
  node: withParameter(node, name, () => value),
});

/** The size of the axis that a splitter splits; -1 where there is none. @param {Example} example */
export const sizeAlong = (example) => example.node.dims.at(Number(integersOf(example, 'axis')[0] ?? 0)) ?? -1;

/** The axis that Gather takes from. @param {Example} example */
export function axisOf(example) {
  const axis = Number(integersOf(example, 'axis')[0] ?? 0);
  return axis < 0 ? axis + example.node.dims.length : axis;
}

/** Does it join tensors along an axis that they have? @param {Example} example */
export const joinsAlong = (example) =>
  is(example, 'Concat') ||
  (is(example, 'ConcatFromSequence') && (integersOf(example, 'new_axis')[0] ?? 0n) === 0n);

/** What the lists of ranges are called. */
const SLICE = { starts: 'starts', ends: 'ends', axes: 'axes', steps: 'steps' };
const SLICE_SCATTER = { starts: 'start', ends: 'stop', axes: 'axes', steps: 'step' };

/** @param {Example} example */
export const namesOf = (example) => (is(example, 'SliceScatter') ? SLICE_SCATTER : SLICE);

/** Slices backward, and where they are in the lists. @param {Example} example */
export function backward(example) {
  const names = namesOf(example);
  const [starts, ends, axes, steps] = [names.starts, names.ends, names.axes, names.steps].map((name) =>
    integersOf(example, name),
  );
  return steps.flatMap((step, i) => {
    const size = example.node.dims.at(Number(axes[i] ?? i)) ?? 0;
    return step < 0n ? [{ i, start: starts[i], end: ends[i], size: BigInt(size) }] : [];
  });
}

/**
 * The example with another entry at these places of a list.
 * @param {Example} example
 * @param {string} name
 * @param {readonly { i: number }[]} places
 * @param {bigint} entry
 */
export function withEntries(example, name, places, entry) {
  const { type, values } = /** @type {Value} */ (parameterOf(example, name));
  const entries = values.map((value, i) => (places.some((place) => place.i === i) ? entry : BigInt(value)));
  return changed(example, name, list(type, entries));
}
