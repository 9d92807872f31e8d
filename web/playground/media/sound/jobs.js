// What is done to the chosen part of a sound, [samples, channels]. To add a job, add a row to JOBS.
import { reversed } from '../cut/ranges.js';

/** @import { Cut } from '../cut/cut.js' */
/** @import { Range } from '../cut/ranges.js' */

/** @typedef {{ size: number, hop: number }} Windows in samples */

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string} title
 * @property {(channels: number) => string[]} parts name of each output
 * @property {(spec: string, channels: number, windows: Windows) => string} code what a user would write
 * @property {(chosen: readonly Range[], windows: Windows) => Cut} cut
 */

const SIDES = ['left', 'right'];

/** @type {readonly Job[]} */
export const JOBS = [
  {
    name: 'channels',
    title: 'Channels apart',
    parts: (channels) =>
      Array.from({ length: channels }, (_, i) => (channels === 2 ? SIDES[i] : `channel ${i}`)),
    code: (_spec, channels) => `split(sound, { axis: 1, num_outputs: ${channels} })`,
    cut: (ranges) => ({ ranges, splits: [{ axis: 1, sizes: new Array(ranges[1].size).fill(1) }] }),
  },
  {
    name: 'reversed',
    title: 'Reversed',
    parts: () => ['reversed'],
    code: () => "slice(sound, '::-1')",
    cut: ([samples, channels]) => ({ ranges: [reversed(samples), channels], splits: [] }),
  },
  {
    name: 'windows',
    title: 'Windows',
    parts: () => ['windows'],
    code: (_spec, channels, { size, hop }) =>
      `slice({ shape: [count, ${size}, ${channels}], stride: [${hop * channels}, ${channels}, 1], data }, '...')`,
    cut: (ranges, windows) => ({ ranges, splits: [], windows }),
  },
];
