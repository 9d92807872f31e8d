// The state after another call, kind of data or version is chosen, or a cell is edited; and what an operator begins with.
import type { Type } from '../../lib/index.ts';
import { isRight } from './details.ts';
import { elementsOf, heldBy } from './elements.ts';
import type { Result } from './result.ts';
import { isJoin, type Row, rowAt, rowOf } from './rows.ts';
import { EMPTY, FIRST, firstState, type State } from './state.ts';

/** The sizes of a tensor that nobody has typed. */
const DIMS = '4, 6';
/**
 * Calls with which an operator can begin, as in an address. The first is shown first, the last suits every tensor but a scalar. A new
 * operator works without a row.
 */
const BEGINNINGS: Record<string, string[]> = {
  Slice: ['s=::-1, 1:5', 's=::-1', 'starts=1&ends=3'], // Slice-1 has no steps
  Split: ['axis=1&num_outputs=3', 'axis=0&num_outputs=1'],
  SplitToSequence: ['axis=0&keepdims=0'],
  VariadicSplit: ['axis=1&split_lengths=2, -1, 1', 'axis=0&split_lengths=-1'],
  'openvino.Split': ['axis=1&num_splits=3', 'axis=0&num_splits=1'],
  Rearrange: ['pattern=h w -> w h', 'pattern=a ... -> ... a'],
  Concat: ['axis=1&dims=3, 2; 3, 4; 3, 1'],
  ConcatFromSequence: ['axis=0&new_axis=1&dims=2, 3; 2, 3'],
  SliceScatter: ['s=1:3, ::2&dims=4, 6; 2, 3'],
  TensorScatter: ['write_indices=1, 4&axis=1&dims=2, 6, 3; 2, 2, 3'],
  Gather: ['indices=[3, 0, 3, -1]&axis=1', 'indices=[0]'],
  Compress: ['condition=true, false, true, true&axis=0', 'condition=true'],
  ScatterUpdate: ['indices=[3, 0]&axis=0&dims=4, 6; 2, 6'],
  'openvino.Gather': ['indices=[3, 0, 3, 5]&axis=1', 'indices=[0]&axis=0'],
  Pad: ['pads=[1, 1], [2, 1]&mode=reflect', 'pads=[1, 1]&axes=0'],
  'openvino.Pad': ['pads=[1, 1], [2, 1]&mode=reflect'],
};
/** The same on a picture of h rows and w columns. */
const ON_PICTURES: Record<string, (h: number, w: number) => string> = {
  Split: () => 'axis=1&num_outputs=3',
  SplitToSequence: (_, w) => `axis=1&split=${Math.ceil(w / 3)}`,
  VariadicSplit: (_, w) => `axis=1&split_lengths=${Math.round(w / 3)}, -1`,
  Rearrange: () => 'pattern=h w c -> c h w',
  Gather: () => 'indices=[2, 1, 0, 3]&axis=2',
  Compress: () => 'condition=true, false, false, true&axis=2',
  Pad: (h) => `pads=[${Math.round(h / 8)}, ${Math.round(h / 8)}], [0, 0], [0, 0]&mode=reflect`,
};

const valuesIn = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** Operators that cut a tensor of a file. */
export const FILE_CALLS = ['Slice', 'Split', 'SplitToSequence', 'VariadicSplit', 'Gather', 'Compress'];

const standardOf = ({ types }: Row): Type => types.find((type) => type === 'float32') ?? types[0];

function beginningsOf(row: Row): State[] {
  const { op, op_type, since_version: opset } = row;
  const begin = { ...EMPTY, on: 'tensor' as const, op, opset, type: standardOf(row) };
  return (BEGINNINGS[op] ?? BEGINNINGS[op_type] ?? ['']).map((text) => {
    const { dims = DIMS, s: notation = null, ...values } = valuesIn(text);
    return { ...begin, dims, notation, values };
  });
}

/** @param op one of the rows' */
export function beginWith(op: string, opset?: number): State {
  const row = rowAt(op, opset) ?? (rowAt(FIRST) as Row);
  const hasSteps = [...row.inputs, ...row.attributes].some(({ name }) => name === 'steps');
  return beginningsOf(row).at(row.op === FIRST && !hasSteps ? -1 : 0) as State;
}

/** The file beside the page (tools/page/sample.ts), and what is cut of it first. */
const SAMPLE = { url: './sample.safetensors', tensor: 'wte.weight' };
const FIRST_ROWS = '1000:1016';

/** A call on a file. A slice begins with rows of the sample. */
export const onFile = (op: string, opset?: number): State => ({
  ...beginWith(op, opset),
  on: 'file',
  ...SAMPLE,
  ...(op === FIRST && { notation: FIRST_ROWS, values: {} }),
});

/** A call on a picture; null: the operator takes none. @param dims of the picture */
export function onPicture(op: string, dims: string): State | null {
  if (op === FIRST) return firstState(dims);
  const make = ON_PICTURES[op];
  if (make === undefined) return null;
  const [height, width] = dims.split(',').map(Number);
  return { ...beginWith(op), on: 'picture', type: 'uint8', dims, values: valuesIn(make(height, width)) };
}

/** Another operator. A file stays if the operator can cut it. */
export const chosen = (state: State, op: string): State =>
  state.on !== 'file' || FILE_CALLS.includes(op) ? atOperator(state, op) : beginWith(op);

/** A version, perhaps of another domain's operator. */
export const versioned = (state: State, op: string, opset: number): State =>
  atVersion(op === state.op ? state : atOperator(state, op), opset);

/** Another kind of data. @param picture dims of the picture that is open */
export function switched({ op }: State, on: State['on'], picture: string): State {
  if (on === 'tensor') return beginWith(op);
  if (on === 'file') return onFile(FILE_CALLS.includes(op) ? op : FIRST);
  return onPicture(op, picture) ?? firstState(picture);
}

/** A slice that takes all of the first tensor of a state, valid or not. */
export function wholeOf(state: State): State {
  const { since_version: opset } = rowAt(FIRST) as Row;
  const [dims] = state.dims.split(';');
  return { ...state, op: FIRST, opset, dims, notation: '...', values: {} };
}

/** Another value of a cell that is shown. @param k its place among all elements @param value as its type holds it */
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
  const { on, type, dims, data, url, tensor } = state;
  const own = beginningsOf(row);
  if (on === 'picture') return onPicture(op, dims) ?? own[0];
  if (isJoin(row) || isJoin(rowOf(state))) return own[0];
  const given = { on, dims, url, tensor, ...(row.types.includes(type) && { type, data }) };
  const kept = own.map((each) => ({ ...each, ...given }));
  return kept.find(isRight) ?? (on === 'file' ? kept[kept.length - 1] : own[0]);
}
