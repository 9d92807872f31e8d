// Runs the Catch2 tests of a build folder through ctest and counts them.
import { availableParallelism } from 'node:os';
import { FILE_HANGS_AFTER_MS } from '../common/limits.js';
import { note } from '../common/outcome.js';
import { capture } from '../common/run.js';

/**
 * @param {string} folder
 * @param {Record<string, string>} env
 * @returns {Promise<import('./layers.js').Count>}
 */
export async function runCtest(folder, env) {
  const limit = String(FILE_HANGS_AFTER_MS / 1000);
  const jobs = String(availableParallelism());
  const args = [
    '--test-dir',
    folder,
    '--output-on-failure',
    '--no-tests=error',
    '-j',
    jobs,
    '--timeout',
    limit,
  ];
  // ctest prints the start and the end of every test. The end is enough.
  const onLine = (/** @type {string} */ line) => /^ +Start +\d+:/.test(line) || console.log(line);
  const { code, all } = await capture('ctest', args, { env, onLine });
  const [, failed, tests] = (/(\d+) tests failed out of (\d+)/.exec(all) ?? []).map(Number);
  if (!tests) return { tests: 0, passed: 0, failed: 1, note: 'no tests found' };
  note({ tests, passed: tests - failed });
  return { tests, passed: tests - failed, failed: code === 0 ? 0 : Math.max(1, failed) };
}
