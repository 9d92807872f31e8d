// The state that undoes another: what a cut took apart is joined, and what a join made is cut.
import { toRanges } from './cut.js';
import { LONGEST_TEXT, MOST_VALUES } from './hash.js';
import { sizeOf } from './integers.js';
import { versions } from './rows.js';
import { takesSlice, toNotation } from './slice.js';
import { beginWith, rowAt } from './state.js';
import { heldBy } from './twins.js';
import { valueAt } from './values.js';

/** @import { Result } from './cut.js' */
/** @import { State } from './state.js' */

/** @typedef {{ op: string, values: Record<string, string>, notation?: string }} Inverse */

/** @param {Result} result */
const axisOf = ({ walk: [{ axis }] }) => String(axis);

/** @param {Result} result */
const notationOf = ({ state }) => {
  const { ranges, dims } = toRanges(state);
  return toNotation(ranges, dims);
};

/** @param {Result} result @returns {Inverse} */
const concat = (result) => ({ op: 'Concat', values: { axis: axisOf(result) } });

/** @param {Result} result @returns {Inverse} */
const split = (result) => ({
  op: 'Split',
  values: { axis: axisOf(result), split: result.walk[0].pieces.map(({ count }) => count).join(', ') },
});

/** @param {Result} result */
const drops = ({ walk: [{ drops: its }] }) => its;

/** What undoes each operator; one without a row has no inverse. @type {Record<string, (result: Result) => Inverse>} */
const INVERSES = {
  Slice: (result) => ({ op: 'SliceScatter', values: {}, notation: notationOf(result) }),
  SliceScatter: (result) => ({ op: 'Slice', values: {}, notation: notationOf(result) }),
  Split: concat,
  VariadicSplit: concat,
  Concat: split,
  SplitToSequence: (result) =>
    drops(result)
      ? { op: 'ConcatFromSequence', values: { axis: axisOf(result), new_axis: '1' } }
      : concat(result),
  ConcatFromSequence: (result) =>
    drops(result)
      ? { op: 'SplitToSequence', values: { axis: axisOf(result), keepdims: '0' } }
      : split(result),
};

/**
 * @param {Result} result
 * @returns {{ state: State } | { why: string } | null} null: nothing undoes it
 */
export function inverseOf(result) {
  const { state, dims, joins, count, walk } = result;
  const inverse = INVERSES[state.op]?.(result);
  if (!inverse || dims.length === 0 || (!joins && count === 0)) return null;
  const row = rowAt(versions(), inverse.op);
  if (!row?.types.includes(state.type)) return { why: `${inverse.op} does not take ${state.type}.` };
  const parts = Array.from(
    { length: count },
    (_, part) => result.parts[part] ?? pieceDims(dims, walk[0], part),
  );
  /** @type {(number | null)[]} the whole, if a part is written into it or if it is cut; and the parts */
  const taken = [...(joins || takesSlice(state.op) ? [null] : []), ...(joins ? [] : parts.keys())];
  const tensors = taken.map((part) => (part === null ? dims : parts[part]));
  const text = tensors.map((each) => each.join(', ')).join('; ');
  if (text.length > LONGEST_TEXT) return { why: 'There are too many outputs for one address.' };
  const data =
    tensors.reduce((sum, each) => sum + sizeOf(each), 0) > MOST_VALUES
      ? null
      : taken.flatMap((part, i) => listOf(heldBy(result, part), sizeOf(tensors[i])));
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

/**
 * @param {readonly number[]} dims
 * @param {Result['walk'][number]} walk
 * @param {number} part
 */
const pieceDims = (dims, { axis, pieces, drops: its }, part) =>
  dims.flatMap((size, i) => (i !== axis ? [size] : its ? [] : [pieces[part].count]));

/**
 * @param {(place: number) => string} held
 * @param {number} size
 */
const listOf = (held, size) => Array.from({ length: size }, (_, place) => held(place));
