// NumPy's notation and ONNX's parameters are two ways to write one cut, and the form shows both: this turns each into the
// other. Whether a notation is right is the library's to say; what cannot be read here is null.
import { toIntegers } from './integers.js';

/** @import { Integer } from '../../lib/types.js' */

/** Where a range is left open, ONNX has a number that lies beyond every axis. */
const LAST = '2147483647';
const BEFORE_FIRST = '-2147483648';

const ITEM = /^([+-]?\d+)?(:([+-]?\d+)?(?::([+-]?\d+)?)?)?$/;

/**
 * @typedef {object} Ranges texts as the form's fields have them
 * @property {string} starts
 * @property {string} ends
 * @property {string} axes
 * @property {string} steps '' where all are 1
 * @property {number[]} drops axes of single indices, which NumPy drops
 */

/**
 * @param {string} notation
 * @param {number} rank
 * @returns {Ranges | null}
 */
export function toRanges(notation, rank) {
  const items = notation.split(',').map((item) => item.trim());
  const named = items.filter((item) => item !== '...').length;
  if (named > rank || items.length - named > 1) return null;
  /** @type {{ start: string, end: string, axis: number, step: string, drops: boolean }[]} */
  const ranges = [];
  let axis = 0;
  for (const item of items) {
    if (item === '...') {
      axis += rank - named;
      continue;
    }
    const range = toRange(item);
    if (range === null) return null;
    ranges.push({ ...range, axis });
    axis += 1;
  }
  const cut = ranges.filter(({ start, end, step }) => start !== '0' || end !== LAST || step !== '1');
  const list = (/** @type {'start' | 'end' | 'axis' | 'step'} */ key) =>
    cut.map((range) => range[key]).join(', ');
  return {
    starts: cut.length > 0 ? list('start') : '[]',
    ends: cut.length > 0 ? list('end') : '[]',
    axes: cut.length > 0 && cut.some((range, i) => range.axis !== i) ? list('axis') : '',
    steps: cut.some(({ step }) => step !== '1') ? list('step') : '',
    drops: ranges.filter(({ drops }) => drops).map((range) => range.axis),
  };
}

/** @param {string} item */
function toRange(item) {
  const parts = ITEM.exec(item);
  if (parts === null || item === '') return null;
  const [, first, range, last, by] = parts;
  if (range === undefined) {
    const next = String(Number(first) + 1);
    return { start: first, end: next === '0' ? LAST : next, step: '1', drops: true };
  }
  const step = by ?? '1';
  const backwards = step.startsWith('-');
  return {
    start: first ?? (backwards ? LAST : '0'),
    end: last ?? (backwards ? BEFORE_FIRST : LAST),
    step,
    drops: false,
  };
}

/**
 * The notation of a cut, or null where it has none: lists that do not fit together.
 * @param {Record<string, string>} values texts of starts, ends, axes, steps
 * @param {number} rank
 * @returns {string | null}
 */
export function toNotation({ starts = '', ends = '', axes = '', steps = '' }, rank) {
  const lists = [starts, ends, axes, steps].map(toIntegers);
  const [from, to] = lists;
  const over = axes.trim() === '' ? from.map((_, i) => i) : lists[2].map((axis) => Number(axis));
  const by = steps.trim() === '' ? from.map(() => 1) : lists[3];
  const count = from.length;
  if ([to, over, by].some((list) => list.length !== count) || count > rank || starts.trim() === '')
    return null;
  const items = Array.from({ length: rank }, () => ':');
  for (let i = 0; i < count; ++i) {
    const axis = over[i] < 0 ? over[i] + rank : over[i];
    if (items[axis] !== ':' || [from[i], to[i], by[i]].some((entry) => Number.isNaN(entry))) return null;
    items[axis] = toItem(from[i], to[i], by[i]);
  }
  while (items.length > 1 && items.at(-1) === ':') items.pop();
  return items.join(', ');
}

/**
 * @param {Integer} start
 * @param {Integer} end
 * @param {Integer} step
 */
function toItem(start, end, step) {
  const backwards = step < 0;
  const from = backwards ? start >= Number(LAST) : start === 0;
  const to = backwards ? end <= Number(BEFORE_FIRST) : end >= Number(LAST);
  const range = `${from ? '' : start}:${to ? '' : end}`;
  return Number(step) === 1 ? range : `${range}:${step}`;
}
