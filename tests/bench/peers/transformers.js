// transformers.js' own Tensor: slices with step 1, no split.
import { Blank, syncRunner } from '../measure/runner.js';
import { boxesOf, viewsOf } from '../rows/geometry.js';

/** @param {any} library @param {import('../measure/contestants.js').Job} job */
export function startTransformers({ Tensor, cat, stack }, { workload: { type, dims, cut }, data, parts }) {
  if (cut.pad || cut.gather) throw new Blank('is not asked to pad or to gather');
  if (cut.joins) {
    if (!cut.split) throw new Blank('it writes no slices');
    const { axis, drop } = cut.split;
    const dimsOf = (/** @type {number[]} */ sizes) => (drop ? sizes.filter((_, i) => i !== axis) : sizes);
    const tensors = viewsOf(dims, cut).map(({ sizes }, j) => new Tensor(type, parts[j], dimsOf(sizes)));
    const join = drop ? stack : cat;
    return syncRunner(
      () => [join(tensors, axis)],
      ([{ data }]) => [data],
    );
  }
  if (cut.rearrange) throw new Blank('takes several calls');
  const boxes = boxesOf(dims, cut);
  if (boxes.some(({ steps }) => steps.some((step) => step !== 1))) throw new Blank('its slices have no step');
  const x = new Tensor(type, data, dims);
  const order = cut.transpose;
  if (order) {
    if (cut.slice) throw new Blank('takes two calls');
    return syncRunner(
      () => [x.permute(...order)],
      (tensors) => tensors.map(({ data }) => data),
    );
  }
  const ranges = boxes.map(({ starts, sizes }) => starts.map((start, i) => [start, start + sizes[i]]));
  return syncRunner(
    () => ranges.map((range) => x.slice(...range)),
    (tensors) => tensors.map((/** @type {any} */ tensor) => tensor.data),
  );
}
