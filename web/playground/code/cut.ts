// A result as the writers of code need it: names, parameters and values in one place. To add a language, add a file beside this one
// and a row in languages.ts.
import { type Result, toNode } from '../model/cut.ts';
import { sizeOf } from '../model/integers.ts';
import { tensorsOf, versions } from '../model/rows.ts';
import { rowAt } from '../model/state.ts';
import { heldBy, startOf } from '../model/twins.ts';
import { KINDS } from '../model/values.ts';
import type { AxisWalk } from '../model/walk.ts';

export type Argument = ReturnType<typeof toNode>['parameters'][number];

/** An input. The values of all inputs are one list, in which its own begin at `start`. */
export type Tensor = { name: string; dims: readonly number[]; start: number; size: number };

export type Cut = ReturnType<typeof toCut>;

export function toCut(result: Result) {
  const { state, row, dims, walk, parts, count, joins } = result;
  const { parameters } = toNode(state);
  return {
    row,
    isNewest: rowAt(versions(), row.op) === row, // version of its operator
    type: state.type,
    dims,
    joins,
    tensors: inputsOf(result),
    data: state.data, // values; null: each cell holds its own place
    args: parameters.filter(({ value }) => value !== null), // those that are not absent
    notation: state.notation, // a slice string, if that was typed
    walk,
    shift: result.shift,
    order: result.order,
    outputs: joins ? [dims] : parts, // dims of the first ones
    count, // of parts
    shown: shownOf(result),
  };
}

/** The most values that are written out. */
const MOST_VALUES = 2000;

/** Elements that are printed. */
const MOST_SHOWN = 12;

/** The first elements of the first output, as JavaScript prints them; null: they are no plain numbers or texts. */
function shownOf(result: Result) {
  const { state, dims, parts, joins } = result;
  const { is } = KINDS[state.type];
  const size = sizeOf(joins ? dims : (parts[0] ?? [0]));
  const shownAt = heldBy(result, joins ? null : 0);
  const texts = Array.from({ length: Math.min(size, MOST_SHOWN) }, (_, i) => shownAt(i));
  const values = is === 'bool' ? texts.map((text) => (text === 'T' ? '1' : '0')) : texts;
  const isPlain = is === 'string' || values.every((text) => /^-?\d{1,7}$/.test(text) && text !== '-0');
  const isLegible =
    isPlain &&
    is !== 'packed' &&
    is !== 'complex' &&
    (state.data === null || state.data.length <= MOST_VALUES);
  return { values: isLegible ? values : null, isWhole: size <= MOST_SHOWN };
}

function inputsOf(result: Result): Tensor[] {
  const { row, joins, hasBase, dims, parts } = result;
  const names = tensorsOf(row).map(({ name }) => name);
  if (!joins) return [{ name: names[0], dims, start: 0, size: sizeOf(dims) }];
  const base = hasBase ? [dims] : [];
  return [...base, ...parts].map((each, i) => ({
    name: hasBase ? names[i] : `input${i}`,
    dims: each,
    start: startOf(result, i - base.length),
    size: sizeOf(each),
  }));
}

/** Whether the values are written out, rather than counted or left to the reader. */
export const isWritten = ({ data }: Cut) => data !== null && data.length <= MOST_VALUES;

/** The sizes of the pieces along an axis, whether they are all the same, and where the second and later pieces begin. */
export function sizesOf({ pieces }: AxisWalk) {
  const sizes = pieces.map(({ count }) => count);
  const even = sizes.every((size) => size === sizes[0]) && sizes.length > 0;
  return { sizes, even, begins: pieces.slice(1).map(({ from }) => from) };
}
