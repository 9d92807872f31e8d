// The last run of a plan, remembered: on the same input and the same `out` again, nothing needs a second look, nothing is
// allocated, and the same tensors are returned again.
import { isSame } from './integers.js';
import { Views } from './views.js';

/** @import { Data, Out, RunOptions, Tensor, TensorLike } from './types.js' */

export class Repeat {
  /** @type {TensorLike | null} */ #input = null;
  /** @type {unknown} */ #type;
  /** @type {ArrayLike<number>} */ #dims = [];
  /** @type {RunOptions['out']} */ #out;
  /** @type {Data} */ data = [];
  #length = 0;
  /** @type {unknown[]} */ #outTypes = [];
  /** @type {readonly Data[]} */ arrays = [];
  /** @type {readonly number[]} */ #lengths = [];
  /** @type {Tensor[]} */ tensors = [];
  #views = new Views();
  /** @type {ArrayBufferLike | null} */ #memory = null;

  /**
   * Remembers a run of a row-major input into a list of arrays.
   * @param {TensorLike} input
   * @param {ArrayLike<number>} dims
   * @param {RunOptions['out']} out
   * @param {readonly Data[]} arrays of `out`
   * @param {readonly number[]} lengths of those
   * @param {Tensor[]} tensors
   */
  remember(input, dims, out, arrays, lengths, tensors) {
    this.#input = input;
    this.#type = input.type ?? input.dtype;
    this.#dims = dims;
    this.#out = out;
    this.data = input.data;
    this.#length = input.data.length;
    this.arrays = arrays;
    this.#lengths = lengths;
    this.#outTypes = /** @type {any[]} */ (out).map((each) => each.type ?? each.dtype);
    this.tensors = tensors;
    this.#views.forget();
  }

  /**
   * The views of the run before.
   * @param {ArrayBufferLike} memory of the staging area, of which some of them are
   */
  viewsOver(memory) {
    if (memory !== this.#memory) this.#views.forget();
    this.#memory = memory;
    this.#views.rewind();
    return this.#views;
  }

  /**
   * Is this the run that is remembered? Whoever holds the objects may have changed what they hold.
   * @param {TensorLike} input
   * @param {RunOptions | undefined} options
   */
  is(input, options) {
    if (options?.out === undefined || options.out !== this.#out || input !== this.#input) return false;
    const { data, stride, offset } = input;
    if (data !== this.data || data.length !== this.#length || stride || offset) return false;
    if ((input.type ?? input.dtype) !== this.#type) return false;
    const dims = input.dims ?? input.shape;
    return dims !== undefined && isSame(dims, this.#dims) && this.#areArrays();
  }

  #areArrays() {
    const out = /** @type {any[]} */ (this.#out);
    if (out.length !== this.arrays.length) return false;
    for (let i = 0; i < out.length; ++i) {
      const array = this.arrays[i];
      if (out[i] !== array) {
        if (out[i]?.data !== array || (out[i].type ?? out[i].dtype) !== this.#outTypes[i]) return false;
      }
      if (array.length !== this.#lengths[i]) return false;
    }
    return true;
  }
}
