// Random tensors anywhere in their arrays, as inputs and as outputs: their elements by number, and whether only an output's own
// elements have been written.
import {
  bitsOf,
  bytesOf,
  classOf,
  countElements,
  decode,
  encode,
  entriesOf,
  hash,
} from '../../docs/rules/elements.js';
import { isSame } from '../support/equal.js';
import { dense, strided, writable } from './layouts.js';
import { eachRow } from './places.js';

/** @import { Placed } from './layouts.js' */
/** @import { Random } from './random.js' */

/** @typedef {any} Any */

/** Gives the array where it shall be: itself, or a copy. @typedef {(random: Random, array: Any) => Any} Place */

/** @type {Place} */
export const HEAP = (_, array) => array;

/** The place of every element, in row-major order. @param {Placed} layout */
export function placesOf(layout) {
  /** @type {number[]} */
  const places = [];
  if (countElements(layout.shape) === 0) return places;
  eachRow(layout, (_, from, size, step) => {
    for (let i = 0; i < size; ++i) places.push(from + i * step);
    return false;
  });
  return places;
}

/**
 * A tensor whose elements say nothing of their neighbours.
 * @param {Random} random
 * @param {string} type
 * @param {readonly number[]} shape
 * @param {{ place?: Place, isWritable?: boolean }} [options] isWritable: no two elements are in one place
 * @returns {{ tensor: Any, elements: number[], layout: Placed }}
 */
export function randomTensor(random, type, shape, { place = HEAP, isWritable = false } = {}) {
  const anywhere = isWritable ? writable : strided;
  const layout = random.chance(0.5) ? dense(shape) : anywhere(random, shape);
  const { stride, offset, extent } = layout;
  const seed = random.below(1 << 20);
  const numbers = Array.from({ length: extent }, (_, k) => hash(seed + k));
  const data = place(random, encode(type, numbers));
  const values = decode(type, data, extent);
  const elements = placesOf(layout).map((place) => values[place]);
  const isDense =
    layout.extent === countElements(shape) && random.chance(0.5) && isSame(stride, dense(shape).stride);
  const tensor = isDense ? { type, dims: shape, data } : { type, shape, stride, offset, data };
  return { tensor, elements, layout };
}

/**
 * A tensor to write into.
 * @param {Random} random
 * @param {string} type
 * @param {readonly number[]} shape
 * @param {{ place?: Place }} [options]
 * @returns {{ out: Any, data: Any, layout: Placed, differenceOf: (result: Any, wanted: readonly number[]) => string, isUntouched: () => boolean }}
 */
export function randomOut(random, type, shape, { place = HEAP } = {}) {
  const isPlain = random.chance(0.3);
  const layout = isPlain ? dense(shape) : writable(random, shape);
  const { stride, offset, extent } = layout;
  const data = place(random, dirty(type, extent));
  const before = data.slice();
  return {
    data,
    layout,
    out: isPlain ? data : { type, data, shape, stride, offset },
    isUntouched: () => isSame(data, before),
    differenceOf: (result, wanted) => {
      if (result.data !== data) return 'the data is not what out gave';
      if (!isSame(Array.from(result.dims), Array.from(shape))) return `dims ${result.dims}, not ${shape}`;
      if (!isPlain && !isSame([result.stride, result.offset], [stride, offset]))
        return `stride ${result.stride}`;
      const expected = isPlain ? encode(type, wanted) : writtenInto(type, before, layout, wanted);
      return isSame(data, expected) ? '' : 'wrong elements, or others written';
    },
  };
}

/**
 * Tensors of one shape in one array, at equal distances; sometimes two of them are exchanged, so that the distances differ. Undefined if
 * these cannot be, or are not this time.
 * @param {Random} random
 * @param {string} type
 * @param {readonly (readonly number[])[]} shapes
 * @param {(random: Random, shape: readonly number[]) => Placed} anywhere
 * @returns {Placed[] | undefined}
 */
function together(random, type, shapes, anywhere) {
  const [shape] = shapes;
  const areAlike =
    shapes.length > 1 && countElements(shape) > 0 && shapes.every((each) => isSame(each, shape));
  if (!areAlike || bitsOf(type) % 8 !== 0 || random.chance(0.7)) return undefined;
  const { stride, offset, extent } = anywhere(random, [shapes.length, ...shape]);
  const offsets = shapes.map((_, k) => offset + k * stride[0]);
  if (random.chance(0.2)) offsets.reverse();
  if (random.chance(0.2)) [offsets[0], offsets[1]] = [offsets[1], offsets[0]];
  return offsets.map((each) => ({ shape, stride: stride.slice(1), offset: each, extent }));
}

