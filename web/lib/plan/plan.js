// Plan: which elements go where, decided once and carried out as often as wanted.

import { mistake } from '../base/mistake.js';
import { deepFreeze, getCore } from '../core/core.js';
import { readRunOptions } from '../input/call.js';
import { toSource } from '../input/tensor.js';
import { carryOut } from '../move/execute.js';
import { toRepeat } from '../move/repeat.js';
import { explainPlan } from './explain.js';
import { planCall } from './program.js';
import { cutWith } from './run.js';

/** @import { Call, Planned, Program } from './program.js' */
/** @import { Repeat } from '../move/repeat.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { AnyData, Described, RunOptions, Tensor, Type } from '../types.js' */
/** @import { Holder, Own } from '../types/typing.js' */

/**
 * Which elements go where, decided once by `plan`: shape inference (`outputs`), and a cut that can be run as often as wanted.
 * @template {Type} [T=Type] type of its inputs and outputs
 */
export class Plan {
  /** @type {Planned} */ #planned;
  /** @type {Repeat | null} */ #last = null;

  /** @type {Program['outputs'] | null} */ #outputs = null;

  /**
   * @param {Call} call
   * @param {Source} source whose data may be missing
   * @internal
   */
  constructor(call, source) {
    this.#planned = planCall(call, source);
  }

  /**
   * Shape inference: type and dims of each output. Frozen copies.
   * @example
   * const planned = plan('Slice', [{ type: 'float16', dims: [8, 3] }, [0], [2]]);
   * console.log(planned.outputs[0].type, planned.outputs[0].dims.join()); // float16 2,3
   * @returns {readonly { readonly type: T, readonly dims: readonly number[] }[]}
   */
  get outputs() {
    this.#outputs ??= deepFreeze(
      this.#planned.program.outputs.map(({ type, dims }) => ({ type, dims: [...dims] })),
    );
    return /** @type {any} */ (this.#outputs);
  }

  /**
   * Cuts an input of the type and shape that was planned.
   * @template {AnyData} [D=any] class of the data
   * @param {Described<string | undefined> & { data: Holder<T, D> }} input never changed, unless `out` lies in it; aliased only
   *   where `view` asks for it
   * @param {RunOptions<D>} [options]
   * @returns {Tensor<T, Own<D>>[]} data of the input's class, or the arrays of `out`; called again with the same input and the
   *   same list `out`, the same list of tensors
   * @throws {MicrotomeError} `bad_input`: another type or shape than planned, or data that does not fit it, also since its
   *   buffer was resized or detached; `bad_out`; `bad_argument`; `out_of_memory`. Then nothing has been written.
   * @example
   * const planned = plan('Slice', [{ type: 'uint8', dims: [4] }, [1], [3]]);
   * console.log(planned.run({ dims: [4], data: Uint8Array.of(1, 2, 3, 4) })[0].data.join()); // 2,3
   */
  run(input, options) {
    const { version } = this.#planned.call;
    const read = readRunOptions(options, version);
    const last = this.#last;
    if (last?.is(input, read.out, version)) return /** @type {any} */ (runAgain(last));
    const param = version.operator.inputs[0].name;
    const source = toSource(getCore().tables, input, version.op, param);
    if (source.data === null) throw mistake('bad_input', version.op, param, 'has no data');
    const { tensors, outs, program } = cutWith(this.#planned, source, read);
    this.#last = toRepeat(input, source, outs, program, tensors);
    return /** @type {any} */ (tensors);
  }

  /**
   * A few plain sentences: what moves, how and why, and how many bytes. Of arrays that do not lie in the arena.
   * @returns {string}
   * @example
   * const planned = plan('Slice', [{ type: 'uint8', dims: [4] }, [1], [3]]);
   * console.log(planned.explain().split(' ')[0]); // Slice-13
   */
  explain() {
    const { call, source, program } = this.#planned;
    const { op } = call.version;
    const type = getCore().tables.rows[source.type];
    return explainPlan(op, type, source.dims, program.outputs, program.jobs);
  }
}

/**
 * On arrays that have been checked.
 * @param {Repeat} last
 */
function runAgain(last) {
  const { jobs, data, arrays, tensors } = last;
  const views = last.viewsOver(getCore().memory);
  for (let i = 0; i < jobs.length; ++i) carryOut(jobs[i], data, arrays, views);
  return tensors;
}
