// Workloads of `rearrange`: order and type in one pass. To add one, add a row. The reference does not read the pattern: `view` says
// where each element of the output is, and an oracle converts it.
import * as hand from './by_hand_converted.js';
import { ofHand, rearranged, row } from './by_runs.js';

/** @typedef {import('./workloads.js').Workload} Workload */

const CHANNELS = { scale: [0.01712, 0.01751, 0.01743], bias: [-2.118, -2.036, -1.804], along: 'c' };

/**
 * RGBA pixels as planes without alpha, normalised by channel.
 * @param {string} id
 * @param {[height: number, width: number]} size
 * @param {'float32' | 'float16'} type
 * @param {Parameters<typeof row>[4]} limits
 */
function frame(id, [height, width], type, limits) {
  const from = { shape: [height, width, 3], stride: [4 * width, 4, 1], offset: 0 };
  const to = { type, ...CHANNELS };
  const cut = rearranged('h w c -> c h w', [1, 4 * width, 4], [3, height, width], { to, from });
  const tables = hand.tablesOf(type, CHANNELS);
  const as = `${type === 'float32' ? 'f32' : 'f16'} [3,${height},${width}]`;
  return row(id, `u8 [${height},${width},4] as ${as}`, [height, width, 4], cut, limits, {
    ...(type === 'float32' && {
      loops: (x, [out]) => hand.planesByLoop(x, out, CHANNELS),
      rows: (x, [out]) => hand.planesInTurn(x, out, CHANNELS),
    }),
    tables: (x, [out]) => hand.planesByTable(x, out, tables),
  });
}

const WEIGHTS = 2 ** 22;

/** All elements in their order, as another type. @type {(id: string, title: string, to: string, byHand: Workload['byHand']) => Workload} */
const converted = (id, title, type, byHand) =>
  row(id, title, [WEIGHTS], rearranged('n -> n', [1], [WEIGHTS], { to: { type } }), 1.5, byHand);

/**
 * The same with integers, which are packed or may not fit.
 * @type {(id: string, title: string, count: number, to: string, most: number, byHand: Workload['byHand']) => Workload}
 */
const integers = (id, title, count, to, most, byHand) =>
  row(id, title, [count], rearranged('n -> n', [1], [count], { to: { type: to } }), ofHand(most), byHand);

/** A palette of this class: colours from indices. @type {(id: string, title: string, Class: any, type: string, channels: number) => Workload} */
function palette(id, title, Class, type, channels) {
  const [height, width] = [512, 512];
  const table = Array.from({ length: channels }, (_, c) =>
    Class.from(
      { length: 256 },
      (/** @type {unknown} */ _entry, /** @type {number} */ k) => (k * (2 * c + 3)) % 256,
    ),
  );
  const cut = rearranged('h w -> h w c', [width, 1, 0], [height, width, channels], {
    sizes: { c: channels },
    to: { type, along: 'c', table },
  });
  return row(id, title, [height, width], cut, ofHand(1), hand.coloursOf(table));
}

const MILLION = 2 ** 20;
/** Each element alone. @type {(id: string, title: string, to: import('./geometry.js').Rearranged['to'], most: number, byHand: Workload['byHand']) => Workload} */
const numbers = (id, title, to, most, byHand) =>
  row(id, title, [MILLION], rearranged('n -> n', [1], [MILLION], { to }), ofHand(most), byHand);

/** What a window shows of 16 bits. */
const WINDOW = Uint8Array.from({ length: 65536 }, (_, x) => Math.min(255, x >> 4));

const BLOCKS = WEIGHTS / 32;
/** One for each block of 32 weights. */
const SCALES = Array.from({ length: BLOCKS }, (_, b) => ((b % 1000) + 1) / 4096);
const Q8_0 = rearranged('b i -> (b i)', [32, 1], [BLOCKS, 32], {
  to: { type: 'float32', scale: SCALES, bias: -0, along: 'b' },
});

/** Planes of 3 by 640 by 640 as pixels. */
const IMAGE = rearranged('c h w -> h w c', [640, 1, 640 * 640], [640, 640, 3], {
  to: { type: 'uint8', scale: 255, bias: 0 },
});
const STEREO = rearranged('t c -> c t', [1, 2], [2, 480_000], {
  to: { type: 'float32', scale: 2 ** -15, bias: 0 },
});
const PATCHES = rearranged('(y h) (x w) c -> (y x) (h w c)', [14 * 2688, 42, 2688, 1], [64, 64, 14, 42], {
  sizes: { h: 14, w: 14 },
});
const DEPTH = rearranged('c (h a) (w b) -> (a b c) h w', [512, 1, 512 * 512, 1024, 2], [2, 2, 16, 256, 256], {
  sizes: { a: 2, b: 2 },
});
const SPACE = rearranged(
  '(a b c) h w -> c (h a) (w b)',
  [65536, 256, 32 * 65536, 1, 16 * 65536],
  [16, 256, 2, 256, 2],
  { sizes: { a: 2, b: 2 } },
);

