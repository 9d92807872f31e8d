// The last run of a plan. A run with the same input and the same list `out` checks nothing twice, allocates nothing, and returns
// the same tensors. The caller may have changed these objects: everything in them is read again and compared, and where
// anything differs, the plan runs as if for the first time.
import { className, lengthOf } from '../base/arrays.js';
import { unreadable } from '../base/read.js';
import { Views } from '../base/views.js';
import { isSame } from '../input/integers.js';
import { stated } from '../input/tensor.js';

/** @import { Version } from '../core/operators.js' */
/** @import { Outs } from '../input/outs.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Tensor, TensorLike } from '../types.js' */
/** @import { Decision } from './decide.js' */

/**
 * Remembers a run with row-major input into arrays outside of the input's memory; null for any other run.
 * @param {TensorLike} input
 * @param {Source} source which that was
 * @param {Outs | null} outs
 * @param {Decision} decision
 * @param {Tensor[]} tensors
 */
export function rememberRun(input, source, outs, decision, tensors) {
  if (outs === null || outs.overlaps || source.stride !== null || source.holder === 'Array') return null;
  return className(outs.list) === 'Array' ? new LastRun(input, source, outs, decision, tensors) : null;
}

export class LastRun {
  #input;
  #named;
  #dims;
  #length;
  #list;
  #outNames;
  #type;
  #outputs;
  #lengths;
  #views = new Views();
  /** @type {ArrayBufferLike | null} */ #memory = null;
  decision;
  data;
  arrays;
  tensors;

  /**
   * @param {TensorLike} input
   * @param {Source} source
   * @param {Outs} outs
   * @param {Decision} decision
   * @param {Tensor[]} tensors
   */
  constructor(input, source, outs, decision, tensors) {
    this.#input = input;
    this.#named = source.named;
    this.#dims = source.dims;
    this.#length = source.length;
    this.#list = outs.list;
    this.#outNames = outs.named;
    this.#type = tensors[0]?.type; // of all
    this.#outputs = decision.outputs;
    this.#lengths = decision.lengths;
    this.decision = decision;
    this.data = source.data;
    this.arrays = outs.arrays;
    this.tensors = tensors;
  }

  /**
   * Is this the same run again?
   * @param {TensorLike} input
   * @param {unknown} out
   * @param {Version} version to blame
   */
  is(input, out, version) {
    if (input !== this.#input || out !== this.#list || out === undefined) return false;
    try {
      if (!this.#isInput(input) || !this.#areArrays(/** @type {any[]} */ (out))) return false;
    } catch (cause) {
      throw unreadable(cause, version.op, version.operator.inputs[0].name);
    }
    return this.#hasMemory();
  }

  /**
   * The views that the last run made.
   * @param {ArrayBufferLike} memory of the staging area, of which some of them are
   */
  viewsOver(memory) {
    if (memory !== this.#memory) this.#views.forget();
    this.#memory = memory;
    this.#views.rewind();
    return this.#views;
  }

  /** @param {TensorLike} input */
  #isInput(input) {
    const { data, offset } = input;
    if (data !== this.data || stated(input.stride) || stated(input.strides) || offset) return false;
    if ((input.type ?? input.dtype) !== this.#named) return false;
    const dims = input.dims ?? input.shape;
    return dims !== undefined && isSame(dims, this.#dims);
  }

  /**
   * Are the arrays of the list, and of the tensors that were returned, still the same?
   * @param {any[]} out
   */
  #areArrays(out) {
    const { arrays, tensors } = this;
    if (out.length !== arrays.length || tensors.length !== arrays.length) return false;
    for (let i = 0; i < arrays.length; ++i) {
      const array = arrays[i];
      const item = out[i];
      if (item !== array) {
        if (item?.data !== array || (item.type ?? item.dtype) !== this.#outNames[i]) return false;
      }
      const { type, dims, data } = tensors[i];
      if (type !== this.#type || data !== array || !isSame(dims, this.#outputs[i].dims)) return false;
    }
    return true;
  }

  /** Buffers may have been resized or detached. */
  #hasMemory() {
    const lengths = this.#lengths;
    if (lengthOf(this.data) !== this.#length) return false;
    for (let i = 0; i < lengths.length; ++i) if (lengthOf(this.arrays[i]) !== lengths[i]) return false;
    return true;
  }
}
