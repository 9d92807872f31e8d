// What a slice string takes of each axis, in numbers, where the page wants a plan, a program by hand or a model of the same cut.
// The library says what is wrong with a notation.
import { slice } from '../../../lib/index.js';

/** @typedef {{ start: number, step: number, size: number, drop: boolean }} Range of one axis; the start counts from 0 */

/**
 * @param {string} spec
 * @param {readonly number[]} dims
 * @returns {Range[]} one per axis
 * @throws {import('../../../lib/index.js').MicrotomeError} the library's, where the notation is wrong
 */
export function readRanges(spec, dims) {
  const ranges = toRanges(spec, dims);
  // Only single indices depend on sizes, so all other axes may be short.
  const short = ranges.map(({ drop }, axis) => (drop ? dims[axis] : Math.min(dims[axis], 1)));
  slice({ type: 'uint8', dims: short, stride: short.map(() => 0), data: new Uint8Array(1) }, spec);
  return ranges;
}

/**
 * @param {string} spec that the library accepts
 * @param {readonly number[]} dims
 * @returns {Range[]} one per axis
 */
export function toRanges(spec, dims) {
  const items = spec.split(',').map((item) => item.trim());
  const named = items.filter((item) => item !== '...').length;
  const open = Array.from({ length: dims.length - named }, () => ':');
  const filled = items.includes('...')
    ? items.flatMap((item) => (item === '...' ? open : [item]))
    : [...items, ...open];
  return dims.map((size, axis) => toRange(filled[axis], size));
}

/**
 * @param {string} item an index or a range
 * @param {number} size of its axis
 * @returns {Range}
 */
function toRange(item, size) {
  const parts = item.split(':').map((part) => (part === '' ? undefined : Number(part)));
  const [start, end, step = 1] = parts;
  if (parts.length === 1) {
    const index = Number(start);
    return { start: index < 0 ? index + size : index, step: 1, size: 1, drop: true };
  }
  const [least, most] = step > 0 ? [0, size] : [-1, size - 1];
  const place = (/** @type {number} */ at) => Math.min(Math.max(at < 0 ? at + size : at, least), most);
  const from = start === undefined ? (step > 0 ? least : most) : place(start);
  const to = end === undefined ? (step > 0 ? most : least) : place(end);
  const count = Math.max(0, Math.ceil((to - from) / step));
  return { start: count === 0 ? 0 : from, step, size: count, drop: false };
}

/** All of every axis. @param {readonly number[]} dims @returns {Range[]} */
export const wholeOf = (dims) => dims.map((size) => ({ start: 0, step: 1, size, drop: false }));

/** @param {readonly Range[]} ranges */
export const dimsOf = (ranges) => ranges.filter(({ drop }) => !drop).map(({ size }) => size);

/** From the first element that is taken to behind the last, whatever the direction. @param {Range} range not empty */
export function endsOf({ start, step, size }) {
  const end = start + step * (size - 1);
  return [Math.min(start, end), Math.max(start, end) + 1];
}

/** The same elements from the last to the first. @param {Range} range @returns {Range} */
export const reversed = ({ start, step, size, drop }) => ({
  start: size === 0 ? start : start + step * (size - 1),
  step: -step,
  size,
  drop,
});

/** Where a slice down to the first element ends, for ONNX. */
const BEFORE_FIRST = -(2 ** 31);

/**
 * ONNX's parameters of Slice.
 * @param {readonly Range[]} ranges
 */
export const toParameters = (ranges) => ({
  starts: ranges.map(({ start }) => start),
  ends: ranges
    .map(({ start, step, size }) => start + step * size)
    .map((end) => (end < 0 ? BEFORE_FIRST : end)),
  axes: ranges.map((_, axis) => axis),
  steps: ranges.map(({ step }) => step),
});
