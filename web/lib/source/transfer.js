// Carries a cut out: fetches the ranges, several at a time, and puts their elements where they go. A range that is just the bytes of
// one place of an output is read straight into it.
import { bufferOf, byteOffsetOf } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { reasonOf } from '../base/read.js';
import { assign } from '../index.js';
import { boxesOf, countBelow, countOf, inBox } from './axes.js';
import { requestsOf, spanOf } from './requests.js';
import { checkAborted } from './stores/store.js';

/** @import { Pattern } from './axes.js' */
/** @import { Watch } from './options.js' */
/** @import { Range } from './requests.js' */
/** @import { Place } from './stored.js' */

/**
 * @param {Place} place
 * @param {readonly Pattern[]} wanted what is fetched
 * @param {readonly Pattern[]} nested what is taken of it
 * @param {readonly any[]} arrays of each output
 * @param {Watch & { total: number }} watch
 * @param {string} op to blame
 */
export async function transfer(place, wanted, nested, arrays, { signal, onprogress, total }, op) {
  checkAborted(signal);
  const ranges = requestsOf(wanted, place.type, place.limits, op);
  const find = toFinder(nested, place.type.group, place.type.bytes);
  const stop = new AbortController();
  const abort = () => stop.abort(signal.reason);
  signal.addEventListener('abort', abort);
  let bytes = 0;
  const onBytes = (/** @type {number} */ count) => {
    bytes += count;
    try {
      onprogress?.({ bytes: Math.min(bytes, total), total });
    } catch (cause) {
      throw mistake('bad_argument', op, 'onprogress', `has thrown: ${reasonOf(cause)}`, { cause });
    }
  };
  const work = async () => {
    const scratch = new Scratch();
    for (let next = ranges.next(); !next.done; next = ranges.next()) {
      const copies = copiesIn(find(next.value), next.value, place);
      await carry(place, next.value, copies, arrays, scratch, stop.signal, onBytes);
    }
  };
  try {
    await Promise.all(Array.from({ length: place.limits.concurrency }, work));
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * @param {Place} place
 * @param {Range} range
 * @param {readonly Pattern[]} copies whose elements are all in the range
 * @param {readonly any[]} arrays
 * @param {Scratch} scratch
 * @param {AbortSignal} signal
 * @param {(count: number) => void} onBytes
 */
async function carry({ type, at, isBig, store }, { begin, end }, copies, arrays, scratch, signal, onBytes) {
  const straight = straightInto(copies, arrays, end - begin, type);
  const into = straight ?? scratch.of(end - begin);
  await store.read(at + begin, into, signal, onBytes);
  checkAborted(signal);
  if (isBig) swapBytes(into, type.swap);
  if (straight !== null) return;
  const data = new type.Class(into.buffer, into.byteOffset, into.length / type.Class.BYTES_PER_ELEMENT);
  const base = (begin / type.bytes) * type.group;
  for (const { output, first, to, axes } of copies) {
    const shape = axes.map(({ size }) => size);
    const from = { stride: axes.map(({ stride }) => stride), offset: first - base };
    const goes = { stride: axes.map((axis) => axis.to), offset: to };
    const name = /** @type {any} */ (type.name);
    assign({ type: name, shape, data: arrays[output], ...goes }, '...', { type: name, shape, data, ...from });
  }
}

/**
 * The bytes of an output that a range is, if it is nothing else.
 * @param {readonly Pattern[]} copies
 * @param {readonly any[]} arrays
 * @param {number} length
 * @param {Place['type']} type
 * @returns {Uint8Array | null}
 */
function straightInto(copies, arrays, length, { group, bytes }) {
  if (copies.length !== 1 || group > 1) return null;
  const [{ output, to, axes }] = copies;
  const isRun = axes.length === 0 || (axes.length === 1 && axes[0].stride === 1 && axes[0].to === 1);
  if (!isRun || countOf(axes) * bytes !== length) return null;
  const array = arrays[output];
  return new Uint8Array(bufferOf(array), byteOffsetOf(array) + to * bytes, length);
}

/**
 * What patterns take of a range.
 * @param {Iterable<Pattern>} patterns
 * @param {Range} range
 * @param {Place} place
 */
function copiesIn(patterns, { begin, end }, { type: { group, bytes } }) {
  const from = (begin / bytes) * group;
  const until = (end / bytes) * group;
  /** @type {Pattern[]} */ const copies = [];
  for (const pattern of patterns) {
    const low = countBelow(pattern, from);
    const high = countBelow(pattern, until);
    const sizes = pattern.axes.map(({ size }) => size);
    for (const box of boxesOf(sizes, low, high)) copies.push(inBox(pattern, box));
  }
  return copies;
}

/**
 * Finds the patterns that may have elements in a range, without looking at the others: there may be a million.
 * @param {readonly Pattern[]} patterns
 * @param {number} group
 * @param {number} bytes
 */
function toFinder(patterns, group, bytes) {
  const sorted = [...patterns].sort((a, b) => a.first - b.first);
  let reach = 0;
  const reaches = sorted.map((pattern) => {
    reach = Math.max(reach, spanOf(pattern).high);
    return reach;
  });
  return (/** @type {Range} */ { begin, end }) => {
    const from = lowerBound(reaches.length, (i) => reaches[i] > (begin / bytes) * group);
    const until = lowerBound(sorted.length, (i) => sorted[i].first >= (end / bytes) * group);
    return sorted.slice(from, until);
  };
}

/**
 * The first index for which something holds that holds for all behind it.
 * @param {number} length
 * @param {(i: number) => boolean} holds
 */
function lowerBound(length, holds) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Memory that one range after another is read into. */
class Scratch {
  #bytes = new Uint8Array(0);

  /** @param {number} length */
  of(length) {
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length);
    return this.#bytes.subarray(0, length);
  }
}

/**
 * Turns each element around, in place.
 * @param {Uint8Array} bytes
 * @param {number} width
 */
function swapBytes(bytes, width) {
  for (let at = 0; width > 1 && at < bytes.length; at += width)
    for (let low = at, high = at + width - 1; low < high; ++low, --high) {
      const byte = bytes[low];
      bytes[low] = bytes[high];
      bytes[high] = byte;
    }
}
