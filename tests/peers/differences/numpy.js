// What NumPy does otherwise.

import { countElements } from '../../../docs/rules/elements.js';
import { tensorsOf } from '../../../web/conformance/corpus_line.js';
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

/** @type {Omit<Difference, 'engine'>[]} */
export const NUMPY = [
  {
    ruling: 'D1',
    title: 'a slice backward from before the first element is empty',
    covers: (example) =>
      (is(example, 'Slice', 10) || is(example, 'SliceScatter')) && fromBelow(example).length > 0,
    does: (example) => {
      const { starts, ends } = namesOf(example);
      return withEntries(withEntries(example, starts, fromBelow(example), 0n), ends, fromBelow(example), 0n);
    },
  },
  {
    ruling: 'G6',
    title: 'indices of an output without elements may be any',
    covers: (example) => is(example, 'Gather') && others(example).includes(0) && outside(example).length > 0,
    does: ({ node, ...rest }) => {
      const { dims, type, values } = /** @type {Value} */ (node.inputs.get('indices'));
      const example = changed({ node, ...rest }, 'indices', { dims, type, values: values.map(() => 0n) });
      const axis = axisOf({ node, ...rest });
      const sizes = node.dims.with(axis, Math.max(1, node.dims[axis]));
      return { ...example, node: { ...example.node, dims: sizes } };
    },
  },
  {
    ruling: 'J2',
    title: 'concatenating along an axis of 32 or more joins flat tensors',
    covers: (example) => joinsAlong(example) && integersOf(example, 'axis')[0] >= MOST_AXES,
    does: (example) => changed(flat(example), 'axis', { type: '', dims: [], values: [0n] }),
  },
];
