// `npm run fuzz`: sets up what is missing, builds the fuzz targets (tests/fuzz/targets.hpp) and runs them one by one. The inputs
// that they find stay in build/fuzz/corpus, and each run starts with them.
//   npm run fuzz                      each for a minute of processor time
//   npm run fuzz -- 1800 wire execute     these two, for half an hour each
//   npm run fuzz -- --coverage        does not fuzz: reports which lines of src/ the inputs reach
//   npm run fuzz -- --keep            does not fuzz: adds the inputs that reach new code to tests/fuzz/corpus
import { build } from './build.js';
import { checkWords, readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { printTable } from './common/table.js';
import { coverage } from './fuzz/coverage.js';
import { fuzz, keep, targetNames } from './fuzz/targets.js';
import { setUp } from './setup.js';

await runTool(async () => {
  const { values, words } = readArguments('fuzz');
  await setUp('fuzz');
  await build(['fuzz']);
  const all = await targetNames();
  checkWords(words, 'fuzz target', all);
  const targets = words.length > 0 ? words : all;
  if (values.keep) return keep(targets);
  if (values.coverage) return coverage(targets);
  const results = [];
  for (const target of targets) results.push(await fuzz(target, values.seconds));
  console.log('');
  printTable([
    ['target', 'executions', 'edges', 'features', 'inputs', 'result'],
    ...results.map(({ row }) => row),
  ]);
  const failures = results.flatMap(({ failure }) => failure ?? []);
  for (const failure of failures) console.log(`\n${failure}`);
  return failures.length > 0 ? 1 : 0;
});
