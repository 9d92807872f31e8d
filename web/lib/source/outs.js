// The arrays that a cut of a file writes into: new ones, or the caller's, which are checked before anything is fetched. `assign`
// checks each of them by writing nothing into it.
import { bufferOf, byteLengthOf, byteOffsetOf, className } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { reasonOf } from '../base/read.js';
import { assign } from '../index.js';
import { bytesOf } from './elements.js';

/** @import { ElementType } from './elements.js' */

/**
 * @typedef {object} Outs
 * @property {any[]} arrays in row-major order, one per output
 * @property {() => any[]} finish gives the tensors
 */

/**
 * @param {ElementType} type
 * @param {readonly (readonly number[])[]} dims of each output
 * @param {any} out
 * @param {string} op to blame
 * @returns {Outs}
 */
export function toOuts(type, dims, out, op) {
  const list = out === undefined ? dims.map(() => undefined) : className(out) === 'Array' ? [...out] : [out];
  if (list.length !== dims.length)
    throw mistake('bad_out', op, 'out', `needs one array per output: ${dims.length}, not ${list.length}`);
  const targets = list.map((item, i) => item && toTarget(item, i, dims[i], type, op));
  checkApart(targets.filter(Boolean), op);
  const arrays = targets.map((target, i) => (target?.isWhole ? target.data : newArray(type, dims[i], op)));
  const finish = () =>
    arrays.map((data, i) => {
      const tensor = /** @type {any} */ ({ type: type.name, dims: [...dims[i]], data });
      return targets[i]?.isWhole === false ? assign(targets[i], '...', tensor) : tensor;
    });
  return { arrays, finish };
}

/**
 * Where an output is to be. What a tensor says of strides is for `assign` to read.
 * @param {any} item
 * @param {number} i
 * @param {readonly number[]} dims
 * @param {ElementType} type
 * @param {string} op
 */
function toTarget(item, i, dims, type, op) {
  const isWhole = className(item) !== '';
  const target = { ...(isWhole ? { data: item } : item), type: type.name, dims, isWhole };
  const given = isWhole ? dims : (item.dims ?? item.shape ?? dims);
  if (String([...given]) !== String(dims))
    throw mistake('bad_out', op, 'out', `output ${i} has the dims [${dims}], not [${[...given]}]`);
  const scalar = dims.length === 0 && { dims: [1], stride: [1] };
  const none = { type: type.name, dims: [0, ...dims.slice(1)], data: new type.Class(0) };
  try {
    assign({ ...target, ...scalar }, { starts: [0], ends: [0] }, /** @type {any} */ (none));
  } catch (cause) {
    throw mistake('bad_out', op, 'out', `output ${i}: ${reasonOf(cause)}`, { cause });
  }
  return target;
}

/**
 * Outputs may not share memory, not even if they alternate in it.
 * @param {readonly { data: unknown }[]} targets
 * @param {string} op
 */
function checkApart(targets, op) {
  /** @type {Map<unknown, number>} */ const ends = new Map();
  for (const { data } of [...targets].sort((a, b) => byteOffsetOf(a.data) - byteOffsetOf(b.data))) {
    const buffer = bufferOf(data);
    if (byteOffsetOf(data) < (ends.get(buffer) ?? 0))
      throw mistake('bad_out', op, 'out', 'two outputs share memory; give each its own array');
    ends.set(buffer, byteOffsetOf(data) + byteLengthOf(data));
  }
}

/**
 * @param {ElementType} type
 * @param {readonly number[]} dims
 * @param {string} op
 */
function newArray(type, dims, op) {
  const bytes = bytesOf(
    type,
    dims.reduce((product, size) => product * size, 1),
  );
  try {
    return new type.Class(bytes / type.Class.BYTES_PER_ELEMENT);
  } catch (cause) {
    const what = `no memory for an output of ${bytes} bytes; use parts or save`;
    throw mistake('out_of_memory', op, '', what, { cause });
  }
}
