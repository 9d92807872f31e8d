// What the WebAssembly module is made of. The linker leaves the functions' names beside it, and the compiler's files say who
// defines a name: nobody of ours, then it is a library's. For another part, add a row: the first whose pattern fits takes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEmscripten } from '../../../tools/common/emscripten.js';
import { Failure } from '../../../tools/common/failure.js';
import { filesUnder } from '../../../tools/common/files.js';
import { BUILD } from '../../../tools/common/paths.js';
import { capture } from '../../../tools/common/run.js';
import { takeApart } from '../../support/wasm.js';

/** By the file that defines a function, which counts with all that was inlined into it. @type {[string, RegExp][]} */
const PARTS = [
  ['kernels', /^src\/move\/kernels\//],
  ['movement', /^src\/move\//],
  ['operators', /^src\/plan\//],
  ['requests and responses', /^(src\/(wire|words)|bindings\/)/],
  ['tables and messages', /^src\//],
  ['embind and libraries', /^$/],
];

/**
 * @param {Uint8Array<ArrayBuffer>} wasm
 * @returns {Promise<{ part: string, bytes: Buffer }[]>} all of it, in the order of the table
 */
export async function wasmParts(wasm) {
  const { functions, rest } = takeApart(wasm);
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm)).length; // their names come first
  const names = readNames();
  if (Math.max(...names.keys()) !== imports + functions.length - 1)
    throw new Failure('the names of the functions are not those of the module; run `npm run build -- wasm`.');
  const files = await readDefinitions();
  const parts = PARTS.map(([part]) => ({ part, bytes: /** @type {Uint8Array[]} */ ([]) }));
  for (const [i, code] of functions.entries()) {
    const file = files.get(names.get(imports + i) ?? '') ?? '';
    parts[PARTS.findIndex(([, pattern]) => pattern.test(file))].bytes.push(code);
  }
  parts.push({ part: 'everything but code', bytes: rest });
  return parts.map(({ part, bytes }) => ({ part, bytes: Buffer.concat(bytes) }));
}

/** @returns {Map<number, string>} by index; the optimizer has made functions without a name */
function readNames() {
  try {
    const text = readFileSync(join(BUILD, 'wasm/module/microtome.js.symbols'), 'utf8');
    return new Map([...text.matchAll(/^(\d+):(.*)$/gm)].map(([, index, name]) => [Number(index), name]));
  } catch (cause) {
    throw new Failure('the linker has left no names of functions; run `npm run build -- wasm`.', { cause });
  }
}

/** @returns {Promise<Map<string, string>>} names, and the sources that define them; of several, the first */
async function readDefinitions() {
  const { folder, env } = await findEmscripten();
  const objects = filesUnder('build/wasm/CMakeFiles', /\.o$/);
  const args = ['--defined-only', '--demangle', '-A', ...objects];
  const { code, all } = await capture(join(folder, 'emnm'), args, { env });
  if (code !== 0) throw new Failure(`emnm could not read what the compiler wrote:\n${all}`);
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const [, file, name] of all.matchAll(/^.*\.dir\/(\S+)\.o: *[-\da-f]+ [a-zA-Z] (.*)$/gm))
    if (!files.has(name)) files.set(name, file);
  return files;
}
