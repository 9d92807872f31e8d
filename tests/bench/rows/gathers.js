// The rows of gathers: elements at listed indices.
import { ofHand, row } from './by_runs.js';

/** @typedef {import('./workloads.js').Workload} Workload */

/** Indices below `size`, in no order. @param {number} count @param {number} size */
const scattered = (count, size) =>
  Int32Array.from({ length: count }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 0) % size);

const KEPT = scattered(300, 8400);
const WORDS = scattered(1000, 50_000);
const COLUMNS = scattered(100, 8400);
const BEAMS = Int32Array.of(2, 0, 0, 3);

/** @param {Int32Array} indices @param {number} length @returns {import('./by_hand.js').ByHand} */
const rowsBySet =
  (indices, length) =>
  (x, [out]) => {
    for (let k = 0; k < indices.length; ++k) {
      const at = indices[k] * length;
      out.set(/** @type {any} */ (x.subarray(at, at + length)), k * length);
    }
  };

/** @type {Workload[]} */
export const GATHERS = [
  row('G-boxes', 'f32 300 kept boxes of [8400,4]', [8400, 4], { gather: { axis: 0, indices: KEPT } }, ofHand(1.25), {
    loops: (x, [out]) => {
      for (let k = 0, to = 0; k < KEPT.length; ++k, to += 4) {
        const at = 4 * KEPT[k];
        out[to] = x[at];
        out[to + 1] = x[at + 1];
        out[to + 2] = x[at + 2];
        out[to + 3] = x[at + 3];
      }
    },
  }),
  row('G-words', 'f32 1000 rows of [50000,768]', [50_000, 768], { gather: { axis: 0, indices: WORDS } }, ofHand(1.1), {
    set: rowsBySet(WORDS, 768),
  }),
  row('G-columns', 'f32 100 columns of [84,8400]', [84, 8400], { gather: { axis: 1, indices: COLUMNS } }, ofHand(1.25), {
    loops: (x, [out]) => {
      for (let y = 0, to = 0, at = 0; y < 84; ++y, at += 8400)
        for (let k = 0; k < COLUMNS.length; ++k) out[to++] = x[at + COLUMNS[k]];
    },
  }),
  row('G-beams', 'f32 4 beams of [4,32,512,64]', [4, 32, 512, 64], { gather: { axis: 0, indices: BEAMS } }, ofHand(1.1), {
    set: rowsBySet(BEAMS, 32 * 512 * 64),
  }),
]; // biome-ignore format: a table
