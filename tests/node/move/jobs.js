// Cuts of strided tensors that take every way there is: what the tests of movement carry out. To add one, add a row.

/**
 * A strided tensor, cut along an axis.
 * @typedef {object} Job
 * @property {number[]} shape
 * @property {number[]} stride
 * @property {number} offset
 * @property {number} axis
 * @property {number[]} sizes
 */

/** `sizes`: by default, the axis as a whole. @param {number[]} shape @param {number[]} stride @param {number} offset @param {number} axis @param {number[]} [sizes] @returns {Job} */
function job(shape, stride, offset, axis, sizes) {
  const whole = shape.map(Math.floor);
  return { shape: whole, stride, offset, axis, sizes: sizes ?? [whole[axis]] };
}

/** @param {number} n elements of the data @returns {Record<string, Job>} */
export function jobsOn(n) {
  const some = Math.min(n, 12_000); // enough for jobs that move each packed element by itself
  const long = Math.floor(some / 15);
  /** @type {Record<string, Job>} */
  const jobs = {
    'whole bytes': job([n - (n % 8) - 16], [1], 8, 0, [8, n - (n % 8) - 24]),
    'one run': job([n - 3], [1], 2, 0, [1, n - 4]),
    'two rows, twice': job([4, n >> 1], [0, 1], n % 2, 0, [3, 1]),
    'each element thrice': job([n >> 2, 3], [1, 0], 1, 0, [5, (n >> 2) - 5]),
    'rows backwards': job([n / 5 - 1, 5], [5, -1], 9, 0),
    'uneven columns': job([n / 7, 7], [7, 1], 0, 1, [1, 4, 0, 2]),
    'three axes': job([3, n / 30, 5], [2, 30, 6], 0, 2, [2, 3]),
    'the middle of three': job([2, 3, n / 6], [3, 1, 6], 0, 1, [1, 1, 1]),
    'axes in reverse order': job([long, 5, 3], [1, long, 5 * long], 0, 0, [1, long - 1]),
    'axes in reverse order, backwards': job([long, 5, 3], [-1, -long, -5 * long], 15 * long - 1, 1, [4, 1]),
    'rows that repeat, in a batch': job([2, 9, n / 6], [n >> 1, 0, 2], 1, 1, [4, 5]),
    'rows that repeat, of elements that repeat': job([7, some >> 2, 3], [0, -3, 0], some - 1, 0, [1, 6]),
  };
  for (const step of [2, 3, 4, 5, 13, -1, -2, -3]) {
    const size = Math.floor((n - 1) / Math.abs(step));
    jobs[`step ${step}`] = job([size], [step], step < 0 ? n - 1 : 1, 0);
  }
  for (const k of [2, 3, 4, 5, 17]) {
    const rows = Math.floor(n / k);
    jobs[`${k} interleaved`] = job([rows, k], [k, 1], 0, 1, new Array(k).fill(1));
    jobs[`transposed ${k}`] = job([k, rows], [1, k], 0, 0, [1, k - 1]);
    const few = Math.floor(some / k);
    jobs[`transposed to ${k}`] = job([few, k], [1, few], 0, 1);
  }
  for (const run of [3, 8, 17, 40, 700, 5000]) {
    const rows = Math.floor(n / (run + 3));
    if (rows < 1) continue;
    jobs[`runs of ${run}`] = job([rows, run], [run + 3, 1], 3, 0);
  }
  return jobs;
}
