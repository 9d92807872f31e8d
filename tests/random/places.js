// Where the elements of a layout are, and what is wrong with an output that should have them. Nothing here asks the library, or follows
// an operator's parameters. It allocates nothing, so that large outputs can be compared.
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
 * Calls `f(to, from, size, step)` for each innermost row of a layout, until it returns true; `to` counts elements in row-major order.
 * @param {Layout} layout
 * @param {(to: number, from: number, size: number, step: number) => boolean} f
 */
export function eachRow({ shape, stride, offset }, f) {
  const axes = shape.map((size, i) => ({ size, step: stride[i] })).filter(({ size }) => size !== 1);
  const { size, step } = axes.pop() ?? { size: 1, step: 0 };
  const index = axes.map(() => 0);
  const count = countElements(shape);
  let from = offset;
  for (let to = 0; to < count; to += size) {
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
  if (bitsOf(type) % 8 === 0) return differenceOfLanes(type, output, data, layout);
  return differenceOfPacked(bitsOf(type), output, data, layout) || strangeBits(bitsOf(type), output, count);
}

/** @param {number} lanes of an element @param {Layout} layout @returns {Layout} */
const inLanes = (lanes, { shape, stride, offset }) => ({
  shape: [...shape, lanes],
  stride: [...stride.map((step) => step * lanes), 1],
  offset: offset * lanes,
});

/** @param {string} type @param {Any} output @param {Any} data @param {Layout} layout */
function differenceOfLanes(type, output, data, layout) {
  const lanes = type === 'string' ? 1 : Number(BITS.get(type)) / 8 / Math.min(4, data.BYTES_PER_ELEMENT);
  const [out, source] = [lanesOf(output), lanesOf(data)];
  let wrong = '';
  eachRow(inLanes(lanes, layout), (to, from, size, step) => {
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

/** @param {number} bits @param {Uint8Array} output @param {Uint8Array} data @param {Layout} layout */
function differenceOfPacked(bits, output, data, layout) {
  let wrong = '';
  eachRow(layout, (to, from, size, step) => {
    let i = 0;
    while (i < size && packedAt(bits, output, to + i) === packedAt(bits, data, from + i * step)) ++i;
    if (i < size) wrong = `wrong from element ${to + i} on`;
    return i < size;
  });
  return wrong;
}

/** Unused bits are 0. @param {number} bits @param {Uint8Array} output @param {number} count of elements */
function strangeBits(bits, output, count) {
  const room = Math.floor((output.length * 8) / bits);
  for (let k = count; k < room; ++k) if (packedAt(bits, output, k) !== 0) return 'unused bits that are not 0';
  return '';
}
