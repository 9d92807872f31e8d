// One cut has many spellings: which function, which opset, what counts from the end, what is left out, which class an index
// list is of. This file takes one at random. A spelling holds two of them: the operator's own function, and a node.
import { versionsOf } from '../../docs/rules/operators.js';

/** @import { Cut, Range } from './cuts.js' */
/** @import { Random } from './random.js' */

/** @typedef {any} Any */
/** @typedef {typeof import('microtome')} Library */

/**
 * @typedef {object} Spelling
 * @property {(library: Library, input: Any, options: Any) => Any[]} direct
 * @property {string} op_type of a node
 * @property {Any[]} inputs after the data
 * @property {Any} options of a node
 * @property {number[]} drops axes that `direct` drops, of single indices
 */

/** Beyond every axis. */
const FAR = 2 ** 31 - 1;

/** @param {Random} random @param {Cut} cut @returns {Spelling} */
export function spell(random, cut) {
  if (cut.split) return spellSplit(random, cut);
  return cut.row.domain === 'openvino' ? spellOpenVinoSlice(random, cut) : spellSlice(random, cut);
}

/** One at which this version is in effect; the newest needs none. @param {Random} random @param {Cut['row']} row */
export function opsetOf(random, { op_type, domain, since_version }) {
  const next = versionsOf(op_type, domain).find((row) => row.since_version > since_version);
  if (next === undefined && random.chance(0.5)) return {};
  const opset = random.between(since_version, (next?.since_version ?? since_version + 9) - 1);
  return { opset: random.chance(0.2) ? BigInt(opset) : opset };
}

/** @type {((list: number[]) => Any)[]} in any place */
const LISTS = [
  (list) => list,
  (list) => Int32Array.from(list),
  (list) => list.map(BigInt),
  (list) => BigInt64Array.from(list, BigInt),
];

/** @type {((list: number[]) => Any)[]} where a document says tensor(int64) */
const TENSORS = [
  ...LISTS,
  (list) => ({ type: 'int64', dims: [list.length], data: BigInt64Array.from(list, BigInt) }),
];

/** @param {Random} random @param {number} axis @param {number} rank */
export const spellAxis = (random, axis, rank) => (random.chance(0.3) ? axis - rank : axis);

/** @type {[string, any][]} */
const INTEGERS = [
  ['int8', Int8Array],
  ['int16', Int16Array],
  ['int32', Int32Array],
  ['int64', BigInt64Array],
  ['uint8', Uint8Array],
  ['uint16', Uint16Array],
  ['uint32', Uint32Array],
  ['uint64', BigUint64Array],
];

/** Numbers as an index input of OpenVINO: a tensor of any integer type that has them. @param {Random} random @param {number[]} list @param {number[]} [dims] */
export function anyIntegers(random, list, dims = [list.length]) {
  const tensors = INTEGERS.flatMap(([type, Class]) => {
    const isBig = Class.BYTES_PER_ELEMENT === 8;
    if (list.some((n) => n < 0) && type.startsWith('uint')) return [];
    const data = Class.from(list, (/** @type {number} */ n) => (isBig ? BigInt(n) : n));
    return list.every((n, i) => Number(data[i]) === n) ? [{ type, dims, data }] : [];
  });
  return random.pick(tensors);
}

/**
 * Lists that take these ranges, as Slice has them.
 * @param {Random} random
 * @param {Range[]} ranges
 * @param {number[]} dims
 */
export function spellRanges(random, ranges, dims) {
  const axes = random
    .shuffle(dims.map((_, axis) => axis))
    .filter((axis) => isCut(ranges[axis], dims[axis]) || random.chance(0.3));
  if (random.chance(0.3)) axes.sort((a, b) => a - b);
  return {
    starts: axes.map((axis) => spellStart(random, ranges[axis], dims[axis])),
    ends: axes.map((axis) => spellEnd(random, ranges[axis], dims[axis])),
    steps: axes.map((axis) => ranges[axis].step),
    axes: axes.map((axis) => spellAxis(random, axis, dims.length)),
    /** Must `axes` be given? */
    named: axes.some((axis, i) => axis !== i),
  };
}

/** @param {Random} random @param {Cut} cut @returns {Spelling} */
function spellOpenVinoSlice(random, { row, dims, pieces: [ranges] }) {
  const inputs = spellOpenVinoRanges(random, ranges, dims);
  const options = { ...opsetOf(random, row), domain: 'openvino' };
  return {
    direct: (library, input, more) =>
      library.evaluate('Slice', /** @type {Any} */ ([input, ...inputs]), { ...options, ...more }),
    op_type: 'Slice',
    inputs,
    options,
    drops: [],
  };
}

