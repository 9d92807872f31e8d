// The ways to carry out a move: runs, staged, scalar. The core has chosen one for each move, and for each
// place that its arrays may be in (src/move/way.hpp). The fourth, `view`, is the caller's choice. To add a
// way, add a row to WAYS.
import { bufferOf, byteOffsetOf, CLASSES, className } from '../base/arrays.ts';
import type { Runs, Views } from '../base/views.ts';
import type { Arena } from '../core/arena.ts';
import { getCore } from '../core/core.ts';
import { partOf, wayAt } from '../core/wire.ts';
import type { Move } from '../types.ts';
import { sidesOf } from './lines.ts';
import { carryOutRepeated, repeatedAxis } from './repeats.ts';
import { carryOutScalar } from './scalar.ts';

/**
 * Carries out a move between one array and others of its class: from the whole to its parts in a cut, from
 * the parts to the whole in a join.
 */
export type CarryOut = (
  move: Move,
  whole: any,
  parts: readonly any[],
  views: Views,
  /** Of an element. */
  bits: number,
) => void;

export const WAYS: Readonly<Record<Move['way'], CarryOut>> = {
  runs: carryOutRuns,
  staged: carryOutStaged,
  scalar: carryOutScalar,
};

/** Moves, and what only executing them needs. */
export interface Moves {
  readonly moves: readonly Move[];
  /** Ways of each move (core/wire.ts). */
  readonly ways: readonly number[];
  /** Of an element. */
  readonly bits: number;
}

/** The cheapest way to carry out move `i` between arrays in these places. */
export function wayOf({ moves, ways }: Moves, i: number, whole: any, parts: readonly any[]): Move['way'] {
  const { arena } = getCore();
  return arena === null ? moves[i].way : wayAt(ways[i], placeOf(arena, moves[i], whole, parts));
}

/** Carries out move `i` in that way. */
export function carryOut(all: Moves, i: number, whole: any, parts: readonly any[], views: Views): void {
  const { bits } = all;
  const move = all.moves[i];
  const way = wayOf(all, i, whole, parts);
  const axis = repeatedAxis(move);
  if (axis < 0) {
    WAYS[way](move, whole, parts, views, bits);
    return;
  }
  const part = parts[partOf(move.streams[0])];
  carryOutRepeated(move, axis, part, views, (once, own) => WAYS[way](once, whole, [own], views, bits));
}

function placeOf(arena: Arena, { streams }: Move, whole: any, parts: readonly any[]): number {
  let place = 2;
  for (let j = 0; j < streams.length; ++j) if (arena.placeOf(parts[partOf(streams[j])]) < 0) place = 0;
  return arena.placeOf(whole) < 0 ? place : place + 1;
}

/** Makes the outputs of a move as views of the source: each is one run of it. */
export function makeViews({ streams }: Move, source: any, outs: any[]): void {
  const Class = CLASSES[className(source)];
  const start = byteOffsetOf(source);
  for (const stream of streams) {
    const view = new Class(bufferOf(source), start + stream.offset, stream.run / Class.BYTES_PER_ELEMENT);
    getCore().arena?.lend(view, source);
    outs[partOf(stream)] = view;
  }
}

export function carryOutRuns(move: Move, whole: any, parts: readonly any[], runs: Runs): void {
  const { sizes, strides, streams } = move;
  const Class = CLASSES[className(whole)];
  const unit = Class.BYTES_PER_ELEMENT;
  if (streams[0].output !== undefined && move.partStrides === undefined) {
    const start = byteOffsetOf(whole);
    runs.of(Class, bufferOf(whole));
    for (let j = 0; j < streams.length; ++j) {
      const { offset, run } = streams[j];
      copyRuns(sizes, strides, 0, runs, start + offset, run / unit, parts[partOf(streams[j])], 0);
    }
    return;
  }
  for (let j = 0; j < streams.length; ++j) {
    const { from, fromStrides, to, toStrides, run } = sidesOf(move, j);
    const part = parts[partOf(streams[j])];
    const isFromWhole = streams[j].output !== undefined;
    const source = isFromWhole ? whole : part;
    const out = isFromWhole ? part : whole;
    runs.of(Class, bufferOf(source));
    const first = byteOffsetOf(source) + from;
    copyBoth(sizes, fromStrides, toStrides, 0, runs, first, run / unit, out, to, unit);
  }
}

function carryOutStaged(move: Move, whole: any, parts: readonly any[], views: Views, bits: number): void {
  const { instance, arena } = getCore();
  if (arena?.hasAny(move, whole, parts)) arena.move(move, whole, parts, views, bits);
  else instance.move(move, whole, parts, views, bits, null);
}

/**
 * Runs between two arrays, of which each has strides, from axis `axis` on. Offsets and strides are in bytes;
 * `run` counts entries of `unit` bytes.
 */
function copyBoth(
  sizes: readonly number[],
  fromStrides: readonly number[],
  toStrides: readonly number[],
  axis: number,
  runs: Runs,
  from: number,
  run: number,
  out: any,
  to: number,
  unit: number,
): void {
  if (axis === sizes.length) {
    runs.copy(from, run, out, to / unit);
    return;
  }
  const fromStride = fromStrides[axis];
  const toStride = toStrides[axis];
  if (axis + 1 === sizes.length) {
    for (let i = sizes[axis]; i > 0; --i, from += fromStride, to += toStride)
      runs.copy(from, run, out, to / unit);
    return;
  }
  for (let i = sizes[axis]; i > 0; --i, from += fromStride, to += toStride)
    copyBoth(sizes, fromStrides, toStrides, axis + 1, runs, from, run, out, to, unit);
}

/**
 * Runs of the axes from `axis` on, one after another in the output. Offset and strides are in bytes; `run`
 * and `to` count entries.
 * @returns where the output continues
 */
function copyRuns(
  sizes: readonly number[],
  strides: readonly number[],
  axis: number,
  runs: Runs,
  offset: number,
  run: number,
  out: any,
  to: number,
): number {
  if (axis === sizes.length) {
    runs.copy(offset, run, out, to);
    return to + run;
  }
  const stride = strides[axis];
  if (axis + 1 === sizes.length) {
    for (let i = sizes[axis]; i > 0; --i, offset += stride, to += run) runs.copy(offset, run, out, to);
    return to;
  }
  for (let i = sizes[axis]; i > 0; --i, offset += stride)
    to = copyRuns(sizes, strides, axis + 1, runs, offset, run, out, to);
  return to;
}