/** @type {Workload[]} */
export const REARRANGES = [
  frame('R-frame', [640, 640], 'float32', { target: 3, ofHand: 0.5 }),
  frame('R-frame-hd', [1080, 1920], 'float32', ofHand(1)),
  frame('R-frame-f16', [640, 640], 'float16', 3),
  row('R-image', 'f32 [3,640,640] as u8 [640,640,3]', [3, 640, 640], IMAGE, ofHand(0.5), { loops: hand.clamped((x, out) => hand.pixelsByLoop(x, out, 255)), rows: hand.clamped((x, out) => hand.pixelsInTurn(x, out, 255)) }),
  row('R-stereo', 'i16 [480000,2] as f32 [2,480000]', [480_000, 2], STEREO, ofHand(0.5), { loops: (x, [out]) => hand.channelsByLoop(x, out, 2 ** -15), rows: (x, [out]) => hand.channelsInTurn(x, out, 2 ** -15) }),
  converted('R-f16-f32', 'f16 [4194304] as f32', 'float32', { tables: hand.fromHalvesByTable }),
  converted('R-f32-f16', 'f32 [4194304] as f16', 'float16', { set: hand.halves((x, out) => out.set(x)), words: hand.toHalvesByWord }),
  converted('R-bf16-f32', 'bf16 [4194304] as f32', 'float32', { words: hand.fromBfloatsByWord }),
  converted('R-f32-bf16', 'f32 [4194304] as bf16', 'bfloat16', { words: hand.toBfloatsByWord }),
  integers('R-i32-u8', 'i32 [262144] as u8, checked', 2 ** 18, 'uint8', 0.5, { loops: hand.checked(0, 255) }),
  integers('R-i64-i32', 'i64 [262144] as i32, checked', 2 ** 18, 'int32', 1, { words: hand.lowerWords }),
  integers('R-u4-i8', 'u4 [524288] as i8', 2 ** 19, 'int8', 0.5, { loops: hand.nibbles }),
  integers('R-u4-f32', 'u4 [524288] as f32', 2 ** 19, 'float32', 0.5, { loops: hand.nibbles }),
  palette('R-palette', 'u8 [512,512] by a palette of u8 [256,3]', Uint8Array, 'uint8', 3),
  palette('R-palette-f32', 'u8 [512,512] by a palette of f32 [256,3]', Float32Array, 'float32', 3),
  numbers('R-i32-f64', 'i32 [1048576] as f64, scaled', { type: 'float64', scale: 0.01, bias: 5 }, 0.7, { loops: hand.scaled(0.01, 5) }),
  numbers('R-f64', 'f64 [1048576], scaled', { type: 'float64', scale: 0.01, bias: 5 }, 0.7, { loops: hand.scaled(0.01, 5) }),
  numbers('R-u16-table', 'u16 [1048576] as u8 by a table of 65,536', { type: 'uint8', table: WINDOW }, 1.1, { loops: hand.byTable(WINDOW) }),
  numbers('R-quantize', 'f32 [1048576] as u8 by divisor and zero point', { type: 'uint8', divisor: 0.02, zero_point: 128 }, 0.3, { loops: hand.quantized(0.02, 128) }),
  row('R-q8-0', 'i8 [131072,32] as f32, a scale per 32', [BLOCKS, 32], Q8_0, ofHand(0.6), { loops: hand.scaledBlocks(SCALES, 32) }),
  row('R-patches', 'f32 [896,896,3] in patches of 14x14', [896, 896, 3], PATCHES, 4, { set: (x, [out]) => hand.patchesBySet(x, out, 64, 14, 42), loops: (x, [out]) => hand.patchesByLoop(x, out, 64, 14, 42) }),
  row('R-depth', 'f32 [16,512,512] space to depth by 2', [16, 512, 512], DEPTH, 4.4, { loops: (x, [out]) => hand.toDepthByLoop(x, out, 16, 256) }),
  row('R-space', 'f32 [64,256,256] depth to space by 2', [64, 256, 256], SPACE, 4.4, { loops: (x, [out]) => hand.toSpaceByLoop(x, out, 16, 256) }),
]; // biome-ignore format: a table
