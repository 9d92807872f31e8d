// What is done to the selection of a sound, [samples, channels]. To add a job, add a row to JOBS.
import { reversed } from '../../model/slice.ts';
import { sayView } from '../cut/cut.js';

/** @import { Cut } from '../cut/cut.js' */
/** @import { View } from '../../model/moves.ts' */
/** @import { Range } from '../../model/slice.ts' */

/** @typedef {{ size: number, hop: number }} Windows in samples */

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string} title
 * @property {(channels: number) => string[]} parts name of each output
 * @property {(channels: number, view: View) => string} code what a user would write; the view is what `cut` selects
 * @property {(ranges: readonly Range[], windows: Windows) => Cut} cut
 */

const SIDES = ['left', 'right'];

/** @type {readonly Job[]} */
export const JOBS = [
  {
    name: 'channels',
    title: 'Split channels',
    parts: (channels) =>
      Array.from({ length: channels }, (_, i) => (channels === 2 ? SIDES[i] : `channel ${i}`)),
    code: (channels) => `split(selection, { axis: 1, num_outputs: ${channels} })`,
    cut: (ranges) => ({ ranges, splits: [{ axis: 1, num_outputs: ranges[1].count }] }),
  },
  {
    name: 'reversed',
    title: 'Reversed',
    parts: () => ['reversed'],
    code: () => "slice(selection, '::-1')",
    cut: ([samples, channels]) => ({ ranges: [reversed(samples), channels], splits: [] }),
  },
  {
    name: 'windows',
    title: 'Windows',
    parts: () => ['windows'],
    code: (_channels, view) => `slice(${sayView(view, 'float32', 'sound.data')}, '...')`,
    cut: (ranges, windows) => ({ ranges, splits: [], windows }),
  },
];

/** A selection that can be cut. */
export const SOUND = {
  what: 'a sound',
  takes: 'samples and channels',
  units: 'samples',
  fits: (/** @type {readonly number[]} */ dims) => dims.length === 2,
};
