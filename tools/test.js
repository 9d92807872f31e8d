// `npm test`: sets up what is missing, builds, runs every test layer even if another one fails, and prints
// a table. `npm test -- node browser` runs only these layers. test/layers.js lists them.
import { build } from './build.js';
import { checkWords, readArguments } from './common/commands.js';
import { Failure, missed, runTool } from './common/failure.js';
import { printTable, secondsSince } from './common/table.js';
import { setUp } from './setup.js';
import { LAYERS } from './test/layers.js';

/** @import { Count, Layer } from './test/layers.js' */

/** @typedef {Count & { layer: string, seconds: string }} Result */

await runTool(async () => {
  const names = LAYERS.map(({ name }) => name);
  const { words } = readArguments('test');
  checkWords(words, 'test layer', names);
  const wanted = words.length > 0 ? words : names;
  await setUp('test');
  const layers = LAYERS.filter(({ name }) => wanted.includes(name));
  /** @type {Map<Layer, string>} */
  const broken = new Map();
  for (const layer of layers)
    await build(layer.targets).catch((error) => {
      if (!(error instanceof Failure)) throw error;
      broken.set(layer, error.message);
    });
  /** @type {Promise<Result[]>[]} */
  const lanes = [];
  for (const isPatient of [false, true]) {
    const own = layers.filter((layer) => Boolean(layer.isPatient) === isPatient);
    lanes.push(runLane(own, broken, lanes.at(-1)));
  }
  return report((await Promise.all(lanes)).flat());
});

/**
 * Runs layers one after another. Their output is shown at once, or when `before` has ended.
 * @param {Layer[]} layers
 * @param {Map<Layer, string>} broken why layers could not be built
 * @param {Promise<unknown>} [before]
 */
async function runLane(layers, broken, before) {
  /** @type {string[] | undefined} */
  let held = before && [];
  const print = (/** @type {string} */ line) => (held ? held.push(line) : console.log(line));
  const shown = before?.then(() => {
    for (const line of held ?? []) console.log(line);
    held = undefined;
  });
  /** @type {Result[]} */
  const results = [];
  for (const layer of layers) {
    print(`\n=== ${layer.name}: ${layer.title}`);
    const since = Date.now();
    const note = broken.get(layer);
    const count = note ? { tests: 0, passed: 0, failed: 1, note } : await layer.run(print);
    results.push({ layer: layer.name, ...count, seconds: secondsSince(since) });
  }
  await shown;
  return results;
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
