// The scalar way: loops over entries, for what is small, for what lies too far apart for tiles, and for strings.
import { toWords } from '../base/words.js';

/** @import { Job, Way } from './execute.js' */

/** Entries per output for which making words takes longer than to copy them; src/move/way.cpp has the same number. */
const FEW = 16;
/** Columns that are copied side by side: their lines of the cache have room, however far they are apart. */
const BLOCK = 8;

/** @type {Way['carryOut']} */
export function carryOutScalar(job, source, outs) {
  const { words, begin, rank, first, streams } = job;
  if (isFew(job) && typeof source[0] !== 'bigint' && !copyStreams(job, job.unit, source, outs, first)) return;
  const from = toWords(source);
  const unit = from.BYTES_PER_ELEMENT;
  const end = begin + 4 + 2 * rank;
  for (let j = 0, at = end; j < streams; ++j, at += 2)
    copyWords(
      words,
      begin + 4,
      end,
      unit,
      from,
      words[at] / unit,
      words[at + 1] / unit,
      toWords(outs[first + j]),
      0,
    );
}

/** @param {Job} job */
function isFew({ words, begin, rank, streams, unit }) {
  const end = begin + 4 + 2 * rank;
  let entries = 0;
  for (let j = 0, at = end + 1; j < streams; ++j, at += 2) entries += words[at] / unit;
  for (let at = begin + 4; at < end; at += 2) entries *= words[at];
  return entries <= FEW * streams;
}

/**
 * Strings are read where they are, by whatever code of the caller's stands in their place, and written to new arrays.
 * @param {Job} job
 * @param {any} source
 * @param {readonly string[][]} outs
 */
export const carryOutStrings = (job, source, outs) => copyStreams(job, 1, source, outs, job.first);

let sawNaN = false;

/**
 * Gives whether a NaN was among the entries.
 * @param {Job} job
 * @param {number} unit
 * @param {any} source
 * @param {readonly any[]} outs in which those of the job begin at `first`
 * @param {number} first
 */
function copyStreams({ words, begin, rank, streams }, unit, source, outs, first) {
  const end = begin + 4 + 2 * rank;
  sawNaN = false;
  for (let j = 0, at = end; j < streams; ++j, at += 2) {
    copyEntries(
      words,
      begin + 4,
      end,
      unit,
      source,
      words[at] / unit,
      words[at + 1] / unit,
      outs[first + j],
      0,
    );
  }
  return sawNaN;
}

/**
 * The axes stand at words[at, end); offsets and runs count entries of `unit` bytes. Gives where the output goes on.
 * @param {readonly number[]} words
 * @param {number} at
 * @param {number} end
 * @param {number} unit
 * @param {any} source
 * @param {number} from
 * @param {number} run
 * @param {any} out
 * @param {number} to
 * @returns {number}
 */
function copyEntries(words, at, end, unit, source, from, run, out, to) {
  if (at === end) return copyRow(1, 0, source, from, run, out, to);
  const stride = words[at + 1] / unit;
  if (at + 2 === end) return copyRow(words[at], stride, source, from, run, out, to);
  for (let i = words[at]; i > 0; --i, from += stride) {
    to = copyEntries(words, at + 2, end, unit, source, from, run, out, to);
  }
  return to;
}

/**
 * `count` runs, `stride` apart.
 * @param {number} count
 * @param {number} stride
 * @param {any} source
 * @param {number} from
 * @param {number} run
 * @param {any} out
 * @param {number} to
 */
function copyRow(count, stride, source, from, run, out, to) {
  for (let i = 0; i < count; ++i, from += stride) {
    for (let j = from; j < from + run; ++j) {
      const entry = source[j];
      out[to++] = entry;
      // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself
      if (entry !== entry) sawNaN = true;
    }
  }
  return to;
}

/**
 * As copyEntries, of words.
 * @type {typeof copyEntries}
 */
function copyWords(words, at, end, unit, source, from, run, out, to) {
  if (end - at > 4) {
    const stride = words[at + 1] / unit;
    for (let i = words[at]; i > 0; --i, from += stride) {
      to = copyWords(words, at + 2, end, unit, source, from, run, out, to);
    }
    return to;
  }
  const [columns, stride] = end > at ? [words[end - 2], words[end - 1] / unit] : [1, 0];
  const [rows, rowStride] = end > at + 2 ? [words[at], words[at + 1] / unit] : [1, stride];
  copyTable(rows, rowStride, columns, stride, run, source, from, out, to);
  return to + rows * columns * run;
}

/**
 * Rows of runs. Where those of a row lie farther apart than rows, a line of the cache holds words of several rows, and must
 * still be there when the next row comes: so some columns at a time.
 * @param {number} rows
 * @param {number} rowStride
 * @param {number} columns
 * @param {number} stride
 * @param {number} run
 * @param {any} source
 * @param {number} from
 * @param {any} out
 * @param {number} to
 */
function copyTable(rows, rowStride, columns, stride, run, source, from, out, to) {
  const block = Math.abs(stride) > Math.abs(rowStride) ? BLOCK : columns;
  for (let first = 0; first < columns; first += block) {
    const count = Math.min(block, columns - first);
    let row = from + first * stride;
    let next = to + first * run;
    for (let i = 0; i < rows; ++i, row += rowStride, next += columns * run) {
      if (run === 1) for (let j = 0, at = row; j < count; ++j, at += stride) out[next + j] = source[at];
      else copyRunsOf(count, stride, run, source, row, out, next);
    }
  }
}

/**
 * @param {number} count
 * @param {number} stride
 * @param {number} run
 * @param {any} source
 * @param {number} from
 * @param {any} out
 * @param {number} to
 */
function copyRunsOf(count, stride, run, source, from, out, to) {
  for (let i = 0; i < count; ++i, from += stride)
    for (let j = from; j < from + run; ++j) out[to++] = source[j];
}
