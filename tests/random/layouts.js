// Random layouts: where the elements of a tensor are in its data.
import { countElements } from '../../docs/rules/elements.js';
import { rowMajor } from './places.js';

/** @import { Layout } from './places.js' */
/** @import { Random } from './random.js' */

/** With the elements that the data must have. @typedef {Layout & { extent: number }} Placed */

/** @param {readonly number[]} shape @returns {Placed} */
export const dense = (shape) => ({ ...rowMajor(shape), extent: countElements(shape) });

/** Axes in another order, with gaps, backwards, repeated. @param {Random} random @param {readonly number[]} shape */
export const strided = (random, shape) => layout(random, shape, 0.1);

/** The same, but no two elements in one place, as an output must be. @param {Random} random @param {readonly number[]} shape */
export const writable = (random, shape) => layout(random, shape, 0);

/** @param {Random} random @param {readonly number[]} shape @param {number} repeated share of axes @returns {Placed} */
function layout(random, shape, repeated) {
  const stride = shape.map(() => 0);
  let extent = 1;
  let offset = 0;
  for (const axis of random.shuffle(shape.map((_, i) => i))) {
    if (shape[axis] === 0 || random.chance(repeated)) continue;
    const step = extent * random.pick([1, 1, 1, 2, 3]);
    const reach = (shape[axis] - 1) * step;
    stride[axis] = step;
    extent += reach;
    if (random.chance(0.3)) {
      stride[axis] = -step;
      offset += reach;
    }
  }
  return { shape, stride, offset, extent };
}
