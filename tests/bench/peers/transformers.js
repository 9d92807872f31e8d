// transformers.js' own Tensor: slices with step 1, no split.
import { Blank, syncRunner } from '../measure/runner.js';
import { boxesOf } from '../rows/geometry.js';

/**
 * @param {any} library
 * @param {import('../measure/contestants.js').Job} job
 */
export function startTransformers({ Tensor }, { workload: { type, dims, cut }, data }) {
  const boxes = boxesOf(dims, cut);
  if (boxes.some(({ steps }) => steps.some((step) => step !== 1))) throw new Blank('its slices have no step');
  const x = new Tensor(type, data, dims);
  const ranges = boxes.map(({ starts, sizes }) => starts.map((start, i) => [start, start + sizes[i]]));
  return syncRunner(
    () => ranges.map((range) => x.slice(...range)),
    (tensors) => tensors.map((/** @type {any} */ tensor) => tensor.data),
  );
}
