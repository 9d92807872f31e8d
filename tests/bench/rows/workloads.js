// THE table of workloads: one row each. To add one, add a row: what is cut or joined, how much time it may take (as a multiple of the
// time that `set` takes for the output's bytes), and what a careful programmer would write by hand. The library's call, the
// peers' calls and the reference follow from `cut`.
import * as hand from './by_hand.js';
import { ALL, FRAME, FULL, row, runs, runsToEach, SQUARE, split, twice } from './by_runs.js';
import { GATHERS } from './gathers.js';
import { BEFORE_FIRST, sliceOf as slice } from './geometry.js';
import { REARRANGES } from './rearranges.js';
import { TRANSPOSES_AND_JOINS } from './transposes.js';

/** @typedef {import('./geometry.js').Cut} Cut */
/** @typedef {import('./by_hand.js').ByHand} ByHand */

/**
 * @typedef {object} Workload
 * @property {string} id asked for on the command line; `W3` means all that begin with it
 * @property {string} title
 * @property {keyof typeof import('./geometry.js').CLASSES} type
 * @property {number[]} dims
 * @property {Cut} cut
 * @property {number} [target] most multiples of memcpy, outputs reused
 * @property {number} [ofHand] most multiples of the best by hand
 * @property {boolean} [twice] in Chromium: at least 2 times as fast as by hand
 * @property {{ set?: ByHand, loops?: ByHand, words?: ByHand, tables?: ByHand, rows?: ByHand }} byHand views of words are made once,
 *   before the clock runs; `tables`: what each element becomes is looked up; `rows`: a plane or channel after the other
 */

/** @type {Workload[]} */
export const WORKLOADS = [
  row('W1', 'f32 [1024,1024] rows 256..768', SQUARE, slice([256, 768], FULL), 1.1, { set: (x, [out]) => out.set(x.subarray(256 * 1024, 768 * 1024)) }),
  row('W2', 'f32 [1024,1024] columns 100..612', SQUARE, slice(FULL, [100, 612]), 1.3, runs(100, 1024, 512, 1024)),
  row('W3-f32', 'f32 [1024,1024] [:, ::2]', SQUARE, slice(FULL, [0, ALL, 2]), 2.4, { loops: (x, [out]) => hand.evenByLoop(x, out) }),
  row('W3-f16', 'f16 [1024,1024] [:, ::2]', SQUARE, slice(FULL, [0, ALL, 2]), twice(4), { loops: (x, [out]) => hand.evenByLoop(x, out), words: hand.onWords((x, [out]) => hand.evenHalvesByWord(x, out)) }),
  row('W4-f32', 'f32 [1024,1024] [:, ::-1]', SQUARE, slice(FULL, [ALL, BEFORE_FIRST, -1]), 2.4, { loops: (x, [out]) => hand.stepByLoop(x, out, 1023, -1, 1024, 1024, 1024) }),
  row('W4-u8', 'u8 [1024,1024] [:, ::-1]', SQUARE, slice(FULL, [ALL, BEFORE_FIRST, -1]), twice(3.5), { words: hand.onWords((x, [out]) => hand.reverseBytesByWord(x, out, 256)) }),
  row('W4-flip', 'u8 [1080,1920,4] [::-1]', FRAME, slice([ALL, BEFORE_FIRST, -1], FULL, FULL), 1.1, runs(1079 * 7680, -7680, 7680, 1080)),
  row('W5-rgba', 'u8 [1080,1920,4] to 4 planes', FRAME, split(2, [1, 1, 1, 1]), twice(2.6), { words: hand.onWords((x, [a, b, c, d]) => hand.deal4BytesByWord(x, a, b, c, d)) }),
  row('W5-rgb', 'u8 [1080,1920,3] to 3 planes', [1080, 1920, 3], split(2, [1, 1, 1]), twice(3), { words: hand.onWords((x, [a, b, c]) => hand.deal3BytesByWord(x, a, b, c)) }),
  row('W6', 'f32 [2000000,2] to 2 channels', [2_000_000, 2], split(1, [1, 1]), 2.2, { loops: (x, [a, b]) => hand.deal2ByLoop(x, a, b) }),
  row('W7-qkv', 'f32 [1,512,2304] to q, k, v', [1, 512, 2304], split(2, [768, 768, 768]), 1.3, runsToEach(2304, 768, 512)),
  row('W7-unstack', 'f32 [128,256,64] unstack axis 1', [128, 256, 64], split(1, new Array(256).fill(1), true), 2.5, runsToEach(256 * 64, 64, 128)),
  row('W8-yolo', 'f32 [1,84,8400] to 4 and 80', [1, 84, 8400], split(1, [4, 80]), 1.1, {
    set: (x, [boxes, scores]) => {
      boxes.set(x.subarray(0, 4 * 8400));
      scores.set(x.subarray(4 * 8400));
    },
  }),
  row('W8-crop', 'u8 [1080,1920,4] crop 624x624', FRAME, slice([200, 824], [500, 1124], FULL), 1.4, runs(200 * 7680 + 2000, 7680, 2496, 624)),
  row('W10', 'f32 [8192,8192] [::2, 100:8000]', [8192, 8192], slice([0, ALL, 2], [100, 8000]), 1.6, runs(100, 2 * 8192, 7900, 4096)),
  ...TRANSPOSES_AND_JOINS,
  ...GATHERS,
  ...REARRANGES,
]; // biome-ignore format: a table

/** Rows whose id is, or begins with, one of these; the table without any. @param {readonly string[]} ids */
export const chosen = (ids) =>
  ids.length === 0
    ? WORKLOADS
    : WORKLOADS.filter(({ id }) => ids.some((each) => id === each || id.startsWith(`${each}-`)));
