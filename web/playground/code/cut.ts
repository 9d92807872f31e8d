// A result as the writers of code need it: names, parameters and values in one place. To add a language, add a file beside this one
// and a row in languages.ts.
import type { Integer, Type } from '../../lib/types.js';
import { type Result, toNode } from '../model/cut.ts';
import { sizeOf } from '../model/integers.ts';
import { type Row, tensorsOf, versions } from '../model/rows.ts';
import { rowAt } from '../model/state.ts';
import { startOf } from '../model/twins.ts';
import type { AxisWalk } from '../model/walk.ts';

export type Argument = {
  name: string;
  place: 'input' | 'attribute' | 'node';
  value: Integer | Integer[] | string | null;
};

/** An input. The values of all inputs are one list, in which its own begin at `start`. */
export type Tensor = { name: string; dims: readonly number[]; start: number; size: number };

export interface Cut {
  row: Row;
  isNewest: boolean; // version of its operator
  type: Type;
  dims: readonly number[];
  joins: boolean;
  tensors: Tensor[]; // the inputs
  data: readonly string[] | null; // values; null: each cell holds its own place
  args: Argument[]; // without those that are absent
  notation: string | null; // a slice string, if that was typed
  walk: readonly AxisWalk[];
  shift: Result['shift'];
  outputs: (readonly number[])[]; // dims of the first ones
  count: number; // of parts
}

export function toCut(result: Result): Cut {
  const { state, row, dims, walk, parts, count, joins } = result;
  const { parameters } = toNode(state);
  return {
    row,
    isNewest: rowAt(versions(), row.op) === row,
    type: state.type,
    dims,
    joins,
    tensors: inputsOf(result),
    data: state.data,
    args: parameters.filter(({ value }) => value !== null),
    notation: state.notation,
    walk,
    shift: result.shift,
    outputs: joins ? [dims] : parts,
    count,
  };
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

/** The most values that are written out. */
const MOST_VALUES = 2000;

/** Whether the values are written out, rather than counted or left to the reader. */
export const isWritten = ({ data }: Cut) => data !== null && data.length <= MOST_VALUES;

/** The sizes of the pieces along an axis, whether they are all the same, and where the second and later pieces begin. */
export function sizesOf({ pieces }: AxisWalk) {
  const sizes = pieces.map(({ count }) => count);
  const even = sizes.every((size) => size === sizes[0]) && sizes.length > 0;
  return { sizes, even, begins: pieces.slice(1).map(({ from }) => from) };
}
