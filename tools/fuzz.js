// `npm run fuzz`: sets up what is missing, builds the fuzz targets (tests/fuzz/targets.hpp) and runs them one by one. What
// they find on their way stays in build/fuzz/corpus, and each run begins with it.
//   npm run fuzz                      each for a minute of processor time
//   npm run fuzz -- 1800 wire execute     these two, for half an hour each
//   npm run fuzz -- --coverage        does not fuzz: which lines of src/ the inputs reach
//   npm run fuzz -- --keep            does not fuzz: adds to tests/fuzz/corpus what reaches more than it does
import { parseArgs } from 'node:util';
import { build } from './build.js';
import { Failure, runTool } from './common/failure.js';
import { printTable } from './common/table.js';
import { coverage } from './fuzz/coverage.js';
import { fuzz, keep, targetNames } from './fuzz/targets.js';
import { setUp } from './setup.js';

const SECONDS = 60;

await runTool(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      coverage: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  const timed = /^\d+$/.test(positionals[0] ?? '');
  const seconds = timed ? Number(positionals.shift()) : SECONDS;
  if (seconds < 1) throw new Failure('a run takes at least 1 second.');
  await setUp('fuzz');
  await build(['fuzz']);
  const targets = await chosen(positionals);
  if (values.keep) return keep(targets);
  if (values.coverage) return coverage(targets);
  const results = [];
  for (const target of targets) results.push(await fuzz(target, seconds));
  console.log('');
  printTable([
    ['target', 'executions', 'edges', 'features', 'inputs', 'result'],
    ...results.map(({ row }) => row),
  ]);
  const failures = results.flatMap(({ failure }) => failure ?? []);
  for (const failure of failures) console.log(`\n${failure}`);
  return failures.length > 0 ? 1 : 0;
});

/**
 * These targets, or all.
 * @param {string[]} names
 */
async function chosen(names) {
  const all = await targetNames();
  const unknown = names.find((name) => !all.includes(name));
  if (unknown) throw new Failure(`there is no fuzz target ${unknown}; the targets are ${all.join(', ')}.`);
  return names.length > 0 ? names : all;
}
