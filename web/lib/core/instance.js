// An instance of the WebAssembly module, and the only one that talks to it: calls are planned, and moves are carried out tile by
// tile. Views of wasm memory are kept until they are detached, and then empty, after a list of many thousand entries has made the
// memory grow.
import { bufferOf, byteLengthOf, byteOffsetOf, CLASSES, className, copyInto } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { DTYPES } from './tables.js';
import {
  AT,
  BEGIN,
  COPY,
  moveLength,
  partOf,
  planRequest,
  readDecided,
  SIZE,
  TENSOR,
  writeMove,
} from './wire.js';

/** @import { Arena } from './arena.js' */
/** @import { Bindings } from './core.js' */
/** @import { Version } from './operators.js' */
/** @import { Argument } from '../input/integers.js' */
/** @import { Spread } from '../input/outs.js' */
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
   * @param {readonly Source[]} sources
   * @param {(Argument | null)[]} args one per parameter of the version
   * @param {number | undefined} num_outputs of the node
   * @param {readonly number[]} drops axes to drop
   * @param {readonly (Spread | null)[]} spreads of the outputs
   */
  plan(version, sources, args, num_outputs, drops, spreads) {
    const request = planRequest(version.row, sources, args, num_outputs, drops, spreads);
    this.#requestOf(request.length, version.op).set(request);
    const words = this.bindings.plan(request.length);
    if (words > 0) {
      const areStrings = DTYPES[sources[0].type].bits === 0;
      return readDecided(this.#responseOf(words), areStrings, version.joins);
    }
    this.#response = new Float64Array(0); // it may have moved before it failed
    const [code, param, what] = String.fromCharCode(...this.bindings.failure()).split('\n');
    throw mistake(/** @type {Code} */ (code), version.op, param, what);
  }

  /**
   * Carries out a staged move. What is in the arena needs no copy.
   * @param {Move} move
   * @param {Exclude<Data, string[]>} whole
   * @param {readonly any[]} parts of the whole's class
   * @param {Views} views
   * @param {number} bits of an element
   * @param {Arena | null} arena null: none of these arrays is in it
   */
  move(move, whole, parts, views, bits, arena) {
    const tiles = this.bindings.begin(this.#writeMove(move, whole, parts, bits, arena));
    if (tiles === 0) throw new RangeError('a move that cannot be staged');
    const response = this.#responseOf(1); // with room for the copies of any tile
    const name = className(whole);
    const Class = CLASSES[name];
    const area = this.#areaFor(name);
    let at = 0;
    for (let tile = 0; tile < tiles; ++tile) {
      at = this.#copyIn(response, at, move, whole, parts, views, Class, area);
      this.bindings.step(tile);
      at = this.#copyOut(response, move, whole, parts, views, Class, area);
    }
  }

  /**
   * Copies what the list at `at` says into the staging area. Returns where the list ends.
   * @param {Float64Array} response
   * @param {number} at
   * @param {Move} move
   * @param {any} whole
   * @param {readonly any[]} parts
   * @param {Views} views
   * @param {any} Class
   * @param {any} area
   */
  #copyIn(response, at, { streams }, whole, parts, views, Class, area) {
    const unit = Class.BYTES_PER_ELEMENT;
    let start = 0;
    let last = Number.NaN; // there may be many copies of one tensor
    for (let left = response[at++]; left > 0; --left, at += COPY) {
      const j = response[at + TENSOR];
      if (j !== last) {
        const array = j < 0 ? whole : parts[partOf(streams[j])];
        views.of(Class, bufferOf(array));
        start = byteOffsetOf(array);
        last = j;
      }
      const bytes = views.take(start + response[at + BEGIN], response[at + SIZE] / unit);
      copyInto(area, bytes, response[at + AT] / unit);
    }
    return at;
  }

  /**
   * Copies what the first list says out of the staging area. Returns where the list ends.
   * @param {Float64Array} response
   * @param {Move} move
   * @param {any} whole
   * @param {readonly any[]} parts
   * @param {Views} views
   * @param {any} Class
   * @param {any} area
   */
  #copyOut(response, { streams }, whole, parts, views, Class, area) {
    const unit = Class.BYTES_PER_ELEMENT;
    const start = area.byteOffset;
    let at = 0;
    views.of(Class, area.buffer);
    for (let left = response[at++]; left > 0; --left, at += COPY) {
      const j = response[at + TENSOR];
      const moved = views.take(start + response[at + AT], response[at + SIZE] / unit);
      copyInto(j < 0 ? whole : parts[partOf(streams[j])], moved, response[at + BEGIN] / unit);
    }
    return at;
  }

  /**
   * Writes the request to move; gives its length.
   * @param {Move} move
   * @param {Exclude<Data, string[]>} whole
   * @param {readonly any[]} parts
   * @param {number} bits
   * @param {Arena | null} arena
   */
  #writeMove(move, whole, parts, bits, arena) {
    const { streams } = move;
    const length = moveLength(move);
    const request = this.#requestOf(length, '');
    const places = this.#places;
    for (let j = 0; j < streams.length; ++j)
      places[j] = arena === null ? -1 : arena.placeOf(parts[partOf(streams[j])]);
    places[streams.length] = arena === null ? -1 : arena.placeOf(whole);
    const partBytes = byteLengthOf(parts[partOf(streams[0])]);
    return writeMove(request, move, bits, byteLengthOf(whole), partBytes, places);
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
   * The staging area as an array of the tensors' class: copies between them are plain memory copies, and no view of the
   * whole's bytes is needed, which could be more than an array of bytes can have.
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
