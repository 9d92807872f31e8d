// The same tests with `microtome/slim`, whose WebAssembly is in files.
import * as slim from '../../../web/dist/slim.js';
import { run } from './run.js';

/** @import { Job, Report } from './run.js' */

/**
 * @param {Job} job
 * @param {{ module?: WebAssembly.Module }} [options] of `init`
 * @returns {Promise<Report>} never rejects
 */
export const runSlim = (job, options) => run(job, options, slim);
