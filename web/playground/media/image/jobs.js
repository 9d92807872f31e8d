// What is done to a picture, and how long it takes. To add a job, add a row to JOBS.
import { slice, split } from '../../../lib/index.js';

/** @import { Tensor } from '../../../lib/types.js' */
/** @import { Pixels } from './picture.js' */

/** @typedef {Tensor<'uint8', Uint8ClampedArray>} Part */
/** @typedef {{ out?: Uint8ClampedArray[] }} Options */

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string} title
 * @property {readonly string[]} parts name of each output
 * @property {(crop: string) => string} code what a user would write
 * @property {(image: Pixels, crop: string, options: Options) => Part[]} run
 */

/** @type {readonly Job[]} */
export const JOBS = [
  {
    name: 'planes',
    title: 'Planes',
    parts: ['R', 'G', 'B', 'A'],
    code: () => 'split(image, { axis: -1, num_outputs: 4 })',
    run: (image, _crop, options) => split(image, { axis: -1, num_outputs: 4 }, options),
  },
  {
    name: 'crop',
    title: 'Crop',
    parts: ['crop'],
    code: (crop) => `slice(image, '${crop}')`,
    run: (image, crop, options) => [slice(image, crop, options)],
  },
  {
    name: 'mirror',
    title: 'Flip horizontally',
    parts: ['flipped horizontally'],
    code: () => "slice(image, ':, ::-1')",
    run: (image, _crop, options) => [slice(image, ':, ::-1', options)],
  },
  {
    name: 'flip',
    title: 'Flip vertically',
    parts: ['flipped vertically'],
    code: () => "slice(image, '::-1')",
    run: (image, _crop, options) => [slice(image, '::-1', options)],
  },
];

const RUNS = 5;

/**
 * Runs a job a few times, writing into the same arrays, and takes the middle one's time.
 * @param {Job} job
 * @param {Pixels} image
 * @param {string} crop
 */
export function timeJob(job, image, crop) {
  const parts = job.run(image, crop, {});
  const out = parts.map(({ data }) => data);
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    job.run(image, crop, { out });
    return performance.now() - start;
  });
  return { parts, ms: times.sort((a, b) => a - b)[RUNS >> 1] };
}
