// The rows of the table that reorder axes, or join.
import * as hand from './by_hand.js';
import { eachOut, FRAME, FULL, into, join, ofHand, ordered, row, runsFromEach, SQUARE } from './by_runs.js';
import { sliceOf as slice } from './geometry.js';

/** @typedef {import('./workloads.js').Workload} Workload */

/** An output as `count` planes. @param {any} out @param {number} count */
function planesOf(out, count) {
  const size = out.length / count;
  return Array.from({ length: count }, (_, i) => out.subarray(i * size, (i + 1) * size));
}

/** @param {(x: any, ...planes: any[]) => void} deal @param {any} x @param {any} out @param {number} count */
const onPlanes = (deal, x, out, count) => deal(x, ...planesOf(out, count));

/** @param {(...planesAndOut: any[]) => void} merge @param {any} x @param {any} out @param {number} count */
const fromPlanes = (merge, x, out, count) => merge(...planesOf(x, count), out);

/** @param {[number, number]} range @param {number} value @returns {import('./geometry.js').Cut} */
const filled = (range, value) => ({ ...into(slice(range, range)), value });

/** @type {import('./geometry.js').Cut} */
const LETTERBOX = { pad: { pads: [[80, 80], [0, 0], [0, 0]], mode: 'constant', value: 114 } }; // biome-ignore format: one line

/** @type {import('./geometry.js').Cut} */
const MIRRORED = { pad: { pads: [[0, 0], [200, 200]], mode: 'reflect', value: 0 } }; // biome-ignore format: one line

/** @type {Workload[]} */
export const TRANSPOSES_AND_JOINS = [
  row('T-square', 'f32 [1024,1024] transposed', SQUARE, ordered([1, 0]), 4, { loops: (x, [out]) => hand.transposeByBlocks(x, out, 0, 1024, 1024) }),
  row('T-yolo', 'f32 [84,8400] scores [8400,80]', [84, 8400], ordered([1, 0], slice([4, 84], FULL)), 3.5, { loops: (x, [out]) => hand.transposeByBlocks(x, out, 4 * 8400, 80, 8400) }),
  row('T-rgb', 'u8 [720,1280,3] as [3,720,1280]', [720, 1280, 3], ordered([2, 0, 1]), 3.6, { words: hand.onWords((x, [out]) => onPlanes(hand.deal3BytesByWord, x, out, 3)) }),
  row('T-rgba', 'u8 [720,1280,4] as [4,720,1280]', [720, 1280, 4], ordered([2, 0, 1]), 3.4, { words: hand.onWords((x, [out]) => onPlanes(hand.deal4BytesByWord, x, out, 4)) }),
  row('T-from3', 'u8 [3,720,1280] as [720,1280,3]', [3, 720, 1280], ordered([1, 2, 0]), 4, { words: hand.onWords((x, [out]) => fromPlanes(hand.merge3BytesByWord, x, out, 3)) }),
  row('T-from4', 'u8 [4,720,1280] as [720,1280,4]', [4, 720, 1280], ordered([1, 2, 0]), 3.6, { words: hand.onWords((x, [out]) => fromPlanes(hand.merge4BytesByWord, x, out, 4)) }),
  row('T-stereo', 'f32 [2,1000000] as [1000000,2]', [2, 1_000_000], ordered([1, 0]), 2.5, { loops: (x, [out]) => fromPlanes(hand.merge2ByLoop, x, out, 2) }),
  row('T-nhwc', 'f32 [64,56,56] as [56,56,64]', [64, 56, 56], ordered([1, 2, 0]), 4, { loops: (x, [out]) => hand.transposeByBlocks(x, out, 0, 64, 56 * 56) }),
  row('T-nchw', 'f32 [56,56,64] as [64,56,56]', [56, 56, 64], ordered([2, 0, 1]), 4, { loops: (x, [out]) => hand.transposeByBlocks(x, out, 0, 56 * 56, 64) }),
  row('T-u8', 'u8 [2048,2048] transposed', [2048, 2048], ordered([1, 0]), 7, { loops: (x, [out]) => hand.transposeByBlocks(x, out, 0, 2048, 2048) }),
  row('T-heads', 'f16 [512,12,64] as [12,512,64]', [512, 12, 64], ordered([1, 0, 2]), 3, { set: (x, [out]) => eachOut(hand.runsBySet, x, planesOf(out, 12), 768, 64, 512), loops: (x, [out]) => eachOut(hand.runsByLoop, x, planesOf(out, 12), 768, 64, 512) }),
  row('J-rgb', 'u8 3 planes to [720,1280,3]', [720, 1280, 3], join(2, [1, 1, 1]), 4, { words: hand.onWords(([a, b, c], [out]) => hand.merge3BytesByWord(a, b, c, out)) }),
  row('J-rgba', 'u8 4 planes to [720,1280,4]', [720, 1280, 4], join(2, [1, 1, 1, 1]), 3.6, { words: hand.onWords(([a, b, c, d], [out]) => hand.merge4BytesByWord(a, b, c, d, out)) }),
  row('J-stereo', 'f32 2 channels to [1000000,2]', [1_000_000, 2], join(1, [1, 1]), 2.5, { loops: ([a, b], [out]) => hand.merge2ByLoop(a, b, out) }),
  row('J-stack', 'f32 256 of [128,64] to [128,256,64]', [128, 256, 64], join(1, new Array(256).fill(1), true), 4, runsFromEach(256 * 64, 64, 128)),
  row('J-rows', 'f32 [512,1024] twice, by rows', SQUARE, join(0, [512, 512]), 1.1, runsFromEach(0, 512 * 1024, 1)),
  row('J-columns', 'f32 [512,1024] twice, by columns', [512, 2048], join(1, [1024, 1024]), 1.6, runsFromEach(2048, 1024, 512)),
  row('J-assign', 'u8 624x624 into [1080,1920,4]', FRAME, into(slice([200, 824], [500, 1124], FULL)), 1.6, { set: ([x], [out]) => hand.runsIntoBySet(x, out, 200 * 7680 + 2000, 7680, 2496, 624) }),
  row('J-fill', 'f32 512x512 of [1024,1024] filled', SQUARE, filled([256, 768], 1), ofHand(1.1), {
    set: (_, [out]) => {
      for (let y = 256; y < 768; ++y) out.fill(1, y * 1024 + 256, y * 1024 + 768);
    },
  }),
  row('P-letterbox', 'u8 [480,640,3] to [640,640,3]', [480, 640, 3], LETTERBOX, ofHand(1.1), {
    set: (x, [out]) => {
      out.fill(114, 0, 80 * 1920);
      out.set(/** @type {any} */ (x), 80 * 1920);
      out.fill(114, 560 * 1920);
    },
  }),
  row('P-reflect', 'f32 [1,160000] mirrored by 200', [1, 160_000], MIRRORED, ofHand(1.1), {
    set: (x, [out]) => {
      out.set(/** @type {any} */ (x), 200);
      for (let i = 0; i < 200; ++i) {
        out[199 - i] = x[i + 1];
        out[160_200 + i] = x[159_998 - i];
      }
    },
  }),
]; // biome-ignore format: a table
