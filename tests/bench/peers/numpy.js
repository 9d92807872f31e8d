// NumPy, in a Python process that is told what to do line by line (numpy_row.py). MICROTOME_PYTHON names another Python.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inRoot } from '../../../tools/common/paths.js';
import { capture } from '../../../tools/common/run.js';
import { behind } from '../measure/contestants.js';
import { BENCH_BUILD } from '../packages.js';
import { boxesOf, bytesOf } from '../rows/geometry.js';

/** @typedef {import('../measure/contestants.js').Job} Job */

const PYTHON = process.env.MICROTOME_PYTHON || 'python3';

/** @returns {Promise<string | undefined>} its version */
export async function findNumpy() {
  const { code, out } = await capture(PYTHON, ['-c', 'import numpy; print(numpy.__version__)']);
  return code === 0 ? out.trim() : undefined;
}

/**
 * @param {Job} job
 * @returns {Promise<import('../measure/runner.js').Runner>}
 */
export async function startNumpy({ workload: { id, type, dims, cut }, data, expected }) {
  mkdirSync(BENCH_BUILD, { recursive: true });
  const file = join(BENCH_BUILD, `numpy-${id}-${process.pid}.bin`);
  writeFileSync(file, bytesOf(data));
  const child = spawn(PYTHON, [inRoot('tests/bench/peers/numpy_row.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (/** @type {object} */ request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('its process has ended');
    return JSON.parse(value);
  };
  await ask({ file, type, dims, boxes: boxesOf(dims, cut) });
  return {
    time: async (calls) => (await ask({ calls })).ms,
    outputs: async () => {
      await ask({ save: file });
      const bytes = readFileSync(file);
      rmSync(file);
      return behind(expected, bytes);
    },
    stop: () => {
      child.kill();
    },
  };
}
