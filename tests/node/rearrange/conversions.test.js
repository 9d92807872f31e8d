// Conversions, every bit: all values of 8 and 16 bits to every type, those of other types at the edges and at random, with and without
// scales. The expected bits are computed apart, by docs/rules/conversions.js.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, rearrange } from 'microtome';
import {
  bitsOfDouble,
  convert,
  elementBits,
  isInside,
  isNaNOf,
  mayHaveZero,
  SOURCES,
  TARGETS,
} from '../../../docs/rules/conversions.js';
import { bitsOf, classOf, encode } from '../../../docs/rules/elements.js';
import { Random } from '../../random/random.js';

before(() => init());

const random = new Random(27);

/** Elements of a type that is wider than 16 bits: edges, and many at random. @param {string} type @returns {bigint[]} */
function samplesOf(type) {
  const width = bitsOf(type);
  const words = () => (BigInt(random.bits()) << 32n) | BigInt(random.bits());
  const powers = Array.from({ length: width }, (_, k) => 1n << BigInt(k));
  const near = powers.flatMap((power) => [
    power - 1n,
    power,
    power + 1n,
    power + (power >> 24n),
    power + (power >> 25n),
    power + (power >> 11n) + 1n,
    -power,
    -power - 1n,
  ]);
  const floats = [
    0.5, 1.5, 2.5, 254.5, 255.5, 65519.999, 65520, 65535.5, 32767.5, 2147483647.5, 1e-8, 6e-8, 3e38, 3.5e38,
    1e-40, 1e-45, -0,
  ].flatMap((x) => [x, -x]);
  const values = floats.map((x) => {
    const exact = bitsOfDouble(x);
    return type === 'float64'
      ? exact
      : type === 'float32'
        ? convert('float64', exact, 'float32')
        : BigInt(Math.round(x) || 0);
  });
  const any = Array.from({ length: 4000 }, () => words() >> BigInt(random.below(64)));
  const nans =
    type === 'float32'
      ? [0x7f800001n, 0xff800001n, 0x7fc12345n, 0x7f800000n]
      : [0x7ff0000000000001n, 0xfff8000000000001n, 0x7ff00000ffffffffn, 0x7ff0000000000000n];
  return [...near, ...values, ...any, ...nans].map((bits) => BigInt.asUintN(width, bits));
}

/** @param {string} type @returns {bigint[]} */
const elementsOf = (type) =>
  bitsOf(type) <= 16 ? Array.from({ length: 2 ** bitsOf(type) }, (_, k) => BigInt(k)) : samplesOf(type);

/** An array of elements with these bits. @param {string} type @param {readonly bigint[]} bits */
function arrayOf(type, bits) {
  if (bitsOf(type) < 8) return encode(type, bits.map(Number));
  const Class = classOf(type);
  const width = Class.BYTES_PER_ELEMENT;
  const Words =
    width === 8 ? BigUint64Array : width === 4 ? Uint32Array : width === 2 ? Uint16Array : Uint8Array;
  const words = /** @type {any} */ (Words).from(bits, (/** @type {bigint} */ each) =>
    width === 8 ? each : Number(each),
  );
  return new Class(words.buffer);
}

const rearranged = (/** @type {any} */ x, /** @type {string} */ pattern, /** @type {any} */ options) =>
  /** @type {any} */ (rearrange)(x, pattern, options);

/** Compares bits. Where a scale computes, and between floats of at most 16 bits, any NaN is as good. */
function judge(
  /** @type {string} */ from,
  /** @type {string} */ to,
  /** @type {readonly bigint[]} */ bits,
  /** @type {bigint[]} */ made,
  /** @type {readonly bigint[]} */ expected,
  isAnyNaN = false,
) {
  assert.equal(made.length, bits.length);
  for (let k = 0; k < bits.length; ++k) {
    const wanted = expected[k];
    if (made[k] === wanted || (isAnyNaN && isNaNOf(to, made[k]) && isNaNOf(to, wanted))) continue;
    assert.fail(
      `${from} 0x${bits[k].toString(16)} as ${to}: 0x${made[k].toString(16)}, not 0x${wanted.toString(16)}`,
    );
  }
}

/** More than a loop in JavaScript converts. */
const MANY = 600;

/**
 * The same elements so often that the core converts them, and in pieces for the loop in JavaScript.
 * @param {bigint[]} bits
 */
function both(bits) {
  const times = Math.ceil(MANY / bits.length);
  const pieces = Array.from({ length: Math.ceil(bits.length / 500) }, (_, i) =>
    bits.slice(500 * i, 500 * (i + 1)),
  );
  return [Array.from({ length: times }, () => bits).flat(), ...pieces];
}

