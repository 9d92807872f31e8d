// From a state to its result: the library plans the cut or the join, and everything that the page shows follows from the plan. No
// data moves.

import { type OperatorRow, plan } from '../../lib/index.ts';
import { toIntegers, toShapes, toSizes } from './integers.ts';
import { walkJoin } from './join.ts';
import { parametersOf, type Typed, toValue } from './parameters.ts';
import { type Order, orderOf, sayPattern, takesPattern, walkPattern } from './pattern.ts';
import { isJoin, type Row, takesAny, tensorsOf, versions } from './rows.ts';
import { boundsIn, rangesBy, rangesOf, sliceNames, takesSlice, toTexts } from './slice.ts';
import { splitLines } from './split_lines.ts';
import { rowAt, type State } from './state.ts';
import { type AxisWalk, countAxis, type Shift, toBounds, walkSlice, walkSplit } from './walk.ts';
import { sayCut, sayJoin } from './words.ts';

/**
 * A cut takes one tensor apart, and a join makes one. `whole` tensor and parts: the parts are the outputs of a cut, or the inputs of
 * a join. Part i is taken from, or written to, the pieces i of `walk`. Plain data, so that a worker can send it.
 */
export interface Result {
  state: State; // that led to it
  row: Row;
  joins: boolean;
  dims: number[]; // of the whole
  count: number; // of parts
  parts: (readonly number[])[]; // dims of the first ones
  /** A join writes its parts into a copy of one more tensor, with the dims of the whole: part -1. */
  hasBase: boolean;
  shift: Shift | null;
  /** Of a pattern, whose one output is not made of pieces. */
  order: Order | null;
  walk: AxisWalk[]; // the axes that are cut or joined
  sentence: string;
  explanation: string; // the library's
}

/** Output i has colour i modulo this. */
export const COLOURS = 7;

/** The most parts that are drawn. */
export const MOST_OUTPUTS = 64;
/** Planning more outputs can keep the page waiting, so a worker does it. */
const MANY = 2 ** 10;

/** Whether planning may take longer than a page may stand still. */
export function isLarge(state: State) {
  const sizes = toSizes(toIntegers(state.dims)) ?? [];
  const most = Math.max(
    0,
    ...sizes,
    ...toIntegers(`${state.values.num_outputs ?? ''} ${state.values.num_splits ?? ''}`).map(Number),
  );
  return /Split/.test(state.op) && most > MANY;
}

/** @throws {MicrotomeError} */
export function cut(state: State): Result {
  const row = rowOf(state);
  const joins = isJoin(row);
  const { planned, tensors } = planOf(state);
  const { outputs } = planned;
  const dims = joins ? [...outputs[0].dims] : tensors[0];
  const { values } = toNode(state);
  const hasBase = joins && !takesAny(row);
  const parts = joins ? tensors.slice(hasBase ? 1 : 0) : outputs.map((output) => output.dims);
  const slices = takesSlice(row.op);
  const { op, notation } = state;
  const bounds =
    notation !== null ? boundsIn(notation, dims) : slices ? boundsOf(op, values, dims.length) : [];
  const order = takesPattern(op) ? orderOf(values.pattern, values.sizes, dims) : null;
  const { walk, shift = null } = order
    ? { walk: walkPattern(order, dims) }
    : slices
      ? { walk: walkSlice(dims, bounds, toRanges(state).ranges) }
      : joins
        ? walkJoin(row, values, dims, tensors)
        : { walk: walkPieces(row, values, dims, outputs) };
  return {
    state,
    row,
    joins,
    dims,
    count: parts.length,
    parts: parts.slice(0, MOST_OUTPUTS),
    hasBase,
    shift,
    order,
    walk,
    sentence: order
      ? sayPattern(order, dims)
      : joins
        ? sayJoin(row, walk, shift)
        : sayCut(dims, walk, slices),
    explanation: planned.explain(),
  };
}

const rowOf = ({ op, opset }: State) => rowAt(versions(), op, opset) as Row;

