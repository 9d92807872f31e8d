// ndarray with ndarray-ops: a strided view, assigned to an array that is reused.

import { load } from '../../packages.js';
import { syncRunner } from '../measure/runner.js';
import { boxesOf, like, product } from '../rows/geometry.js';

/** @param {import('../measure/contestants.js').Job} job */
export function startNdarray({ workload: { dims, cut }, data, expected }) {
  const ndarray = load('bench/peers', 'ndarray');
  const ops = load('bench/peers', 'ndarray-ops');
  const outs = expected.map((each) => like(each, each.length));
  const strides = dims.map((_, i) => product(dims.slice(i + 1)));
  const boxes = boxesOf(dims, cut);
  const targets = boxes.map(({ sizes }, j) => ndarray(outs[j], sizes));
  return syncRunner(
    () => {
      boxes.forEach(({ starts, steps, sizes }, j) => {
        const offset = starts.reduce((sum, start, i) => sum + start * strides[i], 0);
        const stepped = steps.map((step, i) => step * strides[i]);
        ops.assign(targets[j], ndarray(data, sizes, stepped, offset));
      });
    },
    () => outs,
  );
}
