// What is done to the selection of a picture. To add a job, add a row to JOBS.
import { reversed } from '../../model/slice.ts';
import type { Job } from '../kind.ts';

export const JOBS: readonly Job[] = [
  {
    name: 'crop',
    title: 'Crop',
    parts: () => ['crop'],
    code: (spec) => `slice(image, '${spec}')`,
    cut: (ranges) => ({ ranges }),
  },
  {
    name: 'tiles',
    title: 'Tiles',
    parts: (_ranges, { rows, columns }) =>
      Array.from({ length: rows * columns }, (_, i) => `tile ${Math.floor(i / columns)}, ${i % columns}`),
    code: (_spec, _cut, _held, { rows, columns }) =>
      `const bands = split(selection, { axis: 0, num_outputs: ${rows} }); bands.map((band) => split(band, { axis: 1, num_outputs: ${columns} }))`,
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
    cut: ([rows, columns, channels]) => ({ ranges: [rows, reversed(columns), channels] }),
  },
  {
    name: 'flip',
    title: 'Flip up and down',
    parts: () => ['flipped up and down'],
    code: () => "slice(selection, '::-1')",
    cut: ([rows, ...rest]) => ({ ranges: [reversed(rows), ...rest] }),
  },
];

/** A selection that can be cut. */
export const PICTURE = {
  what: 'a picture',
  takes: 'rows, columns and all 4 channels',
  units: 'pixels',
  fits: (dims: readonly number[]) => dims.length === 3 && dims[2] === 4,
};
