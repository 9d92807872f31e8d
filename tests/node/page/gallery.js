// What each example of the gallery must show: the results that the documents give, or that follow from them. One row each, by title.
import { expectOutput, expectPieces, upTo } from '../../browser/reading.js';

/** @import { Expected } from '../../browser/reading.js' */

/** Cells that hold their place. @type {(dims: number[], axis: number, sizes: number[], dropped?: number[]) => Shown} */
const pieces = (...args) => ({ outputs: expectPieces(...args) });
/** @type {(dims: number[], indices: number[][], dropped?: number[]) => Shown} */
const slice = (...args) => ({ outputs: [expectOutput(...args)] });
/** Only the shapes: too many cells to read. @type {(...shapes: string[]) => Shown} */
const shapes = (...list) => ({ outputs: list.map((shape) => ({ shape, values: [] })) });

/**
 * from: the value of the first cell; whole: of a join, what its output holds, and `outputs` are its inputs.
 * @typedef {{ outputs: Expected[], from?: number, whole?: number[], says?: RegExp }} Shown
 */

/** Inputs whose cells are numbered through. @param {number[][]} shapes */
const numbered = (...shapes) => {
  let next = 0;
  return shapes.map((dims) => ({
    shape: `[${dims.join(', ')}]`,
    values: Array.from({ length: dims.reduce((n, size) => n * size, 1) }, () => next++),
  }));
};

/** @type {Record<string, Shown>} */
export const SHOWN = {
  // ONNX's document: data = [[1, 2, 3, 4], [5, 6, 7, 8]], results [[5, 7]] and [[2, 3, 4]].
  "ONNX Slice's first example": { outputs: [{ shape: '[1, 2]', values: [5, 7] }], from: 1 },
  "ONNX Slice's second example": { outputs: [{ shape: '[1, 3]', values: [2, 3, 4] }], from: 1 },
  "ONNX's test of an uneven split": {
    outputs: [[1, 2], [3, 4], [5, 6], [7]].map((values) => ({ shape: `[${values.length}]`, values })),
    from: 1,
  },
  // OpenVINO's document: outputs 1, 2 and 3, and 4 and 2, along axis 0.
  "OpenVINO's first example": shapes('[1, 12, 10, 24]', '[2, 12, 10, 24]', '[3, 12, 10, 24]'),
  'Crop a picture': slice([6, 8, 3], [[1, 2, 3, 4], [2, 3, 4, 5, 6], upTo(3)]),
  'Colour planes': pieces([4, 5, 3], 2, [1, 1, 1]),
  'Query, key and value': pieces([2, 3, 12], 2, [4, 4, 4]),
  'Boxes and scores of YOLO': pieces([1, 12, 8], 1, [4, 8]),
  'Windows of a series': pieces([14], 0, [4, 4, 4, 2]),
  Batches: pieces([10, 3], 0, [3, 3, 3, 1]),
  'Rows as tensors of their own': pieces([3, 4], 0, [1, 1, 1], [0]),
  'Pixels into planes': {
    outputs: [{ shape: '[c 3, h 4, w 5]', values: upTo(60).map((k) => (k % 20) * 3 + Math.floor(k / 20)) }],
  },
  'Patches of a picture': {
    outputs: [
      {
        shape: '[(y x) 4, h 2, w 3, c 3]',
        values: [0, 9, 36, 45].flatMap((first) =>
          [0, 18].flatMap((row) => upTo(9).map((k) => first + row + k)),
        ),
      },
    ],
  },
  'Planes into a picture': {
    outputs: numbered([3, 4, 1], [3, 4, 1], [3, 4, 1]),
    whole: upTo(12).flatMap((i) => [i, 12 + i, 24 + i]),
  },
  'Rows stacked into a batch': { outputs: numbered([4], [4], [4]), whole: upTo(12) },
  'A patch into a picture': {
    outputs: numbered([5, 6], [3, 3]),
    // biome-ignore format: as it is laid out
    whole: [
      0, 1, 2, 3, 4, 5,
      6, 7, 30, 31, 32, 11,
      12, 13, 33, 34, 35, 17,
      18, 19, 36, 37, 38, 23,
      24, 25, 26, 27, 28, 29,
    ],
  },
  'Tokens into a KV cache': {
    outputs: numbered([2, 6, 3], [2, 1, 3]),
    // biome-ignore format: as it is laid out
    whole: [
      0, 1, 2, 3, 4, 5, 36, 37, 38, 9, 10, 11, 12, 13, 14, 15, 16, 17,
      18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 39, 40, 41, 33, 34, 35,
    ],
  },
  'A KV cache that goes around': {
    outputs: numbered([1, 5, 2], [1, 3, 2]),
    whole: [14, 15, 2, 3, 4, 5, 10, 11, 12, 13],
  },
  'Backwards, with INT_MIN': {
    ...slice([5], [[4, 3, 2, 1, 0]]),
    says: /^Takes all of axis 0 backwards\.$/,
  },
  'Backwards, with an end of -1': { ...slice([5], [[]]), says: /nothing/ },
  'Backwards, with INT_MAX': { ...slice([5], [[]]), says: /nothing/ },
  'Backwards, from before the beginning': slice([5], [[0]]),
  'More outputs than indices': pieces([5], 0, [2, 2, 1, 0]),
  'An ignored keepdims': pieces([3, 2], 0, [1, 1, 1]),
  'An index drops its axis, in NumPy': slice([2, 3, 4], [[1], upTo(3), [0, 2]], [0]),
  'A million cells': shapes('[500, 334]'),
};
