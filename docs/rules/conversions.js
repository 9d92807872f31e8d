// An oracle for conversions: it computes each element as the guide says, independently of the implementation. Numbers are exact:
// fractions of BigInts where a double could round twice.

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
};

/** @param {string} type @returns {[bigint, bigint] | undefined} */
export function limitsOf(type) {
  const [, unsigned, bits] = /^(u?)int(\d+)$/.exec(type) ?? [];
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
  const format = FLOATS[type];
  if (format === undefined) {
    const [least] = /** @type {[bigint, bigint]} */ (limitsOf(type));
    const width = Number(/\d+$/.exec(type)?.[0]);
    const value = least < 0n ? BigInt.asIntN(width, bits) : bits;
    return { sign: value < 0n ? 1 : 0, significand: value < 0n ? -value : value, exponent: 0 };
  }
  const [exponents, fractions] = format;
  const sign = /** @type {0 | 1} */ (Number(bits >> BigInt(exponents + fractions)) & 1);
  const fraction = bits & (2n ** BigInt(fractions) - 1n);
  const exponent = Number(bits >> BigInt(fractions)) & (2 ** exponents - 1);
  const bias = 2 ** (exponents - 1) - 1;
  const isTop = exponent === 2 ** exponents - 1;
  if (type === 'f8e4m3' ? isTop && fraction === 7n : isTop) {
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
 * The bits of the element that a value becomes; undefined: it does not fit, or it is any NaN.
 * @param {string} type
 * @param {Exact} value
 * @returns {bigint}
 */
export function bitsIn(type, { sign, significand, exponent, special, payload, width }) {
  const format = FLOATS[type];
  if (format === undefined) {
    const [least, most] = /** @type {[bigint, bigint]} */ (limitsOf(type));
    if (special === 'nan') return 0n;
    const size = special ? most + 1n - least : roundShift(significand, -exponent);
    const rounded = sign ? -size : size;
    const within = rounded < least ? least : rounded > most ? most : rounded;
    return BigInt.asUintN(Number(/\d+$/.exec(type)?.[0]), within);
  }
  const [exponents, fractions] = format;
  const top = BigInt(sign) << BigInt(exponents + fractions);
  const infinity = (2n ** BigInt(exponents) - 1n) << BigInt(fractions);
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
  if (isNormal && biased >= 2n ** BigInt(exponents) - 1n) return top | infinity;
  return top | (isNormal ? (biased << BigInt(fractions)) | (rounded - 2n ** BigInt(fractions)) : rounded);
}

/** The value as a float64, of a value that is one. @param {bigint} bits of a float32 */
const toNumber = (bits) => {
  u32[0] = Number(bits);
  return f32[0];
};

/**
 * An element of `from`, converted. Without scale and bias: nothing is computed.
 * @param {string} from
 * @param {bigint} bits
 * @param {string} to
 * @param {number} [scale]
 * @param {number} [bias]
 */
export function convert(from, bits, to, scale, bias) {
  const value = exactOf(from, bits);
  if (scale === undefined || bias === undefined) return bitsIn(to, value);
  const x = toNumber(bitsIn('float32', value));
  f32[0] = Math.fround(Math.fround(x * Math.fround(scale)) + Math.fround(bias));
  return bitsIn(to, exactOf('float32', BigInt(u32[0])));
}

/** Is it a NaN? @param {string} type @param {bigint} bits */
export const isNaNOf = (type, bits) => type in FLOATS && exactOf(type, bits).special === 'nan';

/** The bits of each element of an array. @param {any} array @returns {bigint[]} */
export function elementBits(array) {
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
export const SOURCES =
  'bool uint8 int8 uint16 int16 uint32 int32 uint64 int64 float16 bfloat16 float32 float64 f8e4m3 f8e5m2 f8e8m0'.split(
    ' ',
  );
export const TARGETS = 'uint8 int8 uint16 int16 int32 float16 bfloat16 float32 float64'.split(' ');

/** Does the target hold the element, if both are integers? @param {string} from @param {string} to @param {bigint} bits */
export function isInside(from, to, bits) {
  const limits = limitsOf(to);
  if (limits === undefined || (limitsOf(from) === undefined && from !== 'bool')) return true;
  const { sign, significand } = exactOf(from, bits);
  const value = sign ? -significand : significand;
  return value >= limits[0] && value <= limits[1];
}
