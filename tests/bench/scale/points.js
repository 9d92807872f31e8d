// The points of `scale`. To look at another kind of work, add a row to BY_SIZE or BY_PIECES.

/** @typedef {import('../sweep/points.js').Point} Point */

const ALL = 2 ** 31 - 1;
const SIZES = Array.from({ length: 11 }, (_, i) => 1024 * 4 ** i); // 1 KiB to 1 GiB

/** Each makes about so many bytes of source. @type {Record<string, (bytes: number) => Point['workload']>} */
const BY_SIZE = {
  'uint8 [:, :512] of [n, 1024]': (bytes) => ({
    id: `crop of ${bytes}`,
    title: '',
    type: 'uint8',
    dims: [bytes / 1024, 1024],
    cut: { slice: { starts: [0, 0], ends: [ALL, 512], steps: [1, 1] } },
  }),
  'uint8 [:, :4096] of [n, 8192]': (bytes) => ({
    id: `wide crop of ${bytes}`,
    title: '',
    type: 'uint8',
    dims: [Math.ceil(bytes / 8192), 8192],
    cut: { slice: { starts: [0, 0], ends: [ALL, 4096], steps: [1, 1] } },
  }),
  'float32 [::2]': (bytes) => ({
    id: `every second of ${bytes}`,
    title: '',
    type: 'float32',
    dims: [bytes / 4],
    cut: { slice: { starts: [0], ends: [ALL], steps: [2] } },
  }),
  'uint8 [n, 4] to 4 planes': (bytes) => ({
    id: `planes of ${bytes}`,
    title: '',
    type: 'uint8',
    dims: [bytes / 4, 4],
    cut: { split: { axis: 1, sizes: [1, 1, 1, 1] } },
  }),
};

const PIECES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
const ELEMENTS = 10_000_000;

/** @type {Record<string, (pieces: number) => Point['workload']>} */
const BY_PIECES = {
  'float32 [100000, 100] along axis 0': (pieces) => ({
    id: `${pieces} pieces, axis 0`,
    title: '',
    type: 'float32',
    dims: [100_000, ELEMENTS / 100_000],
    cut: { split: { axis: 0, sizes: new Array(pieces).fill(100_000 / pieces) } },
  }),
  'float32 [100, 100000] along axis 1': (pieces) => ({
    id: `${pieces} pieces, axis 1`,
    title: '',
    type: 'float32',
    dims: [ELEMENTS / 100_000, 100_000],
    cut: { split: { axis: 1, sizes: new Array(pieces).fill(100_000 / pieces) } },
  }),
};

/**
 * @param {Record<string, (x: number) => Point['workload']>} kinds
 * @param {readonly number[]} xs
 * @returns {Point[]}
 */
const points = (kinds, xs) =>
  Object.entries(kinds).flatMap(([series, make]) => xs.map((x) => ({ x, series, workload: make(x) })));

export const SCALES = [
  { name: 'bytes', axis: 'bytes of source', points: points(BY_SIZE, SIZES) },
  { name: 'pieces', axis: 'pieces, 40 MB in all', points: points(BY_PIECES, PIECES) },
];
