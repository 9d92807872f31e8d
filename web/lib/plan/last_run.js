// The last run of a plan. A run with the same input and the same list `out` checks nothing twice, allocates nothing, and returns
// the same tensors. The caller may have changed these objects: everything in them is read again and compared, and where
// anything differs, the plan runs as if for the first time.
import { className, lengthOf } from '../base/arrays.js';
import { unreadable } from '../base/read.js';
import { Views } from '../base/views.js';
import { tensorName } from '../input/call.js';
import { isSame } from '../input/integers.js';
import { stated } from '../input/tensor.js';
import { partsOf } from './run.js';

/** @import { Version } from '../core/operators.js' */
/** @import { Outs } from '../input/outs.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Tensor, TensorLike } from '../types.js' */
/** @import { Decision } from './decide.js' */

/**
 * Remembers a run into row-major arrays outside of the input's memory; null for any other run.
 * @param {unknown} input as the caller gave it: a tensor, or a list of them
 * @param {readonly TensorLike[]} inputs the tensors themselves
 * @param {readonly Source[]} sources which those were
 * @param {Outs | null} outs
 * @param {Decision} decision
 * @param {Tensor[]} tensors
 */
export function rememberRun(input, inputs, sources, outs, decision, tensors) {
  if (outs === null || outs.overlaps || outs.strided.some((each) => each !== null)) return null;
  if (sources[0].holder === 'Array') return null;
  return className(outs.list) === 'Array'
    ? new LastRun(input, inputs, sources, outs, decision, tensors)
    : null;
}

export class LastRun {
  #input;
  #inputs;
  #sources;
  #list;
  #type;
  #outputs;
  #lengths;
  #views = new Views();
  /** @type {ArrayBufferLike | null} */ #memory = null;
  decision;
  joins;
  parts;
  outs;
  arrays;
  #named;
  tensors;

  /**
   * @param {unknown} input
   * @param {readonly TensorLike[]} inputs
   * @param {readonly Source[]} sources
   * @param {Outs} outs
   * @param {Decision} decision
   * @param {Tensor[]} tensors
   */
  constructor(input, inputs, sources, outs, decision, tensors) {
    this.#input = input;
    this.#inputs = inputs;
    this.#sources = sources;
    this.#list = outs.list;
    this.#type = tensors[0]?.type; // of all
    this.#outputs = decision.outputs;
    this.#lengths = decision.lengths;
    this.decision = decision;
    this.parts = partsOf(sources);
    this.joins = decision.call.version.joins;
    this.outs = outs;
    this.arrays = outs.arrays;
    this.#named = outs.named;
    this.tensors = tensors;
  }

  /**
   * Is this the same run again?
   * @param {unknown} input
   * @param {unknown} out
   * @param {Version} version to blame
   */
  is(input, out, version) {
    if (input !== this.#input || out !== this.#list || out === undefined) return false;
    try {
      if (!this.#areInputs(/** @type {any} */ (input))) return false;
      if (!this.#areArrays(/** @type {any[]} */ (out))) return false;
    } catch (cause) {
      throw unreadable(cause, version.op, tensorName(version, 0));
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

  /** @param {readonly unknown[]} list that the caller gave to be joined */
  #areInputs(list) {
    const inputs = this.#inputs;
    const sources = this.#sources;
    if (!this.joins) return isInput(inputs[0], sources[0]);
    if (list.length !== inputs.length) return false;
    for (let i = 0; i < inputs.length; ++i)
      if (list[i] !== inputs[i] || !isInput(inputs[i], sources[i])) return false;
    return true;
  }

  /**
   * Are the arrays of the list, and of the tensors that were returned, still the same?
   * @param {any[]} out
   */
  #areArrays(out) {
    const { arrays, tensors } = this;
    const named = this.#named;
    if (out.length !== arrays.length || tensors.length !== arrays.length) return false;
    for (let i = 0; i < arrays.length; ++i) {
      const array = arrays[i];
      const item = out[i];
      if (item !== array) {
        if (item?.data !== array || (item.type ?? item.dtype) !== named[i]) return false;
      }
      const { type, dims, data } = tensors[i];
      if (type !== this.#type || data !== array || !isSame(dims, this.#outputs[i].dims)) return false;
    }
    return true;
  }

  /** Buffers may have been resized or detached. */
  #hasMemory() {
    const lengths = this.#lengths;
    const sources = this.#sources;
    for (let i = 0; i < sources.length; ++i)
      if (lengthOf(sources[i].data) !== sources[i].length) return false;
    for (let i = 0; i < lengths.length; ++i) if (lengthOf(this.arrays[i]) !== lengths[i]) return false;
    return true;
  }
}

/**
 * Says a tensor what it said when it was read?
 * @param {TensorLike} input
 * @param {Source} source
 */
function isInput(input, source) {
  const { data, offset } = input;
  if (data !== source.data) return false;
  const stride = stated(input.stride) ?? stated(input.strides);
  if (source.stride === null ? stride || offset : !stride || !isSame(stride, source.stride)) return false;
  if (source.stride !== null && offset !== source.offset) return false;
  if ((input.type ?? input.dtype) !== source.named) return false;
  const dims = input.dims ?? input.shape;
  return dims !== undefined && isSame(dims, source.dims);
}
