// The core: the only one that talks to the WebAssembly module. Calls go in as words and come out as words; src/wire.hpp
// says what they mean.
import { MicrotomeError, mistake } from './errors.js';
import { loadModule } from './load.js';
import { requestLength, writeRequest } from './request.js';
import { arrayClass, className, describe, makeTables, toNumber } from './tensor.js';

/** @import { Job } from './execute.js' */
/** @import { Argument } from './integers.js' */
/** @import { Bindings } from './load.js' */
/** @import { Source, Tables } from './tensor.js' */
/** @import { Data, InitOptions, OperatorRow } from './types.js' */
/** @import { Views } from './views.js' */

/**
 * An operator version with what is needed to call it.
 * @typedef {object} Version
 * @property {number} row of the operator table
 * @property {string} op `Split-18`
 * @property {OperatorRow} operator
 * @property {{ name: string, input: boolean }[]} parameters in the order of the wire
 */

/** @type {Promise<void> | null} */
let loading = null;
/** @type {Core | null} */
let core = null;

/**
 * @param {InitOptions} [options]
 * @returns {Promise<void>}
 */
export function loadCore(options = {}) {
  loading ??= loadModule(options).then(
    (bindings) => {
      core = new Core(bindings);
    },
    (cause) => {
      loading = null; // the next call may do better
      throw cause;
    },
  );
  return loading;
}

/** The core, which must have been loaded. */
export function getCore() {
  if (core === null) throw mistake('not_initialized', '', '', 'call `await init()` before anything else');
  return core;
}

/**
 * What a caller called an operator, whatever that was.
 * @param {unknown} op_type
 */
export const nameOf = (op_type) => (typeof op_type === 'string' ? op_type : describe(op_type));

/**
 * ASCII, as all text from the core is; TextDecoder is missing in audio worklets.
 * @param {Uint8Array} bytes
 */
const toText = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/**
 * @template T
 * @param {T} value
 * @returns {T}
 */
