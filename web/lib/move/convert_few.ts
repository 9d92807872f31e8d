// Converts few elements in a loop: handing them to the core takes longer than converting them. The bits are the same
// (src/move/kernels/convert.hpp), except those of a NaN: JavaScript's numbers hold every product of two float32
// exactly, and sums and quotients precisely enough to be rounded once.
import { asIntegers, classNameOf, entryBytes, memoryOf, newArray } from '../base/arrays.ts';
import { ALONG, eachPlace, type Records, sidesOf } from '../core/record.ts';
import type { Conversion, Numbers } from '../core/request.ts';
import { offsetsOf } from '../shape.ts';
import { LIMITS, type Limits } from './limits.ts';

/** Are numbers subtracted, multiplied or added? */
export const computes = ({ zeros, scales, biases }: Conversion) =>
  zeros !== null || scales !== null || biases !== null;

/** Prepares a move, which counts elements, and may be carried out many times. */
export function prepareConvertedFew(
  words: Records,
  record: number,
  conversion: Conversion,
  source: any,
  out: any,
): () => void {
  const limits = LIMITS[conversion.type];
  const { sizes, from, fromStrides, to, toStrides, run } = sidesOf(words, record, 0, source, [out]);
  const lookUp = conversion.table === null ? null : prepareTables(conversion.table, source, out);
  const isRun = run > 1 || sizes.length === 0; // the rows are runs; otherwise they are along the last axis
  const inner = isRun ? sizes.length : sizes.length - 1;
  const [size, read, write] = isRun ? [run, 1, 1] : [sizes[inner], fromStrides[inner], toStrides[inner]];
  const entries = entriesOf(words[record + ALONG], sizes, run);
  return () => {
    let k = 0;
    eachPlace(inner, sizes, fromStrides, toStrides, from, to, (a, b) => {
      if (lookUp === null) convertRow(source, a, read, size, conversion, entries, limits, out, b, write, k);
      else lookUp(a, read, size, entries, b, write, k);
      k += size;
    });
  };
}

/** For each element, the place of its numbers in lists. `set`: the axes along which these differ. null: there are none. */
function entriesOf(set: number, sizes: readonly number[], run: number): readonly number[] | null {
  if (set === 0) return null;
  const stride = sizes.map(() => 0);
  for (let a = sizes.length, count = 1; a-- > 0; ) {
    if ((set >>> a) % 2 === 0) continue;
    stride[a] = count;
    count *= sizes[a];
  }
  return offsetsOf([...sizes, run], { offset: 0, stride: [...stride, 0] });
}

/**
 * Looks up elements that are `step` apart, and writes them to places that are `write` apart. The first one is number `k`.
 * All arrays are words, so that no bit of a NaN changes.
 */
function prepareTables(tables: readonly any[], source: any, out: any) {
  const numbers = asIntegers(source);
  const made = asIntegers(out);
  const lists = tables.map((table) =>
    asIntegers(memoryOf(table) === memoryOf(out) ? newArray(classNameOf(table), table) : table),
  );
  const each = entryBytes(out) / made.BYTES_PER_ELEMENT;
  return (
    at: number,
    step: number,
    count: number,
    entries: readonly number[] | null,
    to: number,
    write: number,
    k: number,
  ): void => {
    const [first] = lists;
    if (entries === null && each === 1)
      for (; count > 0; --count, at += step, to += write) made[to] = first[numbers[at]];
    for (const end = k + count; k < end; ++k, at += step, to += write) {
      const list = lists[entries === null ? 0 : entries[k]];
      for (let w = 0; w < each; ++w) made[each * to + w] = list[each * numbers[at] + w];
    }
  };
}

/** Converts elements that are `step` apart, to places that are `write` apart. The first one is number `k`. */
function convertRow(
  source: any,
  at: number,
  step: number,
  count: number,
  conversion: Conversion,
  entries: readonly number[] | null,
  limits: Limits | null,
  out: any,
  to: number,
  write: number,
  k: number,
): void {
  const isComputed = computes(conversion);
  for (const end = k + count; k < end; ++k, at += step, to += write) {
    let value: number = source[at];
    if (isComputed) value = compute(value, conversion, entries === null ? 0 : entries[k], limits !== null);
    if (limits !== null) {
      value = roundHalfEven(value);
      if (conversion.zeros !== null)
        value = (value || 0) + entry(conversion.zeros, entries === null ? 0 : entries[k]);
      value = Math.min(Math.max(value, limits.least), limits.most);
    }
    out[to] = value;
  }
}

/** @param i the place in lists @param isInteger the zero points are added later */
function compute(
  value: number,
  { zeros, scales, biases, divides, isWide }: Conversion,
  i: number,
  isInteger: boolean,
): number {
  const rounded = (x: number) => (isWide ? x : Math.fround(x));
  let x = rounded(value);
  if (zeros !== null && !isInteger) x = rounded(x - rounded(entry(zeros, i)));
  if (scales !== null) x = rounded(divides ? x / entry(scales, i) : x * entry(scales, i));
  return biases === null ? x : rounded(x + entry(biases, i));
}

/** The number at a place of a list, or its only one. */
const entry = (list: Numbers, i: number) => (list.length === 1 ? list[0] : list[i]);

function roundHalfEven(value: number): number {
  const rounded = Math.round(value); // halves up
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}
