// `npm run fuzz`: sets up what is missing, builds the fuzz targets (tests/fuzz/targets.hpp) and runs them one
// by one. The inputs that they find stay in build/fuzz/corpus, and each run starts with them. JavaScript's oracle
// answers the lines that `lines` has found (tests/fuzz/answers.js). The targets `headers` and `patterns` are rows of
// tests/fuzz/scripts.js.
//   npm run fuzz                      each for a minute of processor time
//   npm run fuzz -- 1800 wire execute     these two, for half an hour each
//   npm run fuzz -- 600 headers       headers of files, for ten minutes
//   npm run fuzz -- 600 patterns      patterns of `rearrange`
//   npm run fuzz -- --keep            does not fuzz: adds the inputs that reach new code to tests/fuzz/corpus
import { build } from './build.js';
import { checkWords, readArguments } from './common/commands.js';
import { runTool } from './common/failure.js';
import { noteResults } from './common/outcome.js';
import { inRoot } from './common/paths.js';
import { run, TYPESCRIPT } from './common/run.js';
import { printTable } from './common/table.js';
import { corpora, fuzz, keep, targetNames } from './fuzz/targets.js';
import { setUp } from './setup.js';

/** The targets of tests/fuzz/scripts.js, which fuzz the package. */
const SCRIPTS = ['headers', 'patterns'];

await runTool(async () => {
  const { values, words } = readArguments('fuzz');
  await setUp('fuzz');
  await build(['fuzz', 'wasm', 'package']);
  const all = [...(await targetNames()), ...SCRIPTS];
  checkWords(words, 'fuzz target', all);
  const chosen = words.length > 0 ? words : all;
  const targets = chosen.filter((target) => !SCRIPTS.includes(target));
  if (values.keep) return keep(targets);
  const results = [];
  for (const target of targets) results.push(await fuzz(target, values.seconds));
  if (results.length > 0) {
    const head = ['target', 'executions', 'edges', 'features', 'inputs', 'result'];
    console.log('');
    printTable([head, ...results.map(({ row }) => row)]);
  }
  const failures = results.flatMap(({ failure }) => failure ?? []);
  for (const failure of failures) console.log(`\n${failure}`);
  const outcomes = results.map(({ failure }) => (failure ? 'FAILED' : 'ok'));
  if (targets.includes('lines')) {
    const { found, kept } = corpora('lines');
    const command = [...TYPESCRIPT, inRoot('tests/fuzz/answers.js'), inRoot(found), inRoot(kept)];
    outcomes.push((await run(process.execPath, command)) === 0 ? 'ok' : 'FAILED');
  }
  for (const script of SCRIPTS.filter((each) => chosen.includes(each))) {
    const command = [...TYPESCRIPT, inRoot('tests/fuzz/scripts.js'), script, `${values.seconds}`];
    outcomes.push((await run(process.execPath, command)) === 0 ? 'ok' : 'FAILED');
  }
  noteResults(outcomes);
  return outcomes.includes('FAILED') ? 1 : 0;
});
