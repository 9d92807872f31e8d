// From one state to the next, for everything that can be typed. Text that is not an array throws a RangeError with a sentence.
import { MicrotomeError } from '../../lib/index.js';
import { toNode, toRanges } from '../model/cut.js';
import { sizeOf, toIntegers, toSizes } from '../model/integers.js';
import { readArray } from '../model/paste.js';
import { toNotation } from '../model/slice.js';
import { explainValue, readValue } from '../model/values.js';

/** @import { Type } from '../../lib/types.js' */
/** @import { State } from '../model/state.js' */

/**
 * @param {State} state
 * @param {string} field
 * @param {string} text
 * @returns {State}
 * @throws {RangeError} what was pasted cannot be read
 */
export function withText(state, field, text) {
  if (field === 'dims') return withDims(state, text);
  if (field === 's') return { ...state, notation: text.trim() === '' ? null : text };
  if (field === 'type') return withType(state, /** @type {Type} */ (text));
  if (field === 'data') return text.trim() === '' ? { ...state, data: null } : withArray(state, text);
  const { values } = toRows(state);
  return { ...state, notation: null, values: { ...values, [field]: text } };
}

/**
 * Values stay if each still has a cell.
 * @param {State} state
 * @param {string} dims
 */
function withDims(state, dims) {
  const sizes = toSizes(toIntegers(dims));
  const fits = state.data !== null && sizes !== null && sizeOf(sizes) === state.data.length;
  return { ...state, dims, data: fits ? state.data : null };
}

/**
 * @param {State} state
 * @param {Type} type
 */
function withType(state, type) {
  const data = state.data?.map((value) => readValue(type, value)) ?? null;
  const fits = data?.every((value) => value !== null);
  return { ...state, type, data: fits ? /** @type {string[]} */ (data) : null };
}

/**
 * The shape and the values of a pasted or dropped array.
 * @param {State} state
 * @param {string} text
 * @returns {State}
 */
export function withArray(state, text) {
  const { dims, values } = readArray(text);
  const data = values.map((value) => readValue(state.type, value));
  const bad = data.indexOf(null);
  if (bad >= 0) throw new RangeError(explainValue(state.type, values[bad]));
  return { ...state, dims: dims.join(', '), data: /** @type {string[]} */ (data) };
}

/**
 * Another value in one cell.
 * @param {State} state
 * @param {readonly string[]} data what all cells hold
 * @param {number} place
 * @param {string} text
 * @returns {State}
 */
export function withValue(state, data, place, text) {
  const value = readValue(state.type, text);
  if (value === null) throw new RangeError(explainValue(state.type, text));
  return { ...state, data: data.map((each, i) => (i === place ? value : each)) };
}

/**
 * What the fields show. A slice can be written in two ways, and the fields show both; one that is wrong has no other way.
 * @param {State} state
 * @returns {{ notation: string, values: Record<string, string> }}
 */
export function toRows(state) {
  const { op, notation, values } = state;
  if (op !== 'Slice') return { notation: '', values };
  try {
    const { dims, ranges } = toRanges(state);
    return notation === null
      ? { notation: toNotation(ranges, dims), values }
      : { notation, values: toNode(state).values };
  } catch (error) {
    if (!(error instanceof MicrotomeError)) throw error;
    return { notation: notation ?? '', values };
  }
}
