// Random patterns, with the places that their elements come from: made from the axes, not from the text.
import { countElements } from '../../docs/rules/elements.js';

/** @import { Random } from './random.js' */

/**
 * @typedef {object} RandomPattern
 * @property {string} pattern
 * @property {Record<string, number>} sizes
 * @property {number[]} dims of the input
 * @property {number[]} made dims of the output
 * @property {number[]} places in the input of each element of the output
 * @property {{ name: string, inner: number, size: number }[]} names of the right side: their sizes, and elements of the output inside
 */

const NAMES = 'a b c d e f g h patch_1 Height w2 x y z'.split(' ');

/**
 * @param {Random} random
 * @param {number} most elements of the input
 * @returns {RandomPattern}
 */
export function drawPattern(random, most) {
  const names = random.shuffle(NAMES);
  const rank = random.below(6);
  let left = most;
  /** @type {{ name: string, size: number, step: number }[][]} */
  const axes = Array.from({ length: rank }, () =>
    Array.from({ length: random.chance(0.7) ? 1 : random.below(4) }, () => {
      const size = random.chance(0.02) ? 0 : random.size(Math.max(1, Math.min(left, 12)));
      left = Math.floor(left / Math.max(1, size));
      return { name: names.pop() ?? `n${names.length}${left}${random.bits()}`, size, step: 0 };
    }),
  );
  const dims = axes.map((axis) => axis.reduce((product, { size }) => product * size, 1));
  for (let a = rank - 1, stride = 1; a >= 0; stride *= dims[a--])
    axes[a].reduceRight((inner, piece) => {
      piece.step = inner;
      return inner * piece.size;
    }, stride);
  /** @type {Record<string, number>} */
  const sizes = {};
  // the axes that `...` means: neighbours that are no groups
  const [from, to] = [random.below(rank + 1), random.below(rank + 1)].sort((a, b) => a - b);
  const hasDots = random.chance(0.3) && axes.slice(from, to).every((axis) => axis.length === 1);
  const dots = hasDots ? axes.slice(from, to).flat() : [];
  const words = axes.map((axis) => {
    const unknown = axis.findIndex(({ name }) =>
      axis.every((other) => other.name === name || other.size > 0),
    );
    axis.forEach(({ name, size }, i) => {
      if (dots.every((piece) => piece.name !== name) && (i !== unknown || random.chance(0.2)))
        sizes[name] = size;
    });
    return axis.length === 1 ? axis[0].name : `(${axis.map(({ name }) => name).join(' ')})`;
  });
  if (hasDots) words.splice(from, to - from, '...');
  const kept = axes.flat().filter((piece) => !dots.includes(piece));
  const fresh = Array.from({ length: random.chance(0.3) ? random.between(1, 2) : 0 }, (_, i) => {
    const size = random.between(1, 3);
    sizes[`new${i}`] = size;
    return { name: `new${i}`, size, step: 0 };
  });
  const items = random.shuffle([
    ...kept.map((piece) => [piece]),
    ...fresh.map((piece) => [piece]),
    ...(hasDots ? [dots] : []),
  ]);
  /** @type {string[]} */
  const right = [];
  const made = [];
  /** @type {{ name: string, size: number, step: number }[]} */
  const order = [];
  for (let i = 0; i < items.length; ) {
    const count = random.chance(0.7) ? 1 : random.between(1, 3);
    const group = items.slice(i, i + count);
    i += count;
    const pieces = group.flat();
    const text = group.map((each) => (hasDots && each === dots ? '...' : each[0].name)).join(' ');
    order.push(...pieces);
    const isBareDots = group.length === 1 && hasDots && group[0] === dots && random.chance(0.7);
    if (isBareDots) made.push(...pieces.map(({ size }) => size));
    else made.push(pieces.reduce((product, { size }) => product * size, 1));
    right.push(group.length === 1 && (isBareDots || group[0] !== dots || !hasDots) ? text : `(${text})`);
    if (random.chance(0.1)) {
      right.push(random.pick(['1', '()']));
      made.push(1);
    }
  }
  const places = Array.from(
    { length: countElements(made) },
    (_, k) =>
      order.reduceRight(
        ({ rest, place }, { size, step }) => ({
          rest: Math.floor(rest / size),
          place: place + (rest % size) * step,
        }),
        { rest: k, place: 0 },
      ).place,
  );
  const named = order.filter((piece) => !dots.includes(piece));
  return {
    pattern: `${words.join(' ')}${random.pick(['->', ' -> '])}${right.join(' ')}`,
    sizes,
    dims,
    made,
    places,
    names: named.map((piece) => {
      const after = order.slice(order.indexOf(piece) + 1);
      return {
        name: piece.name,
        size: piece.size,
        inner: after.reduce((product, { size }) => product * size, 1),
      };
    }),
  };
}
