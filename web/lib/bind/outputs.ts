// `out`: the arrays into which a caller wants the outputs written. Each is read once, and fully checked before anything
// is written.

import {
  type Entries,
  isNumber,
  readLength,
  readNumbers,
  SIZES,
  STRIDES,
  toWord,
  wrongNumber,
} from '../arguments/numbers.ts';
import { lengthOfOwn, readProperties } from '../arguments/tensors.ts';
import { classNameOf, DETACHED, entryBytes, isDetached, lengthOf, viewOf } from '../base/arrays.ts';
import { describe } from '../base/describe.ts';
import { badOutput, Mistake, restated } from '../base/mistake.ts';
import { getCore } from '../core/core.ts';
import { DTYPES, MAX_RANK, typeNamed } from '../core/tables.ts';
import {
  countOf,
  elementsIn,
  hullOf,
  isRowMajor,
  isSame,
  type Layout,
  rowMajor,
  stridesNest,
} from '../shape.ts';

/** The sizes, type and classes that the outputs of a call need. */
export interface Wanted {
  /** Sizes of each output, and entries of its array. */
  readonly dims: readonly (readonly number[])[];
  readonly lengths: readonly number[];
  /** Row of the element-type table, and the caller's name for the type. */
  readonly type: number;
  readonly spelling: unknown;
}

/** An output as the caller gave it. */
export interface Out {
  /** The caller's array. */
  readonly data: any;
  /** The caller's array, or the subarray that the output fills. */
  readonly array: any;
  /** Entries of the caller's array. */
  readonly length: number;
  /** Strides and offset, if the caller stated any. */
  readonly stated: Layout | null;
  /** Strides and offset that matter; null: the elements fill `array` in row-major order. */
  readonly layout: Layout | null;
}

const badOut = (what: string) => new Mistake('bad_out', what, 'out');

/** Reads `out`, and checks each output separately. A single output need not be in a list. */
export function readOuts(out: any, wanted: Wanted): Out[] {
  const items = readList(out, wanted);
  for (let i = 0; i < items.length; ++i) items[i] = readOut(items[i], i, wanted);
  return items;
}

function readList(out: any, { dims: { length: count }, type }: Wanted): any[] {
  const length = classNameOf(out) === 'Array' ? readLength(out) : -1;
  const first = length > 0 ? out[0] : undefined;
  const isOne =
    length < 0 || (count === 1 && DTYPES[type].classes.includes('Array') && typeof first !== 'object');
  const found = isOne ? 1 : length;
  if (found !== count) throw badOut(`needs one array per output: ${count}, not ${found}`);
  if (isOne) return [out];
  const items = new Array(count);
  for (let i = 0; i < count; ++i) items[i] = i === 0 ? first : out[i];
  return items;
}

function readOut(item: unknown, i: number, wanted: Wanted): Out {
  const dims = wanted.dims[i];
  let data: any = item;
  let stated: Layout | null = null;
  if (typeof item === 'object' && item !== null && classNameOf(item) === '') {
    const read = readProperties(item);
    data = read.data ?? item; // so that a message says Promise, not null
    checkType(read.named, i, wanted);
    if (read.sizes !== null && !read.isImage) checkSizes(read.sizes, i, dims);
    stated = readLayout(read, i, dims);
  }
  const className = checkClass(data, i, DTYPES[wanted.type].classes, `${wanted.spelling} needs`);
  const length = className === 'Array' ? data.length : lengthOf(data);
  if (length === 0 && !dims.includes(0) && isDetached(data)) throw badOut(`output ${i}: ${DETACHED}`);
  if (stated !== null) {
    checkLayout(stated, i, dims, wanted.type, length);
    return outAt(data, className, length, stated, i, wanted);
  }
  const needed = wanted.lengths[i];
  if (length !== needed) throw badOut(`output ${i} needs an array of length ${needed}, not ${length}`);
  return { data, array: data, length, stated, layout: null };
}

/** Output `i` at its strides and offset. If it fills a subarray in row-major order, `array` is that. */
export function outAt(
  data: any,
  className: string,
  length: number,
  stated: Layout,
  i: number,
  { dims, lengths, type }: Wanted,
): Out {
  const filled = subarrayOf(data, className, stated, dims[i], lengths[i], type);
  return { data, array: filled ?? data, length, stated, layout: filled === null ? stated : null };
}

