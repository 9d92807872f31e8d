// What the WebAssembly module is made of. The build says which source defines a function: none of ours, then it is a library's. For another part, add a row: the first whose pattern fits takes it.
import { join } from 'node:path';
import { sourcesOf } from '../../../tools/build/parts.js';
import { findEmscripten } from '../../../tools/common/emscripten.js';
import { Failure } from '../../../tools/common/failure.js';
import { BUILD } from '../../../tools/common/paths.js';
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
  const sources = await sourcesOf(await findEmscripten(), join(BUILD, 'wasm'));
  if (Math.max(...sources.keys()) !== imports + functions.length - 1)
    throw new Failure('the names of the functions are not those of the module; run `npm run build -- wasm`.');
  const parts = PARTS.map(([part]) => ({ part, bytes: /** @type {Uint8Array[]} */ ([]) }));
  for (const [i, code] of functions.entries()) {
    const [file = ''] = sources.get(imports + i) ?? [];
    parts[PARTS.findIndex(([, pattern]) => pattern.test(file))].bytes.push(code);
  }
  parts.push({ part: 'everything but code', bytes: rest });
  return parts.map(({ part, bytes }) => ({ part, bytes: Buffer.concat(bytes) }));
}
