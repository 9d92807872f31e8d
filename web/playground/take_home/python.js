// What the two libraries of Python have in common: their element types, ranges of indices, and the values of an input.
import { KINDS } from '../model/values.js';
import { isWritten } from './cut.js';

/** @import { Type } from '../../lib/types.js' */
/** @import { Cut } from './cut.js' */
/** @import { Piece } from '../model/walk.js' */

/** Types that neither has: what stands in for them, and what is to be said about it. */
/** @type {Partial<Record<Type, { type: string, says: string }>>} */
const INSTEAD = {
  f8e4m3: { type: 'uint8', says: 'the bits of f8e4m3' },
  f8e5m2: { type: 'uint8', says: 'the bits of f8e5m2' },
  f8e8m0: { type: 'uint8', says: 'the bits of f8e8m0' },
  u1: { type: 'uint8', says: 'one element of u1 per byte' },
  u2: { type: 'uint8', says: 'one element of u2 per byte' },
  u3: { type: 'uint8', says: 'one element of u3 per byte' },
  u4: { type: 'uint8', says: 'one element of u4 per byte' },
  u6: { type: 'uint8', says: 'one element of u6 per byte' },
  i4: { type: 'uint8', says: 'the bits of i4, one element per byte' },
  nf4: { type: 'uint8', says: 'the bits of nf4, one element per byte' },
  f4e2m1: { type: 'uint8', says: 'the bits of f4e2m1, one element per byte' },
};

/**
 * @param {Type} type
 * @param {Partial<Record<Type, { type: string, says: string }>>} own
 */
export function typeIn(type, own) {
  const { type: name, says = '' } = own[type] ?? INSTEAD[type] ?? { type };
  return { name, comment: says === '' ? '' : `  # ${says}` };
}

/**
 * `1:5`, `::-2`, `3`.
 * @param {Piece} piece
 * @param {number} size
 * @param {boolean} drops
 */
export function range({ from, step, count }, size, drops) {
  if (drops) return String(from);
  if (count === 0) return '0:0';
  if (count === 1) return from === 0 && size === 1 ? ':' : `${from}:${from + 1}`;
  const last = from + (count - 1) * step;
  const by = step === 1 ? '' : `:${step}`;
  if (step > 0) return `${from === 0 ? '' : from}:${last + 1 >= size ? '' : last + 1}${by}`;
  return `${from === size - 1 ? '' : from}:${last === 0 ? '' : last - 1}${by}`;
}

/**
 * A whole index: one entry per axis up to the last one that is cut.
 * @param {Cut} cut
 * @param {(piece: Piece, size: number, drops: boolean) => string} write
 */
export function indexOfCut({ dims, walk }, write) {
  const entries = dims.map((size, axis) => {
    const its = walk.find((each) => each.axis === axis);
    return its ? write(its.pieces[0], size, its.drops) : ':';
  });
  while (entries.at(-1) === ':') entries.pop();
  return entries.length > 0 ? entries.join(', ') : '...';
}

/**
 * What `reshape` is given.
 * @param {readonly number[]} dims
 */
export const shapeOf = (dims) => (dims.length > 0 ? dims.join(', ') : '()');

/**
 * The values that have been typed, as a list; null where the input counts.
 * @param {Cut} cut
 */
export function listOf(cut) {
  const { data, type } = cut;
  if (data === null) return null;
  const { is } = KINDS[type];
  if (!isWritten(cut)) return '[...]';
  const values = data.map((value) => {
    if (is === 'string') return JSON.stringify(value);
    if (is === 'bool') return value === 'T' ? 'True' : 'False';
    return { NaN: 'nan', Infinity: 'inf', '-Infinity': '-inf' }[value] ?? value;
  });
  return `[${values.join(', ')}]`;
}

/** Imports of the words in a list that Python does not have. @param {string | null} list */
export const importsFor = (list) => (list && /\b(nan|inf)\b/.test(list) ? ['from math import inf, nan'] : []);
