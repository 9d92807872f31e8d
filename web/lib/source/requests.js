// Which ranges of the file are asked for. What lies close together is one request: neighbours on an axis are equally far apart, so
// merging them is one comparison per axis, and a million requests are counted as fast as one. Only several patterns (`slices`) are
// merged range by range.
import { mistake } from '../base/mistake.js';
import { countOf, extentOf } from './axes.js';
import { bytesOf } from './elements.js';

/** @import { Axis, Pattern } from './axes.js' */
/** @import { ElementType } from './elements.js' */

/**
 * @typedef {object} Limits
 * @property {number} gap bytes between two ranges that are read rather than asked for separately
 * @property {number} maxRequest bytes
 */

/** A range of bytes, half-open. They count from the tensor's first byte. @typedef {{ begin: number, end: number }} Range */

/** Ranges of several patterns that are sorted: beyond, that takes longer than fetching what is allowed. */
const MOST_RANGES = 2 ** 20;

/**
 * The requests of a pattern, all of one extent: neighbours are merged from the innermost axis outwards.
 * @param {Pattern} pattern
 * @param {ElementType} type
 * @param {number} gap
 * @returns {{ extent: number, outer: readonly Axis[] }} elements from the first to the last of a request, and the axes that count them
 */
function mergeAxes({ axes }, { group, bytes }, gap) {
  let inner = axes.length;
  let extent = 1;
  while (inner > 0) {
    const { size, stride } = axes[inner - 1];
    if (((stride - extent) / group) * bytes > gap) break;
    extent += (size - 1) * stride;
    inner -= 1;
  }
  return { extent, outer: axes.slice(0, inner) };
}

/**
 * Requests and bytes that the patterns take.
 * @param {readonly Pattern[]} patterns
 * @param {ElementType} type
 * @param {Limits} limits
 * @param {string} op to blame
 */
export function countRequests(patterns, type, limits, op) {
  const most = pieceOf(type, limits);
  let requests = 0;
  let bytes = 0;
  const add = (/** @type {number} */ length, /** @type {number} */ times) => {
    requests += Math.ceil(length / most) * times;
    bytes += length * times;
  };
  if (patterns.length === 1) {
    const { extent, outer } = mergeAxes(patterns[0], type, limits.gap);
    const phases = phasesOf(patterns[0].first, outer, type.group);
    phases.forEach((times, phase) => {
      if (times > 0) add(bytesOf(type, phase + extent), times);
    });
  } else for (const { begin, end } of mergeRanges(patterns, type, limits.gap, op)) add(end - begin, 1);
  return { requests, bytes };
}

/**
 * How many requests begin at each place of a group of packed elements: those at its end reach further.
 * @param {number} first
 * @param {readonly Axis[]} outer
 * @param {number} group
 */
function phasesOf(first, outer, group) {
  let phases = new Array(group).fill(0);
  phases[first % group] = 1;
  for (const { size, stride } of outer) {
    const next = new Array(group).fill(0);
    for (let index = 0; index < Math.min(group, size); ++index) {
      const times = Math.ceil((size - index) / group); // indices that leave the same remainder
      const shift = (index * (stride % group)) % group;
      for (let phase = 0; phase < group; ++phase) next[(phase + shift) % group] += phases[phase] * times;
    }
    phases = next;
  }
  return phases;
}

/**
 * The requests themselves, one after another.
 * @param {readonly Pattern[]} patterns
 * @param {ElementType} type
 * @param {Limits} limits
 * @param {string} op to blame
 * @returns {Generator<Range, void, void>}
 */
export function* requestsOf(patterns, type, limits, op) {
  const most = pieceOf(type, limits);
  const ranges =
    patterns.length === 1
      ? rangesOf(patterns[0], type, limits.gap)
      : mergeRanges(patterns, type, limits.gap, op);
  for (const { begin, end } of ranges)
    for (let at = begin; at < end; at += most) yield { begin: at, end: Math.min(end, at + most) };
}

/**
 * Bytes of a piece of a request that is too long: whole elements.
 * @param {ElementType} type
 * @param {Limits} limits
 */
const pieceOf = ({ bytes }, { maxRequest }) => Math.max(bytes, Math.floor(maxRequest / bytes) * bytes);

/**
 * @param {Pattern} pattern
 * @param {ElementType} type
 * @param {number} gap
 * @returns {Generator<Range, void, void>}
 */
function* rangesOf(pattern, type, gap) {
  const { extent, outer } = mergeAxes(pattern, type, gap);
  const { group, bytes } = type;
  const index = outer.map(() => 0);
  for (let element = pattern.first; ; ) {
    yield { begin: Math.floor(element / group) * bytes, end: bytesOf(type, element + extent) };
    let axis = outer.length - 1;
    for (; axis >= 0 && index[axis] === outer[axis].size - 1; --axis) {
      element -= index[axis] * outer[axis].stride;
      index[axis] = 0;
    }
    if (axis < 0) return;
    index[axis] += 1;
    element += outer[axis].stride;
  }
}

/**
 * @param {readonly Pattern[]} patterns
 * @param {ElementType} type
 * @param {number} gap
 * @param {string} op to blame
 * @returns {Range[]}
 */
function mergeRanges(patterns, type, gap, op) {
  const count = patterns.reduce((sum, each) => sum + countOf(mergeAxes(each, type, gap).outer), 0);
  if (count > MOST_RANGES) {
    const what = `takes ${count} ranges before they are merged, and at most ${MOST_RANGES} are; ask for fewer at a time, or raise gap`;
    throw mistake('too_costly', op, '', what);
  }
  const ranges = patterns.flatMap((each) => [...rangesOf(each, type, gap)]);
  ranges.sort((a, b) => a.begin - b.begin);
  /** @type {Range[]} */ const merged = [];
  for (const { begin, end } of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && begin - last.end <= gap) last.end = Math.max(last.end, end);
    else merged.push({ begin, end });
  }
  return merged;
}

/**
 * Bytes of the file from the lowest element to the highest.
 * @param {Pattern} pattern
 */
export const spanOf = ({ first, axes }) => ({ low: first, high: first + extentOf(axes) });
