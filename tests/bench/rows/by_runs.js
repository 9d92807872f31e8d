// Helpers for the rows of the tables: they write a row, its cut, and the code by hand that copies runs.
import * as hand from './by_hand.js';

/** @import { Cut, Rearranged } from './geometry.js' */
/** @import { Workload } from './workloads.js' */
/** @typedef {import('./by_hand.js').ByHand} ByHand */

export const ALL = 2 ** 31 - 1;
/** @type {[number, number]} all of an axis */
export const FULL = [0, ALL];
export const SQUARE = [1024, 1024];
export const FRAME = [1080, 1920, 4];

/** Element types, as titles begin with them. */
const TYPES = /** @type {const} */ ({
  f32: 'float32',
  f64: 'float64',
  f16: 'float16',
  bf16: 'bfloat16',
  u8: 'uint8',
  i8: 'int8',
  u16: 'uint16',
  i16: 'int16',
  i32: 'int32',
  i64: 'int64',
  u4: 'u4',
});

/**
 * @param {string} id
 * @param {string} title begins with the element type
 * @param {number[]} dims
 * @param {Cut} cut
 * @param {number | Pick<Workload, 'target' | 'ofHand' | 'twice'>} limits a number is the target
 * @param {Workload['byHand']} byHand
 * @returns {Workload}
 */
export const row = (id, title, dims, cut, limits, byHand) => ({
  ...{ id, title, dims, cut, byHand },
  ...(typeof limits === 'number' ? { target: limits } : limits),
  type: TYPES[/** @type {keyof typeof TYPES} */ (title.split(' ')[0])],
});

/** @param {number} target */
export const twice = (target) => ({ target, twice: true });

/** @param {number} most */
export const ofHand = (most) => ({ ofHand: most });

/** @type {(axis: number, sizes: number[], drop?: boolean) => Cut} */
export const split = (axis, sizes, drop) => ({ split: { axis, sizes, drop } });

/** @param {Cut} cut @returns {Cut} */
export const into = (cut) => ({ ...cut, joins: true });

/** @type {(axis: number, sizes: number[], drop?: boolean) => Cut} */
export const join = (...args) => into(split(...args));

/** @param {number[]} transpose @param {Cut} [cut] @returns {Cut} */
export const ordered = (transpose, cut) => ({ ...cut, transpose });

/**
 * @param {string} pattern
 * @param {number[]} strides of the elements of the output
 * @param {number[]} sizes
 * @param {Partial<Rearranged>} [more]
 * @returns {Cut}
 */
export const rearranged = (pattern, strides, sizes, more) => ({
  rearrange: { pattern, view: { offset: 0, strides, sizes }, ...more },
});

/** Runs of `run` elements every `stride`, from `start` on. @param {number} start @param {number} stride @param {number} run @param {number} count */
export const runs = (start, stride, run, count) => ({
  set: /** @type {ByHand} */ ((x, [out]) => hand.runsBySet(x, out, start, stride, run, count)),
});

/** Runs dealt to the outputs in turn; output by output. @param {number} stride @param {number} run @param {number} count */
export const runsToEach = (stride, run, count) => ({
  set: /** @type {ByHand} */ ((x, outs) => eachOut(hand.runsBySet, x, outs, stride, run, count)),
  loops: /** @type {ByHand} */ ((x, outs) => eachOut(hand.runsByLoop, x, outs, stride, run, count)),
});

/** Runs from the parts in turn; part by part. @param {number} stride @param {number} run @param {number} count */
export const runsFromEach = (stride, run, count) => ({
  set: /** @type {ByHand} */ ((parts, [out]) => eachPart(hand.runsIntoBySet, parts, out, stride, run, count)),
  loops: /** @type {ByHand} */ (
    (parts, [out]) => eachPart(hand.runsIntoByLoop, parts, out, stride, run, count)
  ),
});

/**
 * Runs of `run` elements every `stride`, dealt to the outputs in turn; output by output.
 * @param {typeof hand.runsBySet} copy
 * @param {any} x
 * @param {any[]} outs
 * @param {number} stride
 * @param {number} run
 * @param {number} count
 */
export function eachOut(copy, x, outs, stride, run, count) {
  for (let j = 0; j < outs.length; ++j) copy(x, outs[j], run * j, stride, run, count);
}

/**
 * Runs of `run` elements every `stride`, from the parts in turn; part by part.
 * @param {typeof hand.runsIntoBySet} copy
 * @param {any[]} parts
 * @param {any} out
 * @param {number} stride
 * @param {number} run
 * @param {number} count
 */
function eachPart(copy, parts, out, stride, run, count) {
  for (let j = 0; j < parts.length; ++j) copy(parts[j], out, run * j, stride, run, count);
}
