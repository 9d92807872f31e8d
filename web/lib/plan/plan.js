// The class that `plan` returns: a decided call, as data and to be run as often as wanted.
import { CLASSES, checkNewArrays, className, newArray } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { describe } from '../base/read.js';
import { getCore } from '../core/core.js';
import { DTYPES, unitOf } from '../core/tables.js';
import { checkData, readAllocateOptions, readList, readRunOptions, toSources } from '../input/call.js';
import { toSource } from '../input/tensor.js';
import { checkStrings } from '../move/strings.js';
import { carryOut } from '../move/ways.js';
import { decide } from './decide.js';
import { explainPlan } from './explain.js';
import { rememberRun } from './last_run.js';
import { join, run } from './run.js';

/** @import { DType } from '../core/tables.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { AllocateOptions, AnyData, DataOfType, Move, RunOptions, Tensor, TensorLike, TypeName } from '../types.js' */
/** @import { Instance, Like, Own, RunInput } from '../types/typing.js' */
/** @import { Call, Decision } from './decide.js' */
/** @import { LastRun } from './last_run.js' */

/**
 * A call, decided once by `plan`: shape inference (`outputs`), what moves (`moves`), and a cut or a join that you run as often as
 * you like.
 * @template {TypeName} [T=TypeName] type of its inputs and outputs
 * @template {'cut' | 'join'} [K='cut'] whether `run` takes one tensor, or a list of tensors
 */
export class Plan {
  /** @type {Decision} */ #decision;
  /** @type {LastRun | null} */ #last = null;
  /** @type {Decision['outputs'] | null} */ #outputs = null;

  /**
   * @param {Call} call
   * @param {readonly Source[]} sources whose data may be missing
   * @internal
   */
  constructor(call, sources) {
    this.#decision = decide(call, sources);
  }

