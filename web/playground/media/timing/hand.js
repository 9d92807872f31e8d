// The best that one would write by hand for a cut: where rows are runs, `set` row by row; interleaved outputs together; else
// loops, on 32-bit words wherever the bytes allow it. Where rows begin is worked out before the clock runs, and so are views
// of words. To add a way, add a function to WAYS.

import * as hand from '../../../shared/by_hand.js';
import { simplify } from '../cut/views.js';

/** @import { View } from '../cut/views.js' */

/** @typedef {{ x: any, outs: any[], views: View[] }} Work views in entries of the arrays, simplified */
/** @typedef {{ name: string, run: () => void }} Way */
/** @typedef {{ from: number, to: number, size: number, step: number, count: number, stride: number }} Rows `count` of `size` */

/** Entries per element of the types that have two; all others have one. @type {Record<string, number>} */
const ENTRIES = { complex64: 2, complex128: 2 };
/** Two elements to a byte, the first in the low half. */
const NIBBLES = ['u4', 'i4', 'f4e2m1'];
/** Bytes; nobody would copy shorter ones with `set`. */
const SHORTEST_ROW = 64;
/** Loops over these are slower than loops over words. @type {unknown[]} */
const NARROW_OR_BIG = [
  Uint8Array, Uint8ClampedArray, Int8Array, Uint16Array, Int16Array, BigInt64Array, BigUint64Array,
]; // biome-ignore format: a table

/**
 * @param {string} type
 * @param {any} x data of the source
 * @param {any[]} outs data of each output
 * @param {readonly View[]} views of each output, in elements
 * @returns {Way[]} none where there is nothing to do
 */
export function waysByHand(type, x, outs, views) {
  const filled = outs.map((out, i) => ({ out, view: views[i] })).filter(({ out }) => out.length > 0);
  if (filled.length === 0) return [];
  /** @type {Work} */
  const work = {
    x,
    outs: filled.map(({ out }) => out),
    views: filled.map(({ view }) => simplify(toEntries(view, ENTRIES[type] ?? 1))),
  };
  if (type === 'string') return [{ name: 'loops', run: oneByOne(work, copyString) }];
  if (NIBBLES.includes(type)) return [{ name: 'loops', run: oneByOne(work, copyNibble) }];
  return WAYS.flatMap((way) => way(work, toWords(work)) ?? []);
}

/** @type {((work: Work, words: Work | null) => Way | undefined)[]} */
const WAYS = [
  (work) => {
    const least = SHORTEST_ROW / work.x.BYTES_PER_ELEMENT;
    const isRows = work.views.every(
      ({ sizes, strides }) => strides.at(-1) === 1 && (sizes.at(-1) ?? 0) >= least,
    );
    if (!isRows) return undefined;
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
function byRows({ x, outs, views }, copyRuns) {
  const calls = views.flatMap((view, i) =>
    rowsOf(view).map(({ from, to, size, step, count, stride }) => {
      const out = to === 0 ? outs[i] : outs[i].subarray(to);
      if (step === 1) return () => copyRuns(x, out, from, stride, size, count);
      return () => hand.stepByLoop(x, out, from, step, size, stride, count);
    }),
  );
  return () => {
    for (const call of calls) call();
  };
}

/**
 * The last two axes at once, for each index of the others.
 * @param {View} view
 * @returns {Rows[]}
 */
function rowsOf({ offset, sizes, strides }) {
  const [size = 1, count = 1] = sizes.slice(-2).reverse();
  const [step = 1, stride = 0] = strides.slice(-2).reverse();
  const starts = startsOf(offset, sizes.slice(0, -2), strides);
  return starts.map((from, i) => ({ from, to: i * size * count, size, step, count, stride }));
}

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

/** Outputs that take their elements in turn. @param {Work} work */
function isDealt({ views }) {
  const [{ offset, strides, sizes }] = views;
  const isInTurn = views.every(
    (view, i) => view.offset === offset + i && String(view.strides) === String(strides),
  );
  return [2, 3, 4].includes(views.length) && sizes.length > 0 && isInTurn && strides.at(-1) === views.length;
}

/**
 * @param {Work} work
 * @returns {Way}
 */
function deal({ x, outs, views: [{ offset, sizes, strides }] }) {
  const size = sizes.at(-1) ?? 0;
  const starts = startsOf(offset, sizes.slice(0, -1), strides);
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

/** @param {any} array */
const isAligned = (array) => array.byteOffset % 4 === 0;

/**
 * An element of `count` entries as an axis of its own.
 * @param {View} view
 * @param {number} count
 * @returns {View}
 */
function toEntries({ offset, sizes, strides }, count) {
  if (count === 1) return { offset, sizes, strides };
  const wide = strides.map((stride) => stride * count);
  return { offset: offset * count, sizes: [...sizes, count], strides: [...wide, 1] };
}

/**
 * The same work on 32-bit words; null where the bytes are no whole words, and where elements are as fast.
 * @param {Work} work
 * @returns {Work | null}
 */
function toWords({ x, outs, views }) {
  if (!NARROW_OR_BIG.includes(x.constructor) || ![x, ...outs].every(isAligned)) return null;
  const inBytes = views.map((view) => simplify(toEntries(view, x.BYTES_PER_ELEMENT)));
  const isWhole = inBytes.every(({ offset, sizes, strides }) => {
    const bytes = [offset, sizes.at(-1) ?? 0, ...strides.slice(0, -1)];
    return strides.at(-1) === 1 && bytes.every((each) => each % 4 === 0);
  });
  if (!isWhole) return null;
  const inWords = inBytes.map(({ offset, sizes, strides }) =>
    simplify({
      offset: offset / 4,
      sizes: [...sizes.slice(0, -1), (sizes.at(-1) ?? 0) / 4],
      strides: [...strides.slice(0, -1).map((stride) => stride / 4), 1],
    }),
  );
  return { x: hand.wordsOf(x), outs: outs.map(hand.wordsOf), views: inWords };
}

/**
 * Elements that no typed array has, one by one.
 * @param {Work} work
 * @param {(x: any, at: number, out: any, k: number) => void} copy
 */
function oneByOne({ x, outs, views }, copy) {
  return () => {
    outs.forEach((out, i) => {
      let k = 0;
      for (const { from, size, step, count, stride } of rowsOf(views[i])) {
        for (let row = 0; row < count; ++row) {
          for (let j = 0, at = from + row * stride; j < size; ++j, ++k, at += step) copy(x, at, out, k);
        }
      }
    });
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
