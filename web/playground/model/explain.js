// What is typed, token by token: a sentence for each index, bound, step and axis, for the field that it stands in.
import { boundsOf, toNode, toRanges } from './cut.js';
import { sizeOf, toIntegers, WORDS } from './integers.js';
import { itemsOf, sliceNames, takesSlice, toNotation } from './slice.js';
import { ordinal } from './words.js';

/** @import { Integer } from '../../lib/types.js' */
/** @import { Result } from './cut.js' */

/** @typedef {{ token: string, says: string }} Told */

/**
 * @param {Result} result
 * @returns {Record<string, Told[]>} by field
 */
export function explainFields(result) {
  const { state, joins, dims } = result;
  const cells = `${plural(dims.length, 'axis', 'axes')}, ${plural(sizeOf(dims), 'cell', 'cells')}`;
  const says = dims.length === 0 ? 'a scalar: no axis, 1 cell' : joins ? `joined: ${cells}` : cells;
  const told = takesSlice(state.op) ? explainSlice(result) : explainAxis(result);
  return { dims: [{ token: '', says }], ...told };
}

/**
 * @param {Result} result
 * @returns {Record<string, Told[]>}
 */
function explainSlice({ state, dims }) {
  const bounds = boundsOf(state.op, toNode(state).values, dims.length);
  const tell = (/** @type {(bound: typeof bounds[number], size: number) => [Integer, string]} */ say) =>
    bounds.map((bound) => {
      const [integer, says] = say(bound, dims[bound.axis]);
      return { token: nameOf(integer), says: bounds.length > 1 ? `axis ${bound.axis}: ${says}` : says };
    });
  const { starts, ends, axes, steps } = sliceNames(state.op);
  return {
    s: explainNotation(state, dims),
    [starts]: tell(({ start, step }, size) => [start, sayStart(start, size, step < 0)]),
    [ends]: tell(({ end, step }, size) => [end, sayEnd(end, size, step < 0)]),
    [axes]: bounds.map(({ axis }) => ({ token: String(axis), says: sayAxis(axis, dims.length) })),
    [steps]: tell(({ step }) => [step, sayStep(step)]),
  };
}

/** A split, or a join along an axis. @param {Result} result */
function explainAxis({ dims, walk: [{ axis, lines }] }) {
  /** @type {Record<string, Told[]>} */
  const told = { axis: [{ token: String(axis), says: sayAxis(axis, dims.length) }] };
  for (const { name, text } of lines) if (name !== 'axis') told[name] = [{ token: '', says: text }];
  return told;
}

/**
 * @param {Result['state']} state
 * @param {readonly number[]} dims
 * @returns {Told[]}
 */
function explainNotation(state, dims) {
  const { ranges } = toRanges(state);
  const notation = state.notation ?? toNotation(ranges, dims);
  return itemsOf(notation, dims).flatMap((item, axis) =>
    item === ':'
      ? []
      : [{ token: item, says: `axis ${axis}: ${sayItem(item, dims[axis], ranges[axis].count)}` }],
  );
}

/**
 * @param {string} item
 * @param {number} size
 * @param {number} count of indices that it takes
 */
function sayItem(item, size, count) {
  const [start, end, step = 1] = item.split(':').map((part) => toIntegers(part)[0]);
  if (!item.includes(':')) return `${sayStart(start, size, false)}; the axis is dropped`;
  if (count === 0) return 'takes nothing';
  const isBack = step < 0;
  const from = start === undefined ? `the ${isBack ? 'last' : 'first'}` : sayStart(start, size, isBack);
  const to = end === undefined ? `the ${isBack ? 'first' : 'last'}` : sayEnd(end, size, isBack);
  return `from ${from} to ${to}${step === 1 ? '' : `, ${sayStep(step)}`}`;
}

/**
 * @param {Integer} start
 * @param {number} size
 * @param {boolean} isBack
 */
function sayStart(start, size, isBack) {
  const index = toIndex(start, size);
  if (index < 0) return 'the first, because the axis begins there';
  if (index >= size) return isBack ? 'the last, because the axis ends there' : 'after the last';
  return sayIndex(index, size, start < 0);
}

/**
 * @param {Integer} end
 * @param {number} size
 * @param {boolean} isBack
 */
function sayEnd(end, size, isBack) {
  const index = toIndex(end, size);
  if (isBack && index < 0) return 'before index 0, because -1 would mean the last';
  if (!isBack && index >= size) return 'the end';
  const at = index < 0 ? 'the first' : sayIndex(Math.min(index, size - 1), size, end < 0);
  return `${at}, which is not taken`;
}

/** @param {Integer} step */
function sayStep(step) {
  const every = Math.abs(Number(step));
  const back = step < 0 ? 'backwards' : '';
  if (every === 1) return back || 'each index';
  return [`every ${ordinal(every)} index`, back].filter((each) => each !== '').join(', ');
}

/**
 * @param {number} axis
 * @param {number} rank
 */
function sayAxis(axis, rank) {
  if (rank === 1) return 'the only axis';
  if (axis === 0) return 'the first axis';
  return axis === rank - 1 ? 'the last axis' : `axis ${axis}`;
}

/**
 * @param {number} index
 * @param {number} size
 * @param {boolean} isNegative as it was given
 */
function sayIndex(index, size, isNegative) {
  if (index === size - 1) return isNegative ? 'the last' : `index ${index}, the last`;
  if (index === 0) return 'the first';
  return `index ${index}${isNegative ? ', counted from the end' : ''}`;
}

/**
 * @param {Integer} given
 * @param {number} size
 */
const toIndex = (given, size) => Number(given < 0 ? BigInt(given) + BigInt(size) : given);

/** The number, or the documents' word for it. @param {Integer} integer */
const nameOf = (integer) =>
  Object.keys(WORDS).find((word) => BigInt(WORDS[word]) === BigInt(integer)) ?? String(integer);

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
const plural = (count, one, many) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
