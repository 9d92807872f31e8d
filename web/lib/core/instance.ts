// An instance of the WebAssembly module: it plans calls, and carries out moves tile by tile. All views of wasm memory
// are kept here, except arrays of the arena; bindings/bindings.cpp says how long each may be kept.
import {
  bufferOf,
  byteLengthOf,
  byteOffsetOf,
  CLASSES,
  classNameOf,
  copyInto,
  integerClassOf,
  lengthOf,
} from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import type { Views } from '../base/views.ts';
import type { Code } from '../types.ts';
import { whoTakes } from './operators.ts';
import {
  AT,
  BEGIN,
  BYTES,
  COPY,
  endOf,
  FIRST,
  PACKED,
  type Records,
  SPACING,
  STREAMS,
  TENSOR,
} from './record.ts';
import { type Request, VIEWS } from './request.ts';
import { DTYPES } from './tables.ts';
import { Decision, type OutputView, readViews } from './wire.ts';

/** The exports of bindings/bindings.cpp, which explains each, and two functions of Emscripten. */
export interface Bindings {
  stackSave(): number;
  stackRestore(pointer: number): void;
  request(words: number): Float64Array;
  plan(words: number): number;
  response(): Float64Array;
  failure(): Uint8Array;
  begin(words: number): number;
  moveTile(tile: number): number;
  area(): Uint8Array;
  arena(bytes: number): Uint8Array<ArrayBuffer>;
}

/** Words of the first buffer for requests, enough for most calls. */
const LEAST_REQUEST = 1024;
/** Up to this number, words are copied one by one. */
const MOST_IN_LOOP = 256;
/** Places that are counted from one view stay 32-bit integers. */
const MOST_REACH = 2 ** 30;
/** Up to this number, bytes of packed rows are copied faster one by one than by `set`, which needs a view of them. */
const MOST_IN_SHORT = 16;

/**
 * Stands for a view that must be taken again. It is stored before the new view is taken: if the stack overflows there, the next call
 * must not find the old one.
 */
const NO_WORDS = new Float64Array(0);

export class Instance {
  readonly bindings: Bindings;
  /** The exports of the WebAssembly, which secondary modules import. */
  readonly exports: WebAssembly.Exports;
  /** Where the C stack is empty. */
  readonly #stack: number;
  #request: Float64Array = NO_WORDS;
  #response: Float64Array = NO_WORDS;
  /** The staging area, by class of the view. */
  #staging: Record<string, any> = { Uint8Array: new Uint8Array(0) };

  constructor(bindings: Bindings, exports: WebAssembly.Exports) {
    this.bindings = bindings;
    this.exports = exports;
    this.#stack = bindings.stackSave();
  }

