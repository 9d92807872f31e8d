// THE table of workloads: one row each. To add one, add a row: what is cut or joined, how much time it may take (as a multiple of the
// time that `set` takes for the output's bytes), and what a careful programmer would write by hand. The library's call, the
// peers' calls and the reference follow from `cut`.
import * as hand from '../../../web/shared/by_hand.js';
import { ALL, runs, runsToEach, SQUARE, split } from './by_runs.js';
import { BEFORE_FIRST, sliceOf as slice } from './geometry.js';
import { PACKED_WORKLOADS } from './packed.js';
import { REARRANGES } from './rearranges.js';
import { TRANSPOSES_AND_JOINS } from './transposes.js';

/** @typedef {import('./geometry.js').Cut} Cut */
/** @typedef {import('../../../web/shared/by_hand.js').ByHand} ByHand */

/**
 * @typedef {object} Workload
 * @property {string} id asked for on the command line; `W3` means all that begin with it
 * @property {string} title
 * @property {keyof typeof import('./geometry.js').CLASSES | import('./packed.js').PackedType} type
 * @property {number[]} dims
 * @property {Cut} cut
 * @property {number} [target] most multiples of memcpy, outputs reused; of `small` rows: most nanoseconds
 * @property {number} [ofHand] most multiples of the best by hand
 * @property {number} [targetFresh] of small rows: most nanoseconds of a one-shot call
 * @property {boolean} [small] told in nanoseconds per call
 * @property {boolean} [twice] in Chromium: at least 2 times as fast as by hand
 * @property {{ set?: ByHand, loops?: ByHand, words?: ByHand, tables?: ByHand, rows?: ByHand }} byHand views of words are made once,
 *   before the clock runs; `tables`: what each element becomes is looked up; `rows`: a plane or channel after the other
 */

