// What an operator begins with, on each kind of data.
import type { Type } from '../../lib/index.ts';
import { type Row, rowAt } from './rows.ts';
import { EMPTY, FIRST, firstState, type State } from './state.ts';

type Beginning = Partial<Pick<State, 'values' | 'notation' | 'dims' | 'data' | 'type'>>;

const slices = (...notations: string[]) => notations.map((notation) => ({ notation, values: {} }));
const values = (given: Record<string, string>, dims?: string): Beginning => ({
  values: given,
  ...(dims && { dims }),
});

/** The sizes of a tensor that nobody has typed. */
const DIMS = '4, 6';

/**
 * What an operator can begin with: the first is shown first, the last suits every tensor but a scalar. A new operator works
 * without a row.
 */
const BEGINNINGS: Record<string, Beginning[]> = {
  Slice: [...slices('::-1, 1:5', '::-1'), values({ starts: '1', ends: '3' })], // Slice-1 has no steps
  Split: [values({ axis: '1', num_outputs: '3' }), values({ axis: '0', num_outputs: '1' })],
  SplitToSequence: [values({ axis: '0', keepdims: '0' })],
  VariadicSplit: [
    values({ axis: '1', split_lengths: '2, -1, 1' }),
    values({ axis: '0', split_lengths: '-1' }),
  ],
  'openvino.Split': [values({ axis: '1', num_splits: '3' }), values({ axis: '0', num_splits: '1' })],
  Rearrange: [values({ pattern: 'h w -> w h' }), values({ pattern: 'a ... -> ... a' })],
  Concat: [values({ axis: '1' }, '3, 2; 3, 4; 3, 1')],
  ConcatFromSequence: [values({ axis: '0', new_axis: '1' }, '2, 3; 2, 3')],
  SliceScatter: [{ notation: '1:3, ::2', dims: '4, 6; 2, 3' }],
  TensorScatter: [values({ write_indices: '1, 4', axis: '1' }, '2, 6, 3; 2, 2, 3')],
  Gather: [values({ indices: '[3, 0, 3, -1]', axis: '1' }), values({ indices: '[0]' })],
  'openvino.Gather': [values({ indices: '[3, 0, 3, 5]', axis: '1' }), values({ indices: '[0]', axis: '0' })],
  Pad: [values({ pads: '[1, 1], [2, 1]', mode: 'reflect' }), values({ pads: '[1, 1]', axes: '0' })],
  'openvino.Pad': [values({ pads: '[1, 1], [2, 1]', mode: 'reflect' })],
};

/** The same on a picture of h rows and w columns. */
const ON_PICTURES: Record<string, (h: number, w: number) => Beginning> = {
  Split: () => values({ axis: '1', num_outputs: '3' }),
  SplitToSequence: (_, w) => values({ axis: '1', split: String(Math.ceil(w / 3)) }),
  VariadicSplit: (_, w) => values({ axis: '1', split_lengths: `${part(w, 1 / 3)}, -1` }),
  Rearrange: () => values({ pattern: 'h w c -> c h w' }),
  Gather: () => values({ indices: '[2, 1, 0, 3]', axis: '2' }),
  Pad: (h) => values({ pads: `[${part(h, 0.125)}, ${part(h, 0.125)}], [0, 0], [0, 0]`, mode: 'reflect' }),
};

const part = (size: number, ratio: number) => Math.round(size * ratio);

/** Operators that cut a tensor of a file. */
export const FILE_CALLS = ['Slice', 'Split', 'SplitToSequence', 'VariadicSplit', 'Gather'];

/** A call on a file. A slice takes all, until a tensor is there. */
export const onFile = (op: string, opset?: number): State => ({
  ...beginWith(op, opset),
  on: 'file',
  ...(op === FIRST && { notation: '...', values: {} }),
});

export const standardOf = ({ types }: Row): Type => types.find((type) => type === 'float32') ?? types[0];

/** @param op one of the rows' */
export function beginWith(op: string, opset?: number): State {
  const row = rowAt(op, opset) ?? (rowAt(FIRST) as Row);
  const lacksSteps =
    row.op === FIRST && ![...row.inputs, ...row.attributes].some(({ name }) => name === 'steps');
  return beginningsOf(row).at(lacksSteps ? -1 : 0) as State;
}

export function beginningsOf(row: Row): State[] {
  const { op, since_version: opset } = row;
  const common = { ...EMPTY, on: 'tensor' as const, op, opset, type: standardOf(row), dims: DIMS };
  return (BEGINNINGS[op] ?? BEGINNINGS[row.op_type] ?? [{}]).map((own) => ({ ...common, ...own }));
}

/** A call on a picture; null: the operator takes none. @param dims of the picture */
export function onPicture(op: string, dims: string): State | null {
  if (op === FIRST) return firstState(dims);
  const make = ON_PICTURES[op];
  if (make === undefined) return null;
  const [height, width] = dims.split(',').map(Number);
  return {
    ...beginWith(op),
    on: 'picture',
    type: 'uint8',
    dims,
    ...make(height, width),
  };
}