/**
 * `start`, `stop`, `step` and perhaps `axes`, each of another type.
 * @param {Random} random
 * @param {Range[]} ranges
 * @param {number[]} dims
 */
export function spellOpenVinoRanges(random, ranges, dims) {
  const { starts, ends, steps, axes, named } = spellRanges(random, ranges, dims);
  const lists = [starts, ends, steps, ...(named || random.chance(0.5) ? [axes] : [])];
  return lists.map((list) => (random.chance(0.3) ? list : anyIntegers(random, list)));
}

/** @param {Random} random @param {Cut} cut @returns {Spelling} */
function spellSlice(random, { row, dims, pieces: [ranges] }) {
  const { named, ...lists } = spellRanges(random, ranges, dims);
  const toList = random.pick(row.inputs.length > 1 ? TENSORS : LISTS);
  /** @type {Any} */
  const spec = { starts: toList(lists.starts), ends: toList(lists.ends) };
  if (named || random.chance(0.5)) spec.axes = toList(lists.axes);
  if (row.inputs.length > 1 && (lists.steps.some((step) => step !== 1) || random.chance(0.3)))
    spec.steps = toList(lists.steps);
  const opset = opsetOf(random, row);
  const { text, drops } = random.chance(0.4) ? spellString(random, ranges, dims) : { text: '', drops: [] };
  return {
    direct: (library, input, options) => [library.slice(input, text || spec, { ...opset, ...options })],
    op_type: 'Slice',
    inputs: row.inputs.length > 1 ? [spec.starts, spec.ends, spec.axes ?? null, spec.steps] : [],
    options: { ...opset, ...(row.inputs.length > 1 ? {} : { attributes: spec }) },
    drops,
  };
}

/** @param {Range} range @param {number} size */
const isCut = ({ start, step, count }, size) => start !== 0 || step !== 1 || count !== size;

/** @param {Random} random @param {Range} range @param {number} size */
function spellStart(random, { start, step, count }, size) {
  if (start === 0 && step > 0 && random.chance(0.2)) return -size - random.below(9);
  if (start === size - 1 && step < 0 && random.chance(0.2))
    return random.chance(0.5) ? FAR : size + random.below(9);
  if (count === 0 && start === size) return start;
  return random.chance(0.3) && size > 0 ? start - size : start;
}

/** Any end after the last index and not after the one that would come next. @param {Random} random @param {Range} range @param {number} size */
function spellEnd(random, { start, step, count }, size) {
  const next = start + count * step;
  if (step > 0) {
    const least = count === 0 ? 0 : next - step + 1;
    if (next >= size && random.chance(0.5)) return random.chance(0.5) ? FAR : random.between(size, size + 9);
    const end = random.between(least, Math.min(next, size));
    return end < size && random.chance(0.3) ? end - size : end;
  }
  const most = count === 0 ? size - 1 : next - step - 1;
  if (next < 0 && (most < 0 || random.chance(0.5)))
    return random.chance(0.5) ? -FAR : -size - 1 - random.below(9);
  const end = random.between(Math.max(next, 0), most);
  return random.chance(0.3) ? end - size : end;
}

/** NumPy's notation: axes are named by their places. @param {Random} random @param {Range[]} ranges @param {number[]} dims */
export function spellString(random, ranges, dims) {
  /** @type {number[]} */
  const drops = [];
  const items = ranges.map((range, axis) => {
    const size = dims[axis];
    const { start, step, count } = range;
    if (count === 1 && random.chance(0.3)) {
      drops.push(axis);
      return String(random.chance(0.3) ? start - size : start);
    }
    const origin = step > 0 ? 0 : size - 1;
    const goesOn = step > 0 ? start + count * step >= size : start + count * step < 0;
    const from = start === origin && random.chance(0.7) ? '' : spellStart(random, range, size);
    const to = goesOn && random.chance(0.7) ? '' : spellEnd(random, range, size);
    return `${from}:${to}${step === 1 && random.chance(0.8) ? '' : `:${step}`}`;
  });
  const named = ranges.map((range, axis) => isCut(range, dims[axis]) || drops.includes(axis));
  const [first, last] = [named.indexOf(true), named.lastIndexOf(true)];
  const some =
    first < 0 ? [] : random.chance(0.5) ? items.slice(0, last + 1) : ['...', ...items.slice(first)];
  if (some.length === 0 || (some[0] !== '...' && random.chance(0.2))) some.push('...');
  return { text: some.join(random.pick([',', ', '])), drops };
}

