// Tensor-likes in: other libraries' words for a tensor become one. Checked here is only what is JavaScript's (is it an
// array, of a class that holds the type?); whether sizes, strides and data fit together is the core's to say.
import { className } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { describe, readLength, readNumber, readNumbers, SIZES, STRIDES, unreadable } from '../base/read.js';
import { DTYPES, MAX_RANK, typeNamed, typeOfClass } from '../core/tables.js';

/** @import { Data, Layout, TypeName } from '../types.js' */

const FLOATING =
  'these strides are not row-major, so give the offset of the first element too (of a numpy-ts view, pass x.storage)';

/**
 * A tensor-like, understood: each of its properties has been read once, so that it cannot change any more.
 * @typedef {object} Source
 * @property {number} type row of the table
 * @property {unknown} named what its caller calls the type, if at all
 * @property {TypeName} name of the type, and so of the outputs' type: `uint4` stays `uint4`
 * @property {number[]} dims as words
 * @property {number[] | null} stride as words; null: row-major
 * @property {number} offset
 * @property {Data | null} data
 * @property {string} holder class of the data, '' without data
 * @property {number} length entries of the data, -1 without data
 */

/**
 * @param {Layout} input
 * @param {string} op to blame
 * @param {string} param to blame
 * @returns {Source}
 */
export function toSource(input, op, param) {
  if (typeof input !== 'object' || input === null) {
    throw mistake('bad_input', op, param, `expected a tensor { type, dims, data }, not ${describe(input)}`);
  }
  const read = readTensor(input, op, param);
  if ((read.sizes ?? null) === null && className(input) !== '') {
    const what = `is ${describe(input)}, which has no dims; give { dims, data } with a typed array, or an array of strings, as data`;
    throw mistake('bad_input', op, param, what);
  }
  return understandTensor(read, op, param);
}

/**
 * @param {ReturnType<typeof readTensor>} read
 * @param {string} op to blame
 * @param {string} param to blame
 * @returns {Source}
 */
export function understandTensor({ data, sizes, stride, offset, named, floating }, op, param) {
  const holder = data === null ? '' : className(data);
  if (data !== null && holder === '') throw notData(data, op, param);
  const rank = readLength(sizes, op, param);
  if (rank < 0) {
    const what = `dims must be a list of sizes, not ${describe(sizes)}; a tensor is { type, dims, data }`;
    throw mistake('bad_input', op, param, what);
  }
  checkRank(rank, op, param);
  const dims = readNumbers(/** @type {ArrayLike<unknown>} */ (sizes), rank, SIZES, op, param);
  if (data === null && (named === undefined || named === null)) {
    const what = 'has neither data nor a type; give { dims, data } (for plan, { type, dims } is enough)';
    throw mistake('bad_type', op, param, what);
  }
  const type = toType(named, holder, op, param);
  let strides = stride === null ? null : readStrides(stride, rank, op, param);
  if (floating && strides !== null) {
    if (!isRowMajor(dims, strides)) throw mistake('bad_input', op, param, FLOATING);
    strides = null;
  }
  return {
    type,
    named,
    name: /** @type {TypeName} */ (named ?? DTYPES[type].name),
    dims,
    stride: strides ?? (offset === null ? null : denseStrides(dims)),
    offset: readNumber(offset ?? 0, 'the offset ', op, param),
    data,
    holder,
    length: data === null ? -1 : readLength(data, op, param),
  };
}

/**
 * The properties of a tensor-like, each read once, and their other names. `floating`: `strides` without an offset, which
 * some classes keep elsewhere.
 * @param {Layout} input
 * @param {string} op
 * @param {string} param
 */
export function readTensor(input, op, param) {
  try {
    const stride = stated(input.stride);
    const strides = stride === null ? stated(input.strides) : null;
    const offset = input.offset ?? null;
    return {
      data: /** @type {Data | null} */ (input.data ?? null), // strings are only read
      stride: stride ?? strides,
      offset,
      floating: strides !== null && offset === null,
      sizes: input.dims ?? input.shape,
      named: input.type ?? input.dtype,
    };
  } catch (cause) {
    throw unreadable(cause, op, param);
  }
}

/**
 * Strides that are there; a method of that name (transformers.js has one) says what dims say.
 * @param {unknown} stride
 * @returns {ArrayLike<unknown> | null}
 */
export const stated = (stride) => (typeof stride === 'function' ? null : /** @type {any} */ (stride ?? null));

/**
 * @param {unknown} data
 * @param {string} op
 * @param {string} param
 */
function notData(data, op, param) {
  const why =
    typeof data === 'function'
      ? 'is a method here; of tfjs, give { shape, dtype, data: x.dataSync() }'
      : `must be a typed array, or an array of strings, not ${describe(data)}`;
  return mistake('bad_input', op, param, `data ${why}`);
}

/**
 * @param {ArrayLike<unknown>} stride
 * @param {number} rank
 * @param {string} op
 * @param {string} param
 */
function readStrides(stride, rank, op, param) {
  const count = readLength(stride, op, param);
  if (count < 0) throw mistake('bad_input', op, param, `stride must be a list, not ${describe(stride)}`);
  if (count !== rank) throw mistake('bad_input', op, param, `${count} strides for ${rank} axes`);
  return readNumbers(stride, rank, STRIDES, op, param);
}

/**
 * @param {number} rank
 * @param {string} op to blame
 * @param {string} param to blame
 */
export function checkRank(rank, op, param) {
  if (rank > MAX_RANK) throw mistake('bad_rank', op, param, `rank ${rank}; at most ${MAX_RANK} is supported`);
}

/**
 * Row of the type that is named, or that the class of the data means.
 * @param {unknown} name
 * @param {string} holder class of the data, '' without data
 * @param {string} op
 * @param {string} param
 */
export function toType(name, holder, op, param) {
  const named = name !== undefined && name !== null;
  const type = named ? typeNamed(name) : typeOfClass(holder);
  if (type === undefined) {
    const meant = typeOfClass(holder);
    const rest = meant === undefined ? '' : `; left out, ${holder} means ${DTYPES[meant].name}`;
    const known = DTYPES.map((row) => row.name).join(', ');
    const what = `${describe(name)} is not an element type; known are ${known}${rest}`;
    throw mistake('bad_type', op, param, what);
  }
  const { classes, name: known } = DTYPES[type];
  if (holder !== '' && !classes.includes(holder)) {
    throw mistake('bad_input', op, param, `${known} data must be ${classes.join(' or ')}, not ${holder}`);
  }
  return type;
}

/**
 * Row-major? Where there is one element, any stride will do.
 * @param {readonly number[]} dims
 * @param {readonly number[]} strides
 */
export function isRowMajor(dims, strides) {
  const dense = denseStrides(dims);
  return dims.includes(0) || dims.every((size, i) => size === 1 || strides[i] === dense[i]);
}

/** @param {readonly number[]} dims */
export function denseStrides(dims) {
  const strides = new Array(dims.length);
  for (let i = dims.length - 1, stride = 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= dims[i];
  }
  return strides;
}

/**
 * First and last element.
 * @param {readonly number[]} dims
 * @param {readonly number[]} stride
 * @param {number} offset
 */
export function hullOf(dims, stride, offset) {
  let first = offset;
  let last = offset;
  for (let a = 0; a < dims.length; ++a) {
    const reach = (dims[a] - 1) * stride[a];
    if (reach < 0) first += reach;
    else last += reach;
  }
  return { first, last };
}
