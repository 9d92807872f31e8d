// The ways to carry out a move: runs, staged, scalar. The core has chosen one for each move, and for each
// choice of arrays that are in the arena (src/move/way.hpp). The fourth, `view`, is the caller's choice. A new
// way also needs `Way` and `choose()` in src/move/, WAYS in core/wire.ts and `Move` in types.ts. The compiler
// then finds what else names every way: the words in plan/explain.ts, and bound plans in replay.ts.
import { bufferOf, byteOffsetOf, CLASSES, className, copyInto, entryBytes, viewOf } from '../base/arrays.ts';
import type { Views } from '../base/views.ts';
import type { Arena } from '../core/arena.ts';
import { getCore } from '../core/core.ts';
import { partOf, wayAt } from '../core/wire.ts';
import type { Move } from '../types.ts';
import { eachPlace, sidesOf } from './lines.ts';
import { repeat, repeatedAxis, repeatsOf } from './repeats.ts';
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

/** The cheapest way to carry out move `i` between these arrays. */
export function wayOf({ moves, ways }: Moves, i: number, whole: any, parts: readonly any[]): Move['way'] {
  const { arena } = getCore();
  return arena === null ? moves[i].way : wayAt(ways[i], arenaBits(arena, moves[i], whole, parts));
}

/** Carries out move `i` in that way. */
export function carryOut(all: Moves, i: number, whole: any, parts: readonly any[], views: Views): void {
  const { bits } = all;
  const move = all.moves[i];
  const way = wayOf(all, i, whole, parts);
  const axis = repeatedAxis(move, entryBytes(whole));
  if (axis < 0) {
    WAYS[way](move, whole, parts, views, bits);
    return;
  }
  const part = parts[partOf(move.streams[0])];
  const repeats = repeatsOf(move, axis, part);
  WAYS[way](repeats.once, whole, [repeats.own], views, bits);
  repeat(part, repeats);
}

/** Which arrays are in the arena, as `wayAt` reads it. */
function arenaBits(arena: Arena, { streams }: Move, whole: any, parts: readonly any[]): number {
  let bits = 2;
  for (let j = 0; j < streams.length; ++j) if (arena.offsetOf(parts[partOf(streams[j])]) < 0) bits = 0;
  return arena.offsetOf(whole) < 0 ? bits : bits + 1;
}

/**
 * Makes the outputs of a move as views of the source: each is one run of it.
 * @param move
 * @param source perhaps a view of the caller's array
 * @param given the caller's array, which keeps its memory in the arena
 * @param outs
 */
export function makeViews({ streams }: Move, source: any, given: any, outs: any[]): void {
  const unit = entryBytes(source);
  for (const stream of streams) {
    const view = viewOf(source, stream.offset, stream.run / unit);
    getCore().arena?.lend(view, given);
    outs[partOf(stream)] = view;
  }
}

export function carryOutRuns(move: Move, whole: any, parts: readonly any[]): void {
  const { sizes, streams } = move;
  const Class = CLASSES[className(whole)];
  const unit = Class.BYTES_PER_ELEMENT;
  for (let j = 0; j < streams.length; ++j) {
    const { source, from, fromStrides, out, to, toStrides, run } = sidesOf(move, j, whole, parts);
    const memory = bufferOf(source);
    const first = byteOffsetOf(source) + from;
    eachPlace(sizes.length, sizes, fromStrides, toStrides, first, to, (begin, at) =>
      copyInto(out, new Class(memory, begin, run / unit), at / unit),
    );
  }
}

export function carryOutStaged(
  move: Move,
  whole: any,
  parts: readonly any[],
  views: Views,
  bits: number,
): void {
  const { instance, arena } = getCore();
  if (arena?.hasAny(move, whole, parts)) arena.move(move, whole, parts, views, bits);
  else instance.move(move, whole, parts, views, bits, null);
}