/** A plan, and the dims of the tensors that it takes. */
function planOf(state: State) {
  const row = rowOf(state);
  const { op_type, domain, since_version: opset } = row;
  const { type, notation } = state;
  const { inputs, options } =
    notation === null ? toNode(state) : { inputs: [notation], options: { domain, opset } };
  // Sizes beyond a number are the library's to refuse.
  const dims = (isJoin(row) ? toShapes(state.dims) : [toIntegers(state.dims)]) as number[][];
  if (dims.length === 1 && isJoin(row) && !takesAny(row)) dims.push(updatesOf(state, dims[0], inputs));
  const tensors = dims.map((each) => ({ type, dims: each }));
  const isSequence = tensorsOf(row).some(({ sequence }) => sequence);
  const given: Typed[] = [...(isSequence ? [tensors] : tensors), ...inputs];
  const planned = plan(op_type, given, options);
  return { planned, tensors: dims.map((each) => each.map(Number)) as number[][] };
}

/** The dims that updates must have, if only those of the tensor are typed: those of the slice, or one position of a cache. */
function updatesOf({ op, values }: State, dims: number[], inputs: Typed[]) {
  if (takesSlice(op)) {
    try {
      const options = inputs.length > 1 ? { domain: 'openvino' } : {};
      return [...plan('Slice', [{ type: 'uint8', dims }, ...inputs], options).outputs[0].dims];
    } catch {
      return dims; // the join will say what is wrong
    }
  }
  const [axis = -2] = toIntegers(values.axis ?? '').map(Number);
  return dims.map((size, i) => (i === countAxis(axis, dims.length) ? 1 : size));
}

/** The parameters of a slice, by whatever names its operator has for them. */
export function boundsOf(op: string, values: Record<string, string>, rank: number) {
  const { starts, ends, axes, steps } = sliceNames(op);
  const given = { starts: values[starts], ends: values[ends], axes: values[axes], steps: values[steps] };
  return toBounds(given, rank);
}

/**
 * What a slice takes of each axis, whichever way it is written.
 * @throws {MicrotomeError} the library's, if it is wrong
 */
export function toRanges(state: State) {
  planOf(state);
  const [dims] = toShapes(state.dims);
  const ranges =
    state.notation === null
      ? rangesBy(boundsOf(state.op, toNode(state).values, dims.length), dims)
      : rangesOf(state.notation, dims);
  return { dims, ranges };
}

/** A node as a model holds it. */
export function toNode(state: State) {
  const row = rowOf(state);
  const [dims] = toShapes(state.dims);
  const all = state.notation === null ? state.values : toTexts(row.op, rangesOf(state.notation, dims), dims);
  const own = parametersOf(row);
  const values = Object.fromEntries(own.map(({ name }) => [name, all[name] ?? ''])); // other versions may have more
  const parameters = own.map(({ name, form, place }) => ({
    name,
    place,
    value: toValue(values[name], form),
  }));
  const at = (where: string) => parameters.filter(({ place }) => place === where);
  const count: Typed = at('node')[0]?.value;
  return {
    values,
    parameters,
    inputs: at('input').map(({ value }): Typed => value),
    options: {
      domain: row.domain,
      opset: row.since_version,
      attributes: Object.fromEntries(at('attribute').map(({ name, value }) => [name, value])),
      // A list is not a count: NaN makes the library say so.
      num_outputs: Array.isArray(count) ? Number.NaN : (count ?? undefined),
    },
  };
}

function walkPieces(
  { op_type: op, since_version: opset }: OperatorRow,
  values: Record<string, string>,
  dims: readonly number[],
  outputs: readonly { dims: readonly number[] }[],
) {
  const given = Number(toIntegers(values.axis ?? '')[0] ?? 0);
  const axis = countAxis(given, dims.length);
  const drops = outputs.length > 0 && outputs[0].dims.length < dims.length;
  const sizes = outputs.map((output) => (drops ? 1 : output.dims[axis]));
  const lines = splitLines({ op, opset, values, size: dims[axis], sizes });
  return walkSplit({ dims, axis: given, sizes, drops, lines });
}
