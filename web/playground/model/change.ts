// What becomes of a state when another call or another kind of data is chosen, and when something is typed.
import { isRight } from './mistake.ts';
import { elementsOf, heldBy, type Result } from './result.ts';
import { atOperator, atVersion, beginWith, FILE_CALLS, onFile, onPicture, type State } from './state.ts';

/** Another operator. A file stays if the operator can cut it. */
export const chosen = (state: State, op: string): State =>
  state.on !== 'file' || FILE_CALLS.includes(op) ? atOperator(state, op, isRight) : beginWith(op);

/** A version, perhaps of another domain's operator. */
export const versioned = (state: State, op: string, opset: number): State =>
  atVersion(op === state.op ? state : atOperator(state, op, isRight), opset);

/** Another kind of data. @param picture dims of the picture that is open */
export function switched({ op }: State, on: State['on'], picture: string): State {
  if (on === 'tensor') return beginWith(op);
  if (on === 'file') return onFile(FILE_CALLS.includes(op) ? op : 'Slice');
  return onPicture(op, picture) ?? (onPicture('Slice', picture) as State);
}

/** Another text in a field of the call. */
export const typed = (state: State, field: string, text: string): State =>
  field === 's' ? { ...state, notation: text } : { ...state, values: { ...state.values, [field]: text } };

/** Another value of a cell that is shown; the call stays as it is typed. @param k its place among all elements @param value as its type holds it */
export function edited(state: State, { tensors }: Result, k: number, value: string): State {
  const values = Array.from({ length: elementsOf(tensors) }, (_, i) => (i === k ? value : heldBy(state, i)));
  return { ...state, data: values };
}
