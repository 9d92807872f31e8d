// Conversions: elements change their type while they move. A loop converts a few of them; more are converted in the
// tiles of a staged move. Integers that do not fit the new type are found before anything is written.
import { asIntegers, copyInto, fillWith, lengthOf } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import type { Views } from '../base/views.ts';
import { STRIDED_PART, wayAt } from '../core/record.ts';
import type { Conversion, Converted, Numbers } from '../core/request.ts';
import { DTYPES, NUMBERS, unitOf } from '../core/tables.ts';
import { rowMajor } from '../shape.ts';
import { computes, prepareConvertedFew } from './convert_few.ts';
import { LIMITS } from './limits.ts';
import type { Movers } from './movers.ts';
import { stage } from './steps.ts';

export const prepareConversion: Movers['conversion'] = (
  { words: records, first, count },
  converted,
  source,
  out,
  keepsOut,
  param,
) => {
  const { conversion, from } = converted;
  for (const table of conversion.table ?? [])
    if (lengthOf(table) !== 2 ** DTYPES[from].bits)
      // only a call has the caller's own tables
      throw new Mistake('bad_input', 'table: its buffer was detached or resized during the call', 'to');
  if (count === 0) return () => {};
  if (wayAt(records, first, 0) === 'few') return prepareConvertedFew(records, first, conversion, source, out);
  const words = writeConversion(conversion, from, false);
  const mayFail = !computes(conversion) && conversion.table === null && !holdsAll(conversion.type, from);
  const checks = mayFail && keepsOut ? writeConversion(conversion, from, true) : null;
  const parts = [out];
  const hasRest = DTYPES[conversion.type].bits < 8 && records[first + STRIDED_PART] === 0;
  const convert = (request: Float64Array, views: Views) => {
    const copied = stage(records, first, source, parts, views, request);
    if (copied < 0) refuseOutside(converted, source, param);
    return copied > 0;
  };
  return (views) => {
    if (checks !== null && convert(checks, views)) return;
    if (hasRest) fillWith(out, 0, Math.max(0, lengthOf(out) - 3)); // the longest group has three bytes
    convert(words, views);
  };
};

/** The end of a request to move, as src/wire.hpp has it. */
function writeConversion(
  { type, zeros, scales, biases, divides, table, saturates }: Conversion,
  from: number,
  onlyChecks: boolean,
): Float64Array {
  const flags =
    (onlyChecks ? NUMBERS.onlyChecks : 0) +
    (saturates ? 0 : NUMBERS.keepsInfinity) +
    (divides ? NUMBERS.divides : 0);
  const head = [from, type, flags, table?.length ?? 0];
  if (table === null)
    return joined([
      head,
      ...[zeros, scales, biases].flatMap((list) => [[list?.length ?? 0], list ?? NO_NUMBERS]),
    ]);
  // as integers, so that no bit of a NaN changes
  const integers: any[] = table.map(asIntegers);
  // the core's tables have an element for each number of one or two bytes; callers give fewer for packed types
  const step = 2 ** (8 * unitOf(DTYPES[from]) - DTYPES[from].bits) * integers[0].length;
  const words = new Float64Array(head.length + (table.length * step * integers[0].BYTES_PER_ELEMENT) / 8);
  words.set(head);
  const entries = new integers[0].constructor(words.buffer, 8 * head.length);
  integers.forEach((each, i) => {
    copyInto(entries, each, i * step);
  });
  return words;
}

const NO_NUMBERS: Numbers = [];

/** Lists one after another. */
function joined(lists: readonly ArrayLike<number>[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    copyInto(all, list, at);
    at += list.length;
  }
  return all;
}

/**
 * Does a type hold all integers of another? The answer is yes if either is not an integer type, because such
 * conversions never fail. Every integer can become a bool.
 */
function holdsAll(type: number, other: number): boolean {
  const [to, from] = [LIMITS[type], LIMITS[other]];
  return (
    to === null ||
    DTYPES[type].name === 'bool' ||
    from === null ||
    (to.least <= from.least && to.most >= from.most)
  );
}

/** Refuses the first integer that does not fit. */
function refuseOutside({ conversion, from, dims, layout }: Converted, source: any, param: string): void {
  const { name, integer = 0 } = DTYPES[conversion.type];
  const least = integer > 0 ? 0n : -(2n ** BigInt(-integer - 1)); // exact, for 64 bits too
  const most = 2n ** BigInt(integer > 0 ? integer : -integer - 1) - 1n;
  const { bits, integer: own = 0 } = DTYPES[from];
  const { stride, offset } = layout ?? { stride: rowMajor(dims), offset: 0 };
  const index = dims.map(() => 0);
  let at = offset;
  for (let k = 0, a = 0; a >= 0; ++k) {
    const code = bits < 8 ? packedAt(bits, source, at) : source[at];
    const value = bits < 8 && own < 0 && code >> (bits - 1) > 0 ? code - 2 ** bits : code;
    if (value < least || value > most)
      throw new Mistake(
        'out_of_range',
        `element ${k} is ${value}, but ${name} holds ${least} to ${most}`,
        param,
      );
    for (a = dims.length - 1; a >= 0; --a) {
      at += stride[a];
      if (++index[a] < dims[a]) break;
      at -= dims[a] * stride[a];
      index[a] = 0;
    }
  }
}

/** The code of a packed element, as src/move/kernels/kernels.hpp places its bits. */
function packedAt(bits: number, array: Uint8Array, at: number): number {
  /** The `i`-th of the fields of some bytes, the first of them in the upper bits. */
  const field = (byte: number, i: number, width: number) =>
    (array[byte + Math.floor((i * width) / 8)] >> (8 - width - ((i * width) % 8))) & (2 ** width - 1);
  if (bits === 4) return (array[Math.floor(at / 2)] >> (4 * (at % 2))) & 15;
  if (bits % 3 > 0) return field(0, at, bits);
  const elements = 24 / bits;
  const byte = 3 * Math.floor(at / elements);
  const upper = bits / 3;
  return field(byte, at % elements, 2 * upper) + field(byte + 2, at % elements, upper) * 4 ** upper;
}
