// Converts few elements in a loop: handing them to the core takes longer than converting them. The bits are the same
// (src/move/kernels/convert.hpp), except those of a NaN: JavaScript's numbers hold every product of two float32
// exactly, and sums precisely enough to be rounded once.
import { eachPlace, type Records, sidesOf } from '../core/record.ts';
import type { Converted, Numbers } from '../core/request.ts';
import { LIMITS, type Limits } from './limits.ts';

/** Prepares a move, which counts elements, and may be carried out many times. */
export function prepareConvertedFew(
  words: Records,
  record: number,
  converted: Converted,
  source: any,
  out: any,
): () => void {
  const limits = LIMITS[converted.type];
  const { sizes, from, fromStrides, to, toStrides, run } = sidesOf(words, record, 0, source, [out]);
  const isRun = run > 1 || sizes.length === 0; // the rows are runs; otherwise they are along the last axis
  const inner = isRun ? sizes.length : sizes.length - 1;
  const [size, read, write] = isRun ? [run, 1, 1] : [sizes[inner], fromStrides[inner], toStrides[inner]];
  return () => {
    let k = 0;
    eachPlace(inner, sizes, fromStrides, toStrides, from, to, (a, b) => {
      convertRow(source, a, read, size, converted, limits, out, b, write, k);
      k += size;
    });
  };
}

/** Converts elements that are `step` apart, to places that are `write` apart. The first one is number `k`. */
function convertRow(
  source: any,
  at: number,
  step: number,
  count: number,
  { scale, bias, inner }: Converted,
  limits: Limits | null,
  out: any,
  to: number,
  write: number,
  k: number,
): void {
  let run = Math.floor(k / inner); // of elements with one scale
  let left = 0;
  let factor = 1;
  let addend = 0;
  for (const end = k + count; k < end; ++k, at += step, to += write) {
    let value: number = source[at];
    if (scale !== null && bias !== null) {
      if (left-- === 0) {
        factor = entry(scale, run);
        addend = entry(bias, run);
        left = ++run * inner - k - 1;
      }
      value = Math.fround(Math.fround(Math.fround(value) * factor) + addend);
    }
    out[to] = limits === null ? value : Math.min(Math.max(roundHalfEven(value), limits.least), limits.most);
  }
}

/**
 * The entry for an index: the list has one for each index of the axis, or one for all.
 */
const entry = (list: Numbers, i: number) => list[i % list.length];

function roundHalfEven(value: number): number {
  const rounded = Math.round(value); // halves up
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}
