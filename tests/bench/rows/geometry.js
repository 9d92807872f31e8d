// What a row of the table cuts or joins, as boxes of one whole tensor: the one description that the reference, the peers and the
// sizes of outputs are derived from. No code of the library is used here.

import { convert, elementBits } from '../../../docs/rules/conversions.js';
import { bitsOf, decode, entriesOf } from '../../../docs/rules/elements.js';

/** @typedef {Float32Array | Float64Array | Uint8Array | Int16Array | Uint16Array | Int8Array | Int32Array} Data */

/**
 * @typedef {{ starts: number[], ends: number[], steps: number[] }} SliceCut one entry per axis; ends as ONNX has them
 * @typedef {{ axis: number, sizes: number[], drop?: boolean }} SplitCut `drop`: pieces of size 1 lose the axis
 */

/**
 * @typedef {object} Rearranged
 * @property {string} pattern
 * @property {Record<string, number>} [sizes]
 * @property {{ type: string, scale?: number | number[], divisor?: number, bias?: number | number[], zero_point?: number, along?: string, table?: any }} [to]
 * @property {{ shape: number[], stride: number[], offset: number }} [from] what the pattern is given, if it is not all of the whole
 * @property {View} view where the elements of the output are. If there are scales by channel, its first axis are the channels; of tables, its last
 */

/**
 * @typedef {object} Cut the parts of a whole: a slice, or the pieces of a split
 * @property {SliceCut} [slice]
 * @property {SplitCut} [split]
 * @property {number[]} [transpose] the order of the axes in the parts: the whole is given as a strided tensor
 * @property {Rearranged} [rearrange]
 * @property {boolean} [joins] the other way round: the parts are written into the whole
 * @property {number} [value] a join whose part is this value alone
 * @property {Padded} [pad] the part is the whole with a border
 * @property {Gathered} [gather] the part has listed indices of the whole
 */

/** @typedef {{ axis: number, indices: Int32Array }} Gathered */

/** @typedef {{ pads: [number, number][], mode: 'constant' | 'reflect', value: number }} Padded */

/** @typedef {{ starts: number[], steps: number[], sizes: number[] }} Box one output; starts count from 0 */

/** Where a slice down to the first element ends, for ONNX. */
export const BEFORE_FIRST = -(2 ** 31);

/** Element types of the table and the arrays that hold them. */
export const CLASSES = {
  float32: Float32Array,
  float64: Float64Array,
  float16: Uint16Array,
  bfloat16: Uint16Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  int8: Int8Array,
  int32: Int32Array,
  int64: BigInt64Array,
  u4: Uint8Array,
};

/** A slice from begin:end:step per axis. @param {...[number, number, number?]} ranges @returns {Cut} */
export const sliceOf = (...ranges) => ({
  slice: {
    starts: ranges.map(([start]) => start),
    ends: ranges.map(([, end]) => end),
    steps: ranges.map(([, , step]) => step ?? 1),
  },
});

/** @param {readonly number[]} sizes */
export const product = (sizes) => sizes.reduce((n, size) => n * size, 1);

/** @param {readonly number[]} dims @param {Cut} cut @returns {Box[]} */
export function boxesOf(dims, { slice, split }) {
  if (slice) return [sliceBox(dims, slice)];
  if (!split) return [{ starts: dims.map(() => 0), steps: dims.map(() => 1), sizes: dims.slice() }];
  let start = 0;
  return split.sizes.map((size) => {
    const box = { starts: dims.map(() => 0), steps: dims.map(() => 1), sizes: dims.slice() };
    box.starts[split.axis] = start;
    box.sizes[split.axis] = size;
    start += size;
    return box;
  });
}

/** @param {readonly number[]} dims @param {SliceCut} slice @returns {Box} */
function sliceBox(dims, { starts, ends, steps }) {
  const sizes = dims.map((size, i) => {
    const down = steps[i] < 0;
    const end = down ? Math.max(ends[i], -1) : Math.min(ends[i], size);
    return Math.max(0, Math.ceil((end - Math.min(starts[i], down ? size - 1 : size)) / steps[i]));
  });
  return { starts: dims.map((size, i) => Math.min(starts[i], size - 1)), steps, sizes };
}

/** Numbers that a narrower type holds too, from random bits: below 1, and the bits of halves below 2. @type {Record<string, (bits: number) => any>} */
const NUMBERS = {
  float32: (bits) => (bits & 0xffff) / 65536,
  float16: (bits) => bits & 0x3fff,
  bfloat16: (bits) => bits & 0x3fff,
  int32: (bits) => bits & 0xff,
  int64: BigInt,
};

