// The module of the rest, inlined, and what unpacks inlined modules. `microtome/source` needs this one, also beside `microtome/slim`,
// so it is apart from the others (inlined.ts). It is deflated, and then encoded in base64, which is smaller than a raw module in base64,
// both before and after a server compresses it. The host's own functions unpack it.
import { rest } from './wasm/inlined_rest.js';

/** A module as tools/build/deliver.js writes it. */
export interface Inlined {
  /** Bytes of the module. */
  readonly size: number;
  /** The module, deflated (RFC 1950). */
  readonly base64: string;
}

/** As in inlined.ts. */
export const REST = () => ({ bytes: unpack(rest) });

/** @throws {ReferenceError} the host cannot unpack it */
export async function unpack({ size, base64 }: Inlined): Promise<Uint8Array<ArrayBuffer>> {
  const { process, Buffer } = globalThis as any;
  // Faster than Node's streams, which Jest's pages lack. In Next.js' Edge runtime, `process` has functions that only throw.
  const zlib = process?.versions?.node ? process.getBuiltinModule?.('node:zlib') : null;
  return zlib ? zlib.inflateSync(Buffer.from(base64, 'base64')) : inflate(fromBase64(base64), size);
}

/** Audio worklets have no `atob`, and engines before 2025 have nothing else. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const read = (Uint8Array as any).fromBase64;
  if (read !== undefined) return read.call(Uint8Array, text);
  const units = atob(text);
  const bytes = new Uint8Array(units.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = units.charCodeAt(i);
  return bytes;
}

async function inflate(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
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
