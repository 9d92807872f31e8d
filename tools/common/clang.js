// Which clang fuzzes: set-up's own on Debian, elsewhere one on PATH. The rest of the house is compiled by whatever CMake
// finds; only clang has libFuzzer.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from './failure.js';
import { inToolchain } from './paths.js';
import { capture, findProgram } from './run.js';

/** The first that knows all of std::expected that libstdc++ asks for. */
export const CLANG_VERSION = 19;

/** The folder of set-up's own clang: a Debian root with `usr/` in it. */
export const CLANG_HOME = inToolchain('clang');

/**
 * @typedef {object} Clang
 * @property {string} folder where clang++, llvm-cov and the others are
 * @property {string} version what it says of itself
 */

/** @returns {Promise<Clang>} */
export async function findClang() {
  const own = join(CLANG_HOME, `usr/lib/llvm-${CLANG_VERSION}/bin/clang++`);
  const compiler = existsSync(own) ? own : findProgram(`clang++-${CLANG_VERSION}`, 'clang++');
  const otherwise = `put clang ${CLANG_VERSION} or later, with libFuzzer, on PATH as clang++`;
  if (!compiler) throw new Failure(`there is no clang, which fuzzing needs; ${otherwise}.`);
  const { out } = await capture(compiler, ['--version']);
  const version = Number(/version (\d+)\./.exec(out)?.[1] ?? 0);
  if (version < CLANG_VERSION)
    throw new Failure(`${compiler} is of version ${version}, too old for fuzzing; ${otherwise}.`);
  return { folder: dirname(compiler), version: out };
}

/**
 * One of LLVM's programs.
 * @param {Clang} clang
 * @param {string} name
 */
export const llvm = ({ folder }, name) => join(folder, name);
