// The operator versions of the library, and what the page and its code call them, their tensors, parameters and results.
import type { OperatorRow } from '../../lib/index.ts';
import { operators } from '../library.ts';

/** A version, and what the page calls its operator: OpenVINO's, if ONNX has one of that name, is `openvino.Slice`. */
export type Row = OperatorRow & { op: string };

let rows: readonly Row[] = [];

/** @returns those of one operator together, oldest first */
export function versions(): readonly Row[] {
  if (rows.length > 0) return rows;
  const all = operators();
  const named = all.map((row) => {
    const first = all.find(({ op_type }) => op_type === row.op_type);
    return { ...row, op: first?.domain === row.domain ? row.op_type : `${row.domain}.${row.op_type}` };
  });
  const order = [...new Set(named.map(({ op }) => op))];
  rows = order.flatMap((op) => named.filter((row) => row.op === op));
  return rows;
}

/** The parts of a state that say which tensors a call has. */
type Call = { on: 'picture' | 'tensor' | 'file'; op: string; opset: number; dims: string };

/** The version of an operator that is in effect at an opset; without an opset, the newest. */
export const rowAt = (op: string, opset: number = Number.POSITIVE_INFINITY): Row | undefined =>
  versions().findLast((row) => row.op === op && row.since_version <= opset);

export const rowOf = ({ op, opset }: Call) => rowAt(op, opset) as Row;

/** The function of the library: `slice`. @param op with or without its domain */
export const functionOf = (op: string) =>
  op.replace(/^.*\./, '').replace(/^./, (letter) => letter.toLowerCase());

/** The tensors among the inputs of an operator. Gather's indices are typed into the call. */
export const tensorsOf = ({ inputs }: OperatorRow) =>
  inputs.filter(({ rank, name }) => rank === 'any' && name !== 'indices');

export const takesAny = (row: OperatorRow) =>
  tensorsOf(row).some(({ variadic, sequence }) => variadic || sequence);

/** Does it take several tensors, and give one? */
export const isJoin = (row: OperatorRow) => takesAny(row) || tensorsOf(row).length > 1;

export const givesMany = ({ op_type }: Row) => /Split/.test(op_type);

/** The sizes that are typed, tensor by tensor. */
export const dimsTyped = (state: Call) => (isJoin(rowOf(state)) ? state.dims.split(';') : [state.dims]);

/** The names of the tensors in the code. */
export function tensorNames(state: Call): string[] {
  const row = rowOf(state);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  if (takesAny(row)) return dimsTyped(state).map((_, i) => letters[i] ?? `x${i}`);
  if (row.op_type === 'TensorScatter') return ['cache', 'update'];
  if (tensorsOf(row).length > 1) return ['x', 'patch'];
  return [{ picture: 'photo', file: 'weights', tensor: 'x' }[state.on]];
}

const RESULTS: Record<string, string> = {
  Slice: 'cut', Split: 'pieces', SplitToSequence: 'pieces', VariadicSplit: 'pieces', Rearrange: 'turned', Gather: 'chosen', Compress: 'kept', Pad: 'padded',
  SliceScatter: 'updated', ScatterUpdate: 'updated', TensorScatter: 'updated',
}; // biome-ignore format: a table

/** All inputs of a node in their order. The second tensor of ScatterUpdate comes after its indices. */
export function inputsOf<T>({ op_type }: Row, tensors: readonly T[], others: readonly T[]): T[] {
  const all = [...tensors, ...others];
  if (op_type === 'ScatterUpdate') all.splice(1, 2, all[2], all[1]);
  return all;
}

/** The name of the result in the code. */
export const resultName = ({ op_type }: Row) => RESULTS[op_type] ?? 'joined';

/** Words of rows that the functions call otherwise. */
const NAMES: Record<string, string> = {
  paddings: 'pads', pads_begin: 'pads', pads_end: 'pads', pad_value: 'value', constant_value: 'value', pad_mode: 'mode',
}; // biome-ignore format: a table

/** The name of a parameter in the call. @param word of the row */
export const callName = (word: string) => NAMES[word] ?? word;