/**
 * Tensors, of which those that are alike may be parts of one array.
 * @param {Random} random
 * @param {readonly ({ type: string, dims: readonly number[] } | null)[]} tensors
 * @param {(i: number) => { place?: Place, isWritable?: boolean }} options
 * @returns {(ReturnType<typeof randomTensor> | null)[]}
 */
export function randomTensors(random, tensors, options) {
  const apart = () =>
    tensors.map((each, i) => each && randomTensor(random, each.type, each.dims, options(i)));
  const type = tensors[0]?.type ?? '';
  const { place = HEAP, isWritable = false } = options(0);
  if (isWritable || tensors.some((each) => each?.type !== type)) return apart();
  const shapes = tensors.map((each) => /** @type {Any} */ (each).dims);
  const layouts = together(random, type, shapes, strided);
  if (layouts === undefined) return apart();
  const [{ extent }] = layouts;
  const seed = random.below(1 << 20);
  const data = place(random, encode(type, Array.from({ length: extent }, (_, k) => hash(seed + k)))); // biome-ignore format: one line
  const values = decode(type, data, extent);
  return layouts.map((layout) => ({
    tensor: { type, shape: layout.shape, stride: layout.stride, offset: layout.offset, data },
    elements: placesOf(layout).map((at) => values[at]),
    layout,
  }));
}

/**
 * Tensors to write into, of which those that are alike may be parts of one array.
 * @param {Random} random
 * @param {string} type
 * @param {readonly (readonly number[])[]} shapes
 * @param {{ place?: Place }} [options]
 * @returns {{ out: Any[], differenceOf: (results: readonly Any[], wanted: readonly (readonly number[])[]) => string }}
 */
export function randomOuts(random, type, shapes, { place = HEAP } = {}) {
  const layouts = together(random, type, shapes, writable);
  if (layouts === undefined) {
    const all = shapes.map((shape) => randomOut(random, type, shape, { place }));
    return {
      out: all.map(({ out }) => out),
      differenceOf: (results, wanted) => all.map((each, i) => each.differenceOf(results[i], wanted[i])).find(Boolean) ?? '', // biome-ignore format: one line
    };
  }
  const data = place(random, dirty(type, layouts[0].extent));
  const before = data.slice();
  const out = layouts.map(({ shape, stride, offset }) => ({ type, data, shape, stride, offset }));
  return {
    out,
    differenceOf: (results, wanted) => {
      const expected = layouts.reduce(
        (made, layout, i) => writtenInto(type, made, layout, wanted[i]),
        before,
      );
      const told = results.map(({ dims, stride, offset, ...rest }) => [rest.data === data, Array.from(dims), stride, offset]); // biome-ignore format: one line
      const asked = out.map(({ shape, stride, offset }) => [true, Array.from(shape), stride, offset]);
      if (!isSame(told, asked)) return 'not the parts that out gave';
      return isSame(data, expected) ? '' : 'wrong elements, or others written';
    },
  };
}

/** Every bit that is not written shows. @param {string} type @param {number} count */
function dirty(type, count) {
  if (type === 'string') return Array.from({ length: count }, (_, k) => `${-k - 1}`);
  const data = new (classOf(type))(entriesOf(type, count));
  bytesOf(data).fill(type === 'bool' ? 1 : 0xa5);
  return data;
}

/** What is not an element of a strided output stays, unused bits too. @param {string} type @param {Any} before @param {Placed} layout @param {readonly number[]} wanted */
export function writtenInto(type, before, layout, wanted) {
  const places = placesOf(layout);
  const data = before.slice();
  if (bitsOf(type) % 8 === 0) {
    const lanes = type.startsWith('complex') ? 2 : 1;
    const source = encode(type, wanted);
    places.forEach((place, k) => {
      for (let lane = 0; lane < lanes; ++lane) data[lanes * place + lane] = source[lanes * k + lane];
    });
    return data;
  }
  const elements = decode(type, before, layout.extent);
  places.forEach((place, k) => {
    elements[place] = wanted[k];
  });
  const used = encode(type, new Array(layout.extent).fill(2 ** bitsOf(type) - 1));
  const all = encode(type, elements);
  for (let i = 0; i < data.length; ++i) data[i] = all[i] | (before[i] & ~used[i]);
  return data;
}

/**
 * What is wrong with a new tensor that should have these elements.
 * @param {Any} result
 * @param {string} type
 * @param {readonly number[]} dims
 * @param {readonly number[]} wanted
 */
export function differenceOfNew(result, type, dims, wanted) {
  if (result.type !== type) return `type ${result.type}, not ${type}`;
  if (!isSame(Array.from(result.dims), Array.from(dims))) return `dims ${result.dims}, not ${dims}`;
  return isSame(result.data, encode(type, wanted)) ? '' : 'wrong elements';
}
