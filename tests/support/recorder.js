// The library, with a memory of its calls. A program imports this file instead of 'microtome', and a test reads `calls`.
import * as library from 'microtome';

/**
 * One call: what it cut or joined, and what came of it.
 * @typedef {object} Call
 * @property {string} name of the function, or of the operator for `evaluate` and `plan`
 * @property {any[]} given copies of all its tensors, in their order
 * @property {any[]} result copies; a plan's outputs
 * @property {string} [message] if it failed
 */

/** @type {Call[]} */
export const calls = [];

export * from 'microtome';
export const slice = recorded('slice');
export const split = recorded('split');
export const splitToSequence = recorded('splitToSequence');
export const variadicSplit = recorded('variadicSplit');
export const concat = recorded('concat');
export const concatFromSequence = recorded('concatFromSequence');
export const sliceScatter = recorded('sliceScatter');
export const tensorScatter = recorded('tensorScatter');
export const assign = recorded('assign');
export const rearrange = recorded('rearrange');
export const evaluate = recorded('evaluate');
export const plan = recorded('plan');

/** @param {'slice' | 'split' | 'splitToSequence' | 'variadicSplit' | 'concat' | 'concatFromSequence' | 'sliceScatter' | 'tensorScatter' | 'assign' | 'rearrange' | 'evaluate' | 'plan'} name */
function recorded(name) {
  return (/** @type {any[]} */ ...args) => {
    /** @type {Call} */
    const call = { name: typeof args[0] === 'string' ? args[0] : name, given: tensorsIn(args), result: [] };
    calls.push(call);
    try {
      const result = /** @type {any} */ (library)[name](...args);
      call.result = tensorsIn(result.outputs ?? result);
      return result;
    } catch (error) {
      Object.assign(call, { message: /** @type {Error} */ (error).message });
      throw error;
    }
  };
}

/** Copies of the tensors in arguments or results, those in lists too. @param {any} value @returns {any[]} */
function tensorsIn(value) {
  if (Array.isArray(value)) return value.flatMap(tensorsIn);
  const dims = value?.dims ?? value?.shape;
  if (!dims) return [];
  const { type, dtype, data, stride } = value;
  return [{ type: type ?? dtype, dims: [...dims], data: data?.slice(), stride }];
}
