// safetensors files: the length of the header, the header in JSON, and all data without holes. An element
// type is a row of TYPES.
import type { Type } from '../../types.ts';
import { bad, bitsOf, bytesAt, bytesOf, checkRange, isSizes, quote, refuse } from './check.ts';
import type { Entry, FileBytes, Format } from './format.ts';
import { viewOf } from './reader.ts';
import { readShards, type Shard } from './shards.ts';

const NAME = 'safetensors';

/** The reference implementation's own limit. */
const MOST_HEADER = 100e6;
/** Beyond, the bytes are hardly a length. */
const LIKELY_HEADER = 2 ** 32;

export const TYPES: ReadonlyMap<string, Type> = new Map(
  Object.entries<Type>({
    BOOL: 'bool', U8: 'uint8', I8: 'int8', U16: 'uint16', I16: 'int16', U32: 'uint32', I32: 'int32', U64: 'uint64',
    I64: 'int64', F16: 'float16', BF16: 'bfloat16', F32: 'float32', F64: 'float64', C64: 'complex64',
    F8_E4M3: 'f8e4m3', F8_E5M2: 'f8e5m2', F8_E8M0: 'f8e8m0', F4: 'f4e2m1',
  }),
); // biome-ignore format: a table

const lengthOf = (start: Uint8Array) => Number(viewOf(start).getBigUint64(0, true));