/**
 * Elements that no copy of the wrong ones equals; for a conversion, numbers of that type.
 * @template {Data} D
 * @param {D} data
 * @param {string} [converted] the type, if they will be
 * @returns {D}
 */
export function fill(data, converted = '') {
  const toNumber = NUMBERS[converted] ?? ((bits) => bits & 0xffffff);
  let state = 0x2545f491;
  for (let i = 0; i < data.length; ++i) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    // 24 bits are exact in every class that has floats, and none of them is a NaN
    data[i] = toNumber(state);
  }
  return data;
}

/**
 * A whole tensor.
 * @param {keyof typeof CLASSES} type
 * @param {readonly number[]} dims
 * @param {boolean} isConverted
 * @returns {Data}
 */
export const wholeTensor = (type, dims, isConverted) =>
  fill(/** @type {any} */ (new CLASSES[type](entriesOf(type, product(dims)))), isConverted ? type : '');

/** The same with an entry for each element. @param {Data} whole @param {keyof typeof CLASSES} type @param {readonly number[]} dims @returns {Data} */
export const unpacked = (whole, type, dims) =>
  bitsOf(type) < 8 ? Uint8Array.from(decode(type, whole, product(dims))) : whole;

/** Where the elements of a box are in the whole, in elements. @typedef {{ offset: number, strides: number[], sizes: number[] }} View */

/**
 * The parts as views of the whole, their axes in the order that the cut gives them.
 * @param {readonly number[]} dims
 * @param {Cut} cut
 * @returns {View[]}
 */
export function viewsOf(dims, cut) {
  if (cut.rearrange) return [cut.rearrange.view];
  const whole = dims.map((_, i) => product(dims.slice(i + 1)));
  const order = cut.transpose ?? dims.map((_, i) => i);
  return boxesOf(dims, cut).map(({ starts, steps, sizes }) => ({
    offset: starts.reduce((sum, start, i) => sum + start * whole[i], 0),
    strides: order.map((i) => steps[i] * whole[i]),
    sizes: order.map((i) => sizes[i]),
  }));
}

/**
 * Calls `each` with the position of every element of a view in the whole, in row-major order.
 * @param {View} view
 * @param {(at: number, i: number) => void} each
 */
function forEachElement({ offset, strides, sizes }, each) {
  const last = sizes.length - 1;
  const index = sizes.map(() => 0);
  for (let to = 0, count = product(sizes); to < count; ) {
    const from = index.reduce((sum, at, i) => sum + at * strides[i], offset);
    for (let i = 0; i < sizes[last]; ++i) each(from + i * strides[last], to++);
    for (let i = last - 1; i >= 0 && ++index[i] === sizes[i]; --i) index[i] = 0;
  }
}

/** @param {readonly number[]} dims @param {Padded} pad */
export const paddedSizes = (dims, { pads }) => dims.map((size, i) => pads[i][0] + size + pads[i][1]);

/** @param {readonly number[]} dims @param {Gathered} gather */
export const gatheredSizes = (dims, { axis, indices }) => dims.with(axis, indices.length);

/** @param {Data} whole @param {readonly number[]} dims @param {Gathered} gather */
function gatheredOf(whole, dims, { axis, indices }) {
  const part = like(whole, product(gatheredSizes(dims, { axis, indices })));
  const inner = product(dims.slice(axis + 1));
  for (let k = 0; k < part.length; ++k) {
    const row = Math.floor(k / inner);
    const outer = Math.floor(row / indices.length);
    part[k] = whole[(outer * dims[axis] + indices[row % indices.length]) * inner + (k % inner)];
  }
  return part;
}

/** @param {Data} whole @param {readonly number[]} dims @param {Padded} pad */
function paddedOf(whole, dims, pad) {
  const sizes = paddedSizes(dims, pad);
  const part = like(whole, product(sizes));
  const strides = dims.map((_, i) => product(dims.slice(i + 1)));
  for (let k = 0; k < part.length; ++k) {
    let left = k;
    let from = 0;
    for (let i = dims.length - 1; i >= 0; --i) {
      const at = (left % sizes[i]) - pad.pads[i][0];
      left = Math.floor(left / sizes[i]);
      const isInside = at >= 0 && at < dims[i];
      const mirrored = at < 0 ? -at : 2 * (dims[i] - 1) - at;
      from += isInside ? at * strides[i] : pad.mode === 'reflect' ? mirrored * strides[i] : Number.NaN;
    }
    part[k] = Number.isNaN(from) ? pad.value : whole[from];
  }
  return part;
}

