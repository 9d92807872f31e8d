// An instance of the WebAssembly module, and the only one that talks to it: calls are planned, and moves are carried out tile by
// tile. Views of wasm memory are kept until they are detached, and then empty, after a list of many thousand entries has made the
// memory grow.
import { bufferOf, byteLengthOf, byteOffsetOf, CLASSES, className, copyInto } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { DTYPES } from './tables.js';
import { AT, BEGIN, COPY, moveLength, planRequest, readDecided, SIZE, writeMove } from './wire.js';

/** @import { Arena } from './arena.js' */
/** @import { Bindings } from './core.js' */
/** @import { Version } from './operators.js' */
/** @import { Argument } from '../input/integers.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Code, Data, Move } from '../types.js' */
/** @import { Views } from '../base/views.js' */

/** Words of the first buffer for requests, which most calls get by with. */
const LEAST_REQUEST = 1024;

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

  /**
   * The buffer for a request.
   * @param {number} words
   * @param {string} op to blame
   */
  #requestOf(words, op) {
    if (words > this.#request.length) {
      this.#request = this.bindings.request(Math.max(words, LEAST_REQUEST));
      if (this.#request.length === 0)
        throw mistake('out_of_memory', op, '', 'the lists of this call do not fit into memory');
    }
    return this.#request;
  }

  /**
   * The buffer of responses. It moves only when it grows, so one that is long enough is where it was.
   * @param {number} words
   */
  #responseOf(words) {
    if (words > this.#response.length) this.#response = this.bindings.response();
    return this.#response;
  }

  /**
   * Plans a call.
   * @param {Version} version
   * @param {Source} source
   * @param {(Argument | null)[]} args one per parameter of the version
   * @param {number | undefined} num_outputs of the node
   * @param {readonly number[]} drops axes to drop
   */
  plan(version, source, args, num_outputs, drops) {
    const request = planRequest(version.row, source, args, num_outputs, drops);
    this.#requestOf(request.length, version.op).set(request);
    const words = this.bindings.plan(request.length);
    if (words > 0) return readDecided(this.#responseOf(words), DTYPES[source.type].bits === 0);
    this.#response = new Float64Array(0); // it may have moved before it failed
    const [code, param, what] = String.fromCharCode(...this.bindings.failure()).split('\n');
    throw mistake(/** @type {Code} */ (code), version.op, param, what);
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
    const request = this.#requestOf(length, '');
    const places = this.#places;
    for (let j = 0; j < streams.length; ++j)
      places[j] = arena === null ? -1 : arena.placeOf(outs[streams[j].output]);
    places[streams.length] = arena === null ? -1 : arena.placeOf(source);
    writeMove(request, move, bits, byteLengthOf(source), places);
    return length;
  }

  /** The memory of the staging area: another one after it has grown. */
  get memory() {
    if (this.#area.length === 0) {
      this.#area = this.bindings.area();
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
