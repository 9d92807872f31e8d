// What is right: every element of an output, looked up where its input has it. Nothing here asks the library, or follows an
// operator's parameters. It runs in every host, and allocates nothing, so that a soak can measure memory while it checks.
import { BITS, bitsOf, bytesOf, countElements, entriesOf, packedAt } from '../../docs/rules/elements.js';

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
 * Calls `f(to, from, size, step, toStep)` for each innermost row of a layout, until it returns true.
 * @param {Layout} layout
 * @param {(to: number, from: number, size: number, step: number, toStep: number) => boolean} f
 * @param {Layout} [other] of the same shape: where `to` is
 */
export function eachRow({ shape, stride, offset }, f, other = rowMajor(shape)) {
  const axes = shape
    .map((size, i) => ({ size, step: stride[i], toStep: other.stride[i] }))
    .filter(({ size }) => size !== 1);
  const { size, step, toStep } = axes.pop() ?? { size: 1, step: 0, toStep: 0 };
  const index = axes.map(() => 0);
  let to = other.offset;
  let from = offset;
  for (let left = countElements(shape); left > 0; left -= size) {
    if (f(to, from, size, step, toStep)) return;
    for (let axis = axes.length - 1; axis >= 0; --axis) {
      from += axes[axis].step;
      to += axes[axis].toStep;
      if (++index[axis] < axes[axis].size) break;
      index[axis] = 0;
      from -= axes[axis].size * axes[axis].step;
      to -= axes[axis].size * axes[axis].toStep;
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
  const wrong = differenceAt(type, output, rowMajor(layout.shape), data, layout);
  return wrong || (bitsOf(type) % 8 === 0 ? '' : strangeBits(bitsOf(type), output, count));
}

/**
 * The same of elements that have a layout in the output too; nothing is said of what is between them.
 * @param {string} type
 * @param {Any} output
 * @param {Layout} place of the elements in it
 * @param {Any} data
 * @param {Layout} layout
 */
export function differenceAt(type, output, place, data, layout) {
  return bitsOf(type) % 8 === 0
    ? differenceOfLanes(type, output, place, data, layout)
    : differenceOfPacked(bitsOf(type), output, place, data, layout);
}

/** @param {number} lanes of an element @param {Layout} layout @returns {Layout} */
const inLanes = (lanes, { shape, stride, offset }) => ({
  shape: [...shape, lanes],
  stride: [...stride.map((step) => step * lanes), 1],
  offset: offset * lanes,
});

/** @param {string} type @param {Any} output @param {Layout} place @param {Any} data @param {Layout} layout */
function differenceOfLanes(type, output, place, data, layout) {
  const lanes = type === 'string' ? 1 : Number(BITS.get(type)) / 8 / Math.min(4, data.BYTES_PER_ELEMENT);
  const [out, source] = [lanesOf(output), lanesOf(data)];
  let wrong = '';
  const differs = (
    /** @type {number} */ to,
    /** @type {number} */ from,
    /** @type {number} */ size,
    /** @type {number} */ step,
    /** @type {number} */ toStep,
  ) => {
    let i = 0;
    while (i < size && out[to + i * toStep] === source[from + i * step]) ++i;
    if (i < size) wrong = `wrong from element ${Math.floor((to + i * toStep) / lanes)} on`;
    return i < size;
  };
  eachRow(inLanes(lanes, layout), differs, inLanes(lanes, place));
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

/** @param {number} bits @param {Uint8Array} output @param {Layout} place @param {Uint8Array} data @param {Layout} layout */
function differenceOfPacked(bits, output, place, data, layout) {
  let wrong = '';
  const differs = (
    /** @type {number} */ to,
    /** @type {number} */ from,
    /** @type {number} */ size,
    /** @type {number} */ step,
    /** @type {number} */ toStep,
  ) => {
    let i = 0;
    while (i < size && packedAt(bits, output, to + i * toStep) === packedAt(bits, data, from + i * step)) ++i;
    if (i < size) wrong = `wrong from element ${to + i * toStep} on`;
    return i < size;
  };
  eachRow(layout, differs, place);
  return wrong;
}

/** Unused bits are 0. @param {number} bits @param {Uint8Array} output @param {number} count of elements */
function strangeBits(bits, output, count) {
  const room = Math.floor((output.length * 8) / bits);
  for (let k = count; k < room; ++k) if (packedAt(bits, output, k) !== 0) return 'unused bits that are not 0';
  return '';
}

/** Are the elements one run of the data? @param {Layout} layout */
export function isOneRun({ shape, stride }) {
  const dense = rowMajor(shape).stride;
  return shape.every((size, axis) => size === 1 || stride[axis] === dense[axis]);
}
