// THE table of npm scripts that set up what is missing, build, and run a program of tests/:
// `node tools/run.js test:peers ...`. The program explains its arguments, and common/commands.js knows them.
// To add a script, add a row here and there.
import { build } from './build.js';
import { checkWords, readArguments } from './common/commands.js';
import { Failure, runTool } from './common/failure.js';
import { nodeProgram, PUBLISHED_NODE } from './common/nodes.js';
import { SAME_SUITE } from './common/outcome.js';
import { findInPackages, installGroup } from './common/packages.js';
import { inRoot } from './common/paths.js';
import { run, TYPESCRIPT } from './common/run.js';
import { CHROMIUM_VARIABLE, findChromium } from './setup/browser.js';
import { setUp } from './setup.js';

/**
 * @typedef {object} Row
 * @property {Parameters<typeof setUp>[0]} task of setup/steps.js
 * @property {string[]} targets of build/targets.js
 * @property {string} program in tests/
 * @property {Record<string, string>} [others] programs in its place, by the first word
 * @property {true} [all] without arguments, the others run after it
 * @property {string[]} [flags] of Node; without, those with which it imports TypeScript
 * @property {true} [publishes] in the Node that `--node` names, or whose figures are published
 * @property {Record<string, string>} [env]
 */

const PACKAGE = ['wasm', 'types', 'package'];

/** Otherwise glibc keeps freed arrays of up to 32 MiB, and resident memory grows in steps without a leak. */
const MALLOC = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '131072' };

/** @satisfies {Record<string, Row>} */
const ROWS = {
  'test:package': { task: 'package', targets: PACKAGE, program: 'package/main.js' },
  'test:peers': {
    task: 'peers',
    targets: ['wasm', 'package'],
    program: 'peers/main.js',
    others: {
      notation: 'peers/notation/main.js',
      rearrange: 'peers/rearrange/main.js',
      playground: 'peers/playground/main.js',
    },
    all: true,
  },
  'test:types': { task: 'build', targets: PACKAGE, program: 'types/main.js' },
  'test:hosts': {
    task: 'hosts',
    targets: ['wasm', 'docs'],
    program: 'hosts/main.js',
    others: { playground: 'hosts/playground/main.js' },
  },
  'test:recipes': { task: 'recipes', targets: PACKAGE, program: 'recipes/main.js' },
  'test:rebuild': { task: 'rebuild', targets: PACKAGE, program: 'rebuild/main.js' },
  'test:engines': { task: 'engines', targets: PACKAGE, program: 'engines/main.js' },
  conformance: { task: 'peers', targets: ['wasm', 'package'], program: 'conformance/main.js' },
  bench: { task: 'bench', targets: ['wasm', 'package'], program: 'bench/main.js', publishes: true },
  'bench:browser': { task: 'bench', targets: ['wasm', 'package'], program: 'bench/browser/main.js' },
  mutate: { task: 'test', targets: PACKAGE, program: 'mutate/main.js' },
  soak: {
    task: 'soak',
    targets: ['wasm', 'package'],
    program: 'soak/main.js',
    flags: ['--expose-gc'],
    env: MALLOC,
  },
};

await runTool(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  checkWords([name], 'script of this table', Object.keys(ROWS));
  const script = /** @type {keyof typeof ROWS} */ (name);
  const { values, words } = readArguments(script, args);
  /** @type {Row} */
  const { task, targets, program, others = {}, all, flags = TYPESCRIPT, publishes, env } = ROWS[script];
  await setUp(task);
  await build(targets);
  const programs =
    all && args.length === 0 ? [program, ...Object.values(others)] : [others[words[0]] ?? program];
  const node = publishes ? await nodeFor(values) : process.execPath;
  const chromium = { [CHROMIUM_VARIABLE]: findChromium() };
  let code = 0;
  for (const each of programs) {
    const command = [...flags, inRoot('tests', each), ...args];
    code = (await run(node, command, { env: { ...chromium, ...SAME_SUITE, ...env } })) || code;
  }
  return code;
});

/**
 * The Node to measure in: this one, unless `--node` names another version or the figures are to be saved.
 * @param {{ node?: number, save?: boolean }} values
 */
async function nodeFor({ node, save }) {
  const major = node ?? (save ? PUBLISHED_NODE : undefined);
  if (major === undefined || process.versions.node.startsWith(`${major}.`)) return process.execPath;
  await installGroup('tests/hosts');
  const program = findInPackages('tests/hosts', nodeProgram(major));
  if (program) return program;
  throw new Failure(`npm has no Node ${major} for this machine; run this command in Node ${major}.`);
}
