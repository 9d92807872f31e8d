// The arrays of `out` of a soak: carved from regions that are made once, one of them in the arena, with guards around each, and
// between the elements of those that have strides.

import { bitsOf, bytesOf, entriesOf } from '../../docs/rules/elements.js';
import { STRING_BYTES } from '../random/cuts.js';
import { dense, writable } from '../random/layouts.js';
import { eachRow } from '../random/oracle.js';

/** @import { Limits } from '../random/cuts.js' */
/** @import { Placed } from '../random/layouts.js' */
/** @import { Random } from '../random/random.js' */
/** @import { Library } from '../random/spell.js' */

/** @typedef {any} Any */
/** @typedef {{ data: Any, layout: Placed }} Spread */

const GUARD = 0xa5;
const GUARD_BYTES = 16;
const ALIGNMENT = 16;

export class Outs {
  #library;
  #regions;
  /** @type {Uint8Array} the region that the last arrays are in */ #region;
  /** @type {{ begin: number, end: number }[]} where they are in it, in bytes */ #places = [];

  /** @param {Limits} limits @param {Library} library whose arena holds some of them */
  constructor({ bytes, pieces, arena }, library) {
    this.#library = library;
    this.#region = new Uint8Array(bytes + 64 + pieces * (ALIGNMENT + GUARD_BYTES));
    this.#regions = /** @type {Uint8Array[]} */ ([this.#region]);
    if (arena > 0) this.#regions.push(library.allocate('uint8', [arena >> 2]));
    for (const region of this.#regions) region.fill(GUARD); // pages are resident when they have been touched
  }

  /**
   * Arrays of these lengths, of the class of an input's data.
   * @param {Random} random
   * @param {Any} data
   * @param {readonly number[]} lengths
   * @returns {Any[]}
   */
  carve(random, data, lengths) {
    this.#places = [];
    if (Array.isArray(data)) return lengths.map((length) => new Array(length).fill('guard'));
    let end = 0;
    this.#places = lengths.map((length) => {
      const begin = ALIGNMENT * Math.ceil((end + GUARD_BYTES) / ALIGNMENT);
      end = begin + length * data.BYTES_PER_ELEMENT;
      return { begin, end };
    });
    const region = random.pick(this.#regions.filter(({ length }) => length >= end + GUARD_BYTES));
    this.#region = region.fill(GUARD, 0, end + GUARD_BYTES);
    const { buffer, byteOffset } = region;
    return this.#places.map(({ begin }, i) => new data.constructor(buffer, byteOffset + begin, lengths[i]));
  }

  /**
   * Arrays with elements anywhere in them, and where they are, of types whose elements are whole bytes.
   * @param {Random} random
   * @param {string} type
   * @param {Any} data
   * @param {readonly (readonly number[])[]} shapes
   * @returns {Spread[]}
   */
  carveSpread(random, type, data, shapes) {
    const room = this.#regions[0].length - shapes.length * (ALIGNMENT + GUARD_BYTES) - 64;
    const lengthsOf = (/** @type {Placed[]} */ layouts) =>
      layouts.map(({ extent }) => entriesOf(type, extent));
    const wide = shapes.map((shape) => writable(random, shape));
    const entries = lengthsOf(wide).reduce((sum, length) => sum + length, 0);
    const fits = entries * (data.BYTES_PER_ELEMENT ?? STRING_BYTES) <= room;
    const layouts = fits ? wide : shapes.map(dense);
    return this.carve(random, data, lengthsOf(layouts)).map((array, i) => ({
      data: array,
      layout: layouts[i],
    }));
  }

  end() {
    for (const region of this.#regions.slice(1)) this.#library.release(region);
  }

  /** Nothing may have been written beside the arrays. */
  checkGuards() {
    const end = this.#places.at(-1)?.end ?? 0;
    let at = 0;
    for (const place of [...this.#places, { begin: end + GUARD_BYTES, end }]) {
      this.#checkBytes(at, place.begin, 'written beside an output');
      at = place.end;
    }
  }

  /** Nothing may have been written beside the elements. @param {string} type @param {readonly Spread[]} spreads that were carved last */
  checkSpread(type, spreads) {
    const width = bitsOf(type) / 8;
    for (const { data, layout } of spreads) {
      const list = Array.isArray(data) ? data : bytesOf(data);
      eachRow(layout, (_, from, size, step) => {
        for (let i = 0, at = from; i < size; ++i, at += step)
          if (Array.isArray(data)) data[at] = 'guard';
          else list.fill(GUARD, at * width, (at + 1) * width);
        return false;
      });
    }
    this.checkUntouched(
      spreads.map(({ data }) => data),
      'written beside an output',
    );
  }

  /** Nothing may have been written at all. @param {readonly Any[]} arrays that were carved last @param {string} [otherwise] */
  checkUntouched(arrays, otherwise = 'a failed call has written') {
    const isWritten = (/** @type {unknown} */ text) => text !== 'guard';
    if (arrays.some((array) => Array.isArray(array) && array.some(isWritten))) throw new Error(otherwise);
    this.#checkBytes(0, (this.#places.at(-1)?.end ?? 0) + GUARD_BYTES, otherwise);
  }

  /** @param {number} begin @param {number} end @param {string} otherwise */
  #checkBytes(begin, end, otherwise) {
    for (let at = begin; at < end; ++at) if (this.#region[at] !== GUARD) throw new Error(otherwise);
  }
}
