// Runs test files with Node's own runner and counts the tests.
import { FILE_HANGS_AFTER_MS } from '../common/limits.js';
import { note as noteOutcome } from '../common/outcome.js';
import { capture, TYPESCRIPT } from '../common/run.js';

/**
 * @param {string[]} files
 * @param {{ concurrency: number, env?: Record<string, string | undefined> }} options
 * @returns {Promise<import('./layers.js').Count>}
 */
export async function runNodeTests(files, { concurrency, env }) {
  if (files.length === 0) return { tests: 0, passed: 0, failed: 1, note: 'no tests found' };
  const limits = [`--test-concurrency=${concurrency}`, `--test-timeout=${FILE_HANGS_AFTER_MS}`];
  const args = [...TYPESCRIPT, '--test', '--test-reporter=spec', ...limits, ...files];
  const { code, out } = await capture(process.execPath, args, { env, onLine: console.log });
  // The last such line is the runner's; tests may print similar lines before it.
  const count = (/** @type {string} */ name) =>
    Number([...out.matchAll(new RegExp(`^\\S+ ${name} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0);
  const [tests, passed, skipped] = ['tests', 'pass', 'skipped'].map(count);
  if (tests === 0) return { tests, passed, failed: 1, note: 'no tests found' };
  noteOutcome({ tests, passed });
  const note = skipped > 0 ? `${skipped} skipped` : undefined;
  return { tests, passed, failed: code === 0 ? 0 : Math.max(1, count('fail') + count('cancelled')), note };
}
