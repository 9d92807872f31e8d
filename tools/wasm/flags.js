// The flags of the WebAssembly module, one per line in text files, which CMakeLists.txt also reads. Planning is
// optimized for size, and kernels for speed. Automatic vectorization, and unrolling loops whose counts are known only
// at run time, would double the size of the kernels and make nothing faster. EMBIND_AOT generates embind's functions
// at build time: without `eval`, embind would loop over the arguments of every call. ENVIRONMENT does not list Node:
// the script gets its module from us, so it needs no Node API and still runs there, and bundlers find no `node:`
// import to warn about. TEXTDECODER=1 uses a TextDecoder only if there is one: audio worklets have none. The build id
// is a hash of the linker's output; tools/build/deliver.js says what it is for. Without --strip-debug, the hash would
// include the libraries' debug information, which contains the path of their folder. --stack-first puts the stack
// below the data, so that a stack overflow traps instead of overwriting data. Binaryen would inline every function that has one
// caller; only small ones are as good inlined, and what is inlined cannot be in another part of the module
// (tools/build/parts.js). Binaryen's programs must be told which features the module has, because the linker leaves no list of them.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';

/** @param {string} name */
const lines = (name) => readFileSync(inRoot('tools/wasm', name), 'utf8').split('\n').filter(Boolean);

export const WASM_FLAGS = {
  compile: lines('compile_flags.txt'),
  kernels: lines('kernel_flags.txt'),
  link: lines('link_flags.txt'),
  parts: lines('part_flags.txt'),
};
