// An oracle for conversions: it computes each element as the guide says, independently of the implementation. Numbers are exact:
// fractions of BigInts where a double could round twice.
import { bitsOf, packedAt } from './elements.js';

const f32 = new Float32Array(1);
const u32 = new Uint32Array(f32.buffer);
const f64 = new Float64Array(1);
const u64 = new BigUint64Array(f64.buffer);

/** The float types: bits of exponent and fraction. @type {Record<string, [number, number]>} */
const FLOATS = {
  float16: [5, 10],
  bfloat16: [8, 7],
  float32: [8, 23],
  float64: [11, 52],
  f8e5m2: [5, 2],
  f8e4m3: [4, 3],
  f4e2m1: [2, 1],
};

/** The values of nf4, from the appendix of QLoRA, by code; as float32. */
const NF4 = [
  -1, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635,
  -0.18477343022823334, -0.09105003625154495, 0, 0.07958029955625534, 0.16093020141124725, 0.24611230194568634,
  0.33791524171829224, 0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1,
]; // biome-ignore format: a table

/** Which codes of a type have no finite value; of other floats, those of the largest exponent. @type {Record<string, (magnitude: bigint) => boolean>} */
const SPECIALS = { f8e4m3: (magnitude) => magnitude === 0x7fn, f4e2m1: () => false };

/** @param {string} type @returns {[bigint, bigint] | undefined} */
export function limitsOf(type) {
  const [, unsigned, bits] = /^(?:(u)(?:int)?|i|int)(\d+)$/.exec(type) ?? [];
  if (bits === undefined) return undefined;
  const half = 2n ** (BigInt(bits) - 1n);
  return unsigned ? [0n, 2n * half - 1n] : [-half, half - 1n];
}

/**
 * A number as `sign * significand * 2^exponent`, or what is none.
 * @typedef {{ sign: 0 | 1, significand: bigint, exponent: number, special?: 'nan' | 'infinity', payload?: bigint, width?: number }} Exact
 */

/** The value of an element, which is an integer, or the bits of a float. @param {string} type @param {bigint} bits @returns {Exact} */
export function exactOf(type, bits) {
  if (type === 'bool') return { sign: 0, significand: bits === 0n ? 0n : 1n, exponent: 0 };
  if (type === 'f8e8m0')
    return bits === 255n
      ? { sign: 0, significand: 0n, exponent: 0, special: 'nan', payload: 1n, width: 1 }
      : { sign: 0, significand: 1n, exponent: Number(bits) - 127 };
  if (type === 'nf4') {
    f32[0] = NF4[Number(bits)];
    return exactOf('float32', BigInt(u32[0]));
  }
  const format = FLOATS[type];
  if (format === undefined) {
    const [least] = /** @type {[bigint, bigint]} */ (limitsOf(type));
    const value = least < 0n ? BigInt.asIntN(bitsOf(type), bits) : bits;
    return { sign: value < 0n ? 1 : 0, significand: value < 0n ? -value : value, exponent: 0 };
  }
  const [exponents, fractions] = format;
  const sign = /** @type {0 | 1} */ (Number(bits >> BigInt(exponents + fractions)) & 1);
  const fraction = bits & (2n ** BigInt(fractions) - 1n);
  const exponent = Number(bits >> BigInt(fractions)) & (2 ** exponents - 1);
  const bias = 2 ** (exponents - 1) - 1;
  const isTop = exponent === 2 ** exponents - 1;
  const magnitude = bits & (2n ** BigInt(exponents + fractions) - 1n);
  if (SPECIALS[type]?.(magnitude) ?? isTop) {
    if (fraction === 0n) return { sign, significand: 0n, exponent: 0, special: 'infinity' };
    return { sign, significand: 0n, exponent: 0, special: 'nan', payload: fraction, width: fractions };
  }
  if (exponent === 0) return { sign, significand: fraction, exponent: 1 - bias - fractions };
  return { sign, significand: fraction + 2n ** BigInt(fractions), exponent: exponent - bias - fractions };
}

