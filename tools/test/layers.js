// THE table of test layers, in the order they run. To add one, add a row; `run` counts its tests.
import { buildFolder } from '../build/targets.js';
import { filesUnder } from '../common/files.js';
import { CHROMIUM_VARIABLE, canInstallBrowsers, findChromium } from '../setup/browser.js';
import { runCtest } from './ctest.js';
import { runNodeTests } from './node_test.js';
import { together } from './together.js';

/**
 * @typedef {object} Count
 * @property {number} tests
 * @property {number} passed
 * @property {number} failed
 * @property {string} [note] one line for the end of the report
 * @property {boolean} [missed] it could not run here, which is no failure but must be seen
 */

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {string} title
 * @property {string[]} targets built before it runs
 * @property {true} [isOnDemand] it runs only if it is named
 * @property {number} minutes that it takes on two idle cores
 * @property {() => Promise<Count>} run
 */

/**
 * Folders of tests/node whose files run in one process: they need neither a fresh library nor their own arena. They begin in this
 * order, those that take longest first, so that two processes are busy until the end.
 */
const TOGETHER = ['source', 'call', 'rearrange', 'docs', 'input', 'tools', 'page', 'surface'];
/** Of the other files, those that take longest. */
const LONGEST = ['command/command', 'move/ways', 'types/types', 'core/sequences', 'command/shell'];

const TESTS = /\.test\.js$/;

/** Tests of node/ that take minutes, because they start `npx microtome` hundreds of times. */
const LONG = 'tests/node/command/long/';

/** MB of freed memory that is not given out again: with 256, the usual number, the tests take up to twice as long. */
const FREED_MB = 8;
const SANITIZERS = {
  UBSAN_OPTIONS: 'print_stacktrace=1',
  ASAN_OPTIONS: `detect_stack_use_after_return=1:quarantine_size_mb=${FREED_MB}`,
};

/** @type {Layer[]} */
export const LAYERS = [
  { name: 'native', title: 'the core, natively', targets: ['native'], isOnDemand: true, minutes: 1,
    run: () => runCtest(buildFolder('native'), {}) },
  { name: 'sanitize', title: 'the core under ASan and UBSan', targets: ['sanitize'], minutes: 1,
    run: () => runCtest(buildFolder('sanitize'), SANITIZERS) },
  { name: 'node', title: 'the npm module in Node', targets: ['wasm', 'types', 'package'], minutes: 3,
    run: () => runNodeTests(nodeFiles(), { concurrency: 2 }) },
  { name: 'long', title: 'files of every kind, through npx microtome', targets: ['wasm', 'types', 'package'], isOnDemand: true,
    minutes: 5, run: () => runNodeTests(filesUnder(LONG, TESTS), { concurrency: 2 }) },
  { name: 'browser', title: 'the playground and the documents in Chromium', targets: ['wasm', 'types', 'package', 'page'], minutes: 2,
    run: runBrowserTests },
]; // biome-ignore format: a table

async function runBrowserTests() {
  const chromium = findChromium();
  // two processes: one for the page's folder, one for the other files, so that both are busy until the end
  const site = filesUnder('tests/browser/site', TESTS).map((path) => [path]);
  const files = together('browser', [filesUnder('tests/browser/page', TESTS), ...site]);
  if (chromium) {
    return runNodeTests(files, { concurrency: 2, env: { [CHROMIUM_VARIABLE]: chromium } });
  }
  const why = canInstallBrowsers() ? 'could not be installed' : 'can be installed only by root on Debian';
  const how = `install it, or set ${CHROMIUM_VARIABLE} to its program`;
  return {
    tests: 0,
    passed: 0,
    failed: 0,
    missed: true,
    note: `Chromium is missing and ${why}; ${how}`,
  };
}

function nodeFiles() {
  const others = filesUnder('tests/node', TESTS).filter(
    (path) => !path.startsWith(LONG) && !TOGETHER.some((name) => path.startsWith(`tests/node/${name}/`)),
  );
  const longest = LONGEST.map((name) => `tests/node/${name}.test.js`);
  const alone = [...longest, ...others.filter((path) => !longest.includes(path))].map((path) => [path]);
  return together('node', [...TOGETHER.map((name) => filesUnder(`tests/node/${name}`, TESTS)), ...alone]);
}
