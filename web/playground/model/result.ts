// From a state to its result: the library plans the call, and everything that the page shows follows from the plan. No data moves.
// A result is plain data, so that a worker can send it.
import { elementTypes, type Move, plan, type Type } from '../../lib/index.ts';
import { plural, sayBytes, sayNumber } from '../page/say.ts';
import { sizeOf, toIntegers } from './integers.ts';
import type { Parameter, Typed } from './parameters.ts';
import { isJoin, type Row, rowOf, tensorNames, tensorsOf } from './rows.ts';
import { type Range, rangesOf } from './slice.ts';
import type { State } from './state.ts';

/** A tensor without its data, and an output. */
export type Shape = { type: Type; dims: readonly number[] };
export type Made = { dims: readonly number[]; data: Typed };

/** A call as the library takes it. */
export interface Given {
  row: Row;
  tensors: (Shape & { name: string })[];
  parameters: (Parameter & { value: Typed })[];
  values: Record<string, string>;
  inputs: Typed[]; // after the tensors
  /** The inputs and attributes of a node, also of a slice string. */
  node: { inputs: Typed[]; attributes: Record<string, Typed> };
  options: { domain: string; opset: number; attributes?: Record<string, Typed>; num_outputs?: number };
}

/** An axis of the input or of the output, as a pattern writes it, and the names that make it; several are a group. */
type Axis = { label: string; names: string[]; sizes: number[] };
export type Order = { input: Axis[]; output: Axis[] };

export interface Result {
  state: State; // that led to it
  row: Row;
  tensors: Given['tensors'];
  whole: readonly number[]; // dims of the tensor that is cut, or made
  outputs: readonly Shape[]; // the first ones
  count: number; // of outputs
  ranges: Range[] | null; // that a slice takes of each axis, or writes
  axis: number; // of a split, a join or a gather
  sizes: number[]; // of its pieces
  taken: number[] | null; // the indices that a gather takes, in [0, size); -1: zeros
  pads: [number, number][] | null; // before and after each axis
  order: Order | null;
  /** The copies in words, and the part that each piece of a strip of memory belongs to: -1, none; -2, several. */
  memory: { says: string; owners: readonly number[] };
}

/** The most outputs that are described. */
export const MOST_OUTPUTS = 64;

/** A slice whose notation is typed, and whose sizes are not. given.ts reads all other calls. */
export function sliceGiven(state: State): Given {
  const row = rowOf(state);
  const dims = toIntegers(state.dims).map(Number);
  return {
    row,
    tensors: [{ name: tensorNames(state)[0], type: state.type, dims }],
    parameters: [],
    values: {},
    inputs: [state.notation],
    node: { inputs: [], attributes: {} },
    options: { domain: row.domain, opset: row.since_version },
  };
}

type Planned = { outputs: readonly Shape[]; moves: readonly Move[]; run: (inputs: Typed) => Made[] };

/** A plan of the call. @throws {RangeError | MicrotomeError} */
export function planOf({ row, tensors, inputs, options }: Given, type = tensors[0]?.type): Planned {
  const shapes = tensors.map(({ dims }) => ({ type, dims }));
  const isSequence = tensorsOf(row).some(({ sequence }) => sequence);
  return plan(row.op_type, [...(isSequence ? [shapes] : shapes), ...inputs] as Typed, options as Typed);
}

/** Runs a call on arrays, one per tensor. */
export function run(given: Given, arrays: readonly Typed[], type = given.tensors[0]?.type) {
  const inputs = given.tensors.map(({ dims }, i) => ({ type, dims, data: arrays[i] }));
  return planOf(given, type).run(isJoin(given.row) ? inputs : inputs[0]);
}

/** The result of a slice whose notation is typed; details.ts completes it for other calls. @throws {RangeError | MicrotomeError} */
export function resultOf(state: State, given: Given, { outputs, moves } = planOf(given)): Result {
  const { row, tensors } = given;
  const whole = isJoin(row) ? outputs[0].dims : tensors[0].dims;
  return {
    state,
    row,
    tensors,
    whole,
    outputs: outputs.slice(0, MOST_OUTPUTS),
    count: outputs.length,
    ranges: state.notation === null ? null : rangesOf(state.notation, whole),
    axis: 0,
    sizes: [],
    taken: null,
    pads: null,
    order: null,
    memory: { says: sayMemory(moves, tensors[0], outputs, isJoin(row)), owners: [] },
  };
}

/** Whether moves say where in the output they write, not where in the input they read. */
export const writes = (moves: readonly Move[], joins: boolean) =>
  joins || moves.some(({ streams }) => streams.some((stream) => 'input' in stream));

/** Above this number, pieces are not counted: kernels move many of them at once. */
const MOST_PIECES = 9999;

/** Says how many bytes are copied, and in how many pieces. */
function sayMemory(moves: readonly Move[], tensor: Shape, outputs: readonly Shape[], joins: boolean) {
  const bitsOf = (type: Type) => elementTypes().find(({ name }) => name === type)?.bits ?? 0;
  const bytesOf = ({ type, dims }: Shape) => (sizeOf(dims) * bitsOf(type)) / 8;
  const total = outputs.reduce((sum, each) => sum + bytesOf(each), 0);
  const runs = moves.reduce((sum, { sizes, streams }) => sum + sizeOf(sizes) * streams.length, 0);
  if (runs === 0) return 'nothing is copied';
  const lengths = new Set(moves.flatMap(({ streams }) => streams.map(({ run }) => run)));
  const [length] = lengths;
  const { unit } = moves[0];
  const long =
    unit === 'byte' ? sayBytes(length) : plural(length, unit, unit === 'entry' ? 'entries' : 'elements');
  const each = lengths.size === 1 ? ` of ${long}` : '';
  const pieces = runs > MOST_PIECES ? 'pieces' : `${sayNumber(runs)} pieces`;
  const copied = `copied in ${runs === 1 ? 'one piece' : `${pieces}${each}`}`;
  const isWritten = writes(moves, joins);
  if (bitsOf((isWritten ? outputs[0] : tensor).type) === 0) return copied; // strings
  if (isWritten) return `${sayBytes(total)}, ${copied}`;
  const among = bytesOf(tensor);
  return `${sayBytes(total)} ${total > among ? 'from' : 'of'} ${sayBytes(among)}, ${copied}`; // what repeats can be more
}