/** Half to even. @param {bigint} significand @param {number} shift places that are lost */
function roundShift(significand, shift) {
  if (shift <= 0) return significand << BigInt(-shift);
  if (shift > 2000) return 0n;
  const one = 1n << BigInt(shift);
  const whole = significand >> BigInt(shift);
  const rest = significand & (one - 1n);
  return 2n * rest > one || (2n * rest === one && whole % 2n === 1n) ? whole + 1n : whole;
}

/**
 * The bits of the element that a value becomes.
 * @param {string} type
 * @param {Exact} value
 * @param {boolean} [saturates] what is beyond the largest float of 8 bits becomes that
 * @returns {bigint}
 */
export function bitsIn(type, value, saturates = true) {
  if (type === 'bool') return value.significand === 0n && value.special === undefined ? 0n : 1n;
  const bits = bitsOfValue(type, value);
  if (!type.startsWith('f8') || value.special === 'nan') return bits;
  const most = type === 'f8e4m3' ? 0x7en : 0x7bn;
  return (bits & 0x80n) | ((bits & 0x7fn) > most ? most + (saturates ? 0n : 1n) : bits & 0x7fn);
}

/** The same, but all that is beyond the largest float of 8 bits is more than that. @param {string} type @param {Exact} value */
function bitsOfValue(type, { sign, significand, exponent, special, payload, width }) {
  const format = FLOATS[type];
  if (format === undefined) {
    const [least, most] = /** @type {[bigint, bigint]} */ (limitsOf(type));
    if (special === 'nan') return 0n;
    const size = special ? most + 1n - least : roundShift(significand, -exponent);
    const rounded = sign ? -size : size;
    const within = rounded < least ? least : rounded > most ? most : rounded;
    return BigInt.asUintN(bitsOf(type), within);
  }
  const [exponents, fractions] = format;
  const top = BigInt(sign) << BigInt(exponents + fractions);
  // of f8e4m3, which has none: its NaN
  const infinity = type === 'f8e4m3' ? 0x7fn : (2n ** BigInt(exponents) - 1n) << BigInt(fractions);
  if (special === 'infinity') return top | infinity;
  if (special === 'nan') {
    const shift = fractions - Number(width);
    const kept =
      shift >= 0 ? BigInt(payload ?? 0n) << BigInt(shift) : BigInt(payload ?? 0n) >> BigInt(-shift);
    return top | infinity | (kept === 0n ? 1n << BigInt(fractions - 1) : kept);
  }
  if (significand === 0n) return top;
  const bias = 2 ** (exponents - 1) - 1;
  const digits = significand.toString(2).length;
  const least = 1 - bias - fractions;
  const unit = Math.max(digits + exponent - fractions - 1, least);
  let rounded = roundShift(significand, unit - exponent);
  let at = unit;
  if (rounded === 2n ** BigInt(fractions + 1)) {
    rounded /= 2n;
    at += 1;
  }
  const isNormal = rounded >= 2n ** BigInt(fractions);
  const biased = BigInt(at + fractions + bias);
  const made = isNormal ? (biased << BigInt(fractions)) + (rounded - 2n ** BigInt(fractions)) : rounded;
  return top | (made > infinity ? infinity : made);
}

/** The number that the bits of a float32 or float64 stand for. @param {string} type @param {bigint} bits */
function toNumber(type, bits) {
  if (type === 'float32') u32[0] = Number(bits);
  else u64[0] = bits;
  return type === 'float32' ? f32[0] : f64[0];
}

/** An element as a number, rounded to a float32 or float64. @param {string} from @param {bigint} bits @param {'float32' | 'float64'} [type] */
export const numberOf = (from, bits, type = 'float64') => toNumber(type, bitsIn(type, exactOf(from, bits)));

/** Types whose conversions compute in float64. */
const WIDE = ['int32', 'uint32', 'int64', 'uint64', 'float64'];

/**
 * The arithmetic of an element. Absent steps are skipped.
 * @typedef {{ scale?: number, divisor?: number, bias?: number, zero_point?: number }} Steps
 */

