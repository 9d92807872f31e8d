// Takes a WebAssembly module apart, as the specification encodes it.

/** Bytes that are read one behind the other. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  byte() {
    if (this.at >= this.bytes.length) throw new Error('the module ends too early');
    return this.bytes[this.at++];
  }
  /** An integer in LEB128; the sign does not matter here. */
  leb() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
  /** @param {number} n */
  skip(n) {
    this.at += n;
  }
  /** @param {() => void} f */
  list(f) {
    for (let n = this.leb(); n > 0; --n) f();
  }
}

/**
 * Walks the sections of a module.
 * @param {Uint8Array} wasm
 * @param {(in_: Reader, id: number, end: number) => void} visit reads a section, or leaves it
 */
function eachSection(wasm, visit) {
  const in_ = new Reader(wasm);
  if (in_.byte() !== 0 || in_.byte() !== 0x61) throw new Error('not a module');
  in_.skip(6);
  while (in_.at < wasm.length) {
    const id = in_.byte();
    const size = in_.leb();
    const [start, end] = [in_.at, in_.at + size];
    visit(in_, id, end);
    if (in_.at === start) in_.at = end;
    if (in_.at !== end) throw new Error(`section ${id} does not end where it should`);
  }
}

const CODE = 10;

/**
 * The code of every function, in order, and all that is not code: tables, texts, names of imports.
 * @param {Uint8Array} wasm
 */
export function takeApart(wasm) {
  /** @type {Uint8Array[]} */
  const functions = [];
  /** @type {Uint8Array[]} */
  const rest = [];
  eachSection(wasm, (in_, id, end) => {
    if (id !== CODE) rest.push(wasm.subarray(in_.at, end));
    else {
      in_.list(() => {
        const size = in_.leb();
        functions.push(wasm.subarray(in_.at, in_.at + size));
        in_.skip(size);
      });
    }
  });
  return { functions, rest };
}
