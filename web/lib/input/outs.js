// `out`: the arrays that a caller wants written. They are read first, once each; then everything about them is checked
// before anything is written.
import { bufferOf, byteLengthOf, byteOffsetOf, CLASSES, className } from '../base/arrays.js';
import { describe, reading, readLength, readNumber, readNumbers, STRIDES, toNumber } from '../base/read.js';
import { getCore } from '../core/core.js';
import { countOf, DTYPES, elementsIn, typeNamed } from '../core/tables.js';
import { badOut, checkApart, checkOverlap, memoryOf, rangeOf } from './overlap.js';
import { denseStrides, hullOf, isRowMajor, readTensor } from './tensor.js';

/** @import { DType } from '../core/tables.js' */
/** @import { Version } from '../core/operators.js' */
/** @import { Decision } from '../plan/decide.js' */
/** @import { Source } from './tensor.js' */
/** @import { Out } from '../types.js' */

/**
 * Where the elements of an output are in its array, if not in row-major order from the first entry on.
 * @typedef {object} Spread
 * @property {number} length entries of the array
 * @property {number} offset in elements, as the strides
 * @property {readonly number[]} stride
 */

/**
 * `out`, as it was read.
 * @typedef {object} Outs
 * @property {unknown} list
 * @property {any[]} given the caller's array for each output
 * @property {any[]} arrays the same, or the part of it that the output fills
 * @property {unknown[]} named what their caller calls the types of the arrays, if at all
 * @property {({ stride: number[], offset: number } | null)[]} strided what the caller says of strides
 * @property {(Spread | null)[]} spreads of the outputs that are not in row-major order
 * @property {boolean} overlaps a cut's input
 * @property {boolean} isInPlace the output of a join is where its first input is
 */

/**
 * @param {readonly Out[] | Out} out
 * @param {Decision['outputs']} outputs
 * @param {boolean} areStrings
 * @param {string} op to blame
 * @returns {Outs}
 */
export function readOuts(out, outputs, areStrings, op) {
  const given = readList(out, outputs.length, areStrings, op);
  /** @type {Outs['strided']} */ const strided = new Array(given.length).fill(null);
  const named = new Array(given.length);
  for (let i = 0; i < given.length; ++i) {
    const item = given[i];
    if (typeof item !== 'object' || item === null || className(item) !== '') continue;
    const read = readTensor(item, op, 'out');
    named[i] = read.named;
    given[i] = read.data;
    if (read.stride !== null || read.offset !== null) strided[i] = readStrides(read, i, outputs[i].dims, op);
  }
  const spreads = new Array(given.length).fill(null);
  return {
    list: out,
    given,
    arrays: given.slice(),
    named,
    strided,
    spreads,
    overlaps: false,
    isInPlace: false,
  };
}

/**
 * Strides and offset of an output; null: it is in row-major order.
 * @param {ReturnType<typeof readTensor>} read
 * @param {number} i
 * @param {readonly number[]} dims
 * @param {string} op
 */
function readStrides({ stride, offset, floating, sizes }, i, dims, op) {
  const count = stride === null ? dims.length : readLength(stride, op, 'out');
  if (count !== dims.length)
    throw badOut(op, `output ${i} has rank ${dims.length}, but ${count} strides are given`);
  const strides =
    stride === null
      ? denseStrides(dims)
      : readNumbers(/** @type {any} */ (stride), count, STRIDES, op, 'out');
  if ((sizes ?? null) !== null) checkSizes(sizes, i, dims, op);
  if (floating && isRowMajor(dims, strides)) return null;
  if (floating) throw badOut(op, `output ${i} has strides, so give the offset of its first element too`);
  return { stride: strides, offset: readNumber(offset ?? 0, 'the offset ', op, 'out') };
}

/**
 * @param {unknown} sizes
 * @param {number} i
 * @param {readonly number[]} dims
 * @param {string} op
 */
function checkSizes(sizes, i, dims, op) {
  const count = readLength(sizes, op, 'out');
  const given = reading(
    () =>
      Array.from({ length: Math.min(Math.max(count, 0), 64) }, (_, a) =>
        toNumber(/** @type {any} */ (sizes)[a]),
      ),
    op,
    'out',
  );
  if (count === dims.length && dims.every((size, a) => size === given[a])) return;
  throw badOut(op, `output ${i} has the dims [${dims}], not [${given}]`);
}

/**
 * One output may stand for a list of one, also one of strings.
 * @param {any} out
 * @param {number} count
 * @param {boolean} areStrings
 * @param {string} op
 * @returns {any[]}
 */
function readList(out, count, areStrings, op) {
  const length = className(out) === 'Array' ? readLength(out, op, 'out') : -1;
  const first = length > 0 ? readEntry(out, 0, op) : undefined;
  const isOne = length < 0 || (areStrings && count === 1 && typeof first !== 'object');
  const given = isOne ? 1 : length;
  if (given !== count) throw badOut(op, `needs one array per output: ${count}, not ${given}`);
  if (isOne) return [out];
  const items = new Array(length);
  for (let i = 0; i < length; ++i) items[i] = i === 0 ? first : readEntry(out, i, op);
  return items;
}

/**
 * @param {any[]} out
 * @param {number} i
 * @param {string} op
 */
