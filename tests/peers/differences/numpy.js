// What NumPy does otherwise.

import { countElements } from '../../../docs/rules/elements.js';
import { tensorsOf } from '../../../web/conformance/corpus_line.js';
import { backward, changed, integersOf, is, joinsAlong, namesOf, withEntries } from './reading.js';

/** @import { Example } from '../../random/nodes/example.js' */
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
    ruling: 'J2',
    title: 'concatenating along an axis of 32 or more joins flat tensors',
    covers: (example) => joinsAlong(example) && integersOf(example, 'axis')[0] >= MOST_AXES,
    does: (example) => changed(flat(example), 'axis', { type: '', dims: [], values: [0n] }),
  },
];
