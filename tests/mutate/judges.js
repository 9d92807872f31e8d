// THE table of layers that judge mutants: what they mutate, how they build it, and the tests that should notice. To add one, add a row.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { filesUnder } from '../../tools/common/files.js';
import { HANGS_AFTER_MS } from '../../tools/common/limits.js';
import { capture, TYPESCRIPT } from '../../tools/common/run.js';
import { buildInTree, inTree } from './tree.js';

/**
 * A program of tests.
 * @typedef {object} Test
 * @property {string} name
 * @property {string} program
 * @property {string[]} args
 * @property {number} kills
 * @property {number} [ms] how long it took when it first passed; undefined: it has not passed yet
 * @property {boolean} [isSilent] it fails without a mutant, for want of data: it judges nothing
 */

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {string[]} folders whose files it mutates
 * @property {RegExp} files
 * @property {string} target of tools/build/targets.js
 * @property {() => string} built a digest of what was built: a mutant that leaves it as it is can be noticed by nobody
 * @property {() => Promise<Omit<Test, 'kills'>[]>} tests
 * @property {{ layer: string, targets: string[] }} [next] the layer whose tests judge what survives these, and what is built for them
 */

/** Tests of documents, tools and packaging: they read no results of the library, or set up and build. */
const NO_JUDGES = /^tests\/node\/(tools|docs|package|types)\//;
/** Of generated or foreign code, and of types alone. */
const NOT_OURS = /\/wasm\/|\.d\.ts$|\/types\//;

/** @param {string[]} paths in the copy */
const digestOf = (paths) =>
  paths.reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256')).digest('hex');

/** @type {readonly Layer[]} */
export const LAYERS = [
  {
    name: 'native',
    folders: ['src'],
    files: /\.[ch]pp$/,
    target: 'native',
    built: () => digestOf([inTree('build/native/libmicrotome_core.a')]),
    // One for each test case, so that those which noticed most go first, and quick ones before slow ones.
    tests: async () => {
      const program = inTree('build/native/microtome_tests');
      const { out } = await capture(program, ['--list-tests', '--verbosity', 'quiet']);
      const names = out.split('\n').filter((name) => name !== '');
      return names.map((name) => ({ name, program, args: ['--abort', name.replace(/[\\,[\]]/g, '\\$&')] }));
    },
    next: { layer: 'node', targets: ['wasm', 'package'] },
  },
  {
    name: 'node',
    folders: ['web/lib', 'web/interop'],
    files: /\.ts$/,
    target: 'package',
    built: () => {
      const files = readdirSync(inTree('web/dist')).filter((name) => name.endsWith('.js'));
      return digestOf(files.sort().map((name) => inTree(`web/dist/${name}`)));
    },
    tests: async () =>
      filesUnder('tests/node', /\.test\.js$/)
        .filter((name) => !NO_JUDGES.test(name))
        .map((name) => ({
          name,
          program: process.execPath,
          args: [...TYPESCRIPT, '--test-reporter=tap', inTree(name)],
        })),
  },
];

/** Files that a layer mutates. @param {Layer} layer */
export const filesOf = ({ folders, files }) =>
  folders.flatMap((folder) => filesUnder(folder, files)).filter((path) => !NOT_OURS.test(path));

/**
 * Builds the copy without a mutant.
 * @param {Layer} layer
 * @returns {Promise<{ failure: string, tests: Test[] }>} failure: the build's
 */
export async function start(layer) {
  const failure = await buildInTree([layer.target]);
  const tests = failure === '' ? await layer.tests() : [];
  return { failure, tests: tests.map((test) => ({ ...test, kills: 0 })) };
}

/** Of a test that has not passed yet: what it may take, and what it is thought to take. */
const [LONGEST_MS, USUAL_MS] = [HANGS_AFTER_MS, 3000];
/** A mutant may be slow before it counts as one that never ends. */
const limitOf = (/** @type {Test} */ { ms }) => (ms === undefined ? LONGEST_MS : 10 * ms + 10_000);

/** How likely a test is to notice a mutant before it has noticed any: of the mutant's own file, of its own room, a corpus or the random calls, another. */
const [OWN_FILE, OWN_ROOM, BROAD, OTHER] = [8, 4, 2, 0.2];

/**
 * The first test that notices the mutant in `file`. Those come first that notice most for the time they take.
 * @param {string} file
 * @param {readonly Test[]} tests
 * @param {(run: () => Promise<boolean>) => Promise<boolean>} without runs something in the copy without the mutant
 * @returns {Promise<Test | undefined>}
 */
export async function killerOf(file, tests, without) {
  const room = file.split('/').at(-2) ?? '';
  const stem = basename(file).split('.')[0];
  const expected = (/** @type {string} */ name) => {
    if (name.includes(`/${stem}`)) return OWN_FILE;
    if (name.includes(`/${room}/`)) return OWN_ROOM;
    return /corpus|cases|random/.test(name) ? BROAD : OTHER;
  };
  const rank = (/** @type {Test} */ { name, kills, ms = USUAL_MS }) => (expected(name) + kills) / ms;
  for (const test of tests.filter(({ isSilent }) => !isSilent).sort((a, b) => rank(b) - rank(a))) {
    if (await timed(test)) continue;
    if (test.ms === undefined) test.isSilent = !(await without(() => timed(test)));
    if (test.isSilent) continue;
    test.kills += 1;
    return test;
  }
  return undefined;
}

/** Does a test pass in time? How long it took is remembered. @param {Test} test */
async function timed(test) {
  const since = Date.now();
  const isPassed = await passes(test, limitOf(test));
  if (isPassed) test.ms ??= Date.now() - since;
  return isPassed;
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends what runs, for Ctrl-C. */
export function stop() {
  for (const child of running) end(child);
}

/** With all processes that it has started. @param {import('node:child_process').ChildProcess} child */
function end({ pid }) {
  try {
    process.kill(-Number(pid), 'SIGKILL');
  } catch {} // it has ended by itself
}

/**
 * Does a program of tests pass in time? It is ended at the first test that fails.
 * @param {Pick<Test, 'program' | 'args'>} test
 * @param {number} limit milliseconds
 * @returns {Promise<boolean>}
 */
function passes({ program, args }, limit) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: inTree(''),
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    running.add(child);
    const timer = setTimeout(() => end(child), limit);
    child.stdout.setEncoding('utf8').on('data', (text) => /^\s*not ok/m.test(text) && end(child));
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve(code === 0);
    });
  });
}
