// From one state to the next, for everything that can be typed. Pure; a text that is no array is a RangeError with a sentence.
import { sizeOf, toIntegers, toSizes } from '../model/integers.js';
import { toNotation, toRanges } from '../model/notation.js';
import { parametersOf } from '../model/parameters.js';
import { readArray } from '../model/paste.js';
import { explainValue, readValue } from '../model/values.js';

/** @import { OperatorRow, Type } from '../../lib/types.js' */
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
 * Values stay as long as there is a cell for each.
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
 * What was pasted or dropped: its shape and its values.
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
 * What the fields show: both ways to write a slice say the same.
 * @param {State} state
 * @param {OperatorRow} [row]
 * @returns {{ notation: string, values: Record<string, string> }}
 */
export function toRows({ op, dims, notation, values }, row) {
  if (op !== 'Slice') return { notation: '', values };
  const rank = toIntegers(dims).length;
  const names = row && parametersOf(row).map(({ name }) => name);
  /** What the version has; another one may have more. @param {Record<string, string>} texts */
  const owned = (texts) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => names?.includes(name) ?? true));
  if (notation === null) return { notation: toNotation(owned(values), rank) ?? '', values };
  const ranges = toRanges(notation, rank);
  if (ranges === null) return { notation, values };
  const { drops: _, ...typed } = ranges;
  return { notation, values: owned(typed) };
}
