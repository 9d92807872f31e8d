// Random patterns, with the places that their elements come from: made from the axes, not from the text.
import { countElements } from '../../docs/rules/elements.js';

/** @import { Layout } from './places.js' */
/** @import { Random } from './random.js' */

/**
 * An axis that the pattern names, or one of those that `...` stands for: a part of an axis of the input, or, with axis -1, a new one.
 * @typedef {{ name: string, size: number, axis: number, step: number }} Piece `step`: indices of the axis from one to the next
 */

/**
 * @typedef {object} RandomPattern
 * @property {string} pattern
 * @property {Record<string, number>} sizes
 * @property {number[]} dims of the input
 * @property {number[]} made dims of the output
 * @property {Piece[]} order the axes of the output, those that it merges apart
 * @property {number[]} places in the input of each element of the output
 * @property {{ name: string, inner: number, size: number }[]} names of the right side: their sizes, and elements of the output inside
 */

const NAMES = 'a b c d e f g h patch_1 Height w2 x y z'.split(' ');
const MOST_RANK = 8;

/** @param {Random} random @param {number} most elements of the input @returns {RandomPattern} */
export function drawPattern(random, most) {
  const axes = drawAxes(random, most);
  const dims = axes.map((axis) => axis.reduce((product, { size }) => product * size, 1));
  /** @type {Record<string, number>} */
  const sizes = {};
  // the axes that `...` means: neighbours that are no groups
  const [from, to] = [random.below(axes.length + 1), random.below(axes.length + 1)].sort((a, b) => a - b);
  const hasDots = random.chance(0.3) && axes.slice(from, to).every((axis) => axis.length === 1);
  const dots = hasDots ? axes.slice(from, to).flat() : [];
  const words = axes.map((axis) => {
    const unknown = axis.findIndex(({ name }) =>
      axis.every((other) => other.name === name || other.size > 0),
    );
    axis.forEach((piece, i) => {
      if (!dots.includes(piece) && (i !== unknown || random.chance(0.2))) sizes[piece.name] = piece.size;
    });
    if (axis.length === 0) return random.pick(['1', '()']);
    return axis.length === 1 && random.chance(0.9)
      ? axis[0].name
      : `(${axis.map(({ name }) => name).join(' ')})`;
  });
  if (hasDots) words.splice(from, to - from, '...');
  const kept = axes.flat().filter((piece) => !dots.includes(piece));
  const fresh = Array.from({ length: random.chance(0.3) ? random.between(1, 2) : 0 }, (_, i) => {
    const size = random.chance(0.05) ? 0 : random.between(1, 3);
    sizes[`new${i}`] = size;
    return { name: `new${i}`, size, axis: -1, step: 0 };
  });
  const items = [...kept, ...fresh].map((piece) => [piece]);
  const { right, made, order } = drawRight(random, random.shuffle(hasDots ? [...items, dots] : items), dots);
  const named = order.filter((piece) => !dots.includes(piece));
  return {
    pattern: `${words.join(' ')}${random.pick(['->', ' -> '])}${right.join(' ')}`,
    sizes,
    dims,
    made,
    order,
    places: placesOf(order, dims),
    names: named.map((piece) => ({
      name: piece.name,
      size: piece.size,
      inner: countElements(order.slice(order.indexOf(piece) + 1).map(({ size }) => size)),
    })),
  };
}

/** The axes of an input, each with the names that it is made of. @param {Random} random @param {number} most elements @returns {Piece[][]} */
function drawAxes(random, most) {
  const names = random.shuffle(NAMES);
  const largest = random.pick([2, 4, 12]); // with small sizes, many axes are not of size 1
  let left = most;
  return Array.from({ length: random.below(MOST_RANK + 1) }, (_, axis) => {
    const pieces = Array.from({ length: random.chance(0.7) ? 1 : random.below(4) }, (_, i) => {
      const size = random.chance(0.02) ? 0 : random.size(Math.max(1, Math.min(left, largest)));
      left = Math.floor(left / Math.max(1, size));
      return { name: names.pop() ?? `n${axis}_${i}`, size, axis, step: 1 };
    });
    pieces.reduceRight((inner, piece) => {
      piece.step = inner;
      return inner * piece.size;
    }, 1);
    return pieces;
  });
}

/**
 * The right side: each item alone, or merged with others.
 * @param {Random} random
 * @param {readonly Piece[][]} items
 * @param {readonly Piece[]} dots the one that `...` stands for
 */
function drawRight(random, items, dots) {
  /** @type {string[]} */
  const right = [];
  /** @type {number[]} */
  const made = [];
  /** @type {Piece[]} */
  const order = [];
  for (let i = 0; i < items.length; ) {
    const group = items.slice(i, i + (random.chance(0.7) ? 1 : random.between(1, 3)));
    i += group.length;
    const pieces = group.flat();
    const sizes = pieces.map(({ size }) => size);
    const text = group.map((each) => (each === dots ? '...' : each[0].name)).join(' ');
    const isDots = group.length === 1 && group[0] === dots;
    const isBare = isDots ? random.chance(0.7) : group.length === 1 && random.chance(0.9);
    order.push(...pieces);
    if (isBare && isDots) made.push(...sizes);
    else made.push(countElements(sizes));
    right.push(isBare ? text : `(${text})`);
    if (random.chance(0.1)) {
      right.push(random.pick(['1', '()']));
      made.push(1);
    }
  }
  return { right, made, order };
}

/** Where the axes of the output are in an input of this layout. @param {readonly Piece[]} order @param {Layout} input @returns {Layout} */
export const layoutOf = (order, { stride, offset }) => ({
  shape: order.map(({ size }) => size),
  stride: order.map(({ axis, step }) => (axis < 0 ? 0 : stride[axis] * step)),
  offset,
});

/** @param {readonly Piece[]} order @param {readonly number[]} dims of the input */
function placesOf(order, dims) {
  const { shape, stride } = layoutOf(order, {
    shape: dims,
    stride: dims.map((_, axis) => countElements(dims.slice(axis + 1))),
    offset: 0,
  });
  const index = shape.map(() => 0);
  let place = 0;
  return Array.from({ length: countElements(shape) }, () => {
    const here = place;
    for (let axis = shape.length - 1; axis >= 0; --axis) {
      place += stride[axis];
      if (++index[axis] < shape[axis]) break;
      place -= shape[axis] * stride[axis];
      index[axis] = 0;
    }
    return here;
  });
}
