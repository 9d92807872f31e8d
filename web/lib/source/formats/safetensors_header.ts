// The JSON header of a safetensors file, which may come from a stranger: no key may be there twice, and little of it is held at a time.

import type { Mistake } from '../../base/mistake.ts';
import type { MetadataValue } from '../source_types.ts';
import { bad, quote } from './check.ts';
import type { Budget, FileBytes } from './format.ts';

export const NAME = 'safetensors';

// JSON.parse keeps the last of two equal keys, but other readers the first.
export const equalKeys = () => bad(NAME, 0, 'its JSON has two equal keys');

/** Bytes of what is said of a tensor, and far more than that takes. */
const MOST_INFO = 2 ** 14;
const TOO_MUCH = `has more than ${MOST_INFO} bytes in the header`;

const [QUOTE, BACKSLASH, OPEN, CLOSE, COLON, COMMA, LIST] = Array.from('"\\{}:,[', (each) =>
  each.charCodeAt(0),
);
/** From an opening bracket to its closing one. */
const TO_CLOSE = CLOSE - OPEN;
/** Brackets in brackets: no file in use has as many. */
const MOST_DEPTH = 512;
const WORD = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)$/;
const NULL = Array.from('null', (each) => each.charCodeAt(0));
/** A byte order mark. */
const MARK = [0xef, 0xbb, 0xbf];
const SPACES = [0x20, 0x0a, 0x0d, 0x09];
/** Characters that may follow a number. */
const ENDS = [...SPACES, COMMA, CLOSE, LIST + TO_CLOSE];
const [FIRST_PRINTABLE, FIRST_BEYOND_ASCII] = [0x20, 0x80];
const [U, ...ESCAPED] = Array.from('u"\\/bfnrt', (each) => each.charCodeAt(0));

/**
 * A header, or an index, read tensor by tensor: objects for all that a hostile one may hold would take 40 times its
 * bytes.
 */
export class Header {
  readonly #bytes: Uint8Array;
  readonly #budget: Budget;
  readonly #facts: FileBytes['facts'];
  readonly #notJson: () => Mistake;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #at = 0;