/** Strides and offset, if the output has them, and they are not just those of a whole row-major array. */
function readLayout(
  { stride, offset, isFloating }: ReturnType<typeof readProperties>,
  i: number,
  dims: readonly number[],
): Layout | null {
  if (stride === null && offset === null) return null;
  const count = stride === null ? dims.length : lengthOfOwn(stride, `output ${i}: stride`, 'out');
  if (count < 0) throw badOut(`output ${i}: stride must be a list, not ${describe(stride)}`);
  if (count !== dims.length)
    throw badOut(`output ${i} has rank ${dims.length}, but its stride has length ${count}`);
  if (offset !== null && !isNumber(offset))
    throw restated(wrongNumber(offset, 'the offset '), `output ${i}: `, 'out');
  const strides = stride === null ? rowMajor(dims) : readEntries(stride, i, count, STRIDES);
  if (isFloating && isRowMajor(dims, strides)) return null;
  if (isFloating) throw badOut(`output ${i} has strides, so give the offset of its first element too`);
  return { stride: strides, offset: toWord((offset ?? 0) as number) };
}

const OUT_SIZES = { ...SIZES, code: 'bad_out' } as const;

/** The numbers of a list of output `i`. */
function readEntries(list: ArrayLike<unknown>, i: number, count: number, entries: Entries): number[] {
  try {
    return readNumbers(list, count, entries);
  } catch (thrown) {
    throw restated(thrown, `output ${i}: `, 'out');
  }
}

function checkSizes(sizes: unknown, i: number, dims: readonly number[]): void {
  const rank = lengthOfOwn(sizes, `output ${i}: dims`, 'out');
  const found =
    rank < 0 || rank > MAX_RANK ? [] : readEntries(sizes as ArrayLike<unknown>, i, rank, OUT_SIZES);
  if (rank === dims.length && isSame(found, dims)) return;
  throw badOut(`output ${i} has the dims [${dims}], not ${rank < 0 ? describe(sizes) : `[${found}]`}`);
}

function checkType(named: unknown, i: number, { type, spelling }: Wanted): void {
  if (named === null || typeNamed(named) === type) return;
  throw badOut(`output ${i} is ${spelling}, not ${describe(named)}`);
}

/**
 * Checks the class of an output's array, and returns it.
 * @param why it must be of these classes
 */
export function checkClass(
  array: unknown,
  i: number,
  classes: readonly string[],
  why = 'the input is',
): string {
  const className = classNameOf(array);
  if (className !== classes[0] && !classes.includes(className))
    throw badOutput(i, `must be of class ${classes.join(' or ')}, as ${why}, not ${describe(array)}`);
  if (className !== 'Array' && getCore().arena?.isBeside(array))
    throw badOutput(i, 'is in WebAssembly memory, but not in the arena');
  return className;
}

/** @param length entries of the array */
function checkLayout(layout: Layout, i: number, dims: readonly number[], type: number, length: number): void {
  const { stride, offset } = layout;
  const bad = [offset, ...stride].find((each) => !Number.isInteger(each));
  if (bad !== undefined) throw badOut(`output ${i}: offset and strides must be integers, not ${bad}`);
  const { first, last } = hullOf(dims, layout);
  const held = elementsIn(DTYPES[type], length);
  if (!dims.includes(0) && (first < 0 || last >= held))
    throw badOut(`output ${i}: offset and strides reach outside the ${held} elements of its data`);
  if (!stridesNest(dims, stride)) throw badOut(`output ${i}: ${describeOverlapping(layout)}`);
}

/** There is no quick test of strides that do not nest, so some legal ones are refused, too. */
export const describeOverlapping = ({ stride }: Layout) =>
  `with strides [${stride}] its elements may overlap: each must exceed the sum of (size - 1) * stride of the smaller ones`;

/** The subarray that an output fills in row-major order and with whole bytes; null: there is none. */
function subarrayOf(
  data: any,
  className: string,
  { stride, offset }: Layout,
  dims: readonly number[],
  length: number,
  type: number,
): any {
  if (className === 'Array' || !isRowMajor(dims, stride)) return null;
  const { group, entries } = DTYPES[type];
  const isEmpty = dims.includes(0);
  if (!isEmpty && (offset % group !== 0 || countOf(dims) % group !== 0)) return null;
  const begin = isEmpty ? 0 : (offset / group) * entries;
  return viewOf(data, begin * entryBytes(data), length);
}
