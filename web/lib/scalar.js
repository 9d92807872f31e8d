// The scalar way: loops over entries, for what is small, for what lies too far apart for tiles, and for strings.
import { toWords } from './words.js';

/** @import { Job, Way } from './execute.js' */

/** Columns that are copied side by side: their lines of the cache have room, however far they are apart. */
const BLOCK = 8;

/** @type {Way['carryOut']} */
export function carryOutScalar(job, source, outs) {
  // making words of small arrays takes longer than copying them, and NaNs are rare
  const { first, streams } = job;
  if (typeof source[0] === 'bigint' || copyStreams(job, job.unit, source, outs, first)) {
    const words = toWords(source);
    copyStreams(job, words.BYTES_PER_ELEMENT, words, outs.slice(first, first + streams).map(toWords), 0);
  }
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
  if (at + 4 === end && run === 1)
    return copyColumns(words[at], stride, words[at + 2], words[at + 3] / unit, source, from, out, to);
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
  if (run === 1) return copyColumns(1, 0, count, stride, source, from, out, to);
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
 * Rows of single entries. Where those of a row lie farther apart than rows, a line of the cache holds entries of several rows,
 * and must still be there when the next row comes: so some columns at a time.
 * @param {number} rows
 * @param {number} rowStride
 * @param {number} columns
 * @param {number} stride
 * @param {any} source
 * @param {number} from
 * @param {any} out
 * @param {number} to
 */
function copyColumns(rows, rowStride, columns, stride, source, from, out, to) {
  const block = rows > 1 && Math.abs(stride) > Math.abs(rowStride) ? BLOCK : columns;
  for (let first = 0; first < columns; first += block) {
    const count = Math.min(block, columns - first);
    for (
      let i = 0, row = from + first * stride, at = to + first;
      i < rows;
      ++i, row += rowStride, at += columns
    ) {
      for (let j = 0, place = row; j < count; ++j, place += stride) {
        const entry = source[place];
        out[at + j] = entry;
        // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself
        if (entry !== entry) sawNaN = true;
      }
    }
  }
  return to + rows * columns;
}
