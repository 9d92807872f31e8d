// The inlined module: packed by tools/build/deliver.js, and unpacked by a module of its own (bindings/unpack.cpp).
import { decode } from './letters.js';
import inlined from './wasm/inlined.js';

/** In the unpacker's memory, behind what is its own. */
const PLACE = 1 << 16;

export function unpackModule() {
  const { packed, size, unpacker } = inlined;
  const bytes = decode(packed);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(decode(unpacker)));
  const [memory, , unpack] = /** @type {any[]} */ (Object.values(exports)); // the linker's names are its own
  const area = new Uint8Array(memory.buffer, PLACE);
  area.set(bytes);
  unpack(PLACE, PLACE + bytes.length, size);
  return area.slice(bytes.length, bytes.length + size);
}
