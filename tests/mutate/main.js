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

/** Tests, and what is built for them with a mutant. @typedef {{ tests: Test[], targets: string[] }} Jury */
/** A layer that is ready; the first of its juries is its own. @typedef {{ layer: Layer, juries: Jury[], built: string, mutants: Mutant[] }} Judge */
/** @typedef {{ mutant: Mutant, killer?: string }} Verdict */

/** Tests of layers that are built, by name. @type {Map<string, Promise<Test[]>>} */
const ready = new Map(); // before the call below, which waits

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
  const tests = judges.flatMap(({ juries }) => juries.flatMap((jury) => jury.tests));
  const silent = [...new Set(tests.filter(({ isSilent }) => isSilent).map(({ name }) => name))];
  if (silent.length > 0)
    missed('tests that judge nothing', `they fail without a mutant: ${silent.join(', ')}`);
});

/** Builds a layer without a mutant, once. @param {Layer} layer */
function testsOf(layer) {
  const tests = ready.get(layer.name) ?? build();
  ready.set(layer.name, tests);
  return tests;

  async function build() {
    const progress = startProgress(`Building without a mutant: ${layer.name}`);
    const { failure, tests: all } = await start(layer);
    progress.done();
    if (failure !== '') throw new Failure(`the ${layer.name} layer does not build:\n${failure}`);
    return all;
  }
}

/** @param {Layer} layer @returns {Promise<Judge>} */
async function prepare(layer) {
  const juries = [{ tests: await testsOf(layer), targets: [layer.target] }];
  const next = LAYERS.find(({ name }) => name === layer.next?.layer);
  if (layer.next && next) juries.push({ tests: await testsOf(next), targets: layer.next.targets });
  const mutants = filesOf(layer).flatMap((file) => mutantsOf(file, readFileSync(inRoot(file), 'utf8')));
  return { layer, juries, built: layer.built(), mutants };
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
async function judgeOne({ layer, juries, built }, mutant) {
  const path = inTree(mutant.file);
  const text = readFileSync(path, 'utf8');
  const changed = text
    .split('\n')
    .with(mutant.line - 1, mutant.after)
    .join('\n');
  const build = (/** @type {string} */ content, /** @type {readonly string[]} */ targets) => {
    writeFileSync(path, content);
    return buildInTree(targets);
  };
  /** @type {string[]} */ const left = [];
  try {
    const [{ targets: own }] = juries;
    if ((await build(changed, own)) !== '' || layer.built() === built) return undefined;
    for (const { tests, targets } of juries) {
      if (targets !== own) {
        left.push(...targets);
        await buildInTree(targets);
      }
      const killer = await killerOf(mutant.file, tests, async (run) => {
        await build(text, targets);
        const result = await run();
        await build(changed, targets);
        return result;
      });
      if (killer !== undefined) return { mutant, killer: killer.name };
    }
    return { mutant };
  } finally {
    writeFileSync(path, text);
    await buildInTree(left); // without the mutant, for the next one
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
