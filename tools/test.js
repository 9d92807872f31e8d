// `npm test`: sets up what is missing, builds, runs every test layer even if another one fails, and prints a
// table. `npm test -- node browser` runs only these layers. test/layers.js lists them, and which run beside
// the others.
import { build } from './build.js';
import { checkWords, readArguments } from './common/commands.js';
import { Failure, missed, runTool } from './common/failure.js';
import { printTable, secondsSince } from './common/table.js';
import { setUp } from './setup.js';
import { LAYERS } from './test/layers.js';
import { takeTurns } from './test/turns.js';

/** @typedef {import('./test/layers.js').Count & { layer: string, seconds: string }} Result */
/** @typedef {import('./test/layers.js').Layer} Layer */

await runTool(async () => {
  const names = LAYERS.map(({ name }) => name);
  const { words } = readArguments('test');
  checkWords(words, 'test layer', names);
  const wanted = LAYERS.filter(({ name }) => words.length === 0 || words.includes(name));
  await setUp('test');
  /** @type {Map<Layer, string>} what went wrong */
  const unbuilt = new Map();
  for (const layer of wanted) unbuilt.set(layer, await tryToBuild(layer.targets));
  const turns = takeTurns(wanted.length);
  /** @type {Result[]} in the order of the table */
  const results = [];
  /** @param {boolean} beside */
  const runLane = async (beside) => {
    for (const [i, layer] of wanted.entries()) {
      if (Boolean(layer.beside) !== beside) continue;
      results[i] = await runLayer(layer, unbuilt.get(layer) ?? '', turns[i].print);
      turns[i].end();
    }
  };
  await Promise.all([runLane(false), runLane(true)]);
  return report(results);
});

/** @param {string[]} targets @returns {Promise<string>} what went wrong */
async function tryToBuild(targets) {
  try {
    await build(targets);
    return '';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message;
  }
}

/**
 * @param {Layer} layer
 * @param {string} unbuilt why it cannot run
 * @param {(line: string) => void} print
 * @returns {Promise<Result>}
 */
async function runLayer(layer, unbuilt, print) {
  print(`\n=== ${layer.name}: ${layer.title}`);
  const since = Date.now();
  const count = unbuilt === '' ? await layer.run(print) : { tests: 0, passed: 0, failed: 1, note: unbuilt };
  return { layer: layer.name, ...count, seconds: secondsSince(since) };
}

/**
 * @param {Result[]} results
 * @returns {number} the exit code
 */
function report(results) {
  console.log('\n=== summary\n');
  const rows = results.map((one) => [one.layer, one.tests, one.passed, one.failed, one.seconds]);
  printTable([['layer', 'tests', 'passed', 'failed', 'seconds'], ...rows]);
  console.log('');
  for (const { layer, note, missed } of results) if (note && !missed) console.log(`${layer}: ${note}`);
  const failed = results.filter((one) => one.failed > 0).map((one) => one.layer);
  console.log(failed.length > 0 ? `FAILED: ${failed.join(', ')}` : 'All tests that ran passed.');
  for (const { layer, note } of results.filter((one) => one.missed))
    missed(`the ${layer} tests did not run`, `${note}`);
  return failed.length > 0 ? 1 : 0;
}
