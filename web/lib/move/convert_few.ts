// Conversions of few elements by a loop of our own: handing them to the core takes longer than converting
// them. The bits are the same (src/move/kernels/convert.hpp), but for those of a NaN: JavaScript's numbers
// hold every product of two float32, and their sums well enough to be rounded once.
import { lengthOf } from '../base/arrays.ts';
import type { Conversion, Converted } from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import type { Move } from '../types.ts';
import { LIMITS, type Limits } from './limits.ts';

const FEW = 512;

/** Types that typed arrays read and write as they are, and of which no bits are lost by way of a number. */
const SIMPLE = ['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'float32'];
const IS_SIMPLE = DTYPES.map(({ name }) => SIMPLE.includes(name));

/** Are so many elements of type `from` converted by a loop? */
export function isFew(length: number, from: number, { type, scale, table }: Conversion): boolean {
  const isChecked = LIMITS[type] !== null && scale === null && LIMITS[from] !== null;
  return length <= FEW && table === null && !isChecked && IS_SIMPLE[from] && IS_SIMPLE[type];
}

/** Converts all elements of a move, which counts in elements, into a row-major output. */
export function convertFew(
  { sizes, strides, streams }: Move,
  converted: Converted,
  source: any,
  out: any,
): void {
  const limits = LIMITS[converted.type];
  const [{ offset, run }] = streams;
  const dims = [...sizes, run];
  const steps = [...strides, 1];
  const inner = run === 1 && sizes.length > 0 ? sizes.length - 1 : sizes.length; // axis of the rows
  const index = dims.map(() => 0);
  const length = lengthOf(out);
  let at = offset;
  for (let k = 0; k < length; ) {
    k = convertRow(source, at, steps[inner], dims[inner], converted, limits, out, k);
    for (let a = inner - 1; a >= 0; --a) {
      at += steps[a];
      if (++index[a] < dims[a]) break;
      at -= dims[a] * steps[a];
      index[a] = 0;
    }
  }
}

/** Converts elements that are `step` apart. Returns where the output continues. */
function convertRow(
  source: any,
  at: number,
  step: number,
  count: number,
  { scale, bias, inner }: Converted,
  limits: Limits | null,
  out: any,
  k: number,
): number {
  let run = Math.floor(k / inner); // of elements with one scale
  let left = 0;
  let factor = 1;
  let addend = 0;
  for (const end = k + count; k < end; ++k, at += step) {
    let value: number = source[at];
    if (scale !== null && bias !== null) {
      if (left-- === 0) {
        factor = entry(scale, run);
        addend = entry(bias, run);
        left = ++run * inner - k - 1;
      }
      value = Math.fround(Math.fround(Math.fround(value) * factor) + addend);
    }
    out[k] = limits === null ? value : Math.min(Math.max(roundHalfEven(value), limits.least), limits.most);
  }
  return k;
}

/**
 * The entry for an index, of which there are as many as the axis has; the only one, if there is one for all.
 */
const entry = (list: readonly number[], i: number) => Math.fround(list[i % list.length]);

function roundHalfEven(value: number): number {
  const rounded = Math.round(value); // halves up
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}
