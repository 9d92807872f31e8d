// The inlined module: packed by tools/build/deliver.js, and unpacked by a module of its own (bindings/unpack.cpp), which reads the
// letters too: a loop of JavaScript that runs once would take longer than all that follows.
import { codesOf, decode } from './letters.js';
import inlined from './wasm/inlined.js';

/** In the unpacker's memory, behind what is its own. */
const PLACE = 1 << 16;

export function unpackModule() {
  const { packed, size, unpacker } = inlined;
  const codes = codesOf(packed);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(decode(unpacker)));
  const [memory, , unpack] = /** @type {any[]} */ (Object.values(exports)); // the linker's names are its own
  const area = new Uint8Array(memory.buffer, PLACE);
  area.set(codes);
  unpack(PLACE, PLACE + codes.length, size);
  return area.slice(codes.length, codes.length + size);
}
