// The scalar way: loops over entries, for small moves, for runs too far apart for tiles, and for strings.
import { CLASSES, className, toWords } from '../base/arrays.js';
import { partOf } from '../core/wire.js';

/** @import { Move } from '../types.js' */
/** @import { CarryOut } from './ways.js' */

/** With fewer entries per output, making words takes longer than copying them. src/move/way.cpp has the same number. */
const FEW_ENTRIES = 16;
/** Columns copied side by side: the cache has room for one line of each, however far apart they are. */
const COLUMNS = 8;

/** @type {CarryOut} */
export function carryOutScalar(move, whole, parts) {
  const { sizes, strides, streams } = move;
  const isCut = streams[0].output !== undefined && move.partStrides === undefined;
  if (!isCut) {
    const words = toWords(whole);
    for (let j = 0; j < streams.length; ++j)
      copyBetween(move, j, words, toWords(parts[partOf(streams[j])]), words.BYTES_PER_ELEMENT);
    return;
  }
  if (isFew(move, whole) && typeof whole[0] !== 'bigint' && !copyStreams(move, unitOf(whole), whole, parts))
    return;
  const from = toWords(whole);
  const unit = from.BYTES_PER_ELEMENT;
  for (let j = 0; j < streams.length; ++j) {
    const { offset, run } = streams[j];
    const out = toWords(parts[partOf(streams[j])]);
    copyWords(sizes, strides, 0, unit, from, offset / unit, run / unit, out, 0);
  }
}

/**
 * Where a stream's runs are in what is read and in what is written: offset, and a stride per axis, in the move's unit.
 * @param {Move} move
 * @param {number} j
 */
export function sidesOf({ sizes, strides, partStrides, streams }, j) {
  const { output, offset, run, partOffset = 0 } = streams[j];
  const whole = { offset, strides };
  const part = { offset: partOffset, strides: partStrides ?? rowMajor(sizes, run) };
  const isFromWhole = output !== undefined;
  return { from: isFromWhole ? whole : part, to: isFromWhole ? part : whole, isFromWhole, run };
}

/**
 * @param {readonly number[]} sizes
 * @param {number} run
 */
function rowMajor(sizes, run) {
  const strides = new Array(sizes.length);
  for (let a = sizes.length - 1, stride = run; a >= 0; --a) {
    strides[a] = stride;
    stride *= sizes[a];
  }
  return strides;
}

/**
 * The runs of one stream, entry by entry, between two arrays of which each has strides.
 * @param {Move} move
 * @param {number} j
 * @param {any} whole
 * @param {any} part
 * @param {number} unit bytes of an entry; 1 for strings
 */
function copyBetween(move, j, whole, part, unit) {
  const { from, to, isFromWhole, run } = sidesOf(move, j);
  const [source, out] = isFromWhole ? [whole, part] : [part, whole];
  const inEntries = (/** @type {readonly number[]} */ strides) => strides.map((stride) => stride / unit);
  copyAxes(
    move.sizes,
    inEntries(from.strides),
    inEntries(to.strides),
    0,
    source,
    from.offset / unit,
    run / unit,
    out,
    to.offset / unit,
  );
}

/**
 * @param {readonly number[]} sizes
 * @param {readonly number[]} fromStrides
 * @param {readonly number[]} toStrides
 * @param {number} axis
 * @param {any} source
 * @param {number} from
 * @param {number} run
 * @param {any} out
 * @param {number} to
 */
function copyAxes(sizes, fromStrides, toStrides, axis, source, from, run, out, to) {
  if (axis === sizes.length) {
    for (let i = 0; i < run; ++i) out[to + i] = source[from + i];
    return;
  }
  const fromStride = fromStrides[axis];
  const toStride = toStrides[axis];
  if (run === 1 && axis + 1 === sizes.length) {
    for (let i = sizes[axis]; i > 0; --i, from += fromStride, to += toStride) out[to] = source[from];
    return;
  }
  for (let i = sizes[axis]; i > 0; --i, from += fromStride, to += toStride)
    copyAxes(sizes, fromStrides, toStrides, axis + 1, source, from, run, out, to);
}

/** Bytes of an entry. @param {any} array typed */
const unitOf = (array) => CLASSES[className(array)].BYTES_PER_ELEMENT;

/**
 * @param {Move} move
 * @param {any} source
 */
function isFew({ sizes, streams }, source) {
  let bytes = 0;
  for (let j = 0; j < streams.length; ++j) bytes += streams[j].run;
  for (let a = 0; a < sizes.length; ++a) bytes *= sizes[a];
  return bytes <= FEW_ENTRIES * streams.length * unitOf(source);
}

/**
 * Strings are read from wherever the caller keeps them, which may run code of the caller's, and written to new arrays.
 * @param {Move} move
 * @param {any} whole
 * @param {readonly any[]} parts
 */
export function carryOutStrings(move, whole, parts) {
  const { streams } = move;
  for (let j = 0; j < streams.length; ++j) copyBetween(move, j, whole, parts[partOf(streams[j])], 1);
}

let sawNaN = false;

/**
 * Returns whether one of the entries was a NaN.
 * @param {Move} move
 * @param {number} unit
 * @param {any} source
 * @param {readonly any[]} outs
 */
function copyStreams({ sizes, strides, streams }, unit, source, outs) {
  sawNaN = false;
  for (let j = 0; j < streams.length; ++j) {
    const { output, offset, run } = streams[j];
    copyEntries(
      sizes,
      strides,
      0,
      unit,
      source,
      offset / unit,
      run / unit,
      outs[/** @type {number} */ (output)],
      0,
    );
  }
  return sawNaN;
}

/**
 * The runs of the axes from `axis` on. Strides are in bytes; `from`, `run` and `to` count entries of `unit` bytes. Returns
 * where the output continues.
 * @param {readonly number[]} sizes
 * @param {readonly number[]} strides
 * @param {number} axis
 * @param {number} unit
 * @param {any} source
 * @param {number} from
 * @param {number} run
 * @param {any} out
 * @param {number} to
 * @returns {number}
 */
function copyEntries(sizes, strides, axis, unit, source, from, run, out, to) {
  if (axis === sizes.length) return copyRow(1, 0, source, from, run, out, to);
  const stride = strides[axis] / unit;
  if (axis + 1 === sizes.length) return copyRow(sizes[axis], stride, source, from, run, out, to);
  for (let i = sizes[axis]; i > 0; --i, from += stride) {
    to = copyEntries(sizes, strides, axis + 1, unit, source, from, run, out, to);
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
function copyWords(sizes, strides, axis, unit, source, from, run, out, to) {
  const left = sizes.length - axis;
  if (left > 2) {
    const stride = strides[axis] / unit;
    for (let i = sizes[axis]; i > 0; --i, from += stride) {
      to = copyWords(sizes, strides, axis + 1, unit, source, from, run, out, to);
    }
    return to;
  }
  const [columns, stride] = left > 0 ? [sizes[sizes.length - 1], strides[sizes.length - 1] / unit] : [1, 0];
  const [rows, rowStride] = left > 1 ? [sizes[axis], strides[axis] / unit] : [1, stride];
  copyTable(rows, rowStride, columns, stride, run, source, from, out, to);
  return to + rows * columns * run;
}

/**
 * Rows of runs. If the runs of a row are farther apart than the rows, one cache line holds words of several rows and must still
 * be cached when the next row comes. So a few columns are copied at a time.
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
  const block = Math.abs(stride) > Math.abs(rowStride) ? COLUMNS : columns;
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
