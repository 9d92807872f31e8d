// What is right: every element of an output, looked up where its input has it. Nothing here asks the library, or follows an
// operator's parameters. It runs in every host, and allocates nothing, so that a soak can measure memory while it checks.
import { BITS, bitsOf, bytesOf, countElements, entriesOf, packedAt } from '../support/elements.js';

/** @typedef {any} Any */

/**
 * Where elements are in the data, in row-major order: `offset` is the first, in elements, as the strides are.
 * @typedef {{ shape: readonly number[], stride: readonly number[], offset: number }} Layout
 */

/** @param {readonly number[]} shape @returns {Layout} */
export const rowMajor = (shape) => ({
  shape,
  stride: shape.map((_, i) => countElements(shape.slice(i + 1))),
  offset: 0,
});

/**
 * Calls `f(to, from, size, step)` for each innermost row of a layout, until it returns true.
 * @param {Layout} layout
 * @param {(to: number, from: number, size: number, step: number) => boolean} f
 */
export function eachRow({ shape, stride, offset }, f) {
  const axes = shape.map((size, i) => ({ size, step: stride[i] })).filter(({ size }) => size !== 1);
  const { size, step } = axes.pop() ?? { size: 1, step: 0 };
  const count = countElements(shape);
  const index = axes.map(() => 0);
  for (let to = 0, from = offset; to < count; to += size) {
    if (f(to, from, size, step)) return;
    for (let axis = axes.length - 1; axis >= 0; --axis) {
      from += axes[axis].step;
      if (++index[axis] < axes[axis].size) break;
      index[axis] = 0;
      from -= axes[axis].size * axes[axis].step;
    }
  }
}

/**
 * What is wrong with the data of an output whose elements have this layout in the input; '' when nothing is.
 * @param {string} type
 * @param {Any} output
 * @param {Any} data
 * @param {Layout} layout
 */
export function differenceOf(type, output, data, layout) {
  const count = countElements(layout.shape);
  const entries = entriesOf(type, count);
  if (output.length !== entries) return `${output.length} entries, not ${entries}`;
  if (count === 0) return '';
  return bitsOf(type) % 8 === 0
    ? differenceOfLanes(type, output, data, layout)
    : differenceOfPacked(bitsOf(type), output, data, layout);
}

/** @param {string} type @param {Any} output @param {Any} data @param {Layout} layout */
function differenceOfLanes(type, output, data, { shape, stride, offset }) {
  const lanes = type === 'string' ? 1 : Number(BITS.get(type)) / 8 / Math.min(4, data.BYTES_PER_ELEMENT);
  const ofLanes = {
    shape: [...shape, lanes],
    stride: [...stride.map((step) => step * lanes), 1],
    offset: offset * lanes,
  };
  const [out, source] = [lanesOf(output), lanesOf(data)];
  let wrong = '';
  eachRow(ofLanes, (to, from, size, step) => {
    let i = 0;
    while (i < size && out[to + i] === source[from + i * step]) ++i;
    if (i < size) wrong = `wrong from element ${Math.floor((to + i) / lanes)} on`;
    return i < size;
  });
  return wrong;
}

/** Numbers are compared by their bits, in lanes of at most 32. @type {Record<number, Any>} */
const LANES = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };

/** @param {Any} data */
function lanesOf(data) {
  if (Array.isArray(data)) return data;
  const { buffer, byteOffset, byteLength } = bytesOf(data);
  const width = Math.min(4, data.BYTES_PER_ELEMENT);
  return new LANES[width](buffer, byteOffset, byteLength / width);
}

/** Unused bits are 0. @param {number} bits @param {Uint8Array} output @param {Uint8Array} data @param {Layout} layout */
function differenceOfPacked(bits, output, data, layout) {
  let wrong = '';
  eachRow(layout, (to, from, size, step) => {
    let i = 0;
    while (i < size && packedAt(bits, output, to + i) === packedAt(bits, data, from + i * step)) ++i;
    if (i < size) wrong = `wrong from element ${to + i} on`;
    return i < size;
  });
  const room = Math.floor((output.length * 8) / bits);
  for (let k = countElements(layout.shape); k < room; ++k)
    if (packedAt(bits, output, k) !== 0) wrong ||= 'unused bits that are not 0';
  return wrong;
}

/** Are the elements one run of the data? @param {Layout} layout */
export function isOneRun({ shape, stride }) {
  const dense = rowMajor(shape).stride;
  return shape.every((size, axis) => size === 1 || stride[axis] === dense[axis]);
}
