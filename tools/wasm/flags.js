// The flags of the WebAssembly module, one per line in text files that CMakeLists.txt reads too: small where
// it decides, fast where it moves. LLVM's own vectors, and loops unrolled for counts that only run time
// knows, double the kernels and speed up nothing. EMBIND_AOT writes embind's functions at build time: without
// `eval`, embind would loop over the arguments of every call. ENVIRONMENT does not name Node: the
// script is given its module, so it needs nothing of Node's and runs there as it is, and a bundler finds no `node:` import
// to warn about. TEXTDECODER=1 asks for a TextDecoder only where there is one: audio worklets have none. The
// build id is a hash of what the linker writes; tools/build/deliver.js says what it is for. Without
// --strip-debug the hash would count the libraries' debug information, which names the folder they are in.
// --stack-first puts the stack below the data, where one that is full traps instead of writing into them.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';

/** @param {string} name */
const lines = (name) => readFileSync(inRoot('tools/wasm', name), 'utf8').split('\n').filter(Boolean);

export const WASM_FLAGS = {
  compile: lines('compile_flags.txt'),
  kernels: lines('kernel_flags.txt'),
  link: lines('link_flags.txt'),
};
