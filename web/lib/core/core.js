// The core: the only one that talks to the WebAssembly module. Calls go in as words and come out as words; src/wire.hpp
// says what they mean.

import { mistake } from '../base/mistake.js';
import { describe, toNumber } from '../base/read.js';
import { Arena } from './arena.js';
import { Instance } from './instance.js';
import { loadModule } from './load.js';
import { makeTables } from './tables.js';
import { planRequest, readDecided } from './wire.js';

/** @import { Argument } from '../input/integers.js' */
/** @import { Loaded } from './load.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Described, Tables } from './tables.js' */
/** @import { Code, Data, InitOptions, Move, OperatorRow } from '../types.js' */
/** @import { Views } from '../base/views.js' */

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
  loading ??= loadModule(options, makeCore).catch((cause) => {
    loading = null; // the next call may do better
    throw cause;
  });
  return loading;
}

/** @param {Loaded} loaded */
function makeCore({ bindings, tables, arena }) {
  const room = arena && new Arena(new Instance(arena.bindings), arena.bytes);
  core = new Core(new Instance(bindings), tables, room);
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
export const nameOf = (op_type) => (typeof op_type === 'string' ? op_type.slice(0, 40) : describe(op_type));

/**
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function deepFreeze(value) {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

export class Core {
  #instance;
  #bindings;
  /** where `allocate` finds room; null: `init` was not asked for it */
  arena;
  /** @type {Version[]} */ #versions;
  /** @type {OperatorRow[]} */ operators;
  /** @type {Tables} */ tables;

  /**
   * @param {Instance} instance
   * @param {Described} described
   * @param {Arena | null} arena
   */
  constructor(instance, described, arena) {
    this.#instance = instance;
    this.#bindings = instance.bindings;
    this.arena = arena;
    this.tables = makeTables(described);
    this.operators = described.operators;
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
    const all = this.#versions.filter(
      ({ operator }) => operator.op_type === op_type && (operator.domain === wanted || wanted === undefined),
    );
    if (all.length === 0) {
      const known = [...new Set(this.operators.map((row) => `${row.domain} ${row.op_type}`))].join(', ');
      const where = wanted === undefined ? '' : ` in domain ${describe(wanted)}`;
      throw mistake('unknown_operator', nameOf(op_type), '', `no such operator${where}; known are ${known}`);
    }
    const number = opset === undefined ? Number.MAX_VALUE : toNumber(opset);
    const version = all.findLast(
      ({ operator }) => Number.isInteger(number) && operator.since_version <= number,
    );
    if (version !== undefined) return version;
    const first = all[0].operator.since_version;
    const what = `opset must be an integer of ${first} or more, not ${describe(opset)}`;
    throw mistake('bad_opset', nameOf(op_type), '', what);
  }

  /**
   * The first version of the same operator that has such a parameter.
   * @param {Version} version
   * @param {(parameter: { name: string, input: boolean }) => boolean} is
   */
  firstWith(version, is) {
    const { op_type } = version.operator;
    return this.#versions.find(
      ({ operator, parameters }) => operator.op_type === op_type && parameters.some(is),
    );
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
    const room = this.#instance.request(request.length);
    if (room === null)
      throw mistake('out_of_memory', version.op, '', 'the lists of this call do not fit into memory');
    room.set(request);
    const words = this.#instance.plan(request.length);
    if (words === null) throw this.#failure(version.op);
    return readDecided(words, this.tables.rows[source.type].bits === 0);
  }

  /**
   * Carries out a staged move, in the instance that can reach what of it is in the arena.
   * @param {Move} move
   * @param {Exclude<Data, string[]>} source
   * @param {readonly any[]} outs one per output of the plan, of the source's class
   * @param {Views} views
   * @param {number} bits of an element
   */
  move(move, source, outs, views, bits) {
    const { arena } = this;
    if (arena?.hasAny(move, source, outs)) arena.instance.move(move, source, outs, views, bits, arena);
    else this.#instance.move(move, source, outs, views, bits, null);
  }

  /** The memory of the staging area: another one after a list of many thousand entries has made it grow. */
  get memory() {
    return this.#instance.memory;
  }

  /** @param {string} op */
  #failure(op) {
    const [code, param, what] = this.#instance.text(this.#bindings.failure()).split('\n');
    return mistake(/** @type {Code} */ (code), op, param, what);
  }
}
