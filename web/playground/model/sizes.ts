// The sizes of a split's pieces, and what a gesture makes of them.
import type { Result } from './result.ts';
import type { State } from './state.ts';

/** Begin and end of each piece. */
export function boundsOf(sizes: readonly number[]): [number, number][] {
  let from = 0;
  return sizes.map((size) => {
    from += size;
    return [from - size, from];
  });
}

/** The parameter that lists the sizes of pieces; '': the call has none. */
export function sizesName({ row, state }: Pick<Result, 'row' | 'state'>) {
  if (row.op_type === 'VariadicSplit') return 'split_lengths';
  return row.op === 'Split' || (row.op === 'SplitToSequence' && state.values.split) ? 'split' : '';
}

/** The same split with other sizes. The piece that takes the rest still does. */
export function withSizes(result: Result, sizes: readonly number[]): State {
  const { state, row } = result;
  const name = sizesName(result);
  const { num_outputs: _, ...values } = state.values;
  const typed = values[name]?.match(/[^\s,[\]()]+/g) ?? [];
  const list = sizes.map((size, i) => (typed[i] === '-1' ? -1 : size)).join(', ');
  return { ...state, values: { ...values, [name]: row.op === 'SplitToSequence' ? `[${list}]` : list } };
}

/** Pieces up to which their sizes are offered. */
const MOST_SIZES = 12;

/** How else a split can say its pieces: equal parts by their number, or sizes one by one. */
export function otherSplit(result: Result): { says: string; state: State } | null {
  const { row, state, sizes, count } = result;
  if (row.op !== 'Split' || count === 0) return null;
  if (!state.values.split?.trim()) {
    const list = sizes.join(', ');
    return count > MOST_SIZES ? null : { says: `or sizes: [${list}]`, state: withSizes(result, sizes) };
  }
  const { split: _, ...values } = state.values;
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const isLegal = whole % count === 0 || row.attributes.some(({ name }) => name === 'num_outputs');
  const next = { ...state, values: { ...values, num_outputs: String(count) } };
  return isLegal ? { says: `or ${count} equal parts`, state: next } : null;
}