/** Are both an integer type and another one on the two sides? Then there may be a zero point. @param {string} from @param {string} to */
export const mayHaveZero = (from, to) => (limitsOf(from) === undefined) !== (limitsOf(to) === undefined);

/**
 * An element of `from`, converted. Without steps, nothing is computed.
 * @param {string} from
 * @param {bigint} bits
 * @param {string} to
 * @param {Steps} [steps]
 * @param {boolean} [saturates]
 */
export function convert(from, bits, to, steps = {}, saturates = true) {
  const { scale, divisor, zero_point } = steps;
  const bias = steps.bias ?? (scale === undefined ? undefined : 0);
  if ([scale, divisor, bias, zero_point].every((step) => step === undefined))
    return bitsIn(to, exactOf(from, bits), saturates);
  const type = WIDE.includes(from) || WIDE.includes(to) ? 'float64' : 'float32';
  // of two float32, a float64 holds the product, and sums and quotients so well that rounding them again gives the same
  const rounded = (/** @type {number} */ x) => (type === 'float32' ? Math.fround(x) : x);
  const isAdded = limitsOf(to) !== undefined;
  let x = numberOf(from, bits, type);
  if (zero_point !== undefined && !isAdded) x = rounded(x - rounded(zero_point));
  if (scale !== undefined) x = rounded(x * rounded(scale));
  if (divisor !== undefined) x = rounded(x / rounded(divisor));
  if (bias !== undefined) x = rounded(x + rounded(bias));
  const value = exactOf('float64', bitsOfDouble(x));
  return bitsIn(to, zero_point !== undefined && isAdded ? sumOf(value, zero_point) : value, saturates);
}

/** A value, rounded to an integer, plus a zero point. @param {Exact} value @param {number} zero @returns {Exact} */
function sumOf({ sign, significand, exponent, special }, zero) {
  if (special === 'infinity') return { sign, significand, exponent, special };
  const whole = special === 'nan' ? 0n : roundShift(significand, -exponent);
  const sum = (sign ? -whole : whole) + BigInt(zero);
  return { sign: sum < 0n ? 1 : 0, significand: sum < 0n ? -sum : sum, exponent: 0 };
}

/** Is it a NaN? @param {string} type @param {bigint} bits */
export const isNaNOf = (type, bits) => type in FLOATS && exactOf(type, bits).special === 'nan';

/**
 * The bits of each element of an array.
 * @param {any} array
 * @param {string} [type] of packed elements
 * @returns {bigint[]}
 */
export function elementBits(array, type = 'uint8') {
  const bits = bitsOf(type);
  if (bits < 8)
    return Array.from({ length: Math.floor((8 * array.length) / bits) }, (_, k) =>
      BigInt(packedAt(bits, array, k)),
    );
  const width = array.BYTES_PER_ELEMENT;
  const Words =
    width === 8 ? BigUint64Array : width === 4 ? Uint32Array : width === 2 ? Uint16Array : Uint8Array;
  return Array.from(new Words(array.buffer, array.byteOffset, array.length), BigInt);
}

/** The bits of a number as a float64. @param {number} value */
export const bitsOfDouble = (value) => {
  f64[0] = value;
  return u64[0];
};

/** Types whose elements can become others, and those that they can become. */
export const TARGETS =
  `bool uint8 int8 uint16 int16 uint32 int32 uint64 int64 float16 bfloat16 float32 float64 f8e4m3 f8e5m2
  u1 u2 u3 u4 u6 i4`.split(/\s+/);
export const SOURCES = [...TARGETS, 'nf4', 'f4e2m1', 'f8e8m0'];

/** Does the target hold the element, if both are integers? @param {string} from @param {string} to @param {bigint} bits */
export function isInside(from, to, bits) {
  const limits = limitsOf(to);
  if (limits === undefined || (limitsOf(from) === undefined && from !== 'bool')) return true;
  const { sign, significand } = exactOf(from, bits);
  const value = sign ? -significand : significand;
  return value >= limits[0] && value <= limits[1];
}
