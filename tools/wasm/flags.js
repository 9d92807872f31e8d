// The flags of the WebAssembly module, one per line in text files that CMakeLists.txt reads too: small where it decides, fast where
// it moves. LLVM's own vectors, and loops unrolled for counts that only run time knows, double the kernels and speed up nothing.
// ENVIRONMENT does not name Node: with its bytes inlined the module needs nothing of Node's and runs there as it is, and a
// bundler finds no `node:` import to warn about.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';

/** @param {string} name */
const lines = (name) => readFileSync(inRoot('tools/wasm', name), 'utf8').split('\n').filter(Boolean);

export const WASM_FLAGS = {
  compile: lines('compile_flags.txt'),
  kernels: lines('kernel_flags.txt'),
  link: lines('link_flags.txt'),
};
