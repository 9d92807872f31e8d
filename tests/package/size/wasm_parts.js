// What the WebAssembly module is made of, by the names of its functions, which the linker leaves beside it. For another part,
// add a row: the first whose pattern fits a name takes the function.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../tools/common/failure.js';
import { BUILD } from '../../../tools/common/paths.js';
import { takeApart } from '../../node/support/wasm.js';

/** A function counts with all that was inlined into it. @type {[string, RegExp][]} */
const PARTS = [
  ['kernels', /microtome::kernels::/],
  [
    'movement',
    /::(each_row|gather_box|scatter_box|Staging::|Tiling::|choose\()|^\(anonymous namespace\)::(begin|step)\(/,
  ],
  ['operators', /microtome::(ops::|operators\(|resolve_axis|check_count|compose)/],
  ['their description', /::(describe|parameters|names|input)\(/],
  ['calls and answers', /microtome::|^\(anonymous namespace\)::/],
  ['embind', /^(emscripten::|embind_|_embind|__getTypeName)/],
  ['C and C++ libraries', /./],
];

/**
 * @param {Uint8Array} wasm
 * @returns {{ part: string, bytes: Buffer }[]} all of it, in the order of the table
 */
export function wasmParts(wasm) {
  const { functions, rest } = takeApart(wasm);
  const names = readNames().slice(-functions.length); // imports come first
  if (names.length < functions.length || names.some((name) => !name))
    throw new Failure('the names of the functions are not those of the module; run `npm run build -- wasm`.');
  const parts = PARTS.map(([part]) => ({ part, bytes: /** @type {Uint8Array[]} */ ([]) }));
  for (const [i, code] of functions.entries())
    parts[PARTS.findIndex(([, pattern]) => pattern.test(names[i]))].bytes.push(code);
  parts.push({ part: 'tables and texts', bytes: rest });
  return parts.map(({ part, bytes }) => ({ part, bytes: Buffer.concat(bytes) }));
}

/** By index. */
function readNames() {
  try {
    const text = readFileSync(join(BUILD, 'wasm/microtome.js.symbols'), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => line.replace(/^\d+:/, ''));
  } catch (cause) {
    throw new Failure('the linker has left no names of functions; run `npm run build -- wasm`.', { cause });
  }
}
