// Elements as people read them: numbers of all types, decoded from their bits, and the first of a tensor as a table.
import type { Type } from '../../../lib/index.ts';
import { stridesOf } from '../../model/integers.ts';
import type { Data, Source } from '../cut.ts';

/**
 * Small floats: bits of exponent and mantissa, the exponent's bias, and whether the largest exponent means infinity (and NaN).
 */
const FLOATS: Record<string, [exponent: number, mantissa: number, bias: number, infinity: boolean]> = {
  float16: [5, 10, 15, true], bfloat16: [8, 7, 127, true], f8e5m2: [5, 2, 15, true], f8e4m3: [4, 3, 7, false],
  f4e2m1: [2, 1, 1, false],
}; // biome-ignore format: a table

/**
 * @param type no string
 * @param k which element
 */
export function sayValue(type: Type, data: Data, k: number) {
  if (type === 'bool') return data[k] ? 'true' : 'false';
  if (type.startsWith('complex')) {
    const im = data[2 * k + 1];
    return `${sayNumber(data[2 * k])} ${im < 0 ? '−' : '+'} ${sayNumber(Math.abs(im))}i`;
  }
  if (type === 'f8e8m0') return data[k] === 255 ? 'NaN' : sayNumber(2 ** (data[k] - 127));
  const isPacked = ['u4', 'i4', 'f4e2m1'].includes(type);
  const bits = isPacked ? (data[k >> 1] >> (4 * (k & 1))) & 15 : data[k];
  if (type === 'i4') return String(bits > 7 ? bits - 16 : bits);
  return sayNumber(type in FLOATS ? toFloat(bits, type) : bits);
}

function sayNumber(value: number | bigint) {
  if (typeof value === 'bigint' || Number.isSafeInteger(value))
    return Object.is(value, -0) ? '-0' : String(value);
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))) : String(value);
}

function toFloat(bits: number, type: string) {
  const [exponent, mantissa, bias, infinity] = FLOATS[type];
  const sign = bits >> (exponent + mantissa) ? -1 : 1;
  const power = (bits >> mantissa) & (2 ** exponent - 1);
  const part = bits & (2 ** mantissa - 1);
  const isTop = power === 2 ** exponent - 1;
  if (isTop && infinity) return part === 0 ? sign * Infinity : Number.NaN;
  if (type === 'f8e4m3' && isTop && part === 7) return Number.NaN;
  if (power === 0) return sign * part * 2 ** (1 - bias - mantissa);
  return sign * (1 + part / 2 ** mantissa) * 2 ** (power - bias);
}

export type Preview = { cells: string[][]; note: string };

/** Rows and columns. */
const MOST = 8;

/** The last two axes, at the first index of all others. */
export function preview({ type, dims, stride = stridesOf(dims), data }: Source): Preview {
  const [columns = 1, rows = 1] = dims.slice(-2).reverse();
  const [across = 0, down = 0] = stride.slice(-2).reverse();
  if (dims.includes(0)) return { cells: [], note: 'no elements' };
  const [height, width] = [Math.min(rows, MOST), Math.min(columns, MOST)];
  const cells = Array.from({ length: height }, (_, i) =>
    Array.from({ length: width }, (_, j) => sayValue(type, data, i * down + j * across)),
  );
  const at = dims.length > 2 ? `at [${dims.slice(0, -2).fill(0).join(', ')}, …]` : '';
  if (height === rows && width === columns) return { cells, note: at };
  return { cells, note: `the first ${height} × ${width} of ${rows} × ${columns} ${at}`.trim() };
}
