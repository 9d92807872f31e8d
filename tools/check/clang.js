// clang-format and clang-tidy, of the one version that set-up installs, over all C++ of the house.
import { availableParallelism } from 'node:os';
import { filesUnder } from '../common/files.js';
import { inToolchain } from '../common/paths.js';
import { capture, run } from '../common/run.js';

const FOLDERS = ['src', 'bindings', 'tools/build', 'tests/native', 'tests/fuzz', 'tests/bench/native'];

/** What the compiler is told; clang-tidy needs no more than this, and so no configured build. */
const COMPILER_FLAGS = ['-std=c++23', '-Isrc', '-fno-exceptions', '-Wall', '-Wextra'];

/** @param {string} name */
const program = (name) => inToolchain('clang-tools/usr/lib/llvm-21/bin', name);

/**
 * @param {...string} flags
 * @returns {Promise<number>} exit code
 */
export async function clangFormat(...flags) {
  const files = FOLDERS.flatMap((folder) => filesUnder(folder, /\.[ch]pp$/));
  return files.length === 0 ? 0 : run(program('clang-format'), [...flags, ...files]);
}

/** @returns {Promise<number>} exit code */
export async function clangTidy() {
  const queue = filesUnder('src', /\.cpp$/);
  let worst = 0;
  const worker = async () => {
    for (let file = queue.pop(); file; file = queue.pop()) {
      const { code, all } = await capture(program('clang-tidy'), ['--quiet', file, '--', ...COMPILER_FLAGS]);
      // Otherwise it only counts what it found in the system's headers.
      if (code !== 0) console.log(all);
      worst = Math.max(worst, code);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return worst;
}
