// `npm run mutate`: small random changes of src/ and web/lib, each in a copy of the checkout, and whether the tests notice. What no
// test notices survives: it is listed. tools/test/suite.js sets up what is missing.
//   npm run mutate                             100 changes, native and node by the size of their code
//   npm run mutate -- 30 --layer=node --seed=7      30 others, of web/lib only
import { readFileSync, writeFileSync } from 'node:fs';
import { checkWords, readArguments } from '../../tools/common/commands.js';
import { Failure, missed, runTool } from '../../tools/common/failure.js';
import { inRoot } from '../../tools/common/paths.js';
import { startProgress } from '../../tools/common/progress.js';
import { printTable, secondsSince } from '../../tools/common/table.js';
import { Random } from '../random/random.js';
import { filesOf, killerOf, LAYERS, start, stop } from './judges.js';
import { mutantsOf } from './mutants.js';
import { buildInTree, copyTree, inTree } from './tree.js';

/** @import { Layer, Test } from './judges.js' */
/** @import { Mutant } from './mutants.js' */

/** A layer that is ready. @typedef {{ layer: Layer, tests: Test[], built: string, mutants: Mutant[] }} Judge */
/** @typedef {{ mutant: Mutant, killer?: string }} Verdict */

await runTool(async () => {
  const { values } = readArguments('mutate');
  const names = LAYERS.map(({ name }) => name);
  if (values.layer !== undefined) checkWords([values.layer], 'layer', names);
  process.once('SIGINT', () => {
    stop();
    process.exit(130);
  });
  await copyTree();
  /** @type {Judge[]} */
  const judges = [];
  for (const layer of LAYERS.filter(({ name }) => [undefined, name].includes(values.layer)))
    judges.push(await prepare(layer));
  report(await judgeAll(judges, values.count, values.seed));
  const silent = judges
    .flatMap(({ tests }) => tests.filter(({ isSilent }) => isSilent))
    .map(({ name }) => name);
  if (silent.length > 0)
    missed('tests that judge nothing', `they fail without a mutant: ${silent.join(', ')}`);
});

/** @param {Layer} layer @returns {Promise<Judge>} */
async function prepare(layer) {
  const progress = startProgress(`Building without a mutant: ${layer.name}`);
  const { failure, tests } = await start(layer);
  progress.done();
  if (failure !== '') throw new Failure(`the ${layer.name} layer does not build:\n${failure}`);
  const mutants = filesOf(layer).flatMap((file) => mutantsOf(file, readFileSync(inRoot(file), 'utf8')));
  return { layer, tests, built: layer.built(), mutants };
}

/** @param {readonly Judge[]} judges @param {number} count @param {number} seed */
async function judgeAll(judges, count, seed) {
  const random = new Random(seed);
  const drawn = random.shuffle(judges.flatMap((judge) => judge.mutants.map((mutant) => ({ judge, mutant }))));
  const progress = startProgress(`Judging ${count} of ${drawn.length} mutants, seed ${seed}`);
  /** @type {Verdict[]} */
  const verdicts = [];
  for (const { judge, mutant } of drawn) {
    if (verdicts.length === count) break;
    const since = Date.now();
    const verdict = await judgeOne(judge, mutant);
    if (verdict === undefined) continue;
    verdicts.push(verdict);
    const { killer = 'SURVIVES' } = verdict;
    progress.note(`${verdicts.length}: ${mutant.file}:${mutant.line}, ${secondsSince(since)} s, ${killer}`);
  }
  progress.done();
  return verdicts;
}

/**
 * @param {Judge} judge
 * @param {Mutant} mutant
 * @returns {Promise<Verdict | undefined>} undefined if it does not compile, or compiles to the same: draw again
 */
async function judgeOne({ layer, tests, built }, mutant) {
  const path = inTree(mutant.file);
  const text = readFileSync(path, 'utf8');
  const changed = text
    .split('\n')
    .with(mutant.line - 1, mutant.after)
    .join('\n');
  const build = (/** @type {string} */ content) => {
    writeFileSync(path, content);
    return buildInTree(layer.target);
  };
  /** @param {() => Promise<boolean>} run */
  const without = async (run) => {
    await build(text);
    const result = await run();
    await build(changed);
    return result;
  };
  try {
    if ((await build(changed)) !== '' || layer.built() === built) return undefined;
    const killer = await killerOf(mutant.file, tests, without);
    return { mutant, killer: killer?.name };
  } finally {
    writeFileSync(path, text);
  }
}

/** `src/move`, `web/lib/arguments`. @param {Mutant} mutant */
function partOf({ file }) {
  const [part] = /^(?:web\/lib|src)(?:\/\w+(?=\/))?/.exec(file) ?? [''];
  return part;
}

/** @param {readonly Verdict[]} verdicts */
function report(verdicts) {
  const parts = [...new Set(verdicts.map(({ mutant }) => partOf(mutant)))].sort();
  const rowOf = (/** @type {string} */ name, /** @type {readonly Verdict[]} */ all) => {
    const killed = all.filter(({ killer }) => killer !== undefined).length;
    return [name, all.length, killed, all.length - killed, `${Math.round((100 * killed) / all.length)} %`];
  };
  console.log('');
  printTable([
    ['part', 'mutants', 'killed', 'survived', 'rate'],
    ...parts.map((part) =>
      rowOf(
        part,
        verdicts.filter(({ mutant }) => partOf(mutant) === part),
      ),
    ),
    rowOf('all', verdicts),
  ]);
  for (const { mutant, killer } of verdicts) {
    const { file, line, before, after } = mutant;
    if (killer === undefined) console.log(`\n${file}:${line}\n  ${before.trim()}\n  -> ${after.trim()}`);
  }
}
