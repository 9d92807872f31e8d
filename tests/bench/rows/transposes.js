// The rows of the table that reorder axes, or join.
import * as hand from '../../../web/shared/by_hand.js';
import { ALL, eachOut, join, runsFromEach, SQUARE } from './by_runs.js';
import { sliceOf as slice } from './geometry.js';

/** @typedef {import('./workloads.js').Workload} Workload */

/** An output as `count` planes. @param {any} out @param {number} count */
function planesOf(out, count) {
  const size = out.length / count;
  return Array.from({ length: count }, (_, i) => out.subarray(i * size, (i + 1) * size));
}

/**
 * @param {(x: any, ...planes: any[]) => void} deal
 * @param {any} x
 * @param {any} out
 * @param {number} count
 */
const onPlanes = (deal, x, out, count) => deal(x, ...planesOf(out, count));

/**
 * @param {(...planesAndOut: any[]) => void} merge
 * @param {any} x
 * @param {any} out
 * @param {number} count
 */
const fromPlanes = (merge, x, out, count) => merge(...planesOf(x, count), out);

/** @type {Workload[]} */
export const TRANSPOSES_AND_JOINS = [
  {
    id: 'T-square',
    title: 'f32 [1024,1024] transposed',
    type: 'float32',
    dims: SQUARE,
    cut: { transpose: [1, 0] },
    target: 4,
    byHand: { loops: (x, [out]) => hand.transposeByBlocks(x, out, 0, 1024, 1024) },
  },
  {
    id: 'T-yolo',
    title: 'f32 [84,8400] scores [8400,80]',
    type: 'float32',
    dims: [84, 8400],
    cut: { ...slice([4, 84], [0, ALL]), transpose: [1, 0] },
    target: 3.5,
    byHand: { loops: (x, [out]) => hand.transposeByBlocks(x, out, 4 * 8400, 80, 8400) },
  },
  {
    id: 'T-rgb',
    title: 'u8 [720,1280,3] as [3,720,1280]',
    type: 'uint8',
    dims: [720, 1280, 3],
    cut: { transpose: [2, 0, 1] },
    target: 3.6,
    byHand: {
      loops: (x, [out]) => onPlanes(hand.deal3ByLoop, x, out, 3),
      words: hand.onWords((x, [out]) => onPlanes(hand.deal3BytesByWord, x, out, 3)),
    },
  },
  {
    id: 'T-rgba',
    title: 'u8 [720,1280,4] as [4,720,1280]',
    type: 'uint8',
    dims: [720, 1280, 4],
    cut: { transpose: [2, 0, 1] },
    target: 3.4,
    byHand: {
      loops: (x, [out]) => onPlanes(hand.deal4ByLoop, x, out, 4),
      words: hand.onWords((x, [out]) => onPlanes(hand.deal4BytesByWord, x, out, 4)),
    },
  },
  {
    id: 'T-from3',
    title: 'u8 [3,720,1280] as [720,1280,3]',
    type: 'uint8',
    dims: [3, 720, 1280],
    cut: { transpose: [1, 2, 0] },
    target: 4,
    byHand: {
      loops: (x, [out]) => fromPlanes(hand.merge3ByLoop, x, out, 3),
      words: hand.onWords((x, [out]) => fromPlanes(hand.merge3BytesByWord, x, out, 3)),
    },
  },
  {
    id: 'T-from4',
    title: 'u8 [4,720,1280] as [720,1280,4]',
    type: 'uint8',
    dims: [4, 720, 1280],
    cut: { transpose: [1, 2, 0] },
    target: 3.6,
    byHand: {
      loops: (x, [out]) => fromPlanes(hand.merge4ByLoop, x, out, 4),
      words: hand.onWords((x, [out]) => fromPlanes(hand.merge4BytesByWord, x, out, 4)),
    },
  },
  {
    id: 'T-stereo',
    title: 'f32 [2,1000000] as [1000000,2]',
    type: 'float32',
    dims: [2, 1_000_000],
    cut: { transpose: [1, 0] },
    target: 2.5,
    byHand: { loops: (x, [out]) => fromPlanes(hand.merge2ByLoop, x, out, 2) },
  },
  {
    id: 'T-nhwc',
    title: 'f32 [64,56,56] as [56,56,64]',
    type: 'float32',
    dims: [64, 56, 56],
    cut: { transpose: [1, 2, 0] },
    target: 4,
    byHand: { loops: (x, [out]) => hand.transposeByBlocks(x, out, 0, 64, 56 * 56) },
  },
  {
    id: 'T-nchw',
    title: 'f32 [56,56,64] as [64,56,56]',
    type: 'float32',
    dims: [56, 56, 64],
    cut: { transpose: [2, 0, 1] },
    target: 4,
    byHand: { loops: (x, [out]) => hand.transposeByBlocks(x, out, 0, 56 * 56, 64) },
  },
  {
    id: 'T-u8',
    title: 'u8 [2048,2048] transposed',
    type: 'uint8',
    dims: [2048, 2048],
    cut: { transpose: [1, 0] },
    target: 7,
    byHand: { loops: (x, [out]) => hand.transposeByBlocks(x, out, 0, 2048, 2048) },
  },
  {
    id: 'T-heads',
    title: 'f16 [512,12,64] as [12,512,64]',
    type: 'float16',
    dims: [512, 12, 64],
    cut: { transpose: [1, 0, 2] },
    target: 3,
    byHand: {
      set: (x, [out]) => eachOut(hand.runsBySet, x, planesOf(out, 12), 768, 64, 512),
      loops: (x, [out]) => eachOut(hand.runsByLoop, x, planesOf(out, 12), 768, 64, 512),
    },
  },
  {
    id: 'J-rgb',
    title: 'u8 3 planes to [720,1280,3]',
    type: 'uint8',
    dims: [720, 1280, 3],
    cut: join(2, [1, 1, 1]),
    target: 4,
    byHand: {
      loops: ([a, b, c], [out]) => hand.merge3ByLoop(a, b, c, out),
      words: hand.onWords(([a, b, c], [out]) => hand.merge3BytesByWord(a, b, c, out)),
    },
  },
  {
    id: 'J-rgba',
    title: 'u8 4 planes to [720,1280,4]',
    type: 'uint8',
    dims: [720, 1280, 4],
    cut: join(2, [1, 1, 1, 1]),
    target: 3.6,
    byHand: {
      loops: ([a, b, c, d], [out]) => hand.merge4ByLoop(a, b, c, d, out),
      words: hand.onWords(([a, b, c, d], [out]) => hand.merge4BytesByWord(a, b, c, d, out)),
    },
  },
  {
    id: 'J-stereo',
    title: 'f32 2 channels to [1000000,2]',
    type: 'float32',
    dims: [1_000_000, 2],
    cut: join(1, [1, 1]),
    target: 2.5,
    byHand: { loops: ([a, b], [out]) => hand.merge2ByLoop(a, b, out) },
  },
  {
    id: 'J-stack',
    title: 'f32 256 of [128,64] to [128,256,64]',
    type: 'float32',
    dims: [128, 256, 64],
    cut: join(1, new Array(256).fill(1), true),
    target: 4,
    byHand: runsFromEach(256 * 64, 64, 128),
  },
  {
    id: 'J-rows',
    title: 'f32 [512,1024] twice, by rows',
    type: 'float32',
    dims: SQUARE,
    cut: join(0, [512, 512]),
    target: 1.1,
    byHand: runsFromEach(0, 512 * 1024, 1),
  },
  {
    id: 'J-columns',
    title: 'f32 [512,1024] twice, by columns',
    type: 'float32',
    dims: [512, 2048],
    cut: join(1, [1024, 1024]),
    target: 1.6,
    byHand: runsFromEach(2048, 1024, 512),
  },
  {
    id: 'J-assign',
    title: 'u8 624x624 into [1080,1920,4]',
    type: 'uint8',
    dims: [1080, 1920, 4],
    cut: { ...slice([200, 824], [500, 1124], [0, ALL]), joins: true },
    target: 1.6,
    byHand: {
      set: ([x], [out]) => hand.runsIntoBySet(x, out, 200 * 7680 + 2000, 7680, 2496, 624),
      loops: ([x], [out]) => hand.runsIntoByLoop(x, out, 200 * 7680 + 2000, 7680, 2496, 624),
      words: hand.onWords(([x], [out]) => hand.runsIntoByLoop(x, out, 200 * 1920 + 500, 1920, 624, 624)),
    },
  },
];
