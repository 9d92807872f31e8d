// Helpers for the rows of the tables: they write a cut, and the code by hand that copies runs.
import * as hand from '../../../web/shared/by_hand.js';

/** @typedef {import('./geometry.js').Cut} Cut */
/** @typedef {import('../../../web/shared/by_hand.js').ByHand} ByHand */

export const ALL = 2 ** 31 - 1;
export const SQUARE = [1024, 1024];

/** @type {(axis: number, sizes: number[], drop?: boolean) => Cut} */
export const split = (axis, sizes, drop) => ({ split: { axis, sizes, drop } });

/** @type {(axis: number, sizes: number[], drop?: boolean) => Cut} */
export const join = (...args) => ({ ...split(...args), joins: true });

/** Runs of `run` elements every `stride`, from `start` on. @param {number} start @param {number} stride @param {number} run @param {number} count */
export const runs = (start, stride, run, count) => ({
  set: /** @type {ByHand} */ ((x, [out]) => hand.runsBySet(x, out, start, stride, run, count)),
  loops: /** @type {ByHand} */ ((x, [out]) => hand.runsByLoop(x, out, start, stride, run, count)),
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