  constructor(
    bytes: Uint8Array,
    { budget, facts }: FileBytes,
    notJson = () => bad(NAME, 8, 'the header is not JSON'),
  ) {
    this.#bytes = bytes;
    this.#budget = budget;
    this.#facts = facts;
    this.#notJson = notJson;
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
        this.#metadata();
      } else yield [name, this.#info(name)];
    }
    this.#end();
  }

  /** The file of each tensor, as the `weight_map` of an index says. All else in it is skipped. */
  *places(): Generator<[name: string, file: unknown], void, void> {
    let hasMap = false;
    for (let i = 0; i < MARK.length && this.#bytes[i] === MARK[i]; ++i) this.#at = i + 1;
    for (const key of this.#keys()) {
      const name = this.#parse(key, this.#at);
      this.#take(COLON);
      if (name === 'metadata') this.#anyMetadata();
      else if (name !== 'weight_map') this.#skip();
      else if (hasMap) throw equalKeys();
      else {
        hasMap = true;
        for (const key of this.#keys()) {
          const name = this.#parse(key, this.#at) as string;
          this.#take(COLON);
          this.#space();
          const from = this.#at;
          if (this.#bytes[from] !== QUOTE)
            throw bad(NAME, from, `weight_map must name the file of tensor ${quote(name)}`);
          this.#skipString();
          yield [name, this.#parse(from, this.#at)];
        }
      }
    }
    this.#end();
    if (!hasMap) throw this.#notJson();
  }

  #end(): void {
    this.#space();
    if (this.#at < this.#bytes.length) throw this.#notJson();
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
      if (byte === undefined) throw this.#notJson();
      if (this.#at > most) wrong(name, TOO_MUCH);
    } while (depth > 0);
    return this.#bytes[from] === OPEN ? this.#parse(from, this.#at) : wrong(name, MUST_HAVE);
  }

  #metadata(): void {
    this.#space();
    if (NULL.every((byte, i) => this.#bytes[this.#at + i] === byte)) {
      this.#at += NULL.length;
      return;
    }
    if (this.#bytes[this.#at] !== OPEN) throw bad(NAME, 8, MUST_BE_STRINGS);
    let count = 0;
    for (const key of this.#keys()) {
      this.#budget.keep();
      const name = this.#parse(key, this.#at) as string;
      this.#take(COLON);
      this.#space();
      const from = this.#at;
      if (this.#bytes[from] !== QUOTE) throw bad(NAME, 8, MUST_BE_STRINGS);
      this.#skipString();
      this.#facts.set(name, { value: this.#parse(from, this.#at) as string });
      if (this.#facts.size === count++) throw equalKeys();
    }
  }

  /** The metadata of an index, which may have any values: lists and objects are left out. */
  #anyMetadata(): void {
    this.#space();
    if (this.#bytes[this.#at] !== OPEN) {
      this.#skip();
      return;
    }
    for (const key of this.#keys()) {
      this.#budget.keep();
      const name = this.#parse(key, this.#at) as string;
      this.#take(COLON);
      this.#space();
      const from = this.#at;
      this.#skip();
      if (![OPEN, LIST].includes(this.#bytes[from]))
        this.#facts.set(name, { value: this.#parse(from, this.#at) as MetadataValue });
    }
  }

  /** Passes over a value of any kind. */
  #skip(): void {
    const open: number[] = []; // brackets that are to come
    do {
      this.#space();
      const byte = this.#bytes[this.#at];
      if (byte === OPEN || byte === LIST) {
        this.#at += 1;
        if (!this.#has(byte + TO_CLOSE)) {
          if (open.push(byte + TO_CLOSE) > MOST_DEPTH) throw this.#notJson();
          if (byte === OPEN) this.#skipKey();
          continue;
        }
      } else if (byte === QUOTE) this.#skipString();
      else this.#skipWord();
      while (open.length > 0 && !this.#has(COMMA)) this.#take(open.pop() as number);
      if (open.at(-1) === CLOSE) this.#skipKey();
    } while (open.length > 0);
  }

  #skipKey(): void {
    this.#space();
    this.#skipString();
    this.#take(COLON);
  }

  /** Passes over a number, `true`, `false` or `null`. */
  #skipWord(): void {
    const from = this.#at;
    while (this.#at < this.#bytes.length && !ENDS.includes(this.#bytes[this.#at])) this.#at += 1;
    if (!WORD.test(this.#text(from, this.#at))) throw this.#notJson();
  }

  /** A part of the header, of few bytes. No object in it may have two equal keys. */
  #parse(from: number, to: number): unknown {
    return parseJson(this.#text(from, to), this.#bytes.subarray(from, to), this.#notJson());
  }

  #skipString(): void {
    const bytes = this.#bytes;
    const from = this.#at;
    if (bytes[from] !== QUOTE) throw this.#notJson();
    let isAscii = true;
    let at = from + 1;
    for (; bytes[at] !== QUOTE; ++at) {
      if (!(bytes[at] >= FIRST_PRINTABLE)) throw this.#notJson(); // also at the end of the header
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
    if (byte !== U || !/^[\da-f]{4}$/i.test(digits)) throw this.#notJson();
    return 5;
  }

  #text(from: number, to: number): string {
    try {
      return this.#decoder.decode(this.#bytes.subarray(from, to));
    } catch {
      throw this.#notJson();
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
    if (!this.#has(byte)) throw this.#notJson();
  }
}

/** A JSON text and its bytes. No object in it may have two equal keys. */
function parseJson(text: string, bytes: Uint8Array, otherwise: Mistake): unknown {
  let parsed: unknown;
  let keys: number;
  try {
    parsed = JSON.parse(text);
    keys = keysIn(parsed);
  } catch {
    throw otherwise;
  }
  if (keys !== countColons(bytes)) throw equalKeys();
  return parsed;
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
export const MUST_HAVE = 'must have a dtype, a shape of sizes, and data_offsets [begin, end]';

export function wrong(name: string, what: string): never {
  throw bad(NAME, 8, `tensor ${quote(name)} ${what}`);
}
