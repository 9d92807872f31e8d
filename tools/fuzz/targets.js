// Runs fuzz targets, each in a separate process. libFuzzer prints its progress line by line.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readCorpus } from '../../web/conformance/corpus_files.js';
import { buildFolder } from '../build/targets.js';
import { findClang, llvm } from '../common/clang.js';
import { Failure } from '../common/failure.js';
import { inRoot, ROOT } from '../common/paths.js';
import { startProgress } from '../common/progress.js';
import { capture } from '../common/run.js';

/** Longer inputs reach nothing more, and take longer. */
const LONGEST_INPUT = '-max_len=512';

const FOLDER = relative(ROOT, buildFolder('fuzz'));
const PROGRAM = join(FOLDER, 'microtome_fuzz');

/** Every target's name. */
export async function targetNames() {
  const { code, out, all } = await capture(PROGRAM, ['--list']);
  if (code !== 0) throw new Failure(`${PROGRAM} does not run:\n${all.trim()}`);
  return out.trim().split('\n');
}

/**
 * The folders of a target's inputs: those found on this machine, and those of the repository. New inputs go
 * to the first.
 * @param {string} target
 */
export function corpora(target) {
  const found = join(FOLDER, 'corpus', target);
  const kept = join('tests/fuzz/corpus', target);
  for (const folder of [found, kept]) mkdirSync(inRoot(folder), { recursive: true });
  return { found, kept };
}

/** The lines of tests/cases, for `lines` to begin with. @param {string} folder */
function writeSeeds(folder) {
  const nodes = [...readCorpus().values()].flat().map(({ text }) => text.split(' -> ')[0]);
  for (const [i, node] of nodes.entries()) writeFileSync(inRoot(join(folder, `seed-${i}`)), `${node}\n`);
}

/** @param {string} target @param {number} seconds of processor time */
export async function fuzz(target, seconds) {
  const progress = startProgress(`Fuzzing ${target}, ${seconds} s of processor time`);
  const { found, kept } = corpora(target);
  if (target === 'lines') writeSeeds(found);
  const failures = join(FOLDER, 'failures/');
  mkdirSync(inRoot(failures), { recursive: true });
  const artifacts = `-artifact_prefix=${failures}${target}-`;
  const args = [`--seconds=${seconds}`, '-print_final_stats=1', LONGEST_INPUT, artifacts, found, kept];
  const { code, all } = await runTarget(
    target,
    args,
    (line) => line.startsWith('#') && progress.update(line),
  );
  progress.done();
  const last = (/** @type {RegExp} */ wanted) => [...all.matchAll(wanted)].at(-1)?.[1] ?? '-';
  const counts = [/number_of_executed_units: (\d+)/g, / cov: (\d+)/g, / ft: (\d+)/g, / corp: (\d+)/g].map(
    last,
  );
  const row = [target, ...counts, code === 0 ? 'ok' : 'FAILED'];
  return code === 0 ? { row } : { row, failure: explain(target, code, all) };
}

/**
 * Says what went wrong, and how to reproduce it.
 * @param {string} target
 * @param {number} code
 * @param {string} all
 */
function explain(target, code, all) {
  const lines = all.split('\n').filter((line) => !/^(#\d|INFO: |\t(NEW|REDUCE))/.test(line));
  const file = /Test unit written to (\S+)/.exec(all)?.[1];
  if (!file) return `${target} ended with code ${code}:\n${lines.slice(-40).join('\n').trim()}`;
  return `${lines.slice(0, 60).join('\n').trim()}

${target} fails. To reproduce it:
  ${PROGRAM} --target=${target} ${file}
After you have fixed it, move that file to tests/fuzz/corpus/${target}/.`;
}

/** Adds the inputs that reach new code to those of the repository. @param {string[]} targets */
export async function keep(targets) {
  for (const target of targets) {
    const progress = startProgress(`Keeping inputs of ${target}`);
    const { found, kept } = corpora(target);
    const merge = ['-merge=1', '-set_cover_merge=1', '-use_counters=0', LONGEST_INPUT];
    const { code, all } = await runTarget(target, [...merge, kept, found], progress.update);
    if (code !== 0) throw new Failure(explain(target, code, all));
    progress.note(`${/(\d+) new files/.exec(all)?.[1] ?? 0} more in ${kept}`);
    progress.done();
  }
}

/** @param {string} target @param {string[]} args @param {(line: string) => void} onLine */
async function runTarget(target, args, onLine) {
  const env = { ASAN_SYMBOLIZER_PATH: llvm(await findClang(), 'llvm-symbolizer') };
  return capture(PROGRAM, [`--target=${target}`, ...args], { env, onLine });
}
