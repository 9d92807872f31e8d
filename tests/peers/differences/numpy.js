// What NumPy does otherwise.

import { countElements } from '../../../docs/rules/elements.js';
import { tensorsOf } from '../../../web/conformance/corpus_line.js';
import { gather } from '../../../web/dist/index.js';
import { dataOf } from '../../random/nodes/example.js';
import { goesOn, isEmpty, modeOf, padsOf } from './pads.js';
import {
  axisOf,
  backward,
  changed,
  integersOf,
  is,
  joinsAlong,
  namesOf,
  sizeAlong,
  withEntries,
} from './reading.js';

/** @import { Example } from '../../random/nodes/example.js' */
/** @import { Value } from '../../../web/conformance/corpus_values.js' */
/** @import { Answer } from '../answers.js' */
/** @import { Difference } from '../judge.js' */

/** That an array can have. */
const MOST_AXES = 32n;

/** The example with tensors of rank 1. @param {Example} example @returns {Example} */
function flat({ node, ...rest }) {
  const tensors = tensorsOf(node).map(
    (tensor) => tensor && { ...tensor, dims: [countElements(tensor.dims)] },
  );
  return { ...rest, node: { ...node, dims: tensors[0]?.dims ?? [], tensors } };
}

/** @param {Example} example */
const fromBelow = (example) => backward(example).filter(({ start, size }) => start < -size);

/** Sizes of the other axes. @param {Example} example */
const others = (example) => example.node.dims.filter((_, i) => i !== axisOf(example));

/** Indices that the axis does not have. @param {Example} example */
function outside(example) {
  const size = BigInt(sizeAlong(example));
  return integersOf(example, 'indices').filter((index) => index < -size || index >= size);
}

/**
 * The indices that a padded axis has in NumPy 1.24. It pads in turns, and each turn repeats or mirrors what the axis has become by then.
 * If that ends in the middle of a period, the next turn loses it.
 * @param {string} mode @param {import('./pads.js').Padded} padded
 */
function inTurns(mode, { size, begin, end }) {
  let indices = Array.from({ length: size }, (_, i) => i);
  let [before, after] = [begin, end].map((pad) => Math.max(0, Number(pad)));
  while (before > 0 || after > 0) {
    const most = mode === 'wrap' ? indices.length : Math.max(1, indices.length - 1);
    const [first, last] = [Math.min(before, most), Math.min(after, most)];
    [before, after] = [before - first, after - last];
    const skipped = size === 1 ? 0 : 1;
    const [head, tail] =
      mode === 'wrap'
        ? [indices.slice(indices.length - first), indices.slice(0, last)]
        : [
            indices.slice(skipped, skipped + first).reverse(),
            indices.slice(indices.length - skipped - last, indices.length - skipped).reverse(),
          ];
    indices = [...head, ...indices, ...tail];
  }
  const from = Math.max(0, -Number(begin));
  return indices.slice(from, from + Number(begin) + size + Number(end));
}

/** @param {Example} example @returns {Answer} */
function paddedInTurns(example) {
  const [data] = dataOf(example);
  const options = data?.type.startsWith('complex') ? {} : { domain: 'openvino' };
  const mode = modeOf(example);
  const take = (/** @type {any} */ x, /** @type {import('./pads.js').Padded} */ padded) =>
    gather(x, inTurns(mode, padded), { axis: padded.axis }, /** @type {any} */ (options));
  return { outputs: [padsOf(example).reduce(take, /** @type {any} */ (data))] };
}

/** @type {Omit<Difference, 'engine'>[]} */
export const NUMPY = [
  { ruling: 'D1', title: 'a slice backward from before the first element is empty',
    covers: (example) => (is(example, 'Slice', 10) || is(example, 'SliceScatter')) && fromBelow(example).length > 0,
    does: (example) => {
      const { starts, ends } = namesOf(example);
      return withEntries(withEntries(example, starts, fromBelow(example), 0n), ends, fromBelow(example), 0n);
    } },
  { ruling: 'G6', title: 'indices of an output without elements may be any',
    covers: (example) => is(example, 'Gather') && others(example).includes(0) && outside(example).length > 0,
    does: ({ node, ...rest }) => {
      const { dims, type, values } = /** @type {Value} */ (node.inputs.get('indices'));
      const example = changed({ node, ...rest }, 'indices', { dims, type, values: values.map(() => 0n) });
      const axis = axisOf({ node, ...rest });
      const sizes = node.dims.with(axis, Math.max(1, node.dims[axis]));
      return { ...example, node: { ...example.node, dims: sizes } };
    } },
  { ruling: 'G6', title: 'positions at which nothing is written may be any',
    covers: (example) => is(example, 'ScatterUpdate') && others(example).includes(0) && outside(example).length > 0 && sizeAlong(example) > 0,
    does: (example) => {
      const { dims, type, values } = /** @type {Value} */ (example.node.inputs.get('indices'));
      return changed(example, 'indices', { dims, type, values: values.map(() => 0n) });
    } },
  { ruling: 'N22', title: 'a condition without anything to take may be true beyond the axis',
    covers: (example) => is(example, 'Compress') && example.node.attributes.has('axis') && others(example).includes(0) && integersOf(example, 'condition').length > example.node.dims[axisOf(example)],
    does: ({ node, ...rest }) => {
      const { length } = integersOf({ node, ...rest }, 'condition');
      return { ...rest, node: { ...node, dims: node.dims.with(axisOf({ node, ...rest }), length) } };
    } },
  { ruling: 'G14', title: 'wide pads with reflect or wrap lose the period',
    covers: (example) => ['reflect', 'wrap'].includes(modeOf(example)) && !isEmpty(example) && padsOf(example).some(({ size, begin, end }) => begin > size || end > size),
    does: paddedInTurns },
  { ruling: 'G16', title: 'an empty axis goes on nowhere, not even if as much is cropped',
    covers: (example) => goesOn(example) && isEmpty(example), does: /can't extend empty axis/ },
  { ruling: 'G23', title: 'a scalar cannot be padded, not even by nothing',
    covers: (example) => is(example, 'Pad') && example.node.dims.length === 0, does: /zero-size array to reduction operation minimum/ },
  { ruling: 'J2', title: 'concatenating along an axis of 32 or more joins flat tensors',
    covers: (example) => joinsAlong(example) && integersOf(example, 'axis')[0] >= MOST_AXES,
    does: (example) => changed(flat(example), 'axis', { type: '', dims: [], values: [0n] }) },
]; // biome-ignore format: a table
