// Workloads on packed elements: rows like those of workloads.js, measured when they are asked for (`npm run bench -- P`).
// To add one, add a row.
import * as hand from '../../../web/shared/by_hand.js';
import * as packed from './by_hand_packed.js';
import { sliceOf } from './geometry.js';

/** @typedef {'u1' | 'u3' | 'u4' | 'u6'} PackedType */
/** @typedef {import('./by_hand_packed.js').Rows} Rows */
/** @typedef {import('./workloads.js').Workload} Workload */

/**
 * @param {string} type
 * @returns {type is PackedType}
 */
export const isPacked = (type) => ['u1', 'u3', 'u4', 'u6'].includes(type);

const ROWS = 1024;

/**
 * Columns [from, from + run) of [ROWS, size].
 * @param {string} id
 * @param {PackedType} type
 * @param {[from: number, run: number, size: number]} columns
 * @param {number} target
 * @param {(rows: Rows) => Workload['byHand']} byHand
 * @returns {Workload}
 */
const columns = (id, type, [from, run, size], target, byHand) => ({
  id,
  title: `${type} [${ROWS},${size}] [:, ${from}:${from + run}]`,
  type,
  dims: [ROWS, size],
  cut: sliceOf([0, ROWS], [from, from + run]),
  target,
  byHand: byHand({ from, stride: size, run, rows: ROWS }),
});

/** All but the first 3 and the last 5 of 4 Mi elements. @type {Rows} */
const FLAT = { from: 3, stride: 0, run: 2 ** 22 - 8, rows: 1 };

/** @type {Workload[]} */
export const PACKED_WORKLOADS = [
  columns('P-u4-odd', 'u4', [3, 1024, 2048], 16, (rows) => ({
    loops: (x, [out]) => packed.u4ByLoop(x, out, rows),
    words: hand.onWords((x, [out]) => packed.u4ByWord(x, out, rows)),
  })),
  columns('P-u4-even', 'u4', [2, 1024, 2048], 7.5, (rows) => ({
    set: (x, [out]) => hand.runsBySet(x, out, rows.from / 2, rows.stride / 2, rows.run / 2, rows.rows),
    loops: (x, [out]) => packed.u4ByLoop(x, out, rows),
    words: hand.onWords((x, [out]) => packed.u4ByWord(x, out, rows)),
  })),
  {
    id: 'P-u4-flat',
    title: 'u4 [4194304] [3:-5]',
    type: 'u4',
    dims: [FLAT.run + 8],
    cut: sliceOf([FLAT.from, FLAT.from + FLAT.run]),
    target: 5,
    byHand: {
      loops: (x, [out]) => packed.u4ByLoop(x, out, FLAT),
      words: hand.onWords((x, [out]) => packed.u4ByWord(x, out, FLAT)),
    },
  },
  columns('P-u1', 'u1', [3, 4096, 8192], 18, (rows) => ({
    loops: (x, [out]) => packed.u1ByLoop(x, out, rows),
    words: hand.onWords((x, [out]) => packed.u1ByWord(x, out, rows)),
  })),
  columns('P-u3', 'u3', [3, 1024, 2048], 40, (rows) => ({
    loops: (x, [out]) => packed.u3ByLoop(x, out, rows),
    words: (x, [out]) => packed.u3From3ByUnit(x, out, rows),
  })),
  columns('P-u6', 'u6', [3, 1024, 2048], 22, (rows) => ({
    loops: (x, [out]) => packed.u6ByLoop(x, out, rows),
    words: (x, [out]) => packed.u6From3ByUnit(x, out, rows),
  })),
];
