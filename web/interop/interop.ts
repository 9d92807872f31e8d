// `microtome/interop`: converts Arrow vectors and video frames to tensors. Nothing here needs `init`, and no
// other library is imported: any object with these properties is accepted. Before you add a function, try a
// recipe (docs/recipes.md). A new function comes with its recipe, and with a test against the real library in
// tests/recipes/.
import { classNameOf, copyInto, lengthOf, newArray, viewOf } from '../lib/base/arrays.ts';
import { describe } from '../lib/base/describe.ts';
import { blaming, Mistake } from '../lib/base/mistake.ts';
import { countOf } from '../lib/shape.ts';
import type { DataOfType, Result, Type } from '../lib/types.ts';

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

/** The array of a vector's values, or of its lists' values; any array, if the class is not known. */
export type ValuesOf<V> = 0 extends 1 & V
  ? DataOfType[NumberType]
  : V extends DataOfType[NumberType]
    ? V
    : V extends readonly (infer W)[]
      ? ValuesOf<W>
      : DataOfType[NumberType];

/** The element type and the class of values for each of Arrow's type names. */
const ARROW_TYPES: Readonly<Record<string, readonly [NumberType, string]>> = {
  Int8: ['int8', 'Int8Array'],
  Int16: ['int16', 'Int16Array'],
  Int32: ['int32', 'Int32Array'],
  Int64: ['int64', 'BigInt64Array'],
  Uint8: ['uint8', 'Uint8Array'],
  Uint16: ['uint16', 'Uint16Array'],
  Uint32: ['uint32', 'Uint32Array'],
  Uint64: ['uint64', 'BigUint64Array'],
  Float16: ['float16', 'Uint16Array'],
  Float32: ['float32', 'Float32Array'],
  Float64: ['float64', 'Float64Array'],
  Bool: ['bool', 'Uint8Array'],
};

/**
 * Converts an Apache Arrow vector to a tensor. Import it from `microtome/interop`.
 *
 * The dims are `[length]`, or `[length, listSize, ...]` for fixed-size lists. A vector of one chunk is not
 * copied: `data` is a view of its values. Several chunks are copied into one array, and the bits of Bool become bytes.
 * @param vector a vector or a slice of one, of integers, floats or Bool, or of fixed-size lists of these
 * @returns a tensor of the corresponding element type
 * @throws {MicrotomeError} `bad_input`: not a vector, or one with nulls at any depth; `bad_type`: another
 *   type, such as Utf8, Dictionary, Timestamp or List
 * @example
 * // the properties of vectorFromArray([1, 2, 3, 4], new Int32())
 * const chunk = { length: 4, offset: 0, nullCount: 0, values: Int32Array.of(1, 2, 3, 4) };
 * const x = fromArrow({ type: 'Int32', length: 4, data: [chunk] });
 * console.log(x.type, x.dims.join(), x.data.join()); // int32 4 1,2,3,4
 */
export function fromArrow<V>(vector: ArrowVector<V>): Result<NumberType, ValuesOf<V>> {
  return blaming('fromArrow', 'vector', () => read(vector));
}

/** A type may be its own child. */
const MOST_AXES = 32;

function read(vector: ArrowVector): any {
  if (!Array.isArray(vector?.data) || !isCount(vector.length) || !vector.type)
    throw new Mistake('bad_input', 'expected a vector of apache-arrow');
  let { data: chunks, type }: ArrowVector = vector;
  const dims = [vector.length];
  check(chunks, type, vector.length);
  while (type?.listSize !== undefined && type.children) {
    const { listSize, children } = type;
    if (!isCount(listSize))
      throw new Mistake(
        'bad_input',
        `the listSize of ${nameOf(type)} must be an integer of 0 or more, not ${describe(listSize)}`,
      );
    if (dims.push(listSize) > MOST_AXES)
      throw new Mistake(
        'bad_input',
        `lists in lists make more than ${MOST_AXES} axes, the most that a tensor may have`,
      );
    chunks = chunks.map(({ children, length }) => valuesOf(children).slice(0, length * listSize));
    type = children[0]?.type;
    check(chunks, type, countOf(dims));
  }
  const name = nameOf(type);
  if (!Object.hasOwn(ARROW_TYPES, name)) {
    const known = Object.keys(ARROW_TYPES).join(', ');
    const what = `a vector of ${nameOf(vector.type)} cannot be a tensor; known are ${known} and fixed-size lists of them`;
    throw new Mistake('bad_type', `${what}; for strings, pass { dims, data: vector.toArray() }`);
  }
  const [element, className] = ARROW_TYPES[name];
  const parts = chunks.map((chunk) => partOf(chunk, name, className));
  return { type: element, dims, data: parts.length === 1 ? parts[0] : join(parts, className) };
}

