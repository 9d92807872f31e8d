// The clang for fuzzing: the one that set-up installs on Debian, elsewhere one on PATH. Only clang has
// libFuzzer. Everything else is compiled by the compiler that CMake finds.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Unavailable } from './failure.js';
import { inToolchain } from './paths.js';
import { capture, findProgram } from './run.js';

/** The first one that supports what libstdc++ needs for std::expected. */
export const CLANG_VERSION = 19;

/** The folder of set-up's own clang: a Debian root with `usr/` in it. */
export const CLANG_HOME = inToolchain('clang');

/**
 * @typedef {object} Clang
 * @property {string} folder where clang++ and the others are
 * @property {string} version as it prints it
 */

/** @returns {Promise<Clang>} */
export async function findClang() {
  const own = join(CLANG_HOME, `usr/lib/llvm-${CLANG_VERSION}/bin/clang++`);
  const compiler = existsSync(own) ? own : findProgram(`clang++-${CLANG_VERSION}`, 'clang++');
  const otherwise = `put clang ${CLANG_VERSION} or later, with libFuzzer, on PATH as clang++`;
  if (!compiler) throw new Unavailable(`clang is missing, and fuzzing needs it; ${otherwise}.`);
  const { out } = await capture(compiler, ['--version']);
  const version = Number(/version (\d+)\./.exec(out)?.[1] ?? 0);
  if (version < CLANG_VERSION)
    throw new Unavailable(`${compiler} has version ${version}, which is too old for fuzzing; ${otherwise}.`);
  return { folder: dirname(compiler), version: out };
}

/** One of LLVM's programs. @param {Clang} clang @param {string} name */
export const llvm = ({ folder }, name) => join(folder, name);
