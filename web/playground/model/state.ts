// The state of the page: everything that a link restores. It is plain data that never changes in place; hash.ts reads and writes it.
import type { Type } from '../../lib/index.ts';
import { parametersOf } from './parameters.ts';
import { isJoin, type Row } from './rows.ts';

export interface State {
  op: string;
  opset: number; // version of the operator
  type: Type;
  dims: string; // as typed
  /** What was typed, by parameter, including parameters that only other versions have. */
  values: Record<string, string>;
  notation: string | null; // a slice string, if that was typed; null: the values were
  data: readonly string[] | null; // values of the cells; null: each holds its own place
  kept?: Kept;
}

/** A state that was made by hand, and which gesture: all states of one gesture are one step back. */
export type Change = (state: State, gesture: string) => void;

/** What was last at an operator. */
type Own = Pick<State, 'opset' | 'values' | 'notation' | 'dims' | 'data'>;

/** What does not apply now, but may again. An address does not have it. */
interface Kept {
  owns?: Record<string, Own>; // of other operators, by name, the last one last
  dims?: string; // before the values brought their own
}

const DIMS = '4, 6';

const SLICES = ['::-1, 1:5', '::-1'].map((notation) => ({ notation, values: {} }));

/**
 * What an operator can begin with: the first is shown first, the last suits every tensor but a scalar. A new operator works
 * without a row.
 */
const BEGINNINGS: Record<string, (Pick<Own, 'values'> & Partial<Own>)[]> = {
  Slice: [...SLICES, { values: { starts: '1', ends: '3' } }], // Slice-1 has no steps
  Split: [{ values: { axis: '1', num_outputs: '3' } }, { values: { axis: '0', num_outputs: '1' } }],
  SplitToSequence: [{ values: { axis: '0', keepdims: '0' } }],
  VariadicSplit: [
    { values: { axis: '1', split_lengths: '2, -1, 1' } },
    { values: { axis: '0', split_lengths: '-1' } },
  ],
  'openvino.Slice': SLICES,
  'openvino.Split': [{ values: { axis: '1', num_splits: '3' } }, { values: { axis: '0', num_splits: '1' } }],
  Rearrange: [{ values: { pattern: 'h w -> w h' } }, { values: { pattern: 'a ... -> ... a' } }],
  Concat: [{ dims: '3, 2; 3, 4; 3, 1', values: { axis: '1' } }],
  'openvino.Concat': [{ dims: '3, 2; 3, 4; 3, 1', values: { axis: '1' } }],
  ConcatFromSequence: [{ dims: '2, 3; 2, 3', values: { axis: '0', new_axis: '1' } }],
  SliceScatter: [{ values: { start: '1, 0', stop: '3, 6', step: '1, 2', axes: '0, 1' } }],
  TensorScatter: [{ dims: '2, 6, 3; 2, 2, 3', values: { write_indices: '1, 4', axis: '1' } }],
};

/** The operator that is shown first. */
export const FIRST = 'Slice';

/** The version of an operator that is in effect at an opset; without an opset, the newest. */
export const rowAt = (
  rows: readonly Row[],
  op: string,
  opset: number = Number.POSITIVE_INFINITY,
): Row | undefined => rows.findLast((row) => row.op === op && row.since_version <= opset);

/** @param op one of the rows' */
export function beginWith(rows: readonly Row[], op: string, opset?: number): State {
  const row = rowAt(rows, op, opset) ?? rows[0];
  const hasSteps = parametersOf(row).some(({ name }) => name === 'steps');
  const own = beginningsOf(row)[op === 'Slice' && !hasSteps ? 2 : 0];
  return { op: row.op, type: standardOf(row), ...own };
}

const beginningsOf = ({ op, since_version: opset }: Row): Own[] =>
  (BEGINNINGS[op] ?? [{ values: {} }]).map((own) => ({
    opset,
    dims: DIMS,
    data: null,
    notation: null,
    ...own,
  }));

const standardOf = ({ types }: Row) => types.find((type) => type === 'float32') ?? types[0];

/** The same state at another version. What was typed stays, except for a type that the version does not have. */
export const atVersion = (rows: readonly Row[], state: State, opset: number) =>
  atRow(rowAt(rows, state.op, opset) as Row, state);

/** At another operator, with what was last typed there. A cut has the tensor of the last cut; a join has its own tensors. */
export function atOperator(
  rows: readonly Row[],
  { kept, ...state }: State,
  op: string,
  isRight: (state: State) => boolean,
) {
  const { opset, values, notation, dims, data } = state;
  const { [state.op]: _, ...others } = kept?.owns ?? {};
  const owns = { ...others, [state.op]: { opset, values, notation, dims, data } };
  const isCut = (name: string) => !isJoin(rowAt(rows, name) as Row);
  const tensor = isCut(op) ? owns[Object.keys(owns).findLast(isCut) ?? ''] : undefined;
  const last = owns[op];
  const row = rowAt(rows, op, last?.opset) as Row;
  const states = (last ? [last] : beginningsOf(row)).map((own) =>
    atRow(row, {
      ...state,
      op,
      ...own,
      ...(tensor && { dims: tensor.dims, data: tensor.data }),
      kept: { ...kept, owns },
    }),
  );
  return states.find(isRight) ?? states[0];
}

function atRow(row: Row, state: State): State {
  const common = { ...state, opset: row.since_version };
  return row.types.includes(state.type) ? common : { ...common, type: standardOf(row), data: null };
}
