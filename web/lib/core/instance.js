// An instance of the WebAssembly module: the buffers that words pass through, and jobs carried out tile by tile. src/wire.hpp
// says what the words mean.
import { bufferOf, byteLengthOf, byteOffsetOf, CLASSES, className, copyInto } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';

/** @import { Arena } from './arena.js' */
/** @import { Job } from '../move/execute.js' */
/** @import { Bindings } from './load.js' */
/** @import { Data } from '../types.js' */
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
   * Plans the request; gives the response's words, which are the caller's, or null if it failed.
   * @param {number} words
   */
  plan(words) {
    const count = this.bindings.plan(words);
    if (count === 0) {
      this.#response = new Float64Array(0); // it may have moved before it failed
      return null;
    }
    return copyOf(this.#responseOf(count), count);
  }

  /**
   * Carries out a staged job. What has a place in the arena needs no copy.
   * @param {Job} job
   * @param {Exclude<Data, string[]>} source
   * @param {readonly any[]} outs of its class, in which those of the job begin at `first`
   * @param {Views} views
   * @param {Arena | null} arena null: nothing of the job lies there
   */
  move(job, source, outs, views, arena) {
    const { first, streams } = job;
    const tiles = this.bindings.begin(this.#writeJob(job, source, outs, arena));
    if (tiles === 0) throw new RangeError('a job that cannot be staged');
    const response = this.#responseOf(3 + 3 * streams);
    const name = className(source);
    const Class = CLASSES[name];
    const unit = Class.BYTES_PER_ELEMENT;
    const area = this.#areaFor(name);
    const buffer = bufferOf(source);
    const start = byteOffsetOf(source);
    const isThere = this.#places[streams] >= 0;
    for (let tile = 0; tile < tiles; ++tile) {
      if (!isThere) {
        views.of(Class, buffer);
        copyInto(area, views.take(start + response[1], response[2] / unit), response[0] / unit);
      }
      this.bindings.step(tile);
      views.of(Class, area.buffer);
      for (let j = 0, at = 3; j < streams; ++j, at += 3) {
        if (this.#places[j] >= 0) continue;
        const moved = views.take(area.byteOffset + response[at], response[at + 2] / unit);
        copyInto(outs[first + j], moved, response[at + 1] / unit);
      }
    }
  }

  /**
   * The request to move, and where things lie: each output of the job, then the source. Gives the request's length.
   * @param {Job} job
   * @param {Exclude<Data, string[]>} source
   * @param {readonly any[]} outs
   * @param {Arena | null} arena
   */
  #writeJob({ words, begin, end, first, streams }, source, outs, arena) {
    const length = end - begin;
    const request = this.request(length + 2 + streams);
    if (request === null)
      throw mistake('out_of_memory', '', '', 'the lists of this call do not fit into memory');
    const places = this.#places;
    for (let j = 0; j < streams; ++j) places[j] = arena === null ? -1 : arena.placeOf(outs[first + j]);
    places[streams] = arena === null ? -1 : arena.placeOf(source);
    for (let i = 0; i < length; ++i) request[i] = words[begin + i];
    request[length] = byteLengthOf(source);
    request[length + 1] = places[streams];
    for (let j = 0; j < streams; ++j) request[length + 2 + j] = places[j];
    return length + 2 + streams;
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

/**
 * As a plain array: a typed array takes longer to make than a short plan takes to read.
 * @param {Float64Array} words
 * @param {number} count
 */
function copyOf(words, count) {
  /** @type {number[]} */
  const copy = new Array(count);
  for (let i = 0; i < count; ++i) copy[i] = words[i];
  return copy;
}