  /**
   * Shape inference: type and dims of each output. Frozen.
   * @example
   * const planned = plan('Slice', [{ type: 'float16', dims: [8, 3] }, [0], [2]]);
   * console.log(planned.outputs[0].type, planned.outputs[0].dims.join()); // float16 2,3
   * @returns {readonly { readonly type: T, readonly dims: readonly number[] }[]}
   */
  get outputs() {
    this.#outputs ??= deepFreeze(this.#decision.outputs.map(({ type, dims }) => ({ type, dims: [...dims] })));
    return /** @type {any} */ (this.#outputs);
  }

  /**
   * What moves, as data: for request ranges in a file, a copy list for a GPU, or a picture. Frozen. Every element of every output
   * is in exactly one move, but for SliceScatter and TensorScatter, where later moves replace what earlier ones wrote. An output
   * without elements is in none. Offsets and strides are those of the planned tensors.
   * @example
   * const planned = plan('Slice', [{ type: 'uint8', dims: [2, 4] }, [1], [3], [1]]);
   * const [{ unit, sizes, strides, streams }] = planned.moves;
   * console.log(unit, sizes.join(), strides.join(), streams[0].offset, streams[0].run); // byte 2 4 1 2
   * @returns {readonly Move<K>[]}
   */
  get moves() {
    return /** @type {any} */ (deepFreeze(this.#decision.moves));
  }

  /**
   * Arrays for `out`, one per output. Plan repeated work once, allocate once, and run as often as you like: new arrays often cost
   * more than the call.
   * @template [L=DataOfType[T]] class of the arrays
   * @param {Like<T, L> | null} [like] an array, or its class; default: the first class that holds the type
   * @param {AllocateOptions} [options] `arena: true` takes the arrays from the arena as long as it has room
   * @returns {Instance<L>[]} of zeros, or of empty strings
   * @throws {MicrotomeError} `bad_argument`: a class that does not hold the type; `too_large`; `out_of_memory`
   * @example
   * const planned = plan('Split', [{ type: 'uint8', dims: [2, 2] }], { attributes: { axis: 1, num_outputs: 2 } });
   * const out = planned.allocate();
   * planned.run({ dims: [2, 2], data: Uint8Array.of(1, 2, 3, 4) }, { out });
   * console.log(out[0].join()); // 1,3
   */
  allocate(like, options) {
    const { call, sources, lengths, total } = this.#decision;
    const { op } = call.version;
    const holder = holderLike(like, DTYPES[sources[0].type], op);
    const arena = readAllocateOptions(options, call.version).arena ? getCore().arena : null;
    if (holder === 'Array') checkStrings(total, op);
    else checkNewArrays(holder, total, op);
    const make = (/** @type {number} */ length) =>
      holder === 'Array'
        ? new Array(length).fill('')
        : (arena?.allocate(CLASSES[holder], length) ?? newArray(holder, length, op));
    return /** @type {any} */ (lengths.map(make));
  }

  /**
   * Cuts a tensor of the planned type and shape, or joins a list of such tensors.
   * @template {AnyData} [D=any] class of the first tensor's data
   * @param {RunInput<T, D, K>} input the tensor that is cut, or an array of all those that are joined: `[a, b, c]`, `[data, updates]`.
   *   Never changed, unless `out` overlaps it; aliased only where `view` asks for it
   * @param {RunOptions<D>} [options]
   * @returns {Tensor<T, Own<D>>[]} data of the first tensor's class, or the arrays of `out`; called again with the same tensors, in
   *   the same list, and the same list `out`, the same list of tensors
   * @throws {MicrotomeError} `bad_input`: another type or shape than planned, or data that does not fit it, also since its
   *   buffer was resized or detached; `bad_out`; `bad_argument`; `too_large`; `out_of_memory`. Then nothing has been written.
   * @example
   * const planned = plan('Slice', [{ type: 'uint8', dims: [4] }, [1], [3]]);
   * console.log(planned.run({ dims: [4], data: Uint8Array.of(1, 2, 3, 4) })[0].data.join()); // 2,3
   */
  run(input, options) {
    const { version } = this.#decision.call;
    const read = readRunOptions(options, version);
    const last = this.#last;
    if (last?.is(input, read.out, version)) return /** @type {any} */ (runAgain(last));
    const inputs = /** @type {TensorLike[]} */ (version.joins ? readList(input, version) : [input]);
    const sources = version.joins
      ? toSources(inputs, version)
      : [toSource(inputs[0], version.op, version.operator.inputs[0].name)];
    checkData(sources, version);
    const { tensors, outs, decision } = run(this.#decision, sources, read);
    this.#last = rememberRun(input, inputs, sources, outs, decision, tensors);
    return /** @type {any} */ (tensors);
  }

  /**
   * A few plain sentences: what moves, how and why, and how many bytes. The ways are those of arrays outside of the arena.
   * @returns {string}
   * @example
   * const planned = plan('Slice', [{ type: 'uint8', dims: [4] }, [1], [3]]);
   * console.log(planned.explain().split(' ')[0]); // Slice-13
   */
  explain() {
    const { call, sources, outputs, total, moves } = this.#decision;
    const row = DTYPES[sources[0].type];
    const amount = total * unitOf(row);
    return explainPlan(call.version, row.name, sources, outputs, moves, amount);
  }
}

/**
 * Runs again, with arrays that have been checked.
 * @param {LastRun} last
 */
function runAgain(last) {
  const { decision, joins, parts, arrays, outs, tensors } = last;
  const views = last.viewsOver(getCore().instance.memory);
  if (joins) join(decision, parts, arrays, outs, views);
  else for (let i = 0; i < decision.moves.length; ++i) carryOut(decision, i, parts[0], arrays, views);
  return tensors;
}

/**
 * The class of arrays that the caller asks for, by an array or the class itself; by default the first one that holds the type.
 * @param {unknown} like
 * @param {DType} row
 * @param {string} op to blame
 */
function holderLike(like, { name, classes }, op) {
  /** @type {Record<string, unknown>} */ const known = { ...CLASSES, Array };
  const names = classes.filter((each) => known[each] !== undefined);
  if (like === undefined || like === null) return names[0];
  const asked = className(like) || names.find((each) => known[each] === like);
  if (asked !== undefined && names.includes(asked)) return asked;
  const what = `${name} is held by ${names.join(' or ')}; give an array of that class or the class, not ${describe(like)}`;
  throw mistake('bad_argument', op, 'like', what);
}

/**
 * Freezes plain data and all that is in it.
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function deepFreeze(value) {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
