// Workloads of `rearrange`: order and type in one pass. To add one, add a row. The reference does not read the pattern: `view` says
// where each element of the output is, and an oracle converts it.
import * as hand from './by_hand_converted.js';

/** @typedef {import('./workloads.js').Workload} Workload */

const CHANNELS = { scale: [0.01712, 0.01751, 0.01743], bias: [-2.118, -2.036, -1.804], along: 'c' };

/**
 * RGBA pixels as planes without alpha, normalised by channel.
 * @param {string} id
 * @param {number} height
 * @param {number} width
 * @param {'float32' | 'float16'} type
 * @param {Partial<Workload>} limits
 * @returns {Workload}
 */
function frame(id, height, width, type, limits) {
  const from = { shape: [height, width, 3], stride: [4 * width, 4, 1], offset: 0 };
  const view = { offset: 0, strides: [1, 4 * width, 4], sizes: [3, height, width] };
  const tables = hand.tablesOf(type, CHANNELS);
  return {
    id,
    title: `u8 [${height},${width},4] as ${type === 'float32' ? 'f32' : 'f16'} [3,${height},${width}]`,
    type: 'uint8',
    dims: [height, width, 4],
    cut: { rearrange: { pattern: 'h w c -> c h w', to: { type, ...CHANNELS }, from, view } },
    ...limits,
    byHand: {
      ...(type === 'float32' && {
        loops: (x, [out]) => hand.planesByLoop(x, out, CHANNELS),
        rows: (x, [out]) => hand.planesInTurn(x, out, CHANNELS),
      }),
      tables: (x, [out]) => hand.planesByTable(x, out, tables),
    },
  };
}

const WEIGHTS = 2 ** 22;

/**
 * All elements in their order, as another type.
 * @param {string} id
 * @param {string} title
 * @param {Workload['type']} type
 * @param {string} to
 * @param {Workload['byHand']} byHand
 * @returns {Workload}
 */
const converted = (id, title, type, to, byHand) => ({
  id,
  title,
  type,
  dims: [WEIGHTS],
  cut: {
    rearrange: {
      pattern: 'n -> n',
      to: { type: to },
      view: { offset: 0, strides: [1], sizes: [WEIGHTS] },
    },
  },
  target: 1.5,
  byHand,
});

/** @type {Workload[]} */
export const REARRANGES = [
  frame('R-frame', 640, 640, 'float32', { target: 3, ofHand: 0.5 }),
  frame('R-frame-hd', 1080, 1920, 'float32', { ofHand: 1 }),
  frame('R-frame-f16', 640, 640, 'float16', { target: 3 }),
  {
    id: 'R-image',
    title: 'f32 [3,640,640] as u8 [640,640,3]',
    type: 'float32',
    dims: [3, 640, 640],
    cut: {
      rearrange: {
        pattern: 'c h w -> h w c',
        to: { type: 'uint8', scale: 255, bias: 0 },
        view: { offset: 0, strides: [640, 1, 640 * 640], sizes: [640, 640, 3] },
      },
    },
    ofHand: 0.5,
    byHand: {
      loops: hand.clamped((x, out) => hand.pixelsByLoop(x, out, 255)),
      rows: hand.clamped((x, out) => hand.pixelsInTurn(x, out, 255)),
    },
  },
  {
    id: 'R-stereo',
    title: 'i16 [480000,2] as f32 [2,480000]',
    type: 'int16',
    dims: [480_000, 2],
    cut: {
      rearrange: {
        pattern: 't c -> c t',
        to: { type: 'float32', scale: 2 ** -15, bias: 0 },
        view: { offset: 0, strides: [1, 2], sizes: [2, 480_000] },
      },
    },
    ofHand: 0.5,
    byHand: {
      loops: (x, [out]) => hand.channelsByLoop(x, out, 2 ** -15),
      rows: (x, [out]) => hand.channelsInTurn(x, out, 2 ** -15),
    },
  },
  converted('R-f16-f32', 'f16 [4194304] as f32', 'float16', 'float32', {
    set: hand.halves((x, out) => out.set(x)),
    tables: hand.fromHalvesByTable,
  }),
  converted('R-f32-f16', 'f32 [4194304] as f16', 'float32', 'float16', {
    set: hand.halves((x, out) => out.set(x)),
    words: hand.toHalvesByWord,
  }),
  converted('R-bf16-f32', 'bf16 [4194304] as f32', 'bfloat16', 'float32', { words: hand.fromBfloatsByWord }),
  converted('R-f32-bf16', 'f32 [4194304] as bf16', 'float32', 'bfloat16', { words: hand.toBfloatsByWord }),
  {
    id: 'R-patches',
    title: 'f32 [896,896,3] in patches of 14x14',
    type: 'float32',
    dims: [896, 896, 3],
    cut: {
      rearrange: {
        pattern: '(y h) (x w) c -> (y x) (h w c)',
        sizes: { h: 14, w: 14 },
        view: { offset: 0, strides: [14 * 2688, 42, 2688, 1], sizes: [64, 64, 14, 42] },
      },
    },
    target: 4,
    byHand: {
      set: (x, [out]) => hand.patchesBySet(x, out, 64, 14, 42),
      loops: (x, [out]) => hand.patchesByLoop(x, out, 64, 14, 42),
    },
  },
  {
    id: 'R-depth',
    title: 'f32 [16,512,512] space to depth by 2',
    type: 'float32',
    dims: [16, 512, 512],
    cut: {
      rearrange: {
        pattern: 'c (h a) (w b) -> (a b c) h w',
        sizes: { a: 2, b: 2 },
        view: { offset: 0, strides: [512, 1, 512 * 512, 1024, 2], sizes: [2, 2, 16, 256, 256] },
      },
    },
    target: 4.4,
    byHand: { loops: (x, [out]) => hand.toDepthByLoop(x, out, 16, 256) },
  },
  {
    id: 'R-space',
    title: 'f32 [64,256,256] depth to space by 2',
    type: 'float32',
    dims: [64, 256, 256],
    cut: {
      rearrange: {
        pattern: '(a b c) h w -> c (h a) (w b)',
        sizes: { a: 2, b: 2 },
        view: {
          offset: 0,
          strides: [65536, 256, 32 * 65536, 1, 16 * 65536],
          sizes: [16, 256, 2, 256, 2],
        },
      },
    },
    target: 4.4,
    byHand: { loops: (x, [out]) => hand.toSpaceByLoop(x, out, 16, 256) },
  },
];
