// The state that undoes another: what a cut took apart is joined, and what a join made is cut.
import { type Result, toRanges } from './cut.ts';
import { LONGEST_TEXT, MOST_VALUES } from './hash.ts';
import { sizeOf } from './integers.ts';
import { inversePattern } from './pattern.ts';
import { labelOf, versions } from './rows.ts';
import { takesSlice, toNotation } from './slice.ts';
import { beginWith, rowAt, type State } from './state.ts';
import { heldBy } from './twins.ts';
import { valueAt } from './values.ts';

type Inverse = { op: string; values: Record<string, string>; notation?: string };

const axisOf = ({ walk: [{ axis }] }: Result) => String(axis);

const sizesOf = ({ walk: [{ pieces }] }: Result) => pieces.map(({ count }) => count).join(', ');

/** By an operator that takes the same slice. */
const sliceWith = (op: string) => (result: Result) => {
  const { ranges, dims } = toRanges(result.state);
  return { op, values: {}, notation: toNotation(ranges, dims) };
};

/** By an operator that joins or cuts along the same axis. @param more parameters */
const alongAxis =
  (op: string, more: (result: Result) => Record<string, string> = () => ({})) =>
  (result: Result) => ({ op, values: { axis: axisOf(result), ...more(result) } });

const concat = alongAxis('Concat');
const split = alongAxis('Split', (result) => ({ split: sizesOf(result) }));
const stack = alongAxis('ConcatFromSequence', () => ({ new_axis: '1' }));
const unstack = alongAxis('SplitToSequence', () => ({ keepdims: '0' }));

const drops = ({ walk: [{ drops: its }] }: Result) => its;

/** The inverse of each operator, by name. OpenVINO's operators have inverses of their own, because they take more types. */
const INVERSES: Record<string, (result: Result) => Inverse | null> = {
  Slice: sliceWith('SliceScatter'),
  'openvino.Slice': sliceWith('SliceScatter'),
  SliceScatter: sliceWith('Slice'),
  Rearrange({ order, state }) {
    const values = order && inversePattern(state.values, order);
    return values && { op: 'Rearrange', values };
  },
  Split: concat,
  VariadicSplit: concat,
  'openvino.Split': alongAxis('openvino.Concat'),
  Concat: split,
  'openvino.Concat': alongAxis('VariadicSplit', (result) => ({ split_lengths: sizesOf(result) })),
  SplitToSequence: (result) => (drops(result) ? stack(result) : concat(result)),
  ConcatFromSequence: (result) => (drops(result) ? unstack(result) : split(result)),
};

/** @returns null: nothing undoes it */
export function inverseOf(result: Result): { state: State } | { why: string } | null {
  const { state, dims, joins, count, walk } = result;
  const inverse = INVERSES[state.op]?.(result);
  if (!inverse || dims.length === 0 || (!joins && count === 0)) return null;
  const row = rowAt(versions(), inverse.op);
  if (!row?.types.includes(state.type))
    return { why: `${row ? labelOf(row) : inverse.op} does not take ${state.type}.` };
  /** The whole if it is cut, or if a slice is written into it: without values, so that one sees what is put back. */
  const whole = joins || takesSlice(state.op) ? [{ part: null, shape: dims }] : [];
  const parts = Array.from({ length: joins ? 0 : count }, (_, part) => ({
    part,
    shape: result.parts[part] ?? pieceDims(dims, walk[0], part),
  }));
  const tensors = [...whole, ...parts];
  const text = tensors.map(({ shape }) => shape.join(', ')).join('; ');
  if (text.length > LONGEST_TEXT) return { why: 'There are too many outputs for one address.' };
  const heldAt = (part: number | null) =>
    joins || part !== null ? heldBy(result, part) : () => valueAt(state.type, 0);
  const data =
    tensors.reduce((sum, { shape }) => sum + sizeOf(shape), 0) > MOST_VALUES
      ? null
      : tensors.flatMap(({ part, shape }) =>
          Array.from({ length: sizeOf(shape) }, (_, i) => heldAt(part)(i)),
        );
  return {
    state: {
      ...beginWith(versions(), inverse.op),
      type: state.type,
      values: inverse.values,
      notation: inverse.notation ?? null,
      dims: text,
      data: data?.every((value, place) => value === valueAt(state.type, place)) ? null : data,
    },
  };
}

const pieceDims = (
  dims: readonly number[],
  { axis, pieces, drops: its }: Result['walk'][number],
  part: number,
) => dims.flatMap((size, i) => (i !== axis ? [size] : its ? [] : [pieces[part].count]));
