// `microtome/interop`: converts Arrow vectors and video frames to tensors. Nothing here needs `init`, and no
// other library is imported: any object with these properties is accepted. Before you add a function, try a
// recipe (docs/recipes.md). A new function comes with its recipe, and with a test against the real library in
// tests/recipes/.
import { blame, Mistake } from './base/mistake.ts';
import type { Code, DataOfType, Result, Type } from './types.ts';

/** The properties of an Arrow vector that are read; `V` is the class of its values. */
export interface ArrowVector<V = any> {
  type: ArrowType;
  length: number;
  data: readonly ArrowChunk<V>[];
}

/** The properties of an Arrow type that are read. */
export interface ArrowType {
  listSize?: number;
  children?: readonly { type: ArrowType }[] | null;
  toString: () => string;
}

/** The properties of Arrow's Data that are read. */
export interface ArrowChunk<V = any> {
  length: number;
  /** Where bits begin. `values` of other types begin at the first value. */
  offset: number;
  nullCount: number;
  /** For lists, an array of the lists' values. */
  values: V;
  children: readonly ArrowChunk[];
  slice: (offset: number, length: number) => ArrowChunk;
}

/** Element types that an Arrow vector may have. */
export type NumberType = Exclude<Type, 'string'>;

/** The array of a vector's values, or of those of its lists; any, if that is not known. */
export type ValuesOf<V> = 0 extends 1 & V
  ? DataOfType[NumberType]
  : V extends DataOfType[NumberType]
    ? V
    : V extends readonly (infer W)[]
      ? ValuesOf<W>
      : DataOfType[NumberType];

/** By Arrow's name. */
const ARROW_TYPES: Readonly<Record<string, NumberType>> = {
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
 * Converts an Apache Arrow vector to a tensor. Import it from `microtome/interop`.
 *
 * The dims are `[length]`, or `[length, listSize, ...]` for fixed-size lists. A vector of one chunk is not
 * copied: `data` is a view of its values. Several chunks are copied one after the other, and the bits of Bool
 * become bytes.
 * @param vector whole or sliced, of integers, floats or Bool, or of fixed-size lists of them
 * @throws {MicrotomeError} `bad_input`: not a vector, or one with nulls at any depth; `bad_type`: another
 *   type, such as Utf8, Dictionary, Timestamp or List
 * @example
 * // what vectorFromArray([1, 2, 3, 4], new Int32()) has
 * const chunk = { length: 4, offset: 0, nullCount: 0, values: Int32Array.of(1, 2, 3, 4) };
 * const x = fromArrow({ type: 'Int32', length: 4, data: [chunk] });
 * console.log(x.type, x.dims.join(), x.data.join()); // int32 4 1,2,3,4
 */
export function fromArrow<V>(vector: ArrowVector<V>): Result<NumberType, ValuesOf<V>> {
  if (!Array.isArray(vector?.data) || typeof vector.length !== 'number' || !vector.type)
    throw wrongVector('bad_input', 'expected a vector of apache-arrow');
  let { data: chunks, type }: ArrowVector = vector;
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
    const known = Object.keys(ARROW_TYPES).join(', ');
    const what = `a vector of ${vector.type} cannot be a tensor; known are ${known} and fixed-size lists of them`;
    throw wrongVector('bad_type', `${what}; for strings, pass { dims, data: vector.toArray() }`);
  }
  const parts = chunks.map(name === 'bool' ? toBytes : ({ values, length }) => values.subarray(0, length));
  return { type: name, dims, data: parts.length === 1 ? parts[0] : join(parts) };
}

function refuseNulls(chunks: readonly ArrowChunk[], type: ArrowType): void {
  const nulls = chunks.reduce((sum, { nullCount }) => sum + nullCount, 0);
  if (nulls === 0) return;
  const what = `${nulls} of its ${type} are null, and a tensor has no nulls; fill or filter them first`;
  throw wrongVector('bad_input', what);
}

const wrongVector = (code: Code, what: string) => blame(new Mistake(code, what), 'fromArrow', 'vector');

/** One byte per bit; each byte's lowest bit comes first. */
const toBytes = ({ values, offset, length }: ArrowChunk) =>
  Uint8Array.from({ length }, (_, k) => (values[(offset + k) >> 3] >> ((offset + k) & 7)) & 1);

/** @param parts typed arrays of one class */
function join(parts: readonly any[]): any {
  const whole = new parts[0].constructor(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Arrays that hold the samples of a video frame. */
export type Samples = Uint8Array | Uint8ClampedArray | Uint16Array;

/** A plane of a video frame, as every call takes it. */
export interface StridedTensor<D extends Samples> {
  data: D;
  shape: number[];
  stride: number[];
  offset: number;
}

/** Pixels per sample across and down, and samples side by side. */
const WHOLE = [1, 1, 1];
const HALF = [2, 1, 1];
const QUARTER = [2, 2, 1];
const PAIRS = [2, 2, 2];
const PIXELS = [1, 1, 4];

/** Planes of each format. */
const PLANES: Readonly<Record<string, readonly number[][]>> = {
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

/** Formats with more than 8 bits, which take two bytes per sample. */
const DEEP = /P1[02]$/;

/**
 * Describes the planes of a video frame as strided tensors. Import it from `microtome/interop`.
 *
 * `VideoFrame.copyTo` has written them, and nothing is copied again. Y, U, V and A are `[height, width]`, UV
 * of NV12 is `[height, width, 2]`, and RGBA, RGBX, BGRA and BGRX are `[height, width, 4]`. U and V have half
 * the size, rounded up, if the format subsamples them.
 * @param format of the copy: `frame.format`, or the `format` that `copyTo` was given
 * @param rect of the copy: `frame.visibleRect`, or the `rect` given
 * @param data that `copyTo` has written; for formats of 10 or 12 bits, a Uint16Array on that memory
 * @param layout what `copyTo` has resolved to, in bytes
 * @throws {MicrotomeError} `bad_type`: an unknown format; `bad_input`: a layout or data that does not fit the
 *   format
 * @example
 * const data = Uint8Array.of(10, 11, 12, 13, 20, 21); // 2 x 2 pixels: Y, then U and V in pairs
 * const layout = [{ offset: 0, stride: 2 }, { offset: 4, stride: 2 }];
 * const [y, uv] = videoPlanes('NV12', { width: 2, height: 2 }, data, layout);
 * console.log(y.shape.join(), uv.shape.join(), uv.offset); // 2,2 1,1,2 4
 */
export function videoPlanes<D extends Samples>(
  format: string,
  rect: { readonly width: number; readonly height: number },
  data: D,
  layout: readonly { readonly offset: number; readonly stride: number }[],
): StridedTensor<D>[] {
  const wrong = (code: Code, param: string, what: string) =>
    blame(new Mistake(code, what), 'videoPlanes', param);
  const name = String(format).replace(DEEP, '');
  if (!Object.hasOwn(PLANES, name)) {
    const known = Object.keys(PLANES).join(', ');
    throw wrong('bad_type', 'format', `'${format}' is not a format; known are ${known}, and with P10 or P12`);
  }
  const planes = PLANES[name];
  const unit = DEEP.test(format) ? 2 : 1;
  if (data?.BYTES_PER_ELEMENT !== unit)
    throw wrong(
      'bad_input',
      'data',
      `samples of ${format} take a ${unit === 1 ? 'Uint8Array' : 'Uint16Array'}`,
    );
  if (layout?.length !== planes.length) {
    const what = `${format} has ${planes.length} planes, and the layout ${layout?.length ?? 'none'}`;
    throw wrong('bad_input', 'layout', what);
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
