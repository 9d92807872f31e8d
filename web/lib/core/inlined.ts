// The module as it is inlined: deflated, and in base64. So it takes fewer bytes than its code, before and after a server compresses it.
// The host unpacks it.
import { base64, size } from './wasm/inlined.js';

/** @throws {ReferenceError} the host has nothing to unpack it with */
export async function inlinedModule(): Promise<Uint8Array<ArrayBuffer>> {
  const packed = fromBase64(base64);
  const zlib =
    typeof DecompressionStream === 'undefined' && globalThis.process?.getBuiltinModule?.('node:zlib');
  return zlib ? zlib.inflateSync(packed) : inflate(packed); // Jest's pages have none of Node's streams
}

/** An AudioWorklet has no `atob`, and hosts before 2025 have nothing else. */
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  (Uint8Array as any).fromBase64?.(text) ?? Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('deflate');
  const writer = writable.getWriter();
  writer.write(packed);
  writer.close();
  const module = new Uint8Array(size);
  const reader = readable.getReader();
  let at = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    module.set(next.value, at);
    at += next.value.length;
  }
  return module;
}
