// `microtome/interop`: converts Arrow vectors and video frames to tensors. Nothing here needs `init`, and no other library is
// imported: any object with these properties is accepted. Before you add a function, try a recipe (docs/recipes.md). A new
// function comes with its recipe, and with a test against the real library in tests/recipes/.
import { mistake } from './base/mistake.js';

/** @import { DataOfType, Tensor, Type } from './types.js' */

/**
 * The properties of an Arrow vector that are read.
 * @template [V=any] class of its values
 * @typedef {object} ArrowVector
 * @property {ArrowType} type
 * @property {number} length
 * @property {readonly ArrowChunk<V>[]} data
 */

/**
 * @typedef {object} ArrowType
 * @property {number} [listSize]
 * @property {readonly { type: ArrowType }[] | null} [children]
 * @property {() => string} toString
 */

/**
 * The properties of Arrow's Data that are read. `values` begin at its first value; only bits begin at `offset`.
 * @template [V=any]
 * @typedef {object} ArrowChunk
 * @property {number} length
 * @property {number} offset
 * @property {number} nullCount
 * @property {V} values of lists, an array of those of the lists
 * @property {readonly ArrowChunk[]} children
 * @property {(offset: number, length: number) => ArrowChunk} slice
 */

/** @typedef {Exclude<Type, 'string'>} NumberType */

/**
 * The array of a vector's values, or of those of its lists; any, if that is not known.
 * @template V
 * @typedef {0 extends 1 & V ? DataOfType[NumberType] : V extends DataOfType[NumberType] ? V
 *   : V extends readonly (infer W)[] ? ValuesOf<W> : DataOfType[NumberType]} ValuesOf
 */

/** Arrow's names of what is a tensor's element, and ours. @type {Readonly<Record<string, NumberType>>} */
const ARROW_TYPES = {
  Int8: 'int8',
  Int16: 'int16',
  Int32: 'int32',
  Int64: 'int64',
  Uint8: 'uint8',
  Uint16: 'uint16',
  Uint32: 'uint32',
  Uint64: 'uint64',
  Float16: 'float16',
  Float32: 'float32',
  Float64: 'float64',
  Bool: 'bool',
};

/**
 * An Apache Arrow vector as a tensor: dims `[length]`, or `[length, listSize, ...]` for fixed-size lists. A vector of one chunk
 * is not copied: `data` is a view of its values. Several chunks are copied one after the other, and the bits of Bool to bytes.
 * Import it from `microtome/interop`.
 * @template V class of the values
 * @param {ArrowVector<V>} vector whole or sliced, of integers, floats or Bool, or of fixed-size lists of them
 * @returns {Tensor<NumberType, ValuesOf<V>>}
 * @throws {MicrotomeError} `bad_input`: not a vector, or one with nulls at any depth; `bad_type`: another type, such as Utf8,
 *   Dictionary, Timestamp or List
 * @example
 * // what vectorFromArray([1, 2, 3, 4], new Int32()) has
 * const chunk = { length: 4, offset: 0, nullCount: 0, values: Int32Array.of(1, 2, 3, 4) };
 * const x = fromArrow({ type: 'Int32', length: 4, data: [chunk] });
 * console.log(x.type, x.dims.join(), x.data.join()); // int32 4 1,2,3,4
 */
export function fromArrow(vector) {
  if (!Array.isArray(vector?.data) || typeof vector.length !== 'number' || !vector.type)
    throw mistake('bad_input', 'fromArrow', 'vector', 'expected a vector of apache-arrow');
  let { data: chunks, type } = vector;
  const dims = [vector.length];
  refuseNulls(chunks, type);
  while (type.listSize !== undefined && type.children) {
    const { listSize } = type;
    dims.push(listSize);
    chunks = chunks.map(({ children, length }) => children[0].slice(0, length * listSize));
    type = type.children[0].type;
    refuseNulls(chunks, type);
  }
  const name = ARROW_TYPES[String(type)];
  if (name === undefined) {
    const what = `${vector.type} is no tensor; known are ${Object.keys(ARROW_TYPES).join(', ')} and fixed-size lists of them`;
    throw mistake(
      'bad_type',
      'fromArrow',
      'vector',
      `${what}; of strings, give { dims, data: vector.toArray() }`,
    );
  }
  const parts = chunks.map(name === 'bool' ? toBytes : ({ values, length }) => values.subarray(0, length));
  return { type: name, dims, data: parts.length === 1 ? parts[0] : join(parts) };
}

/**
 * @param {readonly ArrowChunk[]} chunks
 * @param {ArrowType} type
 */