/** @param {Random} random @param {Cut} cut @returns {Spelling} */
function spellSplit(random, cut) {
  const { op_type, domain } = cut.row;
  if (op_type === 'Split' && domain === 'openvino') return spellOpenVinoSplit(random, cut);
  if (op_type === 'VariadicSplit') return spellVariadicSplit(random, cut);
  return op_type === 'Split' ? spellPlainSplit(random, cut) : spellSequence(random, cut);
}

/** @param {Cut} cut */
const splitOf = ({ split }) => /** @type {NonNullable<typeof split>} */ (split);

/** @param {Random} random @param {Cut} cut @returns {Spelling} */
function spellPlainSplit(random, cut) {
  const { row, dims } = cut;
  const { axis, sizes, told } = splitOf(cut);
  const attributes = axis === 0 && random.chance(0.5) ? {} : { axis: spellAxis(random, axis, dims.length) };
  const isInput = row.since_version >= 13;
  const list = told === 'list' ? random.pick(isInput ? TENSORS : LISTS)(sizes) : undefined;
  const count = told === 'list' ? {} : { num_outputs: sizes.length };
  const opset = opsetOf(random, row);
  const isAttribute = row.since_version >= 18;
  const ofNode = told === 'equal' || random.chance(0.2) ? { num_outputs: sizes.length } : {};
  return {
    direct: ({ split }, input, options) =>
      split(input, { ...attributes, split: list, ...count }, { ...opset, ...options }),
    op_type: 'Split',
    inputs: isInput && list ? [list] : [],
    options: {
      ...opset,
      ...ofNode,
      attributes: {
        ...attributes,
        ...(isAttribute ? count : {}),
        ...(isInput || !list ? {} : { split: list }),
      },
    },
    drops: [],
  };
}

/** @param {Random} random @param {Cut} cut @returns {Spelling} */
function spellSequence(random, cut) {
  const { row, dims } = cut;
  const { axis, sizes, told, drop } = splitOf(cut);
  /** @type {Record<string, number>} */
  const attributes = axis === 0 && random.chance(0.5) ? {} : { axis: spellAxis(random, axis, dims.length) };
  if (drop || random.chance(0.3)) attributes.keepdims = drop ? 0 : told === 'each' ? 1 : random.below(2);
  const chunk = Math.max(1, sizes[0] ?? 1);
  const scalar = random.pick([chunk, BigInt(chunk), { type: 'int32', dims: [], data: Int32Array.of(chunk) }]);
  const split = told === 'each' ? undefined : told === 'chunk' ? scalar : random.pick(TENSORS)(sizes);
  const opset = opsetOf(random, row);
  return {
    direct: (library, input, options) =>
      library.splitToSequence(input, { ...attributes, split }, { ...opset, ...options }),
    op_type: 'SplitToSequence',
    inputs: split === undefined ? [] : [split],
    options: { ...opset, attributes },
    drops: [],
  };
}

/** @param {Random} random @param {Cut} cut @returns {Spelling} */
function spellVariadicSplit(random, cut) {
  const { axis, sizes, told } = splitOf(cut);
  const rest = told === 'rest' ? random.below(sizes.length) : -1;
  const lengths = random.pick(TENSORS)(sizes.map((size, i) => (i === rest ? -1 : size)));
  const number = spellAxis(random, axis, cut.dims.length);
  const where = random.pick(
    /** @type {Any[]} */ ([
      number,
      [number],
      BigInt(number),
      { type: 'int32', dims: [], data: Int32Array.of(number) },
    ]),
  );
  return {
    direct: ({ variadicSplit }, input, options) => variadicSplit(input, where, lengths, options),
    op_type: 'VariadicSplit',
    inputs: [where, lengths],
    options: random.chance(0.5) ? { domain: 'openvino' } : {},
    drops: [],
  };
}

/** @param {Random} random @param {Cut} cut @returns {Spelling} */
function spellOpenVinoSplit(random, cut) {
  const { axis, sizes } = splitOf(cut);
  const number = spellAxis(random, axis, cut.dims.length);
  const where = random.pick([number, anyIntegers(random, [number]), anyIntegers(random, [number], [])]);
  const options = {
    ...opsetOf(random, cut.row),
    domain: 'openvino',
    attributes: { num_splits: sizes.length },
  };
  return {
    direct: (library, input, more) =>
      library.evaluate('Split', /** @type {Any} */ ([input, where]), { ...options, ...more }),
    op_type: 'Split',
    inputs: [where],
    options,
    drops: [],
  };
}
