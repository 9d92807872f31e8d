// Reports which lines of src/ the inputs of the fuzz targets reach. clang counts them in a separate build.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder } from '../build/targets.js';
import { build } from '../build.js';
import { findClang, llvm } from '../common/clang.js';
import { Failure } from '../common/failure.js';
import { inRoot } from '../common/paths.js';
import { capture, run } from '../common/run.js';
import { corpora } from './targets.js';

/**
 * Prints regions, functions and lines per file of src/.
 * @param {string[]} targets
 * @returns {Promise<number>} exit code
 */
export async function coverage(targets) {
  await build(['fuzz-coverage']);
  const program = join(buildFolder('fuzz-coverage'), 'microtome_fuzz');
  const profiles = join(buildFolder('fuzz-coverage'), 'profiles');
  rmSync(profiles, { recursive: true, force: true });
  mkdirSync(profiles, { recursive: true });
  const raw = targets.map((target) => join(profiles, `${target}.profraw`));
  for (const [i, target] of targets.entries()) {
    const { found, kept } = corpora(target);
    const args = [`--target=${target}`, '-runs=0', found, kept];
    await orFail(program, args, { LLVM_PROFILE_FILE: raw[i] });
  }
  const clang = await findClang();
  const merged = join(profiles, 'all.profdata');
  await orFail(llvm(clang, 'llvm-profdata'), ['merge', '-sparse', ...raw, '-o', merged]);
  const report = ['report', program, `-instr-profile=${merged}`, '-show-branch-summary=false', inRoot('src')];
  return run(llvm(clang, 'llvm-cov'), report);
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function orFail(program, args, env) {
  const { code, all } = await capture(program, args, { env });
  if (code !== 0) throw new Failure(`${program} failed:\n${all.trim().split('\n').slice(-30).join('\n')}`);
}
