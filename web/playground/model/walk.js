// A cut, axis by axis: which indices each output takes and how they follow from what was given. The library decides what
// happens; this says why, for the page and for the code that it shows. tests/node holds it against the library.
import { toIntegers } from './integers.js';

/** @import { Integer } from '../../lib/types.js' */

/**
 * Indices that one output takes of an axis: from, from + step, ...
 * @typedef {{ from: number, step: number, count: number }} Piece
 */

/** @typedef {{ name: string, text: string }} Line a parameter, and what becomes of it */

/**
 * @typedef {object} AxisWalk
 * @property {number} axis
 * @property {number} size
 * @property {boolean} drops the outputs lack the axis
 * @property {Piece[]} pieces one per output
 * @property {Line[]} lines
 * @property {{ start: number, end: number, step: number } | null} bounds of a slice, clamped: end lies one behind the last
 */

/**
 * Slice.
 * @param {readonly number[]} dims
 * @param {Record<string, string>} values starts, ends, axes, steps as typed, and right
 * @param {readonly number[]} [drops] axes
 * @returns {AxisWalk[]}
 */
export function walkSlice(dims, { starts = '', ends = '', axes = '', steps = '' }, drops = []) {
  const [from, to] = [toIntegers(starts), toIntegers(ends)];
  const over = axes.trim() === '' ? from.map((_, i) => i) : toIntegers(axes).map(Number);
  const by = steps.trim() === '' ? from.map(() => 1) : toIntegers(steps);
  return over
    .map((named, i) => {
      const axis = named < 0 ? named + dims.length : named;
      return walkRange(axis, dims[axis], from[i], to[i], by[i], drops.includes(axis));
    })
    .sort((a, b) => a.axis - b.axis);
}

/**
 * @param {number} axis
 * @param {number} size
 * @param {Integer} start
 * @param {Integer} end
 * @param {Integer} step
 * @param {boolean} drops
 * @returns {AxisWalk}
 */
function walkRange(axis, size, start, end, step, drops) {
  const backwards = step < 0;
  const first = resolve('start', start, size, 0, backwards ? size - 1 : size);
  const last = resolve('end', end, size, backwards ? -1 : 0, backwards ? size - 1 : size);
  const distance = backwards ? first.value - last.value : last.value - first.value;
  const stride = BigInt(step);
  const stretch = Number(backwards ? -stride : stride);
  const count = size === 0 || distance <= 0 ? 0 : Math.floor((distance - 1) / stretch) + 1;
  const bounds = {
    start: first.value,
    end: last.value,
    step: count > 1 ? Number(stride) : backwards ? -1 : 1,
  };
  return {
    axis,
    size,
    drops,
    bounds,
    pieces: [{ from: first.value, step: bounds.step, count }],
    lines: [
      { name: 'start', text: first.text },
      { name: 'end', text: last.text },
      { name: 'step', text: `${step}: ${backwards ? 'backwards' : 'forwards'}` },
      { name: 'takes', text: takes(first.value, bounds.step, count, { distance, stretch }) },
    ],
  };
}

/**
 * What a start or an end comes to.
 * @param {'start' | 'end'} name
 * @param {Integer} given
 * @param {number} size
 * @param {number} least
 * @param {number} most
 */
function resolve(name, given, size, least, most) {
  const counted = given < 0 ? BigInt(given) + BigInt(size) : BigInt(given);
  const value = Number(counted < least ? least : counted > most ? most : counted);
  const parts = [`${given}`];
  if (given < 0) parts.push(`counts from the back: ${given} + ${size} = ${counted}`);
  if (value !== Number(counted)) parts.push(`clamped to ${value}${place(name, value, size)}`);
  else if (name === 'end' && value === size) parts.push('behind the last');
  return { value, text: parts.join(' → ') };
}

/**
 * @param {'start' | 'end'} name
 * @param {number} value
 * @param {number} size
 */
function place(name, value, size) {
  if (value === -1) return ', before the first';
  if (value === size) return ', behind the last';
  if (value === size - 1) return ', the last';
  return value === 0 && name === 'start' ? ', the first' : '';
}

/**
 * @param {number} from
 * @param {number} step
 * @param {number} count
 * @param {{ distance: number, stretch: number }} way from start to end
 */
function takes(from, step, count, { distance, stretch }) {
  if (count === 0) return 'nothing: the end is not behind the start';
  const list = listPiece({ from, step, count });
  if (count === 1) return list;
  const many = stretch > 1 ? `${distance} / ${stretch}, rounded up, is ${count}` : `${count} of them`;
  return `${list} (${many})`;
}

/**
 * Split and its kin. The sizes are the library's.
 * @param {object} cut
 * @param {readonly number[]} cut.dims
 * @param {number} cut.axis as given
 * @param {readonly number[]} cut.sizes of the pieces
 * @param {boolean} cut.drops
 * @param {Line[]} cut.lines
 * @returns {AxisWalk[]}
 */
export function walkSplit({ dims, axis, sizes, drops, lines }) {
  const at = axis < 0 ? axis + dims.length : axis;
  let from = 0;
  const pieces = sizes.map((count) => {
    const piece = { from, step: 1, count };
    from += count;
    return piece;
  });
  const counted =
    axis < 0
      ? [{ name: 'axis', text: `${axis} → counts from the back: ${axis} + ${dims.length} = ${at}` }]
      : [];
  return [{ axis: at, size: dims[at], drops, bounds: null, pieces, lines: [...counted, ...lines] }];
}

/**
 * Which piece takes an index; -1: none.
 * @param {AxisWalk} walk
 * @param {number} index
 */
export const pieceOf = ({ pieces }, index) =>
  pieces.findIndex(({ from, step, count }) => {
    const i = (index - from) / step;
    return Number.isInteger(i) && i >= 0 && i < count;
  });

/** Indices that are written out. */
const MOST_LISTED = 8;

/** `1, 3, 5, … 97`. @param {Piece} piece */
export function listPiece({ from, step, count }) {
  const shown = count > MOST_LISTED ? MOST_LISTED - 2 : count;
  const indices = Array.from({ length: shown }, (_, i) => from + i * step);
  if (shown < count) return `${indices.join(', ')}, … ${from + (count - 1) * step}`;
  return indices.join(', ');
}
