// What is done to the selection of a picture. To add a job, add a row to JOBS.
import { reversed } from '../../model/slice.ts';

/** @import { Cut } from '../cut/cut.js' */
/** @import { Range } from '../../model/slice.ts' */

/** @typedef {{ rows: number, columns: number }} Grid of tiles */

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string} title
 * @property {(grid: Grid) => string[]} parts name of each output
 * @property {(spec: string, grid: Grid) => string} code what a user would write
 * @property {(ranges: readonly Range[], grid: Grid) => Cut} cut
 */

/** @type {readonly Job[]} */
export const JOBS = [
  {
    name: 'crop',
    title: 'Crop',
    parts: () => ['crop'],
    code: (spec) => `slice(image, '${spec}')`,
    cut: (ranges) => ({ ranges, splits: [] }),
  },
  {
    name: 'tiles',
    title: 'Tiles',
    parts: ({ rows, columns }) =>
      Array.from({ length: rows * columns }, (_, i) => `tile ${Math.floor(i / columns)}, ${i % columns}`),
    code: (_spec, { rows, columns }) =>
      `bands = split(selection, { axis: 0, num_outputs: ${rows} }); bands.map((band) => split(band, { axis: 1, num_outputs: ${columns} }))`,
    cut: (ranges, { rows, columns }) => ({
      ranges,
      splits: [
        { axis: 0, num_outputs: rows },
        { axis: 1, num_outputs: columns },
      ],
    }),
  },
  {
    name: 'planes',
    title: 'Planes',
    parts: () => ['red', 'green', 'blue', 'alpha'],
    code: () => 'split(selection, { axis: -1, num_outputs: 4 })',
    cut: (ranges) => ({ ranges, splits: [{ axis: 2, num_outputs: 4 }] }),
  },
  {
    name: 'mirror',
    title: 'Flip left and right',
    parts: () => ['flipped left and right'],
    code: () => "slice(selection, ':, ::-1')",
    cut: ([rows, columns, channels]) => ({ ranges: [rows, reversed(columns), channels], splits: [] }),
  },
  {
    name: 'flip',
    title: 'Flip up and down',
    parts: () => ['flipped up and down'],
    code: () => "slice(selection, '::-1')",
    cut: ([rows, columns, channels]) => ({ ranges: [reversed(rows), columns, channels], splits: [] }),
  },
];

/** A selection that can be cut. */
export const PICTURE = {
  what: 'a picture',
  takes: 'rows, columns and all 4 channels',
  units: 'pixels',
  fits: (/** @type {readonly number[]} */ dims) => dims.length === 3 && dims[2] === 4,
};
