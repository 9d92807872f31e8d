// An instance of the WebAssembly module: the buffers that words pass through, and moves carried out tile by tile. src/wire.hpp
// says what the words mean.
import { bufferOf, byteLengthOf, byteOffsetOf, CLASSES, className, copyInto } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { AT, BEGIN, COPY, moveLength, SIZE, writeMove } from './wire.js';

/** @import { Arena } from './arena.js' */
/** @import { Bindings } from './load.js' */
/** @import { Data, Move } from '../types.js' */
/** @import { Views } from '../base/views.js' */

export class Instance {
  /** @type {Bindings} */ bindings;
  /** @type {Float64Array} */ #request = new Float64Array(0);
  /** @type {Float64Array} */ #response = new Float64Array(0);
  /** @type {Exclude<Data, string[]>} */ #area = new Uint8Array(0);
  #areaClass = '';
  /** @type {number[]} kept, so that a run allocates nothing */ #places = [];

  /** @param {Bindings} bindings */
  constructor(bindings) {
    this.bindings = bindings;
  }

  get #buffer() {
    return this.bindings.wasmMemory.buffer;
  }

  /**
   * A text that ends with a 0, in ASCII, as all text from the core is; TextDecoder is missing in audio worklets.
   * @param {number} address
   */
  text(address) {
    const bytes = new Uint8Array(this.#buffer, address);
    return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
  }

  /**
   * A buffer for a request; null if memory does not reach that far. Views of wasm memory are detached, and then empty, after a
   * list of many thousand entries has made the memory grow.
   * @param {number} words
   */
  request(words) {
    if (words > this.#request.length) {
      const length = Math.max(words, 1024);
      const address = this.bindings.request(length);
      if (address === 0) return null;
      this.#request = new Float64Array(this.#buffer, address, length);
    }
    return this.#request;
  }

  /**
   * The response, as far as it has been asked for.
   * @param {number} words
   */
  #responseOf(words) {
    if (words > this.#response.length)
      this.#response = new Float64Array(this.#buffer, this.bindings.response(), words);
    return this.#response;
  }

  /**
   * Plans the request; gives the response's words, to be read before the next call, or null if it failed.
   * @param {number} words
   */
  plan(words) {
    const count = this.bindings.plan(words);
    if (count === 0) {
      this.#response = new Float64Array(0); // it may have moved before it failed
      return null;
    }
    return this.#responseOf(count);
  }

  /**
   * Carries out a staged move. What is in the arena needs no copy.
   * @param {Move} move
   * @param {Exclude<Data, string[]>} source
   * @param {readonly any[]} outs one per output of the plan, of the source's class
   * @param {Views} views
   * @param {number} bits of an element
   * @param {Arena | null} arena null: none of these arrays is in it
   */
  move(move, source, outs, views, bits, arena) {
    const { streams } = move;
    const tiles = this.bindings.begin(this.#writeMove(move, source, outs, bits, arena));
    if (tiles === 0) throw new RangeError('a move that cannot be staged');
    const response = this.#responseOf(COPY + COPY * streams.length);
    const name = className(source);
    const Class = CLASSES[name];
    const unit = Class.BYTES_PER_ELEMENT;
    const area = this.#areaFor(name);
    const buffer = bufferOf(source);
    const start = byteOffsetOf(source);
    const isThere = this.#places[streams.length] >= 0;
    for (let tile = 0; tile < tiles; ++tile) {
      if (!isThere) {
        views.of(Class, buffer);
        copyInto(area, views.take(start + response[BEGIN], response[SIZE] / unit), response[AT] / unit);
      }
      this.bindings.step(tile);
      views.of(Class, area.buffer);
      for (let j = 0, copy = COPY; j < streams.length; ++j, copy += COPY) {
        if (this.#places[j] >= 0) continue;
        const moved = views.take(area.byteOffset + response[copy + AT], response[copy + SIZE] / unit);
        copyInto(outs[streams[j].output], moved, response[copy + BEGIN] / unit);
      }
    }
  }

  /**
   * Writes the request to move; gives its length.
   * @param {Move} move
   * @param {Exclude<Data, string[]>} source
   * @param {readonly any[]} outs
   * @param {number} bits
   * @param {Arena | null} arena
   */
  #writeMove(move, source, outs, bits, arena) {
    const { streams } = move;
    const length = moveLength(move);
    const request = this.request(length);
    if (request === null)
      throw mistake('out_of_memory', '', '', 'the lists of this call do not fit into memory');
    const places = this.#places;
    for (let j = 0; j < streams.length; ++j)
      places[j] = arena === null ? -1 : arena.placeOf(outs[streams[j].output]);
    places[streams.length] = arena === null ? -1 : arena.placeOf(source);
    writeMove(request, move, bits, byteLengthOf(source), places);
    return length;
  }

  /** The memory of the staging area: another one after a list of many thousand entries has made it grow. */
  get memory() {
    if (this.#area.length === 0) {
      this.#area = new Uint8Array(this.#buffer, this.bindings.area(), this.bindings.area_bytes());
      this.#areaClass = className(this.#area);
    }
    return this.#area.buffer;
  }

  /**
   * The staging area as an array of the source's class: copies between them are plain memory copies, and no view of the
   * source's bytes is needed, which could be more than an array of bytes can have.
   * @param {string} name
   * @returns {any}
   */
  #areaFor(name) {
    const { memory } = this;
    if (this.#areaClass !== name) {
      const { byteOffset, byteLength } = this.#area;
      const Class = CLASSES[name];
      this.#area = new Class(memory, byteOffset, byteLength / Class.BYTES_PER_ELEMENT);
      this.#areaClass = name;
    }
    return this.#area;
  }
}