/** @type {Workload[]} */
export const WORKLOADS = [
  {
    id: 'W1',
    title: 'f32 [1024,1024] rows 256..768',
    type: 'float32',
    dims: SQUARE,
    cut: slice([256, 768], [0, ALL]),
    target: 1.1,
    byHand: {
      set: (x, [out]) => out.set(x.subarray(256 * 1024, 768 * 1024)),
      loops: (x, [out]) => hand.runsByLoop(x, out, 256 * 1024, 0, 512 * 1024, 1),
    },
  },
  {
    id: 'W2',
    title: 'f32 [1024,1024] columns 100..612',
    type: 'float32',
    dims: SQUARE,
    cut: slice([0, ALL], [100, 612]),
    target: 1.3,
    byHand: runs(100, 1024, 512, 1024),
  },
  {
    id: 'W3-f32',
    title: 'f32 [1024,1024] [:, ::2]',
    type: 'float32',
    dims: SQUARE,
    cut: slice([0, ALL], [0, ALL, 2]),
    target: 2.4,
    byHand: { loops: (x, [out]) => hand.evenByLoop(x, out) },
  },
  {
    id: 'W3-f16',
    title: 'f16 [1024,1024] [:, ::2]',
    type: 'float16',
    dims: SQUARE,
    cut: slice([0, ALL], [0, ALL, 2]),
    target: 4,
    twice: true,
    byHand: {
      loops: (x, [out]) => hand.evenByLoop(x, out),
      words: hand.onWords((x, [out]) => hand.evenHalvesByWord(x, out)),
    },
  },
  {
    id: 'W4-f32',
    title: 'f32 [1024,1024] [:, ::-1]',
    type: 'float32',
    dims: SQUARE,
    cut: slice([0, ALL], [ALL, BEFORE_FIRST, -1]),
    target: 2.4,
    byHand: { loops: (x, [out]) => hand.stepByLoop(x, out, 1023, -1, 1024, 1024, 1024) },
  },
  {
    id: 'W4-u8',
    title: 'u8 [1024,1024] [:, ::-1]',
    type: 'uint8',
    dims: SQUARE,
    cut: slice([0, ALL], [ALL, BEFORE_FIRST, -1]),
    target: 3.5,
    twice: true,
    byHand: {
      loops: (x, [out]) => hand.stepByLoop(x, out, 1023, -1, 1024, 1024, 1024),
      words: hand.onWords((x, [out]) => hand.reverseBytesByWord(x, out, 256)),
    },
  },
  {
    id: 'W4-flip',
    title: 'u8 [1080,1920,4] [::-1]',
    type: 'uint8',
    dims: [1080, 1920, 4],
    cut: slice([ALL, BEFORE_FIRST, -1], [0, ALL], [0, ALL]),
    target: 1.1,
    byHand: {
      ...runs(1079 * 7680, -7680, 7680, 1080),
      words: hand.onWords((x, [out]) => hand.runsByLoop(x, out, 1079 * 1920, -1920, 1920, 1080)),
    },
  },
  {
    id: 'W5-rgba',
    title: 'u8 [1080,1920,4] to 4 planes',
    type: 'uint8',
    dims: [1080, 1920, 4],
    cut: split(2, [1, 1, 1, 1]),
    target: 2.6,
    twice: true,
    byHand: {
      loops: (x, [a, b, c, d]) => hand.deal4ByLoop(x, a, b, c, d),
      words: hand.onWords((x, [a, b, c, d]) => hand.deal4BytesByWord(x, a, b, c, d)),
    },
  },
  {
    id: 'W5-rgb',
    title: 'u8 [1080,1920,3] to 3 planes',
    type: 'uint8',
    dims: [1080, 1920, 3],
    cut: split(2, [1, 1, 1]),
    target: 3,
    twice: true,
    byHand: {
      loops: (x, [a, b, c]) => hand.deal3ByLoop(x, a, b, c),
      words: hand.onWords((x, [a, b, c]) => hand.deal3BytesByWord(x, a, b, c)),
    },
  },
  {
    id: 'W6',
    title: 'f32 [2000000,2] to 2 channels',
    type: 'float32',
    dims: [2_000_000, 2],
    cut: split(1, [1, 1]),
    target: 2.2,
    byHand: { loops: (x, [a, b]) => hand.deal2ByLoop(x, a, b) },
  },
  {
    id: 'W7-qkv',
    title: 'f32 [1,512,2304] to q, k, v',
    type: 'float32',
    dims: [1, 512, 2304],
    cut: split(2, [768, 768, 768]),
    target: 1.3,
    byHand: runsToEach(2304, 768, 512),
  },
  {
    id: 'W7-unstack',
    title: 'f32 [128,256,64] unstack axis 1',
    type: 'float32',
    dims: [128, 256, 64],
    cut: split(1, new Array(256).fill(1), true),
    target: 2.5,
    byHand: runsToEach(256 * 64, 64, 128),
  },
  {
    id: 'W8-yolo',
    title: 'f32 [1,84,8400] to 4 and 80',
    type: 'float32',
    dims: [1, 84, 8400],
    cut: split(1, [4, 80]),
    target: 1.1,
    byHand: {
      set: (x, [boxes, scores]) => {
        boxes.set(x.subarray(0, 4 * 8400));
        scores.set(x.subarray(4 * 8400));
      },
      loops: (x, [boxes, scores]) => {
        hand.runsByLoop(x, boxes, 0, 0, 4 * 8400, 1);
        hand.runsByLoop(x, scores, 4 * 8400, 0, 80 * 8400, 1);
      },
    },
  },
  {
    id: 'W8-crop',
    title: 'u8 [1080,1920,4] crop 624x624',
    type: 'uint8',
    dims: [1080, 1920, 4],
    cut: slice([200, 824], [500, 1124], [0, ALL]),
    target: 1.4,
    byHand: {
      ...runs(200 * 7680 + 2000, 7680, 2496, 624),
      words: hand.onWords((x, [out]) => hand.runsByLoop(x, out, 200 * 1920 + 500, 1920, 624, 624)),
    },
  },
  {
    id: 'W10',
    title: 'f32 [8192,8192] [::2, 100:8000]',
    type: 'float32',
    dims: [8192, 8192],
    cut: slice([0, ALL, 2], [100, 8000]),
    target: 1.6,
    byHand: runs(100, 2 * 8192, 7900, 4096),
  },
  ...TRANSPOSES_AND_JOINS,
  ...REARRANGES,
  {
    id: 'W9',
    title: 'f32 [4,4] [1:3, 1:3]',
    type: 'float32',
    dims: [4, 4],
    cut: slice([1, 3], [1, 3]),
    target: 150,
    targetFresh: 1000,
    small: true,
    byHand: {
      loops: (x, [out]) => hand.runsByLoop(x, out, 5, 4, 2, 2),
      words: (x, [out]) => {
        out[0] = x[5];
        out[1] = x[6];
        out[2] = x[9];
        out[3] = x[10];
      },
    },
  },
];

/** With those that are measured only when they are named, and are no part of the table. */
export const ALL_WORKLOADS = [...WORKLOADS, ...PACKED_WORKLOADS];

/**
 * Rows whose id is, or begins with, one of these; the table without any.
 * @param {readonly string[]} ids
 */
export const chosen = (ids) =>
  ids.length === 0
    ? WORKLOADS
    : ALL_WORKLOADS.filter(({ id }) => ids.some((each) => id === each || id.startsWith(`${each}-`)));
