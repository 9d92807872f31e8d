// Random cuts: first what is taken of which tensor, which is all that the oracle needs to know; how a caller says it comes
// later, in spell.js. So nothing here has to be understood the way the library understands it.
import { bitsOf, countElements, entriesOf, PACKED } from '../../docs/rules/elements.js';
import { isCut, OPERATORS } from '../../docs/rules/operators.js';

/** @import { Layout } from './oracle.js' */
/** @import { Library } from './spell.js' */
/** @import { Row } from '../../docs/rules/operators.js' */
/** @import { Random } from './random.js' */

/**
 * @typedef {object} Limits
 * @property {number} bytes of one input
 * @property {number} pieces of one call
 * @property {number} arena its bytes, or 0
 * @property {number} forget the share of arrays in the arena that are left to the collector
 */

/** @typedef {{ start: number, step: number, count: number }} Range of one axis; start is there unless count is 0 */

/** How the sizes of pieces are told. @typedef {'list' | 'rest' | 'equal' | 'chunks' | 'chunk' | 'each'} Telling */

/**
 * @typedef {object} Cut
 * @property {Row} row
 * @property {string} type
 * @property {number[]} dims
 * @property {Range[][]} pieces of each output, a range per axis
 * @property {{ axis: number, sizes: number[], told: Telling, drop: boolean }} [split] what the pieces come from
 */

const CUTS = OPERATORS.filter(isCut);

/** The versions that cut, of those that a library has. @param {Pick<Library, 'operators'>} library */
export const cutsOf = ({ operators }) =>
  CUTS.filter((row) =>
    operators().some(
      ({ domain, op_type, since_version }) =>
        domain === row.domain && op_type === row.op_type && since_version === row.since_version,
    ),
  );

/** What a string counts for. */
export const STRING_BYTES = 512;

const WHOLE = 0.4;
const EMPTY = 0.02;
const LARGE = 0.02;
const USUAL_BYTES = 1 << 16;
/** Elements of packed types are compared bit by bit. */
const MOST_PACKED = 1 << 15;

/** Can its elements be given back without touching their neighbours? Those of packed types share bytes. @param {string} type */
export const isApart = (type) => !PACKED.includes(type);

/** Dims of each output. @param {Cut} cut @param {readonly number[]} drops axes of single indices */
export const dimsOf = ({ pieces, split }, drops) =>
  pieces.map((ranges) => {
    const dropped = split?.drop ? [split.axis] : drops;
    return sizesOf(ranges).filter((_, axis) => !dropped.includes(axis));
  });

/** Lengths of the arrays that hold the outputs. @param {Cut} cut */
export const lengthsOf = ({ type, pieces }) =>
  pieces.map((ranges) => entriesOf(type, countElements(sizesOf(ranges))));

/**
 * Where the elements of an output are in the data of the input.
 * @param {Layout} layout of the input
 * @param {Range[]} ranges of the output
 * @returns {Layout}
 */
export const layoutOf = ({ stride, offset }, ranges) => ({
  shape: sizesOf(ranges),
  stride: ranges.map(({ step }, axis) => step * stride[axis]),
  offset: ranges.reduce((sum, { start }, axis) => sum + start * stride[axis], offset),
});

/** @param {Range[]} ranges */
export const sizesOf = (ranges) => ranges.map(({ count }) => count);

/** @param {Row} row */
const takesScalars = ({ op_type, domain }) => op_type === 'Slice' && domain === 'ai.onnx';

/** @param {Random} random @param {Limits} limits @param {readonly Row[]} rows @returns {Cut} */
export function randomCut(random, limits, rows) {
  const row = random.pick(rows);
  const type = random.pick(row.types);
  const dims = randomDims(random, mostElements(random, type, limits), takesScalars(row) ? 0 : 1);
  return row.op_type === 'Slice' ? slice(random, row, type, dims) : split(random, row, type, dims, limits);
}

/** The most pieces that there may be, told by a list: the longest words that a call can have. @param {Row} row @param {Limits} limits @returns {Cut} */
export function largestCut(row, { bytes, pieces }) {
  const type = 'float32';
  const dims = [pieces, Math.floor(bytes / 4 / pieces)];
  return { row, type, dims, ...piecesOf(dims, 0, new Array(pieces).fill(1), 'list', false) };
}

