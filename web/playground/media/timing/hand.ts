// The best that one would write by hand for a cut: `set` row by row where rows are long, loops elsewhere, on 32-bit words where the
// bytes allow it, and for interleaved outputs together. Starts and views of words are worked out before the clock runs.

import type { Type } from '../../../lib/index.ts';
import * as hand from '../../../shared/by_hand.js';
import type { View } from '../../model/moves.ts';
import { KINDS } from '../../model/values.ts';
import type { Data } from '../cut.ts';

type Axis = [size: number, stride: number];
/** What an output takes, in entries of the arrays. */
type Taken = { out: Data; from: number; axes: Axis[] };
type Way = { name: string; run: () => void };
type Program = (...arrays: Data[]) => void;

/** In bytes: nobody would copy shorter rows with `set`. */
const SHORTEST_ROW = 64;
/** For so many outputs in turn: by element and, where there is one, by word. */
const DEALERS: Record<number, [Program, Program?]> = {
  2: [hand.deal2ByLoop],
  3: [hand.deal3ByLoop, hand.deal3BytesByWord],
  4: [hand.deal4ByLoop, hand.deal4BytesByWord],
};
const [BY_LOOP, BY_WORD] = ['loops', 'loops, 32-bit words'];

/**
 * @param type no string
 * @param x data of the source
 * @param outs data of each output
 * @param views what each output takes, in elements
 * @returns none if there is nothing to do, or if elements are parts of bytes
 */
export function waysByHand(type: Type, x: Data, outs: readonly Data[], views: readonly View[]): Way[] {
  const entries = type.startsWith('complex') ? 2 : 1;
  const all = views.flatMap(({ shape, stride, offset }, i) => {
    const axes = shape.map((size, axis) => [size, stride[axis]] as Axis);
    return shape.includes(0) ? [] : [{ out: outs[i], from: offset * entries, axes: inParts(axes, entries) }];
  });
  if (all.length === 0 || KINDS[type].is === 'packed') return [];
  const areLong = all.every(({ axes }) => {
    const [size, stride] = lastOf(axes);
    return stride === 1 && size * x.BYTES_PER_ELEMENT >= SHORTEST_ROW;
  });
  const ways = areLong ? [{ name: 'rows with set', run: byRows(x, all, hand.runsBySet) }] : [];
  const byLoop = { name: BY_LOOP, run: byRows(x, all, hand.runsByLoop) };
  return [...ways, deal(x, all) ?? byWords(x, all) ?? byLoop];
}

const lastOf = (axes: readonly Axis[]): Axis => axes.at(-1) ?? [1, 1];

const areAligned = (arrays: readonly { byteOffset: number }[]) =>
  arrays.every(({ byteOffset }) => byteOffset % 4 === 0);

/** The same axes if each entry has parts: as few as there can be, none of size 1. */
function inParts(axes: readonly Axis[], parts: number) {
  const merged: Axis[] = [];
  const scaled = axes.map(([size, stride]) => [size, stride * parts] as Axis);
  for (const [size, stride] of [...scaled, [parts, 1] as Axis].reverse()) {
    const [inner] = merged;
    if (inner && stride === inner[0] * inner[1]) inner[0] *= size;
    else if (size > 1) merged.unshift([size, stride]);
  }
  return merged;
}

/** Where rows begin: for each index of the axes. */
const startsOf = (from: number, axes: readonly Axis[]) =>
  axes.reduce(
    (starts, [size, stride]) =>
      starts.flatMap((at) => Array.from({ length: size }, (_, i) => at + i * stride)),
    [from],
  );

/** The last two axes at once, for each index of the others. */
function byRows(x: Data, all: readonly Taken[], copyRuns: typeof hand.runsBySet) {
  const calls = all.flatMap(({ out: whole, from: first, axes }) => {
    const [[size, step] = [1, 1], [count, stride] = [1, 0]] = axes.slice(-2).reverse();
    return startsOf(first, axes.slice(0, -2)).map((from, i) => {
      const out = i === 0 ? whole : whole.subarray(i * size * count);
      if (step === 1) return () => copyRuns(x, out, from, stride, size, count);
      return () => hand.stepByLoop(x, out, from, step, size, stride, count);
    });
  });
  return () => {
    for (const call of calls) call();
  };
}

/** If the bytes are whole words; loops over narrow or big elements are slower. */
function byWords(x: Data, all: readonly Taken[]): Way | null {
  const isSlow = x.BYTES_PER_ELEMENT < 4 || typeof x[0] === 'bigint';
  if (!isSlow || !areAligned([x, ...all.map(({ out }) => out)])) return null;
  const words = all.map(({ out, from, axes: inEntries }) => {
    const axes = inParts(inEntries, x.BYTES_PER_ELEMENT);
    const [run, step] = lastOf(axes);
    const outer = axes.slice(0, -1).map(([size, stride]) => [size, stride / 4] as Axis);
    const last = (run === 4 ? [] : [[step === 1 ? run / 4 : Number.NaN, 1]]) as Axis[];
    return { out: hand.wordsOf(out), from: (from * x.BYTES_PER_ELEMENT) / 4, axes: [...outer, ...last] };
  });
  const areWhole = words.every(({ from, axes }) => [from, ...axes.flat()].every(Number.isInteger));
  return areWhole ? { name: BY_WORD, run: byRows(hand.wordsOf(x), words, hand.runsByLoop) } : null;
}

/** If outputs take their elements in turn. */
function deal(x: Data, all: readonly Taken[]): Way | null {
  const [{ from: first, axes }] = all;
  const { length } = all;
  const [size, step] = lastOf(axes);
  const isNext = (taken: Taken, i: number) => taken.from === first + i && String(taken.axes) === String(axes);
  if (!(length in DEALERS) || step !== length || !all.every(isNext)) return null;
  const rows = startsOf(first, axes.slice(0, -1)).map((from, i) => [
    x.subarray(from, from + size * length),
    ...all.map(({ out }) => out.subarray(i * size, (i + 1) * size)),
  ]);
  const [byElement, byWord] = DEALERS[length];
  const isByWord = byWord && x.BYTES_PER_ELEMENT === 1 && size % 4 === 0 && areAligned(rows.flat());
  const program = isByWord ? byWord : byElement;
  const calls = isByWord ? rows.map((row) => row.map(hand.wordsOf)) : rows;
  const run = () => {
    for (const arrays of calls) program(...arrays);
  };
  return { name: isByWord ? BY_WORD : BY_LOOP, run };
}
