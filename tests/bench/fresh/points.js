// What is measured with fresh outputs: three cuts, each at three sizes of all outputs together. To add one, add a row to CUTS.

/** @typedef {Omit<import('../rows/workloads.js').Workload, 'byHand' | 'target'>} Point */

const KIB = 1024;
const MIB = 1024 * KIB;
const SIZES = [64 * KIB, 2 * MIB, 8 * MIB];
const ALL = 2 ** 31 - 1;

/**
 * @typedef {object} CutRow
 * @property {string} id
 * @property {string} title
 * @property {Point['type']} type
 * @property {number} rowBytes that a row of the source adds to the outputs
 * @property {(rows: number) => Pick<Point, 'dims' | 'cut'>} make
 */

/** @type {CutRow[]} */
const CUTS = [
  {
    id: 'W1',
    title: 'one run',
    type: 'float32',
    rowBytes: 4 * 1024,
    make: (rows) => ({
      dims: [2 * rows, 1024],
      cut: { slice: { starts: [rows >> 1, 0], ends: [rows + (rows >> 1), ALL], steps: [1, 1] } },
    }),
  },
  {
    id: 'W5-rgba',
    title: '4 planes',
    type: 'uint8',
    rowBytes: 4 * 1024,
    make: (rows) => ({ dims: [rows, 1024, 4], cut: { split: { axis: 2, sizes: [1, 1, 1, 1] } } }),
  },
  {
    id: 'W7-qkv',
    title: 'q, k, v',
    type: 'float32',
    rowBytes: 4 * 2304,
    make: (rows) => ({ dims: [1, rows, 2304], cut: { split: { axis: 2, sizes: [768, 768, 768] } } }),
  },
];

/** @type {Point[]} */
export const POINTS = CUTS.flatMap(({ id, title, type, rowBytes, make }) =>
  SIZES.map((size) => {
    const label = size < MIB ? `${size / KIB} KiB` : `${size / MIB} MiB`;
    return { id: `${id} ${label}`, title, type, ...make(Math.round(size / rowBytes)) };
  }),
);

/**
 * Points whose id begins with one of these; all without any.
 * @param {readonly string[]} ids
 */
export const pointsOf = (ids) =>
  POINTS.filter(({ id }) => ids.length === 0 || ids.some((each) => id.startsWith(each)));
