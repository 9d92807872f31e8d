// Random patterns: the moves of a conversion say what it makes. call/random.test.js judges the results of patterns.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan, rearrange } from 'microtome';
import { convert, elementBits, isInside, isNaNOf } from '../../../docs/rules/conversions.js';
import { bitsOf, classOf } from '../../../docs/rules/elements.js';
import { drawConversion } from '../../random/conversions.js';
import { drawPattern } from '../../random/patterns.js';
import { Random } from '../../random/random.js';

/** @import { Move, MoveConversion } from '../../../web/lib/types.ts' */

before(() => init());

const call = /** @type {any} */ (rearrange);
/** Draws of each kind. */
const DRAWS = 400;

/** @param {string} what @param {(random: Random) => void} judge */
function draw(what, judge) {
  it(what, () => {
    for (let seed = 0; seed < DRAWS; ++seed) {
      try {
        judge(new Random(seed));
      } catch (error) {
        throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
      }
    }
  });
}

/**
 * What a move that converts makes, by its description alone.
 * @param {string} from
 * @param {readonly bigint[]} bits of the input
 * @param {Move} move
 */
function execute(from, bits, { unit, sizes, strides, streams: [{ offset, run }], convert: conversion }) {
  assert.equal(unit, 'element');
  const {
    type,
    axis,
    axes = axis === undefined ? [] : [axis],
    saturate,
    ...rest
  } = /** @type {MoveConversion} */ (conversion);
  /** @type {bigint[]} */
  const made = [];
  const index = sizes.map(() => 0);
  const entry = (/** @type {any} */ list) =>
    typeof list === 'object' ? list[axes.reduce((sum, a) => sum * sizes[a] + index[a], 0)] : list;
  for (let left = sizes.reduce((product, size) => product * size, 1); left > 0; --left) {
    const first = index.reduce((sum, i, a) => sum + i * strides[a], offset);
    const steps = Object.fromEntries(Object.entries(rest).map(([step, list]) => [step, entry(list)]));
    for (let k = 0; k < run; ++k) made.push(convert(from, bits[first + k], type, steps, saturate !== 0));
    for (let a = sizes.length - 1; a >= 0 && ++index[a] === sizes[a]; --a) index[a] = 0;
  }
  return made;
}

describe('random patterns', () => {
  draw('convert on the way, with scales along any name, as their moves say', (random) => {
    const drawn = drawPattern(random, random.pick([20, 300, 20000]));
    const { pattern, sizes, dims, places, names } = drawn;
    const from = random.pick(['uint8', 'int8', 'uint16', 'int16', 'int32', 'float16', 'float32', 'float64']);
    const data = new (classOf(from))(dims.reduce((product, size) => product * size, 1));
    for (let k = 0; k < data.length; ++k) data[k] = random.below(2 ** Math.min(bitsOf(from), 14));
    const { to, numbers } = drawConversion(random, names, from);
    const bits = elementBits(data);
    const made = (/** @type {any} */ tensor) => elementBits(tensor.data, to.type).slice(0, places.length);
    const input = { type: from, dims, data };
    const told = `${from} ${pattern} ${JSON.stringify({ sizes, to }).slice(0, 300)}`;
    const attributes = { pattern, sizes, to: /** @type {any} */ (to) };
    const { moves } = plan('Rearrange', [/** @type {any} */ ({ type: from, dims })], { attributes });
    const isPlain = Object.keys(numbers).length === 0;
    const isCast = isPlain && to.type !== from;
    const isInRange = !isCast || places.every((place) => isInside(from, to.type, bits[place]));
    if (!isInRange || (to.type === from && isPlain)) return;
    const said = moves.flatMap((move) => execute(from, bits, move));
    const anyNaN = (/** @type {bigint} */ each) => (isNaNOf(to.type, each) ? 'NaN' : each);
    assert.deepEqual(made(call(input, pattern, { sizes, to })).map(anyNaN), said.map(anyNaN), told);
  });
});
