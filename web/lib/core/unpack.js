// The inlined module: packed by tools/build/pack.js, and unpacked by a module of its own (bindings/unpack.cpp).
import inlined from './wasm/inlined.js';

/** In the unpacker's memory of 256 KB, behind what is its own: letters and bytes are 60 KB. */
const PLACE = 1 << 16;

/** @param {{ packed: string, size: number }} module any that has been packed */
export function unpackModule({ packed, size } = inlined) {
  const codes = codesOf(packed);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(inlined.unpacker)));
  const [memory, , unpack] = /** @type {any[]} */ (Object.values(exports)); // the linker's names are its own
  const area = new Uint8Array(memory.buffer, PLACE);
  area.set(codes);
  unpack(PLACE, PLACE + codes.length, size);
  return area.slice(codes.length, codes.length + size);
}

/**
 * In half the time that it takes to ask for one after the other, where there is an encoder; audio worklets have none.
 * @param {string} text in ASCII
 */
const codesOf = (text) =>
  globalThis.TextEncoder
    ? new TextEncoder().encode(text)
    : Uint8Array.from(text, (letter) => letter.charCodeAt(0));