function nameOf(type: ArrowType): string {
  const name = type?.toString?.();
  if (typeof name === 'string') return name;
  throw new Mistake('bad_input', 'one of its types has no name');
}

/** Refuses chunks that do not have `length` values together, or that have nulls. */
function check(chunks: readonly ArrowChunk[], type: ArrowType, length: number): void {
  let [sum, nulls] = [0, 0];
  for (const chunk of chunks) {
    if (!isCount(chunk?.length) || !isCount(chunk.nullCount))
      throw new Mistake('bad_input', 'one of its chunks has no length or no nullCount');
    sum += chunk.length;
    nulls += chunk.nullCount;
  }
  if (sum !== length)
    throw new Mistake('bad_input', `its chunks have ${sum} ${nameOf(type)}, but it needs ${length}`);
  if (nulls === 0) return;
  const what = `${nulls} of its ${nameOf(type)} are null, but a tensor has no nulls; fill or filter them first`;
  throw new Mistake('bad_input', what);
}

function valuesOf(children: readonly ArrowChunk[]): ArrowChunk {
  const values = children?.[0];
  if (typeof values?.slice === 'function') return values;
  throw new Mistake('bad_input', 'one of the chunks of its lists has no values');
}

/** The values of a chunk: a view, or one byte per bit. */
function partOf({ values, offset, length }: ArrowChunk, name: string, className: string): any {
  if (classNameOf(values) !== className)
    throw new Mistake('bad_input', `values of ${name} are of class ${className}, not ${describe(values)}`);
  const isBits = name === 'Bool';
  const first = isBits ? offset : 0;
  const most = lengthOf(values) * (isBits ? 8 : 1);
  if (!isCount(first) || first + length > most)
    throw new Mistake(
      'bad_input',
      `a chunk of ${length} ${name} from offset ${describe(first)} on has only ${most} values`,
    );
  if (!isBits) return viewOf(values, 0, length);
  // the lowest bit of each byte comes first
  return Uint8Array.from({ length }, (_, k) => (values[(first + k) >> 3] >> ((first + k) & 7)) & 1);
}

/** @param parts arrays of the class `className` */
function join(parts: readonly any[], className: string): any {
  const whole = newArray(
    className,
    parts.reduce((sum, part) => sum + lengthOf(part), 0),
  );
  let at = 0;
  for (const part of parts) {
    copyInto(whole, part, at);
    at += lengthOf(part);
  }
  return whole;
}

/** Is it a size, a length or a place: an integer of 0 or more? */
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Arrays that hold the samples of a video frame. */
export type Samples = Uint8Array | Uint8ClampedArray | Uint16Array;

/** A plane of a video frame, as every call takes it. */
export interface StridedTensor<D extends Samples> {
  data: D;
  shape: number[];
  stride: number[];
  offset: number;
}

/** A tensor in a plane: pixels per sample, horizontally and vertically; samples from one to the next; where its samples begin. */
type Part = readonly [across: number, down: number, step: number, ...places: number[]];

const WHOLE: Part = [1, 1, 1, 0];
const HALF: Part = [2, 1, 1, 0];
const QUARTER: Part = [2, 2, 1, 0];
const PIXELS: Part = [1, 1, 4, 0, 1, 2, 3];

/** The planes of each format, and the tensors in each. */
const PLANES: Readonly<Record<string, readonly (readonly Part[])[]>> = {
  I420: [[WHOLE], [QUARTER], [QUARTER]],
  I420A: [[WHOLE], [QUARTER], [QUARTER], [WHOLE]],
  I422: [[WHOLE], [HALF], [HALF]],
  I422A: [[WHOLE], [HALF], [HALF], [WHOLE]],
  I444: [[WHOLE], [WHOLE], [WHOLE]],
  I444A: [[WHOLE], [WHOLE], [WHOLE], [WHOLE]],
  NV12: [[WHOLE], [[2, 2, 2, 0, 1]]],
  NV21: [[WHOLE], [[2, 2, 2, 1, 0]]],
  YUY2: [
    [
      [1, 1, 2, 0],
      [2, 1, 4, 1],
      [2, 1, 4, 3],
    ],
  ],
  UYVY: [
    [
      [1, 1, 2, 1],
      [2, 1, 4, 0],
      [2, 1, 4, 2],
    ],
  ],
  RGBA: [[PIXELS]],
  RGBX: [[PIXELS]],
  BGRA: [[PIXELS]],
  BGRX: [[PIXELS]],
};

