// The arena: a part of WebAssembly memory where arrays lie that kernels reach without a copy. It has an instance of the module
// to itself, in which nothing is planned, so that this memory never grows and no array is ever detached.
import { bufferOf, byteLengthOf, byteOffsetOf } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { partOf } from './wire.js';

/** @import { Move } from '../types.js' */
/** @import { Instance } from './instance.js' */
/** @import { Views } from '../base/views.js' */

/** Blocks begin at multiples of it, as arrays of every class may. */
const ALIGNMENT = 16;

export class Arena {
  #instance;
  #buffer;
  #begin;
  #size;
  #ranges;
  /** @type {WeakMap<object, Range>} the blocks of the arrays that are handed out */
  #blocks = new WeakMap();
  /** @type {FinalizationRegistry<Range>} */
  #collected = new FinalizationRegistry((block) => this.#ranges.give(block));
  /** @type {WeakMap<object, object>} */
  #lenders = new WeakMap();

  /**
   * @param {Instance} instance
   * @param {number} bytes
   */
  constructor(instance, bytes) {
    const memory = instance.bindings.arena(bytes);
    if (memory.length === 0)
      throw mistake(
        'out_of_memory',
        '',
        'arena',
        `there is no WebAssembly memory of ${bytes} bytes here; 2 GiB are never reached`,
      );
    this.#instance = instance;
    this.#buffer = memory.buffer;
    this.#begin = memory.byteOffset;
    this.#size = memory.length;
    this.#ranges = new Ranges(this.#size);
  }

  /**
   * A new array, of zeros; null if the arena has no room for it.
   * @template {ArrayBufferView} A
   * @param {{ BYTES_PER_ELEMENT: number, new (buffer: ArrayBufferLike, byteOffset: number, length: number): A }} Class
   * @param {number} length
   */
  allocate(Class, length) {
    const bytes = length * Class.BYTES_PER_ELEMENT;
    const block = this.#ranges.take(Math.max(1, Math.ceil(bytes / ALIGNMENT)) * ALIGNMENT);
    if (block === null) return null;
    const begin = this.#begin + block.begin;
    new Uint8Array(this.#buffer, begin, block.end - block.begin).fill(0);
    const array = new Class(this.#buffer, begin, length);
    this.#blocks.set(array, block);
    this.#collected.register(array, block, array);
    return array;
  }

  /**
   * Takes the memory of an array back; false if it has none that was handed out.
   * @param {object} array
   */
  release(array) {
    const block = this.#blocks.get(array);
    if (block === undefined) return false;
    this.#blocks.delete(array);
    this.#collected.unregister(array);
    this.#ranges.give(block);
    return true;
  }

  /**
   * Where in the arena an array lies, whoever made it; -1: elsewhere.
   * @param {unknown} array a typed array
   */
  placeOf(array) {
    if (bufferOf(array) !== this.#buffer) return -1;
    const place = byteOffsetOf(array) - this.#begin;
    return place >= 0 && place + byteLengthOf(array) <= this.#size ? place : -1;
  }

  /**
   * Is any array of a move in the arena?
   * @param {Move} move
   * @param {unknown} whole
   * @param {readonly unknown[]} parts
   */
  hasAny({ streams }, whole, parts) {
    for (let j = 0; j < streams.length; ++j) if (this.placeOf(parts[partOf(streams[j])]) >= 0) return true;
    return this.placeOf(whole) >= 0;
  }

  /**
   * Carries out a staged move of arrays of which any is in the arena.
   * @type {(move: Move, whole: any, parts: readonly any[], views: Views, bits: number) => void}
   */
  move(move, whole, parts, views, bits) {
    this.#instance.move(move, whole, parts, views, bits, this);
  }

  /**
   * Is it an array on the instance's own memory, beside the arena?
   * @param {unknown} array a typed array
   */
  isBeside(array) {
    return bufferOf(array) === this.#buffer && this.placeOf(array) < 0;
  }

  /**
   * Keeps an array from being collected as long as a view that was made of it is there.
   * @param {object} view
   * @param {object} array
   */
  lend(view, array) {
    if (this.placeOf(array) >= 0) this.#lenders.set(view, array);
  }

  /** The error for an array that finds no room. @param {number} bytes */
  full(bytes) {
    const free = this.#ranges.sizes();
    const sum = free.reduce((all, size) => all + size, 0);
    return mistake(
      'arena_full',
      '',
      'dims',
      `${bytes} bytes do not fit: of the arena's ${this.#size} bytes ${sum} are free, ${Math.max(0, ...free)} of them in one piece; release arrays, or ask init for a larger arena`,
    );
  }
}

/** @typedef {{ begin: number, end: number }} Range half-open */

/** Ranges of [0, size) that are taken and given back, first fit. */
export class Ranges {
  /** @type {Range[]} in order; between two of them something is taken */
  #free;

  /** @param {number} size */
  constructor(size) {
    this.#free = [{ begin: 0, end: size }];
  }

  /**
   * Takes the first range that is large enough, or a part of it; null if there is none.
   * @param {number} size 1 or more
   * @returns {Range | null}
   */
  take(size) {
    const i = this.#free.findIndex(({ begin, end }) => end - begin >= size);
    if (i < 0) return null;
    const { begin, end } = this.#free[i];
    if (end - begin === size) this.#free.splice(i, 1);
    else this.#free[i] = { begin: begin + size, end };
    return { begin, end: begin + size };
  }

  /**
   * Gives back what was taken, which merges with what is free beside it.
   * @param {Range} range
   */
  give({ begin, end }) {
    const next = this.#free.findIndex((each) => each.begin >= end);
    const i = next < 0 ? this.#free.length : next;
    const before = this.#free[i - 1];
    const after = this.#free[i];
    const joinsBefore = before?.end === begin;
    const joinsAfter = after?.begin === end;
    this.#free.splice(joinsBefore ? i - 1 : i, Number(joinsBefore) + Number(joinsAfter), {
      begin: joinsBefore ? before.begin : begin,
      end: joinsAfter ? after.end : end,
    });
  }

  /** Sizes of what is free. */
  sizes() {
    return this.#free.map(({ begin, end }) => end - begin);
  }
}