const readEntry = (out, i, op) => reading(() => out[i], op, 'out');

/**
 * Whether `out` may be written; and whether it overlaps the input, or is where the first input is.
 * @param {Outs} outs
 * @param {Pick<Decision, 'outputs' | 'lengths'>} decision
 * @param {readonly Source[]} sources
 * @param {boolean} mayOverlap the input: its one output is one run of it
 * @param {Version} version to blame
 */
export function checkOuts(outs, { outputs, lengths }, sources, mayOverlap, version) {
  const { given, arrays, named, strided, spreads } = outs;
  const { op } = version;
  const [first] = sources;
  const row = DTYPES[first.type];
  for (let i = 0; i < given.length; ++i) {
    checkType(named[i], i, first.type, outputs[i].type, op);
    checkClass(given[i], i, first.holder, op);
    const length = readLength(given[i], op, 'out');
    const layout = strided[i];
    if (layout === null) {
      checkLength(length, i, lengths[i], op);
      continue;
    }
    const { dims } = outputs[i];
    const spread = spreadOf(layout, i, length, dims, row, op);
    if (first.holder === 'Array' || !isPlain(spread, dims, row)) {
      spreads[i] = spread;
      continue;
    }
    const begin = dims.includes(0) ? 0 : (spread.offset / row.group) * row.entries;
    const Class = CLASSES[first.holder];
    const from = byteOffsetOf(given[i]) + begin * Class.BYTES_PER_ELEMENT;
    arrays[i] = new Class(bufferOf(given[i]), from, lengths[i]);
  }
  outs.isInPlace = version.tensors === 2 && given.length === 1 && isAt(first, given[0], strided[0]);
  const inputs = outs.isInPlace ? sources.slice(1) : sources;
  if (given.length === 1 && inputs.every(({ data }) => memoryOf(arrays[0]) !== memoryOf(data))) return;
  const ranges = arrays.map((array, i) => rangeOf(array, i, spreads[i], outputs[i].dims, row));
  outs.overlaps = checkOverlap(
    inputs.map(({ data }, i) => rangeOf(data, i, null, [], row)),
    ranges,
    mayOverlap,
    op,
  );
}

/**
 * Is an input where an output is to be?
 * @param {Source} source
 * @param {any} array
 * @param {Outs['strided'][number]} layout
 */
function isAt({ data, dims, stride, offset }, array, layout) {
  if (memoryOf(data) !== memoryOf(array)) return false;
  if (className(array) !== 'Array')
    if (byteOffsetOf(data) !== byteOffsetOf(array) || byteLengthOf(data) !== byteLengthOf(array))
      return false;
  const other = layout ?? { stride: denseStrides(dims), offset: 0 };
  const own = stride ?? denseStrides(dims);
  return offset === other.offset && dims.every((size, a) => size === 1 || own[a] === other.stride[a]);
}

/**
 * @param {{ stride: number[], offset: number }} layout
 * @param {number} i
 * @param {number} length entries of the array
 * @param {readonly number[]} dims
 * @param {DType} row
 * @param {string} op
 * @returns {Spread}
 */
function spreadOf({ stride, offset }, i, length, dims, row, op) {
  const bad = [offset, ...stride].find((each) => !Number.isInteger(each));
  if (bad !== undefined) throw badOut(op, `output ${i}: offset and strides must be integers, not ${bad}`);
  const { first, last } = hullOf(dims, stride, offset);
  const held = elementsIn(row, length);
  if (!dims.includes(0) && (first < 0 || last >= held)) {
    const what = `output ${i}: offset and strides reach outside the ${held} elements of its data`;
    throw badOut(op, what);
  }
  checkApart(dims, stride, op, 'out', `output ${i}: `);
  return { length, offset, stride };
}

/**
 * Is it a part of its array, in row-major order, and of whole bytes?
 * @param {Spread} spread
 * @param {readonly number[]} dims
 * @param {DType} row
 */
const isPlain = ({ stride, offset }, dims, { group }) =>
  isRowMajor(dims, stride) && (dims.includes(0) || (offset % group === 0 && countOf(dims) % group === 0));

/**
 * @param {unknown} named
 * @param {number} i
 * @param {number} row of the type that it must be
 * @param {string} type
 * @param {string} op
 */
function checkType(named, i, row, type, op) {
  if (named === undefined || named === null || named === type) return;
  if (typeNamed(named) === row) return;
  throw badOut(op, `output ${i} is ${type}, not ${describe(named)}`);
}

/**
 * @param {unknown} array
 * @param {number} i
 * @param {string} holder
 * @param {string} op
 */
function checkClass(array, i, holder, op) {
  if (className(array) !== holder) {
    const what = `output ${i} must be of class ${holder}, as the input is, not ${describe(array)}`;
    throw badOut(op, what);
  }
  if (holder !== 'Array' && getCore().arena?.isBeside(array)) {
    throw badOut(op, `output ${i} is in WebAssembly memory, but not in the arena`);
  }
}

/**
 * @param {number} given
 * @param {number} i
 * @param {number} length
 * @param {string} op
 */
function checkLength(given, i, length, op) {
  if (given !== length) throw badOut(op, `output ${i} needs an array of length ${length}, not ${given}`);
}