  /** The buffer for a request of so many words. Every call of the core begins with it. */
  requestOf(words: number): Float64Array {
    this.bindings.stackRestore(this.#stack); // an earlier call may not have returned
    if (words > this.#request.length) {
      this.#request = NO_WORDS;
      this.#request = this.bindings.request(Math.max(words, LEAST_REQUEST));
      if (this.#request.length === 0)
        throw new Mistake('out_of_memory', 'the lists of this call do not fit into memory', '');
    }
    return this.#request;
  }

  /** The response that comes with a number, which is negative if the buffer of responses has moved. */
  responseOf(number: number): Float64Array {
    if (number < 0) this.#response = NO_WORDS;
    if (this.#response.length === 0) this.#response = this.bindings.response();
    return this.#response;
  }

  plan(request: Request): Decision {
    return this.decisionOf(request, this.ask(request));
  }

  /** The core's decision. @param count the result of ask() */
  decisionOf(request: Request, count: number): Decision {
    const converts = request.conversion !== null;
    return new Decision(this.responseOf(count), Math.abs(count), DTYPES[request.outType], converts);
  }

  /** Where the outputs of a cut are. */
  planViews(request: Request): OutputView[] {
    request.addFlag(VIEWS);
    return readViews(this.responseOf(this.ask(request)));
  }

  /** Lets the core plan a request. Returns what responseOf() takes: the number of words in the response. */
  ask({ words, length, tensors, nameAxis, version, usage }: Request): number {
    const request = this.requestOf(length);
    if (length > MOST_IN_LOOP) copyInto(request, words.subarray(0, length), 0);
    else for (let i = 0; i < length; ++i) request[i] = words[i]; // the view that `set` needs takes longer
    const count = this.bindings.plan(length);
    if (count !== 0) return count;
    const [code, param, what, rest, axis] = String.fromCharCode(...this.bindings.failure()).split('\n');
    const said = axis === undefined ? inTheirWords(what, tensors) : `${what}, ${nameAxis(+axis)},${rest}`;
    const isFunction = code === 'bad_type' && usage !== undefined; // a node has the version of its model
    const advice = isFunction ? whoTakes(version, DTYPES[tensors[0].type].name) : '';
    throw new Mistake(code as Code, said + advice, param);
  }

  /**
   * Carries out a staged move.
   * @param words
   * @param record where its record begins
   * @param whole
   * @param parts of the whole's class, unless elements are converted
   * @param views
   * @param offsetOf an array's offset in the arena, where it needs no copy; -1: elsewhere. null: no array is in the
   *   arena
   * @param conversion how elements are converted: the end of the request. null: they are not
   * @returns how many runs were copied out; -1: an integer does not fit
   */
  move(
    words: Records,
    record: number,
    whole: any,
    parts: readonly any[],
    views: Views,
    offsetOf: ((array: unknown) => number) | null,
    conversion: Float64Array | null,
  ): number {
    let tiles = this.#begin(words, record, whole, parts, offsetOf, conversion);
    // parts that move together may surround the whole in the arena: then they move as if they were outside of it
    if (tiles === 0 && offsetOf !== null) tiles = this.#begin(words, record, whole, parts, null, conversion);
    if (tiles === 0) throw new RangeError('a move that cannot be staged');
    const response = this.responseOf(tiles);
    const first = words[record + FIRST];
    const name = classNameOf(whole);
    const staging = this.stagingFor(name);
    const partStaging = conversion === null ? staging : this.stagingFor(classNameOf(parts[first]));
    let at = 0;
    let copied = 0;
    for (let tile = 0; tile < Math.abs(tiles); ++tile) {
      copyAll(response, at, words, record, whole, parts, views, staging, partStaging, true);
      if (this.bindings.moveTile(tile) === 0) return -1; // src/move/staging.cpp moves the tile
      copied += response[0];
      at = copyAll(response, 0, words, record, whole, parts, views, staging, partStaging, false);
    }
    return copied;
  }

  /** Sends a record back, with the arrays, which the core does not know. Returns what responseOf() takes. */
  #begin(
    words: Records,
    record: number,
    whole: any,
    parts: readonly any[],
    offsetOf: ((array: unknown) => number) | null,
    conversion: Float64Array | null,
  ): number {
    const first = words[record + FIRST];
    const streams = words[record + STREAMS];
    const end = endOf(words, record);
    const sizeOf = conversion === null ? byteLengthOf : lengthOf; // a conversion counts elements, or packed bytes
    const request = this.requestOf(end - record + 3 + streams + (conversion?.length ?? 0));
    let at = 0;
    for (let i = record; i < end; ++i) request[at++] = words[i];
    request[at++] = sizeOf(whole);
    request[at++] = sizeOf(parts[first]);
    request[at++] = offsetOf === null ? -1 : offsetOf(whole);
    for (let j = 0; j < streams; ++j) request[at++] = offsetOf === null ? -1 : offsetOf(parts[first + j]);
    if (conversion === null) return this.bindings.begin(at);
    copyInto(request, conversion, at);
    return this.bindings.begin(at + conversion.length);
  }

  /** The memory of the staging area, which is another buffer after it has grown. */
  get memory(): ArrayBufferLike {
    if (this.#staging.Uint8Array.length === 0) this.#staging = { Uint8Array: this.bindings.area() };
    return this.#staging.Uint8Array.buffer;
  }

  /**
   * The staging area as an array of a tensor's class. Copies between them are plain memory copies. They need no view of
   * the whole as bytes, which could be longer than a byte array may be.
   */
  stagingFor(name: string): any {
    const { memory } = this;
    const { byteOffset, byteLength } = this.#staging.Uint8Array;
    const Class = CLASSES[name];
    this.#staging[name] ??= new Class(memory, byteOffset, byteLength / Class.BYTES_PER_ELEMENT);
    return this.#staging[name];
  }
}

/**
 * Carries out the list of copies at `at`, into the staging area or out of it. `staging` has the whole's class,
 * `partStaging` that of the parts. Returns where the list ends.
 */
function copyAll(
  response: Float64Array,
  at: number,
  words: Records,
  record: number,
  whole: any,
  parts: readonly any[],
  views: Views,
  staging: any,
  partStaging: any,
  isIn: boolean,
): number {
  const first = words[record + FIRST];
  const isPacked = words[record + PACKED] > 0;
  const read = isIn ? BEGIN : AT;
  const written = isIn ? AT : BEGIN;
  let [array, tile, from, to, Class, memory]: any[] = [];
  let unit = 1;
  let start = 0;
  let isShort = false;
  let last = Number.NaN; // there may be many copies of one tensor
  for (let left = response[at++]; left > 0; --left, at += COPY) {
    const j = response[at + TENSOR];
    if (j !== last) {
      array = j < 0 ? whole : parts[first + j];
      tile = j < 0 ? staging : partStaging;
      from = isIn ? array : tile;
      to = isIn ? tile : array;
      Class = tile.constructor;
      unit = tile.BYTES_PER_ELEMENT;
      memory = bufferOf(from);
      start = byteOffsetOf(from);
      isShort = isPacked && unit === 1 && lengthOf(array) < 2 ** 31;
      last = j;
    }
    const bytes = response[at + BYTES];
    if (response[at + SPACING] > 0) copySpaced(response, at, array, tile, views, isIn);
    else if (isShort && bytes <= MOST_IN_SHORT)
      copyShort(from, response[at + read] | 0, to, response[at + written] | 0, bytes | 0);
    else {
      const view = views.take(Class, memory, start + response[at + read], bytes / unit);
      copyInto(to, view, response[at + written] / unit);
    }
  }
  return at;
}

function copyShort(from: Uint8Array, a: number, to: Uint8Array, b: number, length: number): void {
  for (let i = 0; i < length; ++i) to[b + i] = from[a + i];
}

/** Copies entries that have gaps between them in the tensor, word by word. */
function copySpaced(
  response: Float64Array,
  at: number,
  array: any,
  tile: any,
  views: Views,
  isIn: boolean,
): void {
  const unit = tile.BYTES_PER_ELEMENT;
  const spacing = response[at + SPACING];
  const all = response[at + BYTES] / unit;
  const most = Math.ceil(MOST_REACH / spacing);
  for (let i = 0; i < all; i += most) {
    const count = Math.min(most, all - i);
    const Integers = integerClassOf(array);
    const width = Integers.BYTES_PER_ELEMENT;
    const f = (spacing / width) | 0;
    const t = (unit / width) | 0;
    const begin = byteOffsetOf(array) + response[at + BEGIN] + i * spacing;
    const place = byteOffsetOf(tile) + response[at + AT] + i * unit;
    const spaced = views.take(Integers, bufferOf(array), begin, (count - 1) * f + t);
    const dense = views.take(Integers, bufferOf(tile), place, count * t);
    // An entry of 8 bytes is a pair of integers. Others make pairs across both halves of the list.
    const pairs = (t > 1 ? count : (count + 1) / 2) | 0;
    const half = (count - pairs) | 0;
    const f1 = t > 1 ? 1 : (half * f) | 0;
    const t1 = t > 1 ? 1 : (half * t) | 0;
    if (isIn) copyPairs(spaced, f, f1, dense, t, t1, pairs);
    else copyPairs(dense, t, t1, spaced, f, f1, pairs);
  }
}

/**
 * Copies pairs of words. `f` and `t` are the strides from pair to pair, `f1` and `t1` those from the first word of a pair
 * to the second. Two pairs at a time take less time.
 */
function copyPairs(from: any, f: number, f1: number, to: any, t: number, t1: number, pairs: number): void {
  let a = 0;
  let b = 0;
  let k = pairs;
  for (; k > 1; k -= 2, a += 2 * f, b += 2 * t) {
    to[b] = from[a];
    to[b + t1] = from[a + f1];
    to[b + t] = from[a + f];
    to[b + t + t1] = from[a + f + f1];
  }
  if (k === 0) return;
  to[b] = from[a];
  to[b + t1] = from[a + f1];
}

/** A message of the core, with the types as the caller spells them. */
const inTheirWords = (what: string, tensors: Request['tensors']) =>
  tensors.reduce((text, { type, named }) => {
    const { name } = DTYPES[type];
    return typeof named !== 'string' || named === name
      ? text
      : text.replace(new RegExp(`\\b${name}\\b`), named);
  }, what);
