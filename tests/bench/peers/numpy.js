// NumPy, in a Python process that is told what to do line by line (numpy_row.py).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNumpy, startPython } from '../../../tools/common/numpy.js';
import { BENCH_BUILD, inRoot } from '../../../tools/common/paths.js';
import { behind } from '../measure/contestants.js';
import { Blank } from '../measure/runner.js';
import { bytesOf, viewsOf } from '../rows/geometry.js';

/** @import { Numpy } from '../../../tools/common/numpy.js' */
/** @typedef {import('../measure/contestants.js').Job} Job */

/**
 * @param {Job} job
 * @returns {Promise<import('../measure/runner.js').Runner>}
 */
export async function startNumpy({ workload: { id, type, dims, cut }, data, expected }) {
  const to = cut.rearrange?.to ?? {};
  if ([type, cut.rearrange?.to?.type].includes('bfloat16')) throw new Blank('has no bfloat16');
  mkdirSync(BENCH_BUILD, { recursive: true });
  const file = join(BENCH_BUILD, `numpy-${id}-${process.pid}.bin`);
  writeFileSync(file, bytesOf(data));
  const numpy = /** @type {Numpy} */ (await findNumpy());
  const { ask, stop } = startPython(numpy, inRoot('tests/bench/peers/numpy_row.py'));
  await ask({ file, type, size: data.length, views: viewsOf(dims, cut), joins: cut.joins ?? false, to });
  return {
    time: async (calls) => (await ask({ calls })).ms,
    outputs: async () => {
      await ask({ save: file });
      const bytes = readFileSync(file);
      rmSync(file);
      return behind(expected, bytes);
    },
    stop,
  };
}
