// `npm run bench` and `npm run bench:browser` (which adds the word `browser`): set up what is missing, build
// the module, and measure, in another version of Node if `--node` names one. tests/bench/main.js and
// tests/bench/browser/main.js explain the arguments.

import { build } from './build.js';
import { readArguments } from './common/commands.js';
import { Failure, runTool } from './common/failure.js';
import { nodeProgram, PUBLISHED_NODE } from './common/nodes.js';
import { findInPackages, installGroup } from './common/packages.js';
import { inRoot } from './common/paths.js';
import { run, TYPESCRIPT } from './common/run.js';
import { CHROMIUM_VARIABLE, findChromium } from './setup/browser.js';
import { setUp } from './setup.js';

await runTool(async () => {
  const inBrowser = process.argv[2] === 'browser';
  const args = process.argv.slice(inBrowser ? 3 : 2);
  const { values } = readArguments(inBrowser ? 'bench:browser' : 'bench', args);
  await setUp('bench');
  await build(['wasm', 'package']);
  const main = inRoot('tests/bench', inBrowser ? 'browser/main.js' : 'main.js');
  const env = { [CHROMIUM_VARIABLE]: findChromium() };
  return run(await nodeFor(inBrowser ? {} : values), [...TYPESCRIPT, main, ...args], { env });
});

/**
 * The Node to measure in: this one, unless `--node` names another version or the figures are to be saved.
 * @param {{ node?: number, save?: boolean }} values
 */
async function nodeFor({ node, save }) {
  const major = node ?? (save ? PUBLISHED_NODE : undefined);
  if (major === undefined || process.versions.node.startsWith(`${major}.`)) return process.execPath;
  await installGroup('hosts');
  const program = findInPackages('hosts', nodeProgram(major));
  if (program) return program;
  throw new Failure(`npm has no Node ${major} for this machine; run this command in Node ${major}.`);
}
