// What NumPy does otherwise.
import { backward, is, withEntries } from './reading.js';

/** @import { Example } from '../examples/example.js' */
/** @import { Difference } from '../judge.js' */

/** @param {Example} example */
const fromBelow = (example) => backward(example).filter(({ start, size }) => start < -size);

/** @type {Omit<Difference, 'engine'>[]} */
export const NUMPY = [
  {
    ruling: 'D1',
    title: 'a slice backward from before the first element is empty',
    covers: (example) => is(example, 'Slice', 10) && fromBelow(example).length > 0,
    does: (example) =>
      withEntries(withEntries(example, 'starts', fromBelow(example), 0n), 'ends', fromBelow(example), 0n),
  },
];
