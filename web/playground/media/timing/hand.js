// The best that one would write by hand for a cut: `set` row by row where rows are long, loops elsewhere, on 32-bit words where the
// bytes allow it, and for interleaved outputs together. The plan's moves say where rows begin; starts and views of words are worked
// out before the clock runs. To add a way, add a function to WAYS.
import * as hand from '../../../shared/by_hand.js';

/** @import { Move } from '../../../lib/types.js' */

/** @typedef {Pick<Move<'cut'>, 'sizes' | 'strides' | 'streams'>} Runs in entries of the arrays */
/** @typedef {{ x: any, outs: any[], moves: Runs[] }} Work */
/** @typedef {{ name: string, run: () => void }} Way */
/** @typedef {{ from: number, to: number, size: number, step: number, count: number, stride: number }} Rows `count` of `size` */

/** Entries per element, for types with more than one. @type {Record<string, number>} */
const ENTRIES = { complex64: 2, complex128: 2 };
/** Two elements to a byte, the first in the low half. */
const NIBBLES = ['u4', 'i4', 'f4e2m1'];
/** In bytes: nobody would copy shorter rows with `set`. */
const SHORTEST_ROW = 64;
/** Loops over these are slower than loops over words. @type {unknown[]} */
const NARROW_OR_BIG = [
  Uint8Array, Uint8ClampedArray, Int8Array, Uint16Array, Int16Array, BigInt64Array, BigUint64Array,
]; // biome-ignore format: a table

/**
 * @param {string} type
 * @param {any} x data of the source
 * @param {any[]} outs data of each output
 * @param {readonly Runs[]} moves in elements
 * @returns {Way[]} none if there is nothing to do
 */
export function waysByHand(type, x, outs, moves) {
  if (moves.length === 0) return [];
  /** @type {Work} */
  const work = { x, outs, moves: scale(moves, ENTRIES[type] ?? 1) };
  if (type === 'string') return [{ name: 'loops', run: oneByOne(work, copyString) }];
  if (NIBBLES.includes(type)) return [{ name: 'loops', run: oneByOne(work, copyNibble) }];
  return WAYS.flatMap((way) => way(work, toWords(work)) ?? []);
}

/**
 * The same moves in units of which an old one has `count`.
 * @param {readonly Runs[]} moves
 * @param {number} count
 * @returns {Runs[]}
 */
const scale = (moves, count) =>
  moves.map(({ sizes, strides, streams }) => ({
    sizes,
    strides: strides.map((stride) => stride * count),
    streams: streams.map(({ output, offset, run }) => ({ output, offset: offset * count, run: run * count })),
  }));

/**
 * The same work on 32-bit words; null if the bytes are not whole words, or if elements are as fast.
 * @param {Work} work
 * @returns {Work | null}
 */
function toWords({ x, outs, moves }) {
  if (!NARROW_OR_BIG.includes(x.constructor) || ![x, ...outs].every(isAligned)) return null;
  const inBytes = scale(moves, x.BYTES_PER_ELEMENT);
  const isWhole = inBytes.every(({ strides, streams }) =>
    [...strides, ...streams.flatMap(({ offset, run }) => [offset, run])].every((bytes) => bytes % 4 === 0),
  );
  return isWhole ? { x: hand.wordsOf(x), outs: outs.map(hand.wordsOf), moves: scale(inBytes, 1 / 4) } : null;
}

/** @param {any} array */
const isAligned = (array) => array.byteOffset % 4 === 0;

/** @type {((work: Work, words: Work | null) => Way | undefined)[]} */
const WAYS = [
  (work) => {
    const least = SHORTEST_ROW / work.x.BYTES_PER_ELEMENT;
    if (!work.moves.every(({ streams }) => streams.every(({ run }) => run >= least))) return undefined;
    return { name: 'rows with set', run: byRows(work, hand.runsBySet) };
  },
  (work, words) => {
    if (isDealt(work)) return deal(work);
    const name = words ? 'loops, 32-bit words' : 'loops';
    return { name, run: byRows(words ?? work, hand.runsByLoop) };
  },
];

/**
 * @param {Work} work
 * @param {typeof hand.runsBySet} copyRuns
 */
