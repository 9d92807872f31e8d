// The four ways to carry out a move: view, runs, staged, scalar. The core has chosen one of the last three for each move, and
// for each place that its arrays may be in (src/move/way.hpp); `view` is the caller's choice. To add a way, add a row to WAYS.
import { bufferOf, byteOffsetOf, CLASSES, className, copyInto } from '../base/arrays.js';
import { getCore } from '../core/core.js';
import { wayAt } from '../core/wire.js';
import { carryOutScalar } from './scalar.js';

/** @import { Views } from '../base/views.js' */
/** @import { Arena } from '../core/arena.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Move } from '../types.js' */

/**
 * Carries a move out, from one array to others of its class.
 * @callback CarryOut
 * @param {Move} move
 * @param {any} source
 * @param {readonly any[]} outs one per output of the plan
 * @param {Views} views
 * @param {number} bits of an element
 * @returns {void}
 */

/** @type {Readonly<Record<Move['way'], CarryOut>>} */
export const WAYS = { runs: carryOutRuns, staged: carryOutStaged, scalar: carryOutScalar };

/**
 * Moves, and what only executing them needs.
 * @typedef {object} Moves
 * @property {readonly Move[]} moves
 * @property {readonly number[]} places ways of each move (core/wire.js)
 * @property {number} bits of an element
 */

/**
 * Carries out move `i` in the cheapest way for arrays in these places.
 * @param {Moves} plan
 * @param {number} i
 * @param {any} source
 * @param {readonly any[]} outs one per output
 * @param {Views} views
 */
export function carryOut({ moves, places, bits }, i, source, outs, views) {
  const { arena } = getCore();
  const move = moves[i];
  const way = arena === null ? move.way : wayAt(places[i], placeOf(arena, move, source, outs));
  WAYS[way](move, source, outs, views, bits);
}

/**
 * @param {Arena} arena
 * @param {Move} move
 * @param {any} source
 * @param {readonly any[]} outs
 */
function placeOf(arena, { streams }, source, outs) {
  let place = 2;
  for (let j = 0; j < streams.length; ++j) if (arena.placeOf(outs[streams[j].output]) < 0) place = 0;
  return arena.placeOf(source) < 0 ? place : place + 1;
}

/**
 * Is each output of this move one run of the source? Then it can be a view of it.
 * @param {Move} move
 */
export const isOneRun = ({ sizes, unit }) => sizes.length === 0 && unit !== 'element';

/**
 * Makes the outputs of such a move as views of the source.
 * @param {Move} move
 * @param {Source} source
 * @param {any[]} outs
 */
export function makeViews({ streams }, { data, holder }, outs) {
  const Class = CLASSES[holder];
  const start = byteOffsetOf(data);
  for (const { output, offset, run } of streams) {
    const view = new Class(bufferOf(data), start + offset, run / Class.BYTES_PER_ELEMENT);
    getCore().arena?.lend(view, /** @type {object} */ (data));
    outs[output] = view;
  }
}

/** @type {CarryOut} */
export function carryOutRuns({ sizes, strides, streams }, source, outs, views) {
  const Class = CLASSES[className(source)];
  const start = byteOffsetOf(source);
  views.of(Class, bufferOf(source));
  for (let j = 0; j < streams.length; ++j) {
    const { output, offset, run } = streams[j];
    copyRuns(sizes, strides, 0, views, start + offset, run / Class.BYTES_PER_ELEMENT, outs[output], 0);
  }
}

/** @type {CarryOut} */
function carryOutStaged(move, source, outs, views, bits) {
  const { instance, arena } = getCore();
  if (arena?.hasAny(move, source, outs)) arena.move(move, source, outs, views, bits);
  else instance.move(move, source, outs, views, bits, null);
}

/**
 * The runs of the axes from `axis` on. Offset and strides are in bytes; `run` and `to` count entries. Returns where the output
 * continues.
 * @param {readonly number[]} sizes
 * @param {readonly number[]} strides
 * @param {number} axis
 * @param {Views} views of the source
 * @param {number} offset
 * @param {number} run
 * @param {any} out
 * @param {number} to
 * @returns {number}
 */
function copyRuns(sizes, strides, axis, views, offset, run, out, to) {
  if (axis === sizes.length) {
    copyInto(out, views.take(offset, run), to);
    return to + run;
  }
  const stride = strides[axis];
  if (axis + 1 === sizes.length) {
    for (let i = sizes[axis]; i > 0; --i, offset += stride, to += run)
      copyInto(out, views.take(offset, run), to);
    return to;
  }
  for (let i = sizes[axis]; i > 0; --i, offset += stride) {
    to = copyRuns(sizes, strides, axis + 1, views, offset, run, out, to);
  }
  return to;
}