export const safetensors: Format = {
  name: NAME,
  matches: (start) => start[8] === 0x7b && lengthOf(start) <= LIKELY_HEADER,
  matchesText: (words) => /^\{ ?"(metadata|weight_map)" ?: ?\{/.test(words),
  read: (file) =>
    safetensors.matches(file.start) || file.start[0] !== OPEN ? readFile(file) : readIndex(file),
};

async function readFile(file: FileBytes): Promise<Entry[]> {
  const { size, start } = file;
  if (!safetensors.matches(start))
    throw bad(NAME, 0, 'the file does not begin with the length of a header and {');
  const length = lengthOf(start);
  if (length > MOST_HEADER)
    throw bad(NAME, 0, `a header of ${length} bytes; the format allows ${MOST_HEADER}`);
  checkRange(8, length, size, NAME, 'the header');
  const begin = 8 + length;
  const header = new Header(await bytesAt(file, 8, length));
  const entries: Entry[] = [];
  const ends: number[] = []; // of each tensor: where its data begins and ends
  const names = new Set<string>();
  for (const [name, info] of header.tensors()) {
    if (names.has(name)) throw equalKeys();
    names.add(name);
    entries.push(readInfo(name, info, begin, size, ends));
  }
  checkHoles(ends, begin, size);
  return entries;
}

/** More than any model needs, and little enough to be parsed as a whole. */
const MOST_INDEX = 2 ** 25;

/** An index says which of several files has each tensor. */
async function readIndex(file: FileBytes): Promise<Entry[]> {
  const { size } = file;
  if (size > MOST_INDEX) throw bad(NAME, 0, `an index of ${size} bytes; at most ${MOST_INDEX} are read`);
  const text = new TextDecoder().decode(await bytesAt(file, 0, size));
  let places: [string, unknown][];
  try {
    places = Object.entries(JSON.parse(text).weight_map);
  } catch {
    throw bad(NAME, 0, 'the file is no index, which is JSON with a weight_map');
  }
  const wrong = places.find(([, place]) => typeof place !== 'string');
  if (wrong) throw bad(NAME, 0, `weight_map must name the file of tensor ${quote(wrong[0])}`);
  const shards = await readShards(file, places.map(([, place]) => place as string), readFile); // biome-ignore format: one
  return places.map(([name, place]) => {
    const shard = shards.get(place as string) as Shard;
    if (shard.failure) return { name, refused: shard.failure };
    const entry = shard.entries.get(name);
    if (entry === undefined) throw bad(NAME, 0, `tensor ${quote(name)} is not in ${quote(place as string)}`);
    return entry;
  });
}

const notJson = () => bad(NAME, 8, 'the header is not JSON');
// JSON.parse keeps the last of two equal keys, but other readers the first.
const equalKeys = () => bad(NAME, 8, 'the header has two equal keys');

/** Bytes of what is said of a tensor, and far more than that takes. */
const MOST_INFO = 2 ** 14;
const TOO_MUCH = `has more than ${MOST_INFO} bytes in the header`;

const [QUOTE, BACKSLASH, OPEN, CLOSE, COLON, COMMA] = Array.from('"\\{}:,', (each) => each.charCodeAt(0));
const NULL = Array.from('null', (each) => each.charCodeAt(0));
const SPACES = [0x20, 0x0a, 0x0d, 0x09];
const [FIRST_PRINTABLE, FIRST_BEYOND_ASCII] = [0x20, 0x80];
const [U, ...ESCAPED] = Array.from('u"\\/bfnrt', (each) => each.charCodeAt(0));

/**
 * A header, read tensor by tensor: objects for all that a hostile one may hold would take 40 times its bytes.
 */
class Header {
  readonly #bytes: Uint8Array;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** What the header says of each tensor. */
  *tensors(): Generator<[name: string, info: unknown], void, void> {
    let hasMetadata = false;
    for (const key of this.#keys()) {
      const name = this.#parse(key, this.#at) as string;
      this.#take(COLON);
      if (name === '__metadata__') {
        if (hasMetadata) throw equalKeys();
        hasMetadata = true;
        this.#skipMetadata();
      } else yield [name, this.#info(name)];
    }
    this.#space();
    if (this.#at < this.#bytes.length) throw notJson();
  }

  /** Visits an object: gives where each key begins. What follows it must be read then. */
  *#keys(): Generator<number, void, void> {
    this.#take(OPEN);
    if (this.#has(CLOSE)) return;
    do {
      this.#space();
      const from = this.#at;
      this.#skipString();
      yield from;
    } while (this.#has(COMMA));
    this.#take(CLOSE);
  }

  /** An object, as far as it is short enough to be a tensor's; blanks do not count. */
  #info(name: string): unknown {
    this.#space();
    const from = this.#at;
    let depth = 0;
    let most = from + MOST_INFO;
    do {
      const byte = this.#bytes[this.#at];
      if (byte === QUOTE) this.#skipString();
      else this.#at += 1;
      if (SPACES.includes(byte)) most += 1;
      if (byte === OPEN) depth += 1;
      else if (byte === CLOSE) depth -= 1;
      if (byte === undefined) throw notJson();
      if (this.#at > most) wrong(name, TOO_MUCH);
    } while (depth > 0);
    return this.#bytes[from] === OPEN ? this.#parse(from, this.#at) : wrong(name, MUST_HAVE);
  }

  #skipMetadata(): void {
    this.#space();
    if (NULL.every((byte, i) => this.#bytes[this.#at + i] === byte)) {
      this.#at += NULL.length;
      return;
    }
    if (this.#bytes[this.#at] !== OPEN) throw bad(NAME, 8, MUST_BE_STRINGS);
    const keys = new Set<unknown>();
    let count = 0;
    for (const key of this.#keys()) {
      keys.add(this.#parse(key, this.#at));
      if (keys.size === count++) throw equalKeys();
      this.#take(COLON);
      this.#space();
      if (this.#bytes[this.#at] !== QUOTE) throw bad(NAME, 8, MUST_BE_STRINGS);
      this.#skipString();
    }
  }

  /** A part of the header, of few bytes. No object in it may have two equal keys. */
  #parse(from: number, to: number): unknown {
    const text = this.#text(from, to);
    let parsed: unknown;
    let keys: number;
    try {
      parsed = JSON.parse(text);
      keys = keysIn(parsed);
    } catch {
      throw notJson();
    }
    if (keys !== countColons(this.#bytes.subarray(from, to))) throw equalKeys();
    return parsed;
  }

  #skipString(): void {
    const bytes = this.#bytes;
    const from = this.#at;
    if (bytes[from] !== QUOTE) throw notJson();
    let isAscii = true;
    let at = from + 1;
    for (; bytes[at] !== QUOTE; ++at) {
      if (!(bytes[at] >= FIRST_PRINTABLE)) throw notJson(); // also at the end of the header
      if (bytes[at] >= FIRST_BEYOND_ASCII) isAscii = false;
      if (bytes[at] === BACKSLASH) at += this.#escape(at + 1);
    }
    if (!isAscii) this.#text(from, at);
    this.#at = at + 1;
  }

  /** Length of an escape behind its backslash. */
  #escape(at: number): number {
    const byte = this.#bytes[at];
    if (ESCAPED.includes(byte)) return 1;
    const digits = String.fromCharCode(...this.#bytes.subarray(at + 1, at + 5));
    if (byte !== U || !/^[\da-f]{4}$/i.test(digits)) throw notJson();
    return 5;
  }

  #text(from: number, to: number): string {
    try {
      return this.#decoder.decode(this.#bytes.subarray(from, to));
    } catch {
      throw notJson();
    }
  }

  #space(): void {
    while (SPACES.includes(this.#bytes[this.#at])) this.#at += 1;
  }

  #has(byte: number): boolean {
    this.#space();
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at += 1;
    return true;
  }

  #take(byte: number): void {
    if (!this.#has(byte)) throw notJson();
  }
}

/** How many keys the objects in a value have. */
function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const each of Object.values(value)) count += keysIn(each);
  return count;
}

/** How many keys a JSON text has. */
function countColons(bytes: Uint8Array): number {
  let count = 0;
  let isString = false;
  for (let i = 0; i < bytes.length; ++i) {
    if (bytes[i] === QUOTE) isString = !isString;
    else if (isString && bytes[i] === BACKSLASH) ++i;
    else if (!isString && bytes[i] === COLON) ++count;
  }
  return count;
}

const MUST_BE_STRINGS = '__metadata__ must be an object of strings';
const MUST_HAVE = 'must have a dtype, a shape of sizes, and data_offsets [begin, end]';

function wrong(name: string, what: string): never {
  throw bad(NAME, 8, `tensor ${quote(name)} ${what}`);
}

/** `begin` is the byte of the data of all tensors, `size` that of the file. */
function readInfo(name: string, info: unknown, begin: number, size: number, ends: number[]): Entry {
  const { dtype, shape, data_offsets: offsets } = Object(info);
  if (typeof dtype !== 'string' || !isSizes(shape) || !isSizes(offsets)) wrong(name, MUST_HAVE);
  const [from, to] = offsets;
  if (offsets.length !== 2 || from > to) wrong(name, MUST_HAVE);
  if (begin + to > size) checkRange(begin + from, to - from, size, NAME, `tensor ${quote(name)}`);
  ends.push(from, to);
  const type = TYPES.get(dtype);
  if (type === undefined) return refuse(name, NAME, `of type ${dtype.slice(0, 40)}`);
  const bytes = bytesOf(shape, bitsOf(type), NAME, 8);
  if (to - from !== bytes)
    wrong(name, `of ${dtype} [${shape.join(', ')}] needs ${bytes} bytes, but data_offsets give ${to - from}`);
  return { name, type, dims: shape, at: begin + from };
}

/** `ends` has where the data of each tensor begins and ends, in any order of tensors. */
function checkHoles(ends: readonly number[], begin: number, size: number): void {
  const order = Uint32Array.from({ length: ends.length / 2 }, (_, i) => 2 * i);
  order.sort((a, b) => ends[a] - ends[b] || ends[a + 1] - ends[b + 1]);
  let at = 0;
  const check = (from: number) => {
    if (from !== at)
      throw bad(NAME, begin + at, from < at ? 'two tensors overlap' : 'bytes that belong to no tensor');
  };
  for (const i of order) {
    check(ends[i]);
    at = ends[i + 1];
  }
  check(size - begin);
}