describe('conversions', () => {
  for (const from of SOURCES)
    for (const to of TARGETS) {
      if (from === to) continue;
      it(`${from} to ${to}, without a scale`, () => {
        const hasTwo = to.startsWith('f8');
        const isSmall = bitsOf(from) <= 16 && bitsOf(to) <= 16;
        const all = elementsOf(from).filter((each) => isInside(from, to, each));
        for (const saturate of hasTwo ? [0, 1] : [undefined]) {
          const of = (/** @type {bigint} */ each) => convert(from, each, to, {}, saturate !== 0);
          const expected = both(all.map(of));
          for (const [i, bits] of both(all).entries()) {
            const input = { type: from, dims: [bits.length], data: arrayOf(from, bits) };
            const { type, data } = rearranged(input, 'n -> n', { to: { type: to, saturate } });
            assert.equal(type, to);
            judge(
              from,
              to,
              bits,
              elementBits(data, to).slice(0, bits.length),
              expected[i],
              isSmall || hasTwo,
            );
          }
        }
      });
    }

  for (const from of SOURCES)
    for (const to of TARGETS) {
      it(`${from} to ${to}, with scales`, () => {
        const all = bitsOf(from) === 16 ? elementsOf(from).filter((_, k) => k % 7 === 0) : elementsOf(from);
        const some = both(all).map((bits) => ({ bits, data: arrayOf(from, bits) }));
        for (let turn = 0; turn < (bitsOf(from) <= 8 ? 8 : 2); ++turn) {
          const scale = (random.unit() - 0.5) * 2 ** random.between(-12, 12);
          const bias = random.chance(0.3) ? 0 : (random.unit() - 0.5) * 2 ** random.between(-8, 8);
          const expected = both(all.map((each) => convert(from, each, to, { scale, bias })));
          for (const [i, { bits, data }] of some.entries()) {
            const input = { type: from, dims: [bits.length], data };
            const made = rearranged(input, 'n -> n', { to: { type: to, scale, bias } });
            judge(from, to, bits, elementBits(made.data, to).slice(0, bits.length), expected[i], true);
          }
        }
      });
    }

  for (const from of SOURCES)
    for (const to of TARGETS) {
      if (!mayHaveZero(from, to)) continue;
      it(`${from} to ${to}, with zero points`, () => {
        const all = elementsOf(from);
        const some = both(all).map((bits) => ({ bits, data: arrayOf(from, bits) }));
        const large = random.pick([2 ** 21, 2 ** 21 + 1, -(2 ** 40), 2 ** 53]);
        for (const zero_point of [random.between(-200, 200), large]) {
          const steps = random.pick([
            { zero_point },
            { zero_point, divisor: random.unit() + 0.1 },
            { zero_point, scale: random.unit() - 0.5, bias: random.pick([-0, random.unit()]) },
          ]);
          const expected = both(all.map((each) => convert(from, each, to, steps)));
          for (const [i, { bits, data }] of some.entries()) {
            const input = { type: from, dims: [bits.length], data };
            const made = rearranged(input, 'n -> n', { to: { type: to, ...steps } });
            judge(from, to, bits, elementBits(made.data, to).slice(0, bits.length), expected[i], true);
          }
        }
      });
    }

  for (const from of SOURCES.filter((type) => bitsOf(type) === 16))
    for (const to of ['uint8', 'int16', 'bfloat16', 'float32', 'float64', 'uint64', 'f8e5m2'])
      it(`${from} to ${to}, by tables of 65,536`, () => {
        const all = elementsOf(from);
        const made = [0, 1].map((n) =>
          all.map((k) => BigInt.asUintN(bitsOf(to), ((k + 5n) * 0x9e3779b97f4a7c15n) >> BigInt(n))),
        ); // NaNs too
        const table = made.map((bits) => arrayOf(to, bits));
        for (const bits of [...both(all), all.slice(0, 1)]) {
          const dims = [bits.length];
          const one = rearranged({ type: from, dims, data: arrayOf(from, bits) }, 'n -> n', {
            to: { type: to, table: table[0] },
          });
          judge(
            from,
            to,
            bits,
            elementBits(one.data),
            bits.map((each) => made[0][Number(each)]),
          );
          const two = rearranged({ type: from, dims, data: arrayOf(from, bits) }, 'n -> t n', {
            sizes: { t: 2 },
            to: { type: to, table, along: 't' },
          });
          const expected = made.flatMap((list) => bits.map((each) => list[Number(each)]));
          judge(from, to, [...bits, ...bits], elementBits(two.data), expected);
        }
      });

  it('of 8 bits, with 1,000 scales along an axis', () => {
    const [scale, bias] = [0, 1].map(() => Array.from({ length: 1000 }, () => (random.unit() - 0.5) * 8));
    const bytes = Array.from({ length: 256 }, (_, k) => BigInt(k));
    const data = arrayOf('uint8', bytes);
    for (const pattern of ['b -> b n', 'b -> n b']) {
      const made = rearranged({ type: 'uint8', dims: [256], data }, pattern, {
        sizes: { n: 1000 },
        to: { type: 'float32', scale, bias, along: 'n' },
      });
      const all = elementBits(made.data);
      for (let n = 0; n < 1000; ++n) {
        const own = bytes.map((_, b) => all[pattern === 'b -> b n' ? b * 1000 + n : n * 256 + b]);
        const expected = bytes.map((each) =>
          convert('uint8', each, 'float32', { scale: scale[n], bias: bias[n] }),
        );
        judge('uint8', 'float32', bytes, own, expected, true);
      }
    }
  });
});
