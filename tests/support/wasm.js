// Counts the instructions of a WebAssembly module: walks every function's code, instruction by instruction, as the
// specification encodes them. Whatever it does not know is an error, so a count is never a guess.

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

/** Reads what follows an opcode. @typedef {(in_: Reader) => void} Immediates */

/** @type {Immediates} */
const none = () => {};
/** @type {Immediates} */
const leb = (in_) => void in_.leb();
/** @type {Immediates} */
const two = (in_) => {
  in_.leb();
  in_.leb();
};
/** Alignment and offset; bit 6 of the alignment says that a memory is named. @type {Immediates} */
const memarg = (in_) => {
  if (in_.leb() & 64) in_.leb();
  in_.leb();
};
/** @type {Immediates} */
const labels = (in_) => {
  in_.list(() => in_.leb());
  in_.leb();
};
/** @type {Immediates} */
const lane = (in_) => {
  memarg(in_);
  in_.skip(1);
};

/** First and last opcode, and what follows. @type {[number, number, Immediates][]} */
const PLAIN = [
  [0x00, 0x01, none], // unreachable, nop
  [0x02, 0x04, leb], // block, loop, if: a type
  [0x05, 0x05, none], // else
  [0x0b, 0x0b, none], // end
  [0x0c, 0x0d, leb], // br, br_if
  [0x0e, 0x0e, labels], // br_table
  [0x0f, 0x0f, none], // return
  [0x10, 0x10, leb], // call
  [0x11, 0x11, two], // call_indirect
  [0x12, 0x12, leb], // return_call
  [0x13, 0x13, two], // return_call_indirect
  [0x1a, 0x1b, none], // drop, select
  [0x1c, 0x1c, (in_) => in_.list(() => in_.leb())], // select of a type
  [0x20, 0x26, leb], // local.*, global.*, table.get, table.set
  [0x28, 0x3e, memarg], // loads and stores
  [0x3f, 0x40, leb], // memory.size, memory.grow
  [0x41, 0x42, leb], // i32.const, i64.const
  [0x43, 0x43, (in_) => in_.skip(4)], // f32.const
  [0x44, 0x44, (in_) => in_.skip(8)], // f64.const
  [0x45, 0xc4, none], // numbers
  [0xd0, 0xd0, leb], // ref.null
  [0xd1, 0xd1, none],
  [0xd2, 0xd2, leb],
];

/** Behind 0xfc. @type {[number, number, Immediates][]} */
const MISC = [
  [0, 7, none], // trunc_sat
  [8, 8, two], // memory.init
  [9, 9, leb],
  [10, 10, two], // memory.copy
  [11, 11, leb], // memory.fill
  [12, 12, two],
  [13, 13, leb],
  [14, 14, two],
  [15, 17, leb],
];

/** Behind 0xfd. @type {[number, number, Immediates][]} */
const SIMD = [
  [0, 11, memarg], // v128.load*, v128.store
  [12, 13, (in_) => in_.skip(16)], // v128.const, i8x16.shuffle
  [14, 20, none], // swizzle, splats
  [21, 34, (in_) => in_.skip(1)], // extract_lane, replace_lane
  [35, 83, none], // comparisons, bits
  [84, 91, lane], // load_lane, store_lane
  [92, 93, memarg], // load32_zero, load64_zero
  [94, 275, none], // arithmetic, also relaxed
];

const NAMES = new Map([
  [0, 'v128.load'],
  [11, 'v128.store'],
  [12, 'v128.const'],
  [13, 'i8x16.shuffle'],
  [14, 'i8x16.swizzle'],
  [139, 'i16x8.shl'],
]);

/**
 * @param {Reader} in_
 * @param {readonly [number, number, Immediates][]} table
 * @param {number} opcode
 */
function skipImmediates(in_, table, opcode) {
  const row = table.find(([first, last]) => opcode >= first && opcode <= last);
  if (row === undefined) throw new Error(`opcode 0x${opcode.toString(16)} at ${in_.at} is not known`);
  row[2](in_);
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
 * How often each instruction occurs: `v128.load`, `simd 35`, `misc 10`, `0x6a`.
 * @param {Uint8Array} wasm
 */
export function countInstructions(wasm) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  eachSection(wasm, (in_, id) => {
    if (id === CODE) in_.list(() => countFunction(in_, counts));
  });
  return counts;
}

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

/** @param {Reader} in_ @param {Map<string, number>} counts */
function countFunction(in_, counts) {
  const size = in_.leb();
  const end = in_.at + size;
  in_.list(() => two(in_)); // locals
  while (in_.at < end) {
    const opcode = in_.byte();
    const group = opcode === 0xfc ? MISC : opcode === 0xfd ? SIMD : null;
    const number = group ? in_.leb() : opcode;
    skipImmediates(in_, group ?? PLAIN, number);
    const name =
      group === SIMD
        ? (NAMES.get(number) ?? `simd ${number}`)
        : group
          ? `misc ${number}`
          : `0x${opcode.toString(16)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (in_.at !== end) throw new Error('a function does not end where it should');
}
