// What becomes of a state when another call or another kind of data is chosen, when a slice is written in
// the other way, and when a cell is edited.
import { beginningsOf, beginWith, FILE_CALLS, onFile, onPicture, standardOf } from './beginnings.ts';
import { isRight } from './details.ts';
import { elementsOf, heldBy } from './elements.ts';
import { sliceNames, toTexts } from './lists.ts';
import type { Result } from './result.ts';
import { isJoin, type Row, rowAt } from './rows.ts';
import { toNotation } from './slice.ts';
import type { State } from './state.ts';

/** Another operator. A file stays if the operator can cut it. */
export const chosen = (state: State, op: string): State =>
  state.on !== 'file' || FILE_CALLS.includes(op) ? atOperator(state, op) : beginWith(op);

/** A version, perhaps of another domain's operator. */
export const versioned = (state: State, op: string, opset: number): State =>
  atVersion(op === state.op ? state : atOperator(state, op), opset);

/** Another kind of data. @param picture dims of the picture that is open */
export function switched({ op }: State, on: State['on'], picture: string): State {
  if (on === 'tensor') return beginWith(op);
  if (on === 'file') return onFile(FILE_CALLS.includes(op) ? op : 'Slice');
  return onPicture(op, picture) ?? (onPicture('Slice', picture) as State);
}

/** Another value of a cell that is shown; the call stays as it is typed. @param k its place among all elements @param value as its type holds it */
export function edited(state: State, { tensors }: Result, k: number, value: string): State {
  const values = Array.from({ length: elementsOf(tensors) }, (_, i) => (i === k ? value : heldBy(state, i)));
  return { ...state, data: values };
}

/** The same state at another version. What was typed stays, except for a type that the version does not have. */
export function atVersion(state: State, opset: number): State {
  const row = rowAt(state.op, opset) as Row;
  const common = { ...state, opset: row.since_version };
  return row.types.includes(state.type) ? common : { ...common, type: standardOf(row), data: null };
}

/** Another operator. The data stays if it fits; otherwise the operator's own example is shown. */
export function atOperator(state: State, op: string): State {
  const row = rowAt(op) as Row;
  if (state.on === 'picture') {
    const next = onPicture(op, state.dims);
    if (next) return next;
  }
  const own = beginningsOf(row);
  const isCut = !isJoin(row) && !isJoin(rowAt(state.op) as Row);
  if (state.on === 'picture' || !isCut) return own[0];
  const { on, type, dims, data, url, tensor } = state;
  const kept = own.map((each) => ({
    ...each,
    on,
    dims,
    url,
    tensor,
    ...(row.types.includes(type) && { type, data }),
  }));
  return kept.find(isRight) ?? (on === 'file' ? kept[kept.length - 1] : own[0]);
}

/** The call with lists in place of a slice string. */
export function inLists({ state, row, ranges, tensors }: Result): State {
  const { steps, axes } = sliceNames(row.op);
  const texts = toTexts(row.op, ranges ?? [], tensors[0].dims);
  const isShown = ([name, text]: [string, string]) => text !== '' || ![steps, axes].includes(name);
  return { ...state, notation: null, values: Object.fromEntries(Object.entries(texts).filter(isShown)) };
}

/** The call with a slice string in place of lists. */
export const inNotation = ({ state, ranges, tensors }: Result): State => ({
  ...state,
  notation: toNotation(ranges ?? [], tensors[0].dims),
  values: {},
});
