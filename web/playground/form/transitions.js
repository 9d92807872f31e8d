// From one state to the next, for everything that can be typed. Text that is not an array throws a RangeError with a sentence.
import { MicrotomeError, slice } from '../../lib/index.js';
import { cut, isLarge, toNode, toRanges } from '../model/cut.js';
import { sizeOf, toIntegers, toShapes } from '../model/integers.js';
import { readArray } from '../model/paste.js';
import { isJoin, versions } from '../model/rows.js';
import { takesSlice, toNotation } from '../model/slice.js';
import { rowAt } from '../model/state.js';
import { explainValue, KINDS, readValue } from '../model/values.js';

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
  if (field === 'data') return withValues(state, text);
  const { values } = toRows(state);
  return { ...state, notation: null, values: { ...values, [field]: text } };
}

/**
 * Values stay if each still has a cell.
 * @param {State} state
 * @param {string} dims
 */
function withDims(state, dims) {
  const size = toShapes(dims).reduce((sum, sizes) => sum + sizeOf(sizes), 0);
  const fits = size === state.data?.length;
  return { ...state, dims, data: fits ? state.data : null, kept: { owns: state.kept?.owns } };
}

/**
 * @param {State} state
 * @param {Type} type
 */
function withType(state, type) {
  const data = state.data?.map((value) => readValue(type, value)) ?? null;
  const fits = data?.every((value) => value !== null);
  const { owns, dims } = state.kept ?? {};
  return { ...state, type, data: fits ? /** @type {string[]} */ (data) : null, kept: { owns, dims } };
}

/**
 * What is typed as values. A list without brackets fills the cells; brackets and lines bring a shape, until they are removed.
 * @param {State} state
 * @param {string} text
 * @returns {State}
 */
function withValues(state, text) {
  const { dims = state.dims, owns } = state.kept ?? {};
  if (text.trim() === '') return { ...state, dims, data: null, kept: { owns } };
  const made = withArray(state, text);
  if (/[[(\n]/.test(text.trim())) return { ...made, kept: { owns, dims } };
  const size = sizeOf(toIntegers(dims).map(Number));
  const count = /** @type {string[]} */ (made.data).length;
  if (count === size) return { ...made, dims };
  const cells = `${count} ${count === 1 ? 'value' : 'values'} for ${size} ${size === 1 ? 'cell' : 'cells'}`;
  throw new RangeError(
    `${cells}; write brackets, such as [${text.trim().split(/[\s,;]+/, 2)}, …], to change dims`,
  );
}

/**
 * The shape and the values of a pasted or dropped array.
 * @param {State} state
 * @param {string} text
 * @returns {State}
 */
export function withArray(state, text) {
  if (isJoin(/** @type {any} */ (rowAt(versions(), state.op))))
    throw new RangeError('a join takes several arrays: type their sizes, and their values into the cells');
  const { dims, values } = readArray(text);
  const data = values.map((value) => readValue(state.type, value));
  const bad = data.indexOf(null);
  if (bad >= 0) throw new RangeError(explainValue(state.type, values[bad]));
  const { owns } = state.kept ?? {};
  return { ...state, dims: dims.join(', '), data: /** @type {string[]} */ (data), kept: { owns } };
}

/**
 * The type, shape and values of a tensor.
 * @param {readonly OperatorRow[]} rows
 * @param {State} state
 * @param {{ type: Type, dims: readonly number[], data: any, stride?: readonly number[] }} tensor
 * @returns {State | null} null: cells cannot hold it, or the operator does not take it
 */
export function withTensor(rows, state, tensor) {
  const { type, dims } = tensor;
  const { is } = KINDS[type];
  if (is === 'complex' || !rowAt(rows, state.op, state.opset)?.types.includes(type)) return null;
  const { data } = slice({ ...tensor, shape: dims }, '...');
  const texts = Array.from(data, (value) => (is === 'bool' ? (value ? 'T' : 'F') : String(value)));
  return { ...state, type, dims: dims.join(', '), data: texts, kept: { owns: state.kept?.owns } };
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
  const { owns, dims } = state.kept ?? {};
  return { ...state, data: data.map((each, i) => (i === place ? value : each)), kept: { owns, dims } };
}

/** Whether it can be cut, as far as that can be told at once. @param {State} state */
export function isRight(state) {
  try {
    return isLarge(state) || cut(state) !== null;
  } catch (error) {
    if (error instanceof MicrotomeError) return false;
    throw error;
  }
}

/**
 * What the fields show. A slice can be written in two ways, and the fields show both; one that is wrong has no other way.
 * @param {State} state
 * @returns {{ notation: string, values: Record<string, string> }}
 */
export function toRows(state) {
  const { op, notation, values } = state;
  if (!takesSlice(op)) return { notation: '', values };
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
