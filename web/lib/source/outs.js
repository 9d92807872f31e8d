// The arrays that a cut of a file writes into: new ones, or the caller's, which are checked before anything is fetched. `assign`
// checks each of them by writing nothing into it.
import { bufferOf, byteLengthOf, byteOffsetOf, className } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { reading, reasonOf } from '../base/read.js';
import { assign } from '../index.js';
import { bytesOf } from './elements.js';
import { fortranOf } from './formats/check.js';

/** @import { ElementType } from './elements.js' */
/** @import { Place } from './stored.js' */

/**
 * @typedef {object} Outs
 * @property {any[]} arrays in row-major order, one per output
 * @property {() => any[]} finish gives the tensors
 */

/**
 * @param {Pick<Place, 'type' | 'store'>} place
 * @param {readonly (readonly number[])[]} dims of each output
 * @param {any} out
 * @param {string} op to blame
 * @returns {Outs}
 */
export function toOuts({ type, store }, dims, out, op) {
  const isGiven = (out ?? null) !== null;
  const list = className(out) === 'Array' ? reading(() => [...out], op, 'out') : [out];
  if (isGiven && list.length !== dims.length)
    throw badOut(op, `needs one array per output: ${dims.length}, not ${list.length}`);
  const targets = isGiven ? list.map((item, i) => toTarget(item, i, dims[i], type, op)) : [];
  checkApart(targets.map(({ data }) => data).concat(store.memory ?? []), op);
  const arrays = dims.map((sizes, i) => {
    const target = targets[i];
    return target === undefined || target.strided ? newArray(type, sizes, op) : target.data;
  });
  const finish = () =>
    arrays.map((data, i) => {
      const tensor = /** @type {any} */ ({ type: type.name, dims: [...dims[i]], data });
      const { strided } = targets[i] ?? {};
      return strided ? assign({ ...tensor, ...strided }, '...', tensor) : tensor;
    });
  return { arrays, finish };
}

/**
 * Where an output is to be: all of an array, or some of it.
 * @param {any} item
 * @param {number} i
 * @param {readonly number[]} dims
 * @param {ElementType} type
 * @param {string} op
 */
function toTarget(item, i, dims, type, op) {
  const tensor = Object(item) === item && className(item) === '' ? item : { data: item };
  const { sizes, ...layout } = reading(() => readLayout(tensor, dims), op, 'out');
  if (sizes !== String(dims)) throw badOut(op, `output ${i} has the dims [${dims}], not [${sizes}]`);
  const scalar = dims.length === 0 && { dims: [1], stride: [1] };
  const target = { ...layout, type: layout.type ?? type.name, dims, ...scalar };
  const none = { type: type.name, dims: [0, ...dims.slice(1)], data: new type.Class(0) };
  try {
    assign(target, { starts: [0], ends: [0] }, /** @type {any} */ (none));
  } catch (cause) {
    throw badOut(op, `output ${i}: ${reasonOf(cause)}`, cause);
  }
  const { data, stride, strides, offset } = layout;
  if ((stride ?? offset ?? null) === null) return { data }; // `strides` alone are row-major
  const list = stride ?? strides ?? fortranOf([...dims].reverse()).reverse();
  return { data, strided: { data, stride: list.map(Number), offset: Number(offset ?? 0) } };
}

/**
 * The properties of a tensor that is given as `out`, each read once. A `stride` or `strides` that is a function is ignored.
 * @param {any} tensor
 * @param {readonly number[]} wanted its dims, if it says none
 */
function readLayout({ data, dims, shape, stride, strides, offset, type, dtype }, wanted) {
  const [own, other] = [stride, strides].map((each) =>
    typeof each === 'function' ? undefined : each && Array.from(each),
  );
  const sizes = String(Array.from(dims ?? shape ?? wanted, Number));
  return { data, sizes, stride: own, strides: other, offset, type: type ?? dtype };
}

/**
 * Outputs may not share memory with each other, not even if they alternate in it, nor with the file.
 * @param {readonly unknown[]} arrays
 * @param {string} op
 */
function checkApart(arrays, op) {
  /** @type {Map<unknown, number>} */ const ends = new Map();
  for (const array of [...arrays].sort((a, b) => byteOffsetOf(a) - byteOffsetOf(b))) {
    const buffer = bufferOf(array);
    if (byteOffsetOf(array) < (ends.get(buffer) ?? 0))
      throw badOut(op, 'an output shares memory with another, or with the file');
    ends.set(buffer, byteOffsetOf(array) + byteLengthOf(array));
  }
}

/**
 * @param {string} op
 * @param {string} what
 * @param {unknown} [cause]
 */
const badOut = (op, what, cause) =>
  mistake('bad_out', op, 'out', what, cause === undefined ? undefined : { cause });

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
