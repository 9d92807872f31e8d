// What the call and its code call tensors, parameters and results.
import { type Row, takesAny, tensorsOf } from './rows.ts';
import type { State } from './state.ts';

/** What the code calls the result. */
const RESULTS: Record<string, string> = {
  Slice: 'cut', Split: 'pieces', SplitToSequence: 'pieces', VariadicSplit: 'pieces', Rearrange: 'turned', Gather: 'chosen', Pad: 'padded',
}; // biome-ignore format: a table

/** The names of the tensors in the code. @param count of those that are joined */
export function tensorNames(state: State, row: Row, count: number): string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  if (takesAny(row)) return Array.from({ length: count }, (_, i) => letters[i] ?? `x${i}`);
  if (row.op_type === 'TensorScatter') return ['cache', 'update'];
  if (tensorsOf(row).length > 1) return ['x', 'patch'];
  return [{ picture: 'photo', file: 'weights', tensor: 'x' }[state.on]];
}

export const resultName = ({ op_type }: Row) => RESULTS[op_type] ?? 'joined';

/** Does the call give several tensors? */
export const givesMany = ({ op_type }: Row) => /Split/.test(op_type);

/** Words of rows that the functions call otherwise. */
const NAMES: Record<string, string> = {
  paddings: 'pads',
  pads_begin: 'pads',
  pads_end: 'pads',
  pad_value: 'value',
  constant_value: 'value',
  pad_mode: 'mode',
};

export const callName = (word: string) => NAMES[word] ?? word;
