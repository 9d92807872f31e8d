// Runs a suite of common/commands.js: checks its arguments, sets up what is missing, builds, and runs its program of tests/.
import { build } from '../build.js';
import { readArguments, SUITES } from '../common/commands.js';
import { Failure } from '../common/failure.js';
import { nodeProgram, PUBLISHED_NODE } from '../common/nodes.js';
import { SAME_SUITE } from '../common/outcome.js';
import { findInPackages, installGroup } from '../common/packages.js';
import { inRoot } from '../common/paths.js';
import { run, TYPESCRIPT } from '../common/run.js';
import { CHROMIUM_VARIABLE, findChromium } from '../setup/browser.js';
import { setUp } from '../setup.js';

/** @import { Suite } from '../common/commands.js' */

/** @param {keyof typeof SUITES} name @param {readonly string[]} args @returns {Promise<number>} exit code */
export async function runSuite(name, args) {
  const { values, words } = readArguments(name, args);
  /** @type {Suite} */
  const { task, targets, program, others = {}, all, flags = TYPESCRIPT, publishes, env } = SUITES[name];
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
}

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
