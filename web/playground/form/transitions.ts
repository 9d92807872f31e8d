// From one state to the next, for everything that can be typed. Text that is not an array throws a RangeError with a sentence.

import { MicrotomeError, type Type } from '../../lib/index.ts';
import { cut, isLarge, toNode, toRanges } from '../model/cut.ts';
import { sizeOf, toIntegers, toShapes } from '../model/integers.ts';
import { readArray } from '../model/paste.ts';
import { isJoin, type Row, versions } from '../model/rows.ts';
import { takesSlice, toNotation } from '../model/slice.ts';
import { rowAt, type State } from '../model/state.ts';
import { explainValue, readValue } from '../model/values.ts';

/** @throws {RangeError} what was pasted cannot be read */
export function withText(state: State, field: string, text: string): State {
  if (field === 'dims') return withDims(state, text);
  if (field === 's') return { ...state, notation: withoutName(text) || '...' };
  if (field === 'type') return withType(state, text as Type);
  if (field === 'data') return withValues(state, text);
  const { values } = toRows(state);
  const other = text.trim() === '' ? undefined : INSTEAD[field];
  return { ...state, notation: null, values: { ...values, ...(other && { [other]: '' }), [field]: text } };
}

/** Of these, a node has one. */
const INSTEAD: Record<string, string> = { split: 'num_outputs', num_outputs: 'split' };

/** What NumPy has between the brackets of `x[1:3, ::2]`. */
const withoutName = (text: string) => text.trim().replace(/^[\w.]*\s*\[([^[\]]*)\]$/, '$1');

/** Values stay if each still has a cell. */
function withDims(state: State, dims: string) {
  const size = toShapes(dims).reduce((sum, sizes) => sum + sizeOf(sizes), 0);
  const fits = size === state.data?.length;
  return { ...state, dims, data: fits ? state.data : null, kept: { owns: state.kept?.owns } };
}

function withType(state: State, type: Type) {
  const data = state.data?.map((value) => readValue(type, value)) ?? null;
  const fits = data?.every((value) => value !== null);
  const { owns, dims } = state.kept ?? {};
  return { ...state, type, data: fits ? (data as string[]) : null, kept: { owns, dims } };
}

/** What is typed as values. A list without brackets fills the cells; brackets and lines bring a shape, until they are removed. */
function withValues(state: State, text: string): State {
  const { dims = state.dims, owns } = state.kept ?? {};
  if (text.trim() === '') return { ...state, dims, data: null, kept: { owns } };
  const made = withArray(state, text);
  if (/[[(\n]/.test(text.trim())) return { ...made, kept: { owns, dims } };
  const size = sizeOf(toIntegers(dims).map(Number));
  const count = (made.data as string[]).length;
  if (count === size) return { ...made, dims };
  const cells = `${count} ${count === 1 ? 'value' : 'values'} for ${size} ${size === 1 ? 'cell' : 'cells'}`;
  throw new RangeError(
    `${cells}; write brackets, such as [${text.trim().split(/[\s,;]+/, 2)}, …], to change dims`,
  );
}

/** The shape and the values of a pasted or dropped array. */
export function withArray(state: State, text: string): State {
  if (isJoin(rowAt(versions(), state.op) as Row))
    throw new RangeError('a join takes several arrays: type their sizes, and their values into the cells');
  const { dims, values } = readArray(text);
  const data = values.map((value) => readValue(state.type, value));
  const bad = data.indexOf(null);
  if (bad >= 0) throw new RangeError(explainValue(state.type, values[bad]));
  const { owns } = state.kept ?? {};
  return { ...state, dims: dims.join(', '), data: data as string[], kept: { owns } };
}

/** Another value in one cell. @param data what all cells hold */
export function withValue(state: State, data: readonly string[], place: number, text: string): State {
  const value = readValue(state.type, text);
  if (value === null) throw new RangeError(explainValue(state.type, text));
  const { owns, dims } = state.kept ?? {};
  return { ...state, data: data.map((each, i) => (i === place ? value : each)), kept: { owns, dims } };
}

/** Whether it can be cut, as far as that can be told at once. */
export function isRight(state: State) {
  try {
    return isLarge(state) || cut(state) !== null;
  } catch (error) {
    if (error instanceof MicrotomeError) return false;
    throw error;
  }
}

/** What the fields show. A slice can be written in two ways, and the fields show both; one that is wrong has no other way. */
export function toRows(state: State): { notation: string; values: Record<string, string> } {
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