/** As many of 10 as of 1000 bytes; and few of many. @param {Random} random @param {string} type @param {Limits} limits */
function mostElements(random, type, { bytes }) {
  const wanted = random.size(random.chance(LARGE) ? bytes : Math.min(bytes, USUAL_BYTES));
  const bits = bitsOf(type) || 8 * STRING_BYTES;
  const elements = Math.max(1, Math.floor((wanted * 8) / bits));
  return PACKED.includes(type) ? Math.min(elements, MOST_PACKED) : elements;
}

/** @param {Random} random @param {number} most elements @param {number} leastRank */
export function randomDims(random, most, leastRank) {
  if (leastRank === 0 && random.chance(0.01)) return [];
  let rest = most;
  const sizes = Array.from({ length: random.between(0, 5) }, () => {
    const size = random.size(rest);
    rest = Math.floor(rest / size);
    return size;
  });
  const dims = random.shuffle([...sizes, rest]);
  if (random.chance(EMPTY)) dims[random.below(dims.length)] = 0;
  return dims;
}

/** @param {Random} random @param {Row} row @param {string} type @param {number[]} dims @returns {Cut} */
function slice(random, row, type, dims) {
  const stepped = row.since_version > 1;
  return { row, type, dims, pieces: [dims.map((size) => randomRange(random, size, stepped))] };
}

/** @param {Random} random @param {number} size @param {boolean} stepped @returns {Range} */
export function randomRange(random, size, stepped) {
  if (random.chance(WHOLE)) return { start: 0, step: 1, count: size };
  const step = stepped && random.chance(0.5) ? random.size(9) * random.pick([1, -1]) : 1;
  const start = step > 0 && random.chance(EMPTY) ? size : random.below(size);
  const there = step > 0 ? size - start : Math.min(start + 1, size);
  const most = Math.ceil(there / Math.abs(step));
  if (random.chance(0.5)) return { start, step, count: most };
  return { start, step, count: random.chance(EMPTY) ? 0 : random.between(Math.min(1, most), most) };
}

/** @type {Record<string, (row: Row) => Telling[]>} */
const TELLINGS = {
  Split: ({ domain, since_version }) =>
    domain === 'openvino' ? ['equal'] : ['list', since_version < 18 ? 'equal' : 'chunks'],
  SplitToSequence: () => ['list', 'chunk', 'each'],
  VariadicSplit: () => ['list', 'rest'],
};

/** @param {Random} random @param {Row} row @param {string} type @param {number[]} dims @param {Limits} limits @returns {Cut} */
function split(random, row, type, dims, limits) {
  const axis = random.below(dims.length);
  const size = dims[axis];
  const most = Math.max(1, Math.min(limits.pieces, size));
  const wanted = random.pick(TELLINGS[row.op_type](row));
  const told = wanted === 'each' && size > limits.pieces ? 'chunk' : wanted;
  const sizes = randomSizes(random, size, random.size(most), told);
  return { row, type, dims, ...piecesOf(dims, axis, sizes, told, told === 'each' && random.chance(0.5)) };
}

/** @param {Random} random @param {number} size @param {number} count about as many pieces @param {Telling} told @returns {number[]} */
function randomSizes(random, size, count, told) {
  const chunk = Math.max(1, Math.ceil(size / count));
  const inChunks = (/** @type {number} */ length) =>
    Array.from({ length }, (_, i) => Math.max(0, Math.min(chunk, size - i * chunk)));
  if (told === 'each') return new Array(size).fill(1);
  if (told === 'chunk') return inChunks(Math.ceil(size / chunk));
  if (told === 'chunks') return inChunks(count);
  if (told === 'equal') return new Array(size % count ? 1 : count).fill(size % count ? size : size / count);
  const ends = Array.from({ length: count - 1 }, () => random.between(0, size)).sort((a, b) => a - b);
  return [...ends, size].map((end, i) => end - (ends[i - 1] ?? 0));
}

/** @param {number[]} dims @param {number} axis @param {number[]} sizes @param {Telling} told @param {boolean} drop */
function piecesOf(dims, axis, sizes, told, drop) {
  let start = 0;
  const pieces = sizes.map((size) => {
    const ranges = dims.map((count) => ({ start: 0, step: 1, count }));
    ranges[axis] = { start, step: 1, count: size };
    start += size;
    return ranges;
  });
  return { pieces, split: { axis, sizes, told, drop } };
}