function refuseNulls(chunks, type) {
  const nulls = chunks.reduce((sum, { nullCount }) => sum + nullCount, 0);
  if (nulls === 0) return;
  const what = `${nulls} of its ${type} are null, and a tensor has no nulls; fill or filter them first`;
  throw mistake('bad_input', 'fromArrow', 'vector', what);
}

/**
 * One byte per bit; each byte's lowest bit comes first.
 * @param {ArrowChunk} chunk
 */
const toBytes = ({ values, offset, length }) =>
  Uint8Array.from({ length }, (_, k) => (values[(offset + k) >> 3] >> ((offset + k) & 7)) & 1);

/** @param {readonly any[]} parts typed arrays of one class */
function join(parts) {
  const whole = new parts[0].constructor(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @typedef {Uint8Array | Uint8ClampedArray | Uint16Array} Samples */

/**
 * @template {Samples} D
 * @typedef {object} StridedTensor
 * @property {D} data
 * @property {number[]} shape
 * @property {number[]} stride
 * @property {number} offset
 */

/** Pixels per sample across and down, and samples side by side. */
const WHOLE = [1, 1, 1];
const HALF = [2, 1, 1];
const QUARTER = [2, 2, 1];
const PAIRS = [2, 2, 2];
const PIXELS = [1, 1, 4];

/** Planes of each format. @type {Readonly<Record<string, readonly number[][]>>} */
const PLANES = {
  I420: [WHOLE, QUARTER, QUARTER],
  I420A: [WHOLE, QUARTER, QUARTER, WHOLE],
  I422: [WHOLE, HALF, HALF],
  I422A: [WHOLE, HALF, HALF, WHOLE],
  I444: [WHOLE, WHOLE, WHOLE],
  I444A: [WHOLE, WHOLE, WHOLE, WHOLE],
  NV12: [WHOLE, PAIRS],
  RGBA: [PIXELS],
  RGBX: [PIXELS],
  BGRA: [PIXELS],
  BGRX: [PIXELS],
};

/** Of more than 8 bits, in two bytes each. */
const DEEP = /P1[02]$/;

/**
 * The planes of a video frame that `VideoFrame.copyTo` has written: strided tensors, without a copy. Y, U, V and A are
 * `[height, width]`, UV of NV12 is `[height, width, 2]`, RGBA and its relatives are `[height, width, 4]`. U and V have half the
 * size, rounded up, if the format subsamples them. Import it from `microtome/interop`.
 * @template {Samples} D
 * @param {string} format of the copy: `frame.format`, or the `format` that `copyTo` was given
 * @param {{ readonly width: number, readonly height: number }} rect of the copy: `frame.visibleRect`, or the `rect` given
 * @param {D} data that `copyTo` has written; of I420P10 and its kin, a Uint16Array on that memory
 * @param {readonly { readonly offset: number, readonly stride: number }[]} layout what `copyTo` has resolved to, in bytes
 * @returns {StridedTensor<D>[]}
 * @throws {MicrotomeError} `bad_type`: an unknown format; `bad_input`: a layout or data that does not fit the format
 * @example
 * const data = Uint8Array.of(10, 11, 12, 13, 20, 21); // 2 x 2 pixels: Y, then U and V in pairs
 * const layout = [{ offset: 0, stride: 2 }, { offset: 4, stride: 2 }];
 * const [y, uv] = videoPlanes('NV12', { width: 2, height: 2 }, data, layout);
 * console.log(y.shape.join(), uv.shape.join(), uv.offset); // 2,2 1,1,2 4
 */
export function videoPlanes(format, rect, data, layout) {
  const name = String(format).replace(DEEP, '');
  if (!Object.hasOwn(PLANES, name)) {
    const what = `'${format}' is not a format; known are ${Object.keys(PLANES).join(', ')}, and with P10 or P12`;
    throw mistake('bad_type', 'videoPlanes', 'format', what);
  }
  const planes = PLANES[name];
  const unit = DEEP.test(format) ? 2 : 1;
  if (data?.BYTES_PER_ELEMENT !== unit) {
    const what = `samples of ${format} take ${unit === 1 ? 'a Uint8Array' : 'a Uint16Array'}`;
    throw mistake('bad_input', 'videoPlanes', 'data', what);
  }
  if (layout?.length !== planes.length) {
    const what = `${format} has ${planes.length} planes, and the layout ${layout?.length ?? 'none'}`;
    throw mistake('bad_input', 'videoPlanes', 'layout', what);
  }
  return planes.map(([across, down, samples], i) => {
    const [height, width] = [Math.ceil(rect.height / down), Math.ceil(rect.width / across)];
    const stride = layout[i].stride / unit;
    const offset = layout[i].offset / unit;
    return samples === 1
      ? { data, shape: [height, width], stride: [stride, 1], offset }
      : { data, shape: [height, width, samples], stride: [stride, samples, 1], offset };
  });
}
