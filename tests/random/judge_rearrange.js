// Judges the library by one random `rearrange`: moved and converted, by each way to say it, from and into arrays that are anywhere, and
// as a view. It runs in every host.

import { elementBits, isInside, isNaNOf, SOURCES } from '../../docs/rules/conversions.js';
import { bitsOf } from '../../docs/rules/elements.js';
import { REARRANGE } from '../../docs/rules/operators.js';
import { mustBe } from '../support/equal.js';
import { converterOf, drawConversion } from './conversions.js';
import { drawPattern } from './patterns.js';
import { differenceOfNew, HEAP, placesOf, randomOut, randomTensor } from './placed.js';

/** @import { RandomPattern } from './patterns.js' */
/** @import { Place } from './placed.js' */
/** @import { Random } from './random.js' */
/** @import { Conversion } from './conversions.js' */

/** @typedef {any} Any */
/** @typedef {typeof import('microtome')} Library */

const CONVERTED = 0.4;

/**
 * @param {Library} library that has been initialized
 * @param {Random} random
 * @param {Place} [place] where its arrays are
 */
export function judgeRearrange(library, random, place = HEAP) {
  const isConverted = random.chance(CONVERTED);
  const type = random.pick(isConverted ? SOURCES : REARRANGE.types);
  const drawn = drawPattern(random, random.pick([20, 300, 2000]));
  const conversion = isConverted ? drawConversion(random, drawn.names, type) : undefined;
  const { pattern, sizes, dims } = drawn;
  try {
    const given = randomTensor(random, type, dims, { place });
    if (conversion === undefined) judgeMove(library, random, type, drawn, given, place);
    else judgeConversion(library, random, type, drawn, conversion, given, place);
  } catch (cause) {
    const told = `${type} [${dims}] ${pattern} ${JSON.stringify({ sizes, to: conversion?.to })}`;
    throw new Error(`${told}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/**
 * One of the ways to say it.
 * @param {Library} library @param {Random} random @param {string} type @param {RandomPattern} drawn @param {Any} to @param {Any} input
 * @returns {(options: Any) => Any}
 */
function callOf({ rearrange, evaluate, plan }, random, type, { pattern, sizes, dims }, to, input) {
  const attributes = { pattern, sizes, to };
  const planned = () => plan('Rearrange', /** @type {Any} */ ([{ type, dims }]), { attributes });
  /** @type {((options: Any) => Any)[]} */
  const ways = [
    (options) => rearrange(input, pattern, { sizes, to, ...options }),
    (options) => evaluate('Rearrange', [input], { attributes, ...options })[0],
    (options) => planned().run(input, options)[0],
    (options) => planned().bind(input, options)()[0],
  ];
  return random.pick(ways);
}

/** @param {Library} library @param {Random} random @param {string} type @param {RandomPattern} drawn @param {{ tensor: Any, elements: number[] }} given @param {Place} place */
function judgeMove(library, random, type, drawn, { tensor, elements }, place) {
  const { pattern, sizes, made } = drawn;
  const wanted = drawn.places.map((at) => elements[at]);
  const call = callOf(library, random, type, drawn, undefined, tensor);
  mustBe(differenceOfNew(call({}), type, made, wanted), '', 'a new tensor');
  const { out, differenceOf } = randomOut(random, type, made, { place });
  mustBe(differenceOf(call({ out }), wanted), '', 'into out');
  if (type === 'string' || drawn.order.some(({ axis }) => axis < 0)) return;
  const view = viewOf(() => library.rearrange(tensor, pattern, { sizes, view: 'strided' }), pattern);
  if (view === undefined) return;
  mustBe(view.data === tensor.data, true, 'a view shares its data');
  mustBe(differenceOfNew(library.rearrange(view, '... -> ...'), type, made, wanted), '', 'a view');
}

/** Undefined where strides cannot express it. @param {() => Any} call @param {string} pattern */
function viewOf(call, pattern) {
  try {
    return call();
  } catch (/** @type {Any} */ error) {
    if (error.code !== 'not_a_view') throw error;
    if (!pattern.split('->')[1].includes('('))
      throw new Error('merges nothing, and is no view', { cause: error });
    return undefined;
  }
}

/**
 * @param {Library} library @param {Random} random @param {string} type @param {RandomPattern} drawn
 * @param {Conversion} conversion @param {{ tensor: Any, layout: Any }} given @param {Place} place
 */
function judgeConversion(library, random, type, drawn, conversion, { tensor, layout }, place) {
  const { to, numbers } = conversion;
  const bits = elementBits(tensor.data, type);
  const from = placesOf(layout).map((at) => bits[at]);
  const call = callOf(library, random, type, drawn, to, tensor);
  const { out, data, layout: target, isUntouched } = randomOut(random, to.type, drawn.made, { place });
  const isPlain = Object.keys(numbers).length === 0;
  const isCast = isPlain && to.type !== type;
  if (isCast && drawn.places.some((at) => !isInside(type, to.type, from[at]))) {
    for (const options of [{}, { out }]) mustRefuse(() => call(options));
    return mustBe(isUntouched(), true, 'a refused call writes nothing');
  }
  const isSameType = isPlain && to.type === type;
  const became = isSameType
    ? (/** @type {bigint} */ each) => each
    : converterOf(type, conversion, drawn.names);
  const wanted = drawn.places.map((at, k) => became(from[at], k));
  const result = call({});
  mustBe([result.type, [...result.dims]], [to.type, drawn.made], 'type and dims');
  mustBeBits(to.type, elementBits(result.data, to.type), wanted, 'a new tensor');
  const expected = out === data ? wanted : elementBits(data, to.type);
  placesOf(target).forEach((at, k) => {
    expected[at] = wanted[k];
  });
  call({ out });
  return mustBeBits(to.type, elementBits(data, to.type), expected, 'into out');
}

/** Any NaN is as good as another, and unused bits after the last element are 0. @param {string} type @param {readonly bigint[]} made @param {readonly bigint[]} wanted @param {string} what */
function mustBeBits(type, made, wanted, what) {
  mustBe(made.length, Math.ceil(wanted.length / groupOf(type)) * groupOf(type), `elements of ${what}`);
  made.forEach((each, k) => {
    const expected = wanted[k] ?? 0n;
    if (each !== expected && !(isNaNOf(type, each) && isNaNOf(type, expected)))
      throw new Error(`element ${k} of ${what} is 0x${each.toString(16)}, not 0x${expected.toString(16)}`);
  });
}

/** Elements that fill whole bytes. @param {string} type */
function groupOf(type) {
  const bits = bitsOf(type);
  return bits < 8 ? (bits % 3 === 0 ? 24 : 8) / bits : 1;
}

/** @param {() => unknown} call */
function mustRefuse(call) {
  try {
    call();
  } catch (/** @type {Any} */ error) {
    if (error.code === 'out_of_range') return;
    throw error;
  }
  throw new Error('out_of_range expected, but the call went well');
}