function byRows({ x, outs, moves }, copyRuns) {
  const calls = moves.flatMap(rowsOf).map(({ output, from, to, size, step, count, stride }) => {
    const out = to === 0 ? outs[output] : outs[output].subarray(to);
    if (step === 1) return () => copyRuns(x, out, from, stride, size, count);
    return () => hand.stepByLoop(x, out, from, step, size, stride, count);
  });
  return () => {
    for (const call of calls) call();
  };
}

/**
 * What each stream copies: the last two axes at once, for each index of the others. A run is an axis of stride 1.
 * @param {Runs} move
 * @returns {(Rows & { output: number })[]}
 */
const rowsOf = ({ sizes, strides, streams }) =>
  streams.flatMap(({ output, offset, run }) => {
    const [all, each] =
      run > 1
        ? [
            [...sizes, run],
            [...strides, 1],
          ]
        : [sizes, strides];
    const [size = 1, count = 1] = all.slice(-2).reverse();
    const [step = 1, stride = 0] = each.slice(-2).reverse();
    const starts = startsOf(offset, all.slice(0, -2), each);
    return starts.map((from, i) => ({ output, from, to: i * size * count, size, step, count, stride }));
  });

/**
 * @param {number} offset
 * @param {readonly number[]} sizes of the outer axes
 * @param {readonly number[]} strides
 * @returns {number[]}
 */
const startsOf = (offset, sizes, strides) =>
  sizes.reduce(
    (starts, size, axis) =>
      starts.flatMap((start) => Array.from({ length: size }, (_, i) => start + i * strides[axis])),
    [offset],
  );

/** Whether outputs take their elements in turn. @param {Work} work */
function isDealt({ moves: [{ sizes, strides, streams }, ...more] }) {
  const isInTurn = streams.every(({ offset, run }, i) => run === 1 && offset === streams[0].offset + i);
  return (
    more.length === 0 &&
    sizes.length > 0 &&
    isInTurn &&
    streams.length in DEALERS &&
    strides.at(-1) === streams.length
  );
}

/**
 * @param {Work} work
 * @returns {Way}
 */
function deal({ x, outs: all, moves: [{ sizes, strides, streams }] }) {
  const outs = streams.map(({ output }) => all[output]);
  const size = sizes.at(-1) ?? 0;
  const starts = startsOf(streams[0].offset, sizes.slice(0, -1), strides);
  const rows = starts.map((from, i) => [
    x.subarray(from, from + size * outs.length),
    ...outs.map((out) => out.subarray(i * size, (i + 1) * size)),
  ]);
  const isInWords = x.BYTES_PER_ELEMENT === 1 && size % 4 === 0 && rows.flat().every(isAligned);
  const [byElement, byWord] = DEALERS[outs.length];
  const deals = /** @type {(...arrays: any[]) => void} */ (byWord && isInWords ? byWord : byElement);
  const arrays = deals === byWord ? rows.map((row) => row.map(hand.wordsOf)) : rows;
  const run = () => {
    for (const row of arrays) deals(...row);
  };
  return { name: deals === byWord ? 'loops, 32-bit words' : 'loops', run };
}

/** By element and, where there is one, by word. @type {Record<number, (((...arrays: any[]) => void) | undefined)[]>} */
const DEALERS = {
  2: [hand.deal2ByLoop],
  3: [hand.deal3ByLoop, hand.deal3BytesByWord],
  4: [hand.deal4ByLoop, hand.deal4BytesByWord],
};

/**
 * Copies elements one by one that no typed array has entries for.
 * @param {Work} work
 * @param {(x: any, at: number, out: any, k: number) => void} copy
 */
function oneByOne({ x, outs, moves }, copy) {
  const rows = moves.flatMap(rowsOf);
  return () => {
    for (const { output, from, to, size, step, count, stride } of rows) {
      for (let row = 0, k = to; row < count; ++row) {
        for (let j = 0, at = from + row * stride; j < size; ++j, ++k, at += step)
          copy(x, at, outs[output], k);
      }
    }
  };
}

/** @type {Parameters<typeof oneByOne>[1]} */
const copyString = (x, at, out, k) => {
  out[k] = x[at];
};

/** @type {Parameters<typeof oneByOne>[1]} */
const copyNibble = (x, at, out, k) => {
  const element = (x[at >> 1] >> (4 * (at & 1))) & 15;
  out[k >> 1] = k & 1 ? out[k >> 1] | (element << 4) : element;
};
