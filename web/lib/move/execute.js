// The four ways to carry out a plan: view, runs, staged, scalar. The core has chosen one of the last three for each job, and for
// each place where its arrays may lie (src/move/way.hpp); `view` is the caller's choice. To add a way, add a row to WAYS.
import { bufferOf, byteOffsetOf, CLASSES, className, copyInto } from '../base/arrays.js';
import { getCore } from '../core/core.js';
import { carryOutScalar } from './scalar.js';

/** @import { Arena } from '../core/arena.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Views } from '../base/views.js' */

/**
 * Outputs that move together, as it stands in the words of a plan (src/wire.hpp): sizes, then offsets, strides and runs in
 * bytes; in elements, where they are packed and not in whole bytes; in entries, for strings.
 * @typedef {object} Job
 * @property {readonly number[]} words
 * @property {number} begin of the job in the words
 * @property {number} end
 * @property {number} way index into WAYS, for arrays outside of the arena
 * @property {number} packedBits 0: whole bytes
 * @property {number} first the first of its outputs
 * @property {number} streams how many outputs
 * @property {number} rank number of axes
 * @property {number} unit bytes of an entry of the arrays; 1 for strings
 */

/**
 * @param {readonly number[]} words
 * @param {number} begin
 * @param {number} first
 * @param {number} unit
 * @returns {Job}
 */
export function readJob(words, begin, first, unit) {
  const streams = words[begin + 2];
  const rank = words[begin + 3];
  const end = begin + 4 + 2 * (rank + streams);
  return {
    words,
    begin,
    end,
    way: words[begin] & 3,
    packedBits: words[begin + 1],
    first,
    streams,
    rank,
    unit,
  };
}

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {(job: Job, source: any, outs: readonly any[], views: Views) => void} carryOut from one array to others of its
 *   class
 */

/** @type {readonly Way[]} in the order of the core's `Way` */
export const WAYS = [
  { name: 'runs', carryOut: carryOutRuns },
  { name: 'staged', carryOut: carryOutStaged },
  { name: 'scalar', carryOut: carryOutScalar },
];

/**
 * Carries a job out, in the way that is the cheapest for where its arrays lie.
 * @type {Way['carryOut']}
 */
export function carryOut(job, source, outs, views) {
  const { arena } = getCore();
  WAYS[arena === null ? job.way : wayIn(arena, job, source, outs)].carryOut(job, source, outs, views);
}

/**
 * @param {Arena} arena
 * @param {Job} job
 * @param {any} source
 * @param {readonly any[]} outs
 */
function wayIn(arena, { words, begin, first, streams }, source, outs) {
  let place = 2; // two bits of `Ways` each: neither in the arena, source, outputs, both
  for (let j = first; j < first + streams; ++j) if (arena.placeOf(outs[j]) < 0) place = 0;
  if (arena.placeOf(source) >= 0) place += 1;
  return (words[begin] >> (2 * place)) & 3;
}

/**
 * Is each output of this job one run of the source? Then it can be a view of it.
 * @param {Job} job
 */
export const areRuns = (job) => job.rank === 0 && job.packedBits === 0;

/**
 * The outputs of such a job, aliasing the source; empty ones alias nothing, as its buffer may have been detached.
 * @param {Job} job
 * @param {Source} source
 * @param {any[]} outs
 */
export function makeViews({ words, begin, first, streams, unit }, { data, holder }, outs) {
  const Class = CLASSES[holder];
  const start = byteOffsetOf(data);
  for (let j = 0, at = begin + 4; j < streams; ++j, at += 2) {
    if (words[at + 1] === 0) continue;
    const view = new Class(bufferOf(data), start + words[at], words[at + 1] / unit);
    getCore().arena?.lend(view, /** @type {object} */ (data));
    outs[first + j] = view;
  }
}

/** @type {Way['carryOut']} */
export function carryOutRuns({ words, begin, rank, first, streams, unit }, source, outs, views) {
  const start = byteOffsetOf(source);
  const end = begin + 4 + 2 * rank;
  views.of(CLASSES[className(source)], bufferOf(source));
  for (let j = 0, at = end; j < streams; ++j, at += 2) {
    const run = words[at + 1] / unit;
    if (run > 0) copyRuns(words, begin + 4, end, views, start + words[at], run, outs[first + j], 0);
  }
}

/** @type {Way['carryOut']} */
function carryOutStaged(job, source, outs, views) {
  getCore().move(job, source, outs, views);
}

/**
 * The axes stand at words[at, end), in bytes as `offset` is; `run` and `to` count entries. Gives where the output goes on.
 * @param {readonly number[]} words
 * @param {number} at
 * @param {number} end
 * @param {Views} views of the source
 * @param {number} offset
 * @param {number} run
 * @param {any} out
 * @param {number} to
 * @returns {number}
 */
function copyRuns(words, at, end, views, offset, run, out, to) {
  if (at === end) {
    copyInto(out, views.take(offset, run), to);
    return to + run;
  }
  const stride = words[at + 1];
  if (at + 2 === end) {
    for (let i = words[at]; i > 0; --i, offset += stride, to += run)
      copyInto(out, views.take(offset, run), to);
    return to;
  }
  for (let i = words[at]; i > 0; --i, offset += stride) {
    to = copyRuns(words, at + 2, end, views, offset, run, out, to);
  }
  return to;
}