function deepFreeze(value) {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

export class Core {
  /** @type {Bindings} */ #bindings;
  /** @type {Float64Array} */ #request = new Float64Array(0);
  /** @type {Float64Array} */ #response = new Float64Array(0);
  /** @type {Exclude<Data, string[]>} */ #area = new Uint8Array(0);
  #areaClass = '';
  /** @type {Version[]} */ #versions;
  /** @type {OperatorRow[]} */ operators;
  /** @type {Tables} */ tables;

  /** @param {Bindings} bindings */
  constructor(bindings) {
    this.#bindings = bindings;
    const described = JSON.parse(toText(bindings.describe()));
    this.tables = makeTables(described);
    this.operators = deepFreeze(/** @type {OperatorRow[]} */ (described.operators));
    this.#versions = this.operators.map((operator, row) => ({
      row,
      op: `${operator.op_type}-${operator.since_version}`,
      operator,
      parameters: [
        ...operator.inputs.slice(1).map(({ name }) => ({ name, input: true })),
        ...operator.attributes.map(({ name }) => ({ name, input: false })),
      ],
    }));
  }

  /**
   * The version of an operator that is in effect at an opset; the newest without one.
   * @param {string} op_type
   * @param {string | undefined} domain
   * @param {number | bigint | undefined} opset
   */
  find(op_type, domain, opset) {
    const wanted = domain === '' ? 'ai.onnx' : domain;
    const newest = this.#versions.findLast(
      ({ operator }) => operator.op_type === op_type && (operator.domain === wanted || wanted === undefined),
    );
    if (newest === undefined) {
      const known = [...new Set(this.operators.map((row) => `${row.domain} ${row.op_type}`))].join(', ');
      throw mistake('unknown_operator', nameOf(op_type), '', `not one of ${known}`);
    }
    if (opset === undefined) return newest;
    const number = toNumber(opset);
    const row = Number.isInteger(number) ? this.#bindings.find(newest.row, number) : -1;
    if (row < 0) {
      const oldest = this.#versions.find(({ operator }) => operator.op_type === op_type)?.operator
        .since_version;
      throw mistake(
        'bad_opset',
        nameOf(op_type),
        '',
        `there is no version at opset ${describe(opset)}; the first is ${oldest}`,
      );
    }
    return this.#versions[row];
  }

  /**
   * Plans a call; gives the response's words, which are the caller's.
   * @param {Version} version
   * @param {Source} source
   * @param {(Argument | null)[]} args one per parameter of the version
   * @param {number | undefined} num_outputs of the node
   * @param {readonly number[]} drops axes to drop
   */
  plan(version, source, args, num_outputs, drops) {
    const request = this.#reserve(requestLength(source, args, drops), version.op);
    const count = this.#bindings.plan(writeRequest(request, version.row, source, args, num_outputs, drops));
    if (count === 0) {
      this.#response = new Float64Array(0); // it may have moved before it failed
      throw this.#failure();
    }
    if (count > this.#response.length) this.#response = this.#bindings.response();
    return copyOf(this.#response, count);
  }

  /**
   * Carries out a staged job.
   * @param {Job} job
   * @param {Exclude<Data, string[]>} source
   * @param {readonly any[]} outs of its class, in which those of the job begin at `first`
   * @param {Views} views
   */
  move({ words, begin, end, first, streams }, source, outs, views) {
    const length = end - begin;
    const request = this.#reserve(length + 1, '');
    for (let i = 0; i < length; ++i) request[i] = words[begin + i];
    request[length] = source.byteLength;
    const tiles = this.#bindings.begin(length + 1);
    if (tiles === 0) throw new RangeError('a job that cannot be staged');
    if (this.#response.length === 0) this.#response = this.#bindings.response();
    const response = this.#response;
    const area = this.#areaFor(source);
    const Class = arrayClass(source);
    const { buffer, byteOffset, BYTES_PER_ELEMENT: unit } = source;
    for (let tile = 0; tile < tiles; ++tile) {
      views.of(Class, buffer);
      area.set(views.take(byteOffset + response[1], response[2] / unit), response[0] / unit);
      this.#bindings.step(tile);
      views.of(Class, area.buffer);
      for (let j = 0, at = 3; j < streams; ++j, at += 3) {
        const moved = views.take(area.byteOffset + response[at], response[at + 2] / unit);
        outs[first + j].set(moved, response[at + 1] / unit);
      }
    }
  }

  /** The memory of the staging area: another one after a list of many thousand entries has made it grow. */
  get memory() {
    if (this.#area.length === 0) {
      this.#area = this.#bindings.area();
      this.#areaClass = className(this.#area);
    }
    return this.#area.buffer;
  }

  /**
   * The staging area as an array of the source's class: copies between them are plain memory copies, and no view of the
   * source's bytes is needed, which could be more than an array of bytes can have.
   * @param {Exclude<Data, string[]>} source
   * @returns {any}
   */
  #areaFor(source) {
    const { memory } = this;
    const name = className(source);
    if (this.#areaClass !== name) {
      const { byteOffset, byteLength } = this.#area;
      this.#area = new (arrayClass(source))(memory, byteOffset, byteLength / source.BYTES_PER_ELEMENT);
      this.#areaClass = name;
    }
    return this.#area;
  }

  /**
   * A buffer for a request. Views of wasm memory are detached, and then empty, after a list of many thousand entries has
   * made the memory grow.
   * @param {number} words
   * @param {string} op to blame
   */
  #reserve(words, op) {
    if (words > this.#request.length) {
      const request = this.#bindings.request(Math.max(words, 1024));
      if (request === null)
        throw mistake('out_of_memory', op, '', 'the lists of this call do not fit into memory');
      this.#request = request;
    }
    return this.#request;
  }

  #failure() {
    const [code, op, param, message] = toText(this.#bindings.failure()).split('\n');
    return new MicrotomeError(code, op, param, message);
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
