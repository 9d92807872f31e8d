// Where the elements of a tensor are in an array, and what that becomes if the tensor is cut or turned.
import { product } from '../rows/geometry.js';

/** In elements. @typedef {{ array: number, shape: number[], stride: number[], offset: number }} Place */

/** @param {readonly number[]} shape */
export const dense = (shape) => shape.map((_, a) => product(shape.slice(a + 1)));

/** @param {number} array @param {number[]} shape @param {number[]} [stride] @returns {Place} */
export const place = (array, shape, stride = dense(shape), offset = 0) => ({ array, shape, stride, offset });

/** Length of the array that a place needs. @param {Place} place */
export const endOf = ({ shape, stride, offset }) =>
  shape.reduce((end, size, a) => end + Math.max(0, (size - 1) * stride[a]), offset + 1);

/** Every `step`-th of an axis, `size` of them. @param {Place} whole @param {number} axis @param {number} start @param {number} size @param {number} [step] @returns {Place} */
export const narrow = ({ array, shape, stride, offset }, axis, start, size, step = 1) => ({
  array,
  shape: shape.with(axis, size),
  stride: stride.with(axis, stride[axis] * step),
  offset: offset + start * stride[axis],
});
