// Runs the clang-format and clang-tidy that set-up installs on all C++ files.
import { availableParallelism } from 'node:os';
import { filesUnder } from '../common/files.js';
import { inToolchain } from '../common/paths.js';
import { capture, run } from '../common/run.js';

const FOLDERS = ['src', 'bindings', 'tools/build', 'tests/native', 'tests/fuzz'];

/** The compiler's flags. clang-tidy needs nothing else, so no build has to be configured. */
const COMPILER_FLAGS = ['-std=c++23', '-Isrc', '-fno-exceptions', '-Wall', '-Wextra'];

/** @param {string} name */
const program = (name) => inToolchain('clang-tools/usr/lib/llvm-21/bin', name);

/** @param {...string} flags @returns {Promise<number>} exit code */
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
      // The other lines only count warnings in the system's headers.
      if (code !== 0) console.log(all);
      worst = Math.max(worst, code);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return worst;
}
