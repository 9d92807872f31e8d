// The four ways to carry out a move: view, runs, staged, scalar. The core has chosen one of the last three for each move, and
// for each place that its arrays may be in (src/move/way.hpp); `view` is the caller's choice. To add a way, add a row to WAYS.
import { bufferOf, byteOffsetOf, CLASSES, className, copyInto } from '../base/arrays.js';
import { getCore } from '../core/core.js';
import { partOf, wayAt } from '../core/wire.js';
import { carryOutScalar, sidesOf } from './scalar.js';

/** @import { Views } from '../base/views.js' */
/** @import { Arena } from '../core/arena.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Move } from '../types.js' */

/**
 * Carries a move out, between one array and others of its class: from the whole to its parts in a cut, from the parts to the
 * whole in a join.
 * @callback CarryOut
 * @param {Move} move
 * @param {any} whole
 * @param {readonly any[]} parts
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
 * @param {any} whole
 * @param {readonly any[]} parts
 * @param {Views} views
 */
export function carryOut({ moves, places, bits }, i, whole, parts, views) {
  const { arena } = getCore();
  const move = moves[i];
  const way = arena === null ? move.way : wayAt(places[i], placeOf(arena, move, whole, parts));
  WAYS[way](move, whole, parts, views, bits);
}

/**
 * @param {Arena} arena
 * @param {Move} move
 * @param {any} whole
 * @param {readonly any[]} parts
 */
function placeOf(arena, { streams }, whole, parts) {
  let place = 2;
  for (let j = 0; j < streams.length; ++j) if (arena.placeOf(parts[partOf(streams[j])]) < 0) place = 0;
  return arena.placeOf(whole) < 0 ? place : place + 1;
}

/**
 * Is each output of this move one run of the source? Then it can be a view of it.
 * @param {Move} move
 */
export const isOneRun = ({ sizes, unit, partStrides }) =>
  sizes.length === 0 && unit !== 'element' && partStrides === undefined;

/**
 * Makes the outputs of such a move as views of the source.
 * @param {Move} move
 * @param {Source} source
 * @param {any[]} outs
 */
export function makeViews({ streams }, { data, holder }, outs) {
  const Class = CLASSES[holder];
  const start = byteOffsetOf(data);
  for (const stream of streams) {
    const view = new Class(bufferOf(data), start + stream.offset, stream.run / Class.BYTES_PER_ELEMENT);
    getCore().arena?.lend(view, /** @type {object} */ (data));
    outs[partOf(stream)] = view;
  }
}

/** @type {CarryOut} */
export function carryOutRuns(move, whole, parts, views) {
  const { sizes, strides, streams } = move;
  const Class = CLASSES[className(whole)];
  const unit = Class.BYTES_PER_ELEMENT;
  if (streams[0].output !== undefined && move.partStrides === undefined) {
    const start = byteOffsetOf(whole);
    views.of(Class, bufferOf(whole));
    for (let j = 0; j < streams.length; ++j) {
      const { offset, run } = streams[j];
      copyRuns(sizes, strides, 0, views, start + offset, run / unit, parts[partOf(streams[j])], 0);
    }
    return;
  }
  for (let j = 0; j < streams.length; ++j) {
    const { from, to, isFromWhole, run } = sidesOf(move, j);
    const part = parts[partOf(streams[j])];
    const [source, out] = isFromWhole ? [whole, part] : [part, whole];
    views.of(Class, bufferOf(source));
    const first = byteOffsetOf(source) + from.offset;
    copySpread(sizes, from.strides, to.strides, 0, views, first, run / unit, out, to.offset, unit);
  }
}

/** @type {CarryOut} */
function carryOutStaged(move, whole, parts, views, bits) {
  const { instance, arena } = getCore();
  if (arena?.hasAny(move, whole, parts)) arena.move(move, whole, parts, views, bits);
  else instance.move(move, whole, parts, views, bits, null);
}

/**
 * Runs between two arrays, of which each has strides. Offsets and strides are in bytes; `run` counts entries.
 * @param {readonly number[]} sizes
 * @param {readonly number[]} fromStrides
 * @param {readonly number[]} toStrides
 * @param {number} axis
 * @param {Views} views of what is read
 * @param {number} from
 * @param {number} run
 * @param {any} out
 * @param {number} to
 * @param {number} unit bytes of an entry
 */
function copySpread(sizes, fromStrides, toStrides, axis, views, from, run, out, to, unit) {
  if (axis === sizes.length) {
    copyInto(out, views.take(from, run), to / unit);
    return;
  }
  const fromStride = fromStrides[axis];
  const toStride = toStrides[axis];
  if (axis + 1 === sizes.length) {
    for (let i = sizes[axis]; i > 0; --i, from += fromStride, to += toStride)
      copyInto(out, views.take(from, run), to / unit);
    return;
  }
  for (let i = sizes[axis]; i > 0; --i, from += fromStride, to += toStride)
    copySpread(sizes, fromStrides, toStrides, axis + 1, views, from, run, out, to, unit);
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