/** Formats with more than 8 bits, which take two bytes per sample, and those whose planes they have. */
const DEEP = [
  [/^(I4.*)P1[02]$/, '$1'],
  [/^P01[026]$/, 'NV12'],
] as const;

/**
 * Describes the planes of a video frame as strided tensors. Import it from `microtome/interop`.
 *
 * `VideoFrame.copyTo`, a decoder or a camera has written the planes, and nothing is copied again. Y, U, V and A are
 * `[height, width]`, also in YUY2 and UYVY, which have them in one plane. UV of NV12, NV21, P010, P012 and P016 is
 * `[height, width, 2]`, U first in all of them. RGBA, RGBX, BGRA and BGRX are `[height, width, 4]`. U and V have half
 * the size, rounded up, if the format subsamples them. In P010 and P012, the value is in the upper bits of a sample.
 * @param format of the copy: `frame.format`, or the `format` that `copyTo` was given
 * @param rect of the copy, in pixels: `frame.visibleRect`, or the `rect` that `copyTo` was given
 * @param data the array that `copyTo` has written; for formats of more than 8 bits, a Uint16Array on the same memory
 * @param layout the result of `copyTo`: offset and stride of each plane, in bytes
 * @returns a tensor for each plane, or for Y, U and V in one; strides and offsets count samples
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
  return blaming('videoPlanes', 'layout', () => {
    const named = typeof format === 'string' ? format : '';
    const name = DEEP.reduce((text, [deep, plain]) => text.replace(deep, plain), named);
    if (!Object.hasOwn(PLANES, name)) {
      const known = Object.keys(PLANES).join(', ');
      const deep = 'P010, P012, P016, and those with I also with P10 or P12';
      throw new Mistake(
        'bad_type',
        `${describe(format)} is not a format; known are ${known}, ${deep}`,
        'format',
      );
    }
    const planes = PLANES[name];
    const unit = name === format ? 1 : 2;
    const classes = unit === 1 ? ['Uint8Array', 'Uint8ClampedArray'] : ['Uint16Array'];
    if (!classes.includes(classNameOf(data)))
      throw new Mistake(
        'bad_input',
        `samples of ${format} take a ${classes[0]}, not ${describe(data)}`,
        'data',
      );
    if (!isCount(rect?.width) || !isCount(rect.height)) {
      const what = `expected { width, height } in pixels, not ${describe(rect?.width)} and ${describe(rect?.height)}`;
      throw new Mistake('bad_input', what, 'rect');
    }
    const count = Array.isArray(layout) ? layout.length : 'none';
    if (count !== planes.length) {
      const what = `the planes of ${format} are ${planes.length}, but the layout has ${count}`;
      throw new Mistake('bad_input', what);
    }
    const inSamples = (bytes: unknown) => (isCount(bytes) && bytes % unit === 0 ? bytes / unit : Number.NaN);
    return planes.flatMap((parts, i) => {
      const stride = inSamples(layout[i]?.stride);
      const begin = inSamples(layout[i]?.offset);
      const sizes = parts.map(([across, down, step]) => {
        const [height, width] = [Math.ceil(rect.height / down), Math.ceil(rect.width / across)];
        return { height, width, row: width * step };
      });
      const [{ height }] = sizes;
      const row = Math.max(...sizes.map((size) => size.row));
      const end = height === 0 ? begin : begin + (height - 1) * stride + row;
      if (!(stride >= row && end <= lengthOf(data))) {
        const what = `plane ${i} has ${height} rows of ${row * unit} bytes; they do not fit`;
        const where = `stride ${describe(layout[i]?.stride)} and offset ${describe(layout[i]?.offset)}`;
        throw new Mistake('bad_input', `${what} ${where} in data of ${lengthOf(data) * unit} bytes`);
      }
      return parts.map(([, , step, first, second], k) => {
        const { width } = sizes[k];
        const samples = parts[k].length - 3;
        const offset = begin + first;
        return samples === 1
          ? { data, shape: [height, width], stride: [stride, step], offset }
          : { data, shape: [height, width, samples], stride: [stride, step, second - first], offset };
      });
    });
  });
}
