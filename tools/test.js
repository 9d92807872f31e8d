// `npm test`: sets up what is missing, builds, runs every test layer even if one fails, and prints a table.
// `npm test -- node browser` runs only these layers. test/layers.js lists them, and marks those that run only if named.
// `npm test -- hosts ...` runs a suite of common/commands.js in their place.
import { build } from './build.js';
import { checkWords, readArguments, SUITES } from './common/commands.js';
import { Failure, missed, runTool } from './common/failure.js';
import { printTable, secondsSince } from './common/table.js';
import { setUp } from './setup.js';
import { LAYERS } from './test/layers.js';
import { runSuite } from './test/suite.js';

/** @import { Count, Layer } from './test/layers.js' */

/** @typedef {Count & { layer: string, seconds: string }} Result */

await runTool(async () => {
  const [first, ...args] = process.argv.slice(2);
  if (Object.hasOwn(SUITES, first)) return runSuite(/** @type {keyof typeof SUITES} */ (first), args);
  return runLayers();
});

async function runLayers() {
  const names = LAYERS.map(({ name }) => name);
  const { words } = readArguments('test');
  checkWords(words, 'test layer or suite', words.length === 1 ? [...names, ...Object.keys(SUITES)] : names);
  const layers = LAYERS.filter(({ name, isOnDemand }) =>
    words.length > 0 ? words.includes(name) : !isOnDemand,
  );
  const minutes = layers.reduce((sum, layer) => sum + layer.minutes, 0);
  console.log(
    `Sets up what is missing, then builds and tests ${layers.map(({ name }) => name).join(', ')}: about ${minutes} minutes on two idle cores, and a few more the first time.`,
  );
  await setUp('test');
  /** @type {Result[]} */
  const results = [];
  for (const layer of layers) {
    console.log(`\n=== ${layer.name}: ${layer.title}`);
    const note = await buildFor(layer);
    const since = Date.now();
    const count = note ? { tests: 0, passed: 0, failed: 1, note } : await layer.run();
    results.push({ layer: layer.name, ...count, seconds: secondsSince(since) });
  }
  return report(results);
}

/** Builds what a layer needs. Gives the reason if that fails, or ''. @param {Layer} layer */
async function buildFor({ targets }) {
  try {
    await build(targets);
    return '';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message;
  }
}

/** @param {Result[]} results @returns {number} the exit code */
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
