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

/**
 * @param {number} n elements of the data
 * @returns {Record<string, Job>}
 */
export function jobsOn(n) {
  const some = Math.min(n, 12_000); // enough for jobs that move each packed element by itself
  const long = Math.floor(some / 15);
  /** @type {Record<string, Job>} */
  const jobs = {
    'whole bytes': {
      shape: [n - (n % 8) - 16],
      stride: [1],
      offset: 8,
      axis: 0,
      sizes: [8, n - (n % 8) - 24],
    },
    'one run': { shape: [n - 3], stride: [1], offset: 2, axis: 0, sizes: [1, n - 4] },
    'two rows, twice': { shape: [4, n >> 1], stride: [0, 1], offset: n % 2, axis: 0, sizes: [3, 1] },
    'each element thrice': {
      shape: [n >> 2, 3],
      stride: [1, 0],
      offset: 1,
      axis: 0,
      sizes: [5, (n >> 2) - 5],
    },
    'rows backwards': { shape: [n / 5 - 1, 5], stride: [5, -1], offset: 9, axis: 0, sizes: [n / 5 - 1] },
    'uneven columns': {
      shape: [Math.floor(n / 7), 7],
      stride: [7, 1],
      offset: 0,
      axis: 1,
      sizes: [1, 4, 0, 2],
    },
    'three axes': {
      shape: [3, Math.floor(n / 30), 5],
      stride: [2, 30, 6],
      offset: 0,
      axis: 2,
      sizes: [2, 3],
    },
    'the middle of three': {
      shape: [2, 3, Math.floor(n / 6)],
      stride: [3, 1, 6],
      offset: 0,
      axis: 1,
      sizes: [1, 1, 1],
    },
    'axes in reverse order': {
      shape: [long, 5, 3],
      stride: [1, long, 5 * long],
      offset: 0,
      axis: 0,
      sizes: [1, long - 1],
    },
    'axes in reverse order, backwards': {
      shape: [long, 5, 3],
      stride: [-1, -long, -5 * long],
      offset: 15 * long - 1,
      axis: 1,
      sizes: [4, 1],
    },
  };
  jobs['rows that repeat, in a batch'] = {
    shape: [2, 9, n / 6],
    stride: [n >> 1, 0, 2],
    offset: 1,
    axis: 1,
    sizes: [4, 5],
  };
  jobs['rows that repeat, of elements that repeat'] = {
    shape: [7, some >> 2, 3],
    stride: [0, -3, 0],
    offset: some - 1,
    axis: 0,
    sizes: [1, 6],
  };
  for (const step of [2, 3, 4, 5, 13, -1, -2, -3]) {
    const size = Math.floor((n - 1) / Math.abs(step));
    jobs[`step ${step}`] = {
      shape: [size],
      stride: [step],
      offset: step < 0 ? n - 1 : 1,
      axis: 0,
      sizes: [size],
    };
  }
  for (const k of [2, 3, 4, 5, 17]) {
    const rows = Math.floor(n / k);
    jobs[`${k} interleaved`] = {
      shape: [rows, k],
      stride: [k, 1],
      offset: 0,
      axis: 1,
      sizes: new Array(k).fill(1),
    };
    jobs[`transposed ${k}`] = { shape: [k, rows], stride: [1, k], offset: 0, axis: 0, sizes: [1, k - 1] };
    const few = Math.floor(some / k);
    jobs[`transposed to ${k}`] = { shape: [few, k], stride: [1, few], offset: 0, axis: 1, sizes: [k] };
  }
  for (const run of [3, 8, 17, 40, 700, 5000]) {
    const rows = Math.floor(n / (run + 3));
    if (rows < 1) continue;
    jobs[`runs of ${run}`] = { shape: [rows, run], stride: [run + 3, 1], offset: 3, axis: 0, sizes: [rows] };
  }
  for (const job of Object.values(jobs)) {
    job.shape = job.shape.map(Math.floor);
    if (job.sizes.length === 1) job.sizes = [job.shape[job.axis]];
  }
  return jobs;
}
