// What the WebAssembly module is made of. It is built a second time for this, without inlining across files: so each function counts
// where it is written. The build says which source defines a function: none of ours, then it is a library's. For another part, add a
// row: the first whose pattern fits takes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesOf } from '../../../tools/build/parts.js';
import { buildForAccount } from '../../../tools/build/targets.js';
import { findEmscripten } from '../../../tools/common/emscripten.js';
import { Failure } from '../../../tools/common/failure.js';
import { takeApart } from '../../support/wasm.js';

/** By the file that defines a function. @type {[string, RegExp][]} */
const PARTS = [
  ['kernels', /^src\/move\/kernels\//],
  ['movement', /^src\/move\//],
  ['operators', /^src\/plan\//],
  ['requests and responses', /^(src\/(wire|words)|bindings\/)/],
  ['tables and messages', /^src\//],
  ['embind and libraries', /^$/],
];

/** @returns {Promise<{ part: string, bytes: Buffer }[]>} all of it, in the order of the table */
export async function wasmParts() {
  const folder = await buildForAccount();
  const wasm = new Uint8Array(readFileSync(join(folder, 'module/microtome.wasm')));
  const { functions, rest } = takeApart(wasm);
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm)).length; // their names come first
  const sources = await sourcesOf(await findEmscripten(), folder);
  if (Math.max(...sources.keys()) !== imports + functions.length - 1)
    throw new Failure('the names of the functions are not those of the module.');
  const parts = PARTS.map(([part]) => ({ part, bytes: /** @type {Uint8Array[]} */ ([]) }));
  for (const [i, code] of functions.entries()) {
    const [file = ''] = sources.get(imports + i) ?? [];
    parts[PARTS.findIndex(([, pattern]) => pattern.test(file))].bytes.push(code);
  }
  parts.push({ part: 'everything but code', bytes: rest });
  return parts.map(({ part, bytes }) => ({ part, bytes: Buffer.concat(bytes) }));
}