/**
 * The parts of the whole, element by element.
 * @param {Data} whole
 * @param {readonly number[]} dims
 * @param {Cut} cut
 * @returns {Data[]}
 */
export function partsOf(whole, dims, cut) {
  if (cut.pad) return [paddedOf(whole, dims, cut.pad)];
  if (cut.gather) return [gatheredOf(whole, dims, cut.gather)];
  return viewsOf(dims, cut).map((view) => {
    const part = like(whole, product(view.sizes));
    forEachElement(view, (at, i) => {
      part[i] = whole[at];
    });
    return part;
  });
}

/**
 * Elements of one part as another type, by an oracle. Elements of equal bits are converted once.
 * @param {Data} part
 * @param {keyof typeof CLASSES} from
 * @param {Rearranged} rearranged
 * @returns {Data}
 */
export function convertedPart(part, from, { to, view }) {
  if (!to) return part;
  const type = /** @type {keyof typeof CLASSES} */ (to.type);
  const made = /** @type {any} */ (new CLASSES[type](part.length));
  if (to.table) {
    const tables = Array.isArray(to.table) ? to.table : [to.table]; // by the bits of unsigned integers
    return made.map(
      (/** @type {unknown} */ _, /** @type {number} */ i) => tables[i % tables.length][part[i]],
    );
  }
  const isDouble = type === 'float64';
  const out = isDouble
    ? new BigUint64Array(made.buffer)
    : type === 'float32'
      ? new Uint32Array(made.buffer)
      : made;
  const bits = elementBits(part);
  const inner = Array.isArray(to.scale) ? part.length / view.sizes[0] : part.length;
  for (let at = 0, channel = 0; at < part.length; at += inner, ++channel) {
    const [scale, bias] = [to.scale, to.bias].map((list) => (Array.isArray(list) ? list[channel] : list));
    const { divisor, zero_point } = to;
    /** @type {Map<bigint, number | bigint>} */
    const known = new Map();
    for (let i = at; i < at + inner; ++i) {
      const exact = known.get(bits[i]) ?? convert(from, bits[i], type, { scale, divisor, bias, zero_point });
      const word = isDouble ? exact : Number(exact);
      known.set(bits[i], word);
      out[i] = word;
    }
  }
  return made;
}

/**
 * A whole with nothing but these parts in it, element by element.
 * @param {readonly Data[]} parts
 * @param {readonly number[]} dims
 * @param {Cut} cut
 * @returns {Data}
 */
export function wholeOf(parts, dims, cut) {
  const whole = like(parts[0], product(dims));
  viewsOf(dims, cut).forEach((view, j) => {
    forEachElement(view, (at, i) => {
      whole[at] = parts[j][i];
    });
  });
  return whole;
}

/**
 * @template {Data} D
 * @param {D} data
 * @param {number} length
 * @returns {D}
 */
export const like = (data, length) => new /** @type {any} */ (data.constructor)(length);

/** @param {ArrayBufferView} array any typed array */
export const bytesOf = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);

/** Numbers that are computed in double precision may differ so far from those of float32: by units of integers, or of the last place. */
const NEAR = { float: 2 ** -21, integer: 1 };

/**
 * Compares numbers. Returns the first difference that is too large, or an empty string.
 * @param {readonly any[]} outputs
 * @param {readonly any[]} expected
 */
export function roughDifference([output], [expected]) {
  const isFloat = expected instanceof Float32Array || expected instanceof Float64Array;
  for (let i = 0; i < expected.length; ++i) {
    const most = isFloat ? NEAR.float * Math.max(1, Math.abs(expected[i])) : NEAR.integer;
    if (!(Math.abs(output[i] - expected[i]) <= most))
      return `${output[i]} instead of ${expected[i]}, element ${i}`;
  }
  return '';
}

/**
 * What is wrong with these outputs; empty when nothing is. Every byte is looked at.
 * @param {readonly ArrayBufferView[]} outputs
 * @param {readonly Data[]} expected
 */
export function difference(outputs, expected) {
  if (outputs.length !== expected.length) return `${outputs.length} outputs instead of ${expected.length}`;
  for (let j = 0; j < expected.length; ++j) {
    const ours = bytesOf(outputs[j]);
    const right = bytesOf(expected[j]);
    if (ours.length !== right.length) return `${ours.length} bytes instead of ${right.length}, output ${j}`;
    for (let i = 0; i < right.length; ++i) {
      if (ours[i] !== right[i]) return `wrong at byte ${i} of output ${j}`;
    }
  }
  return '';
}
