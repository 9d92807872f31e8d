// From a call to its plan and its result: the library plans the call, and everything that the page shows follows from the plan. No data
// moves, unless the call is run.
import { elementTypes, type Move, plan, type Stream, type Type } from '../../lib/index.ts';
import { plural, sayBytes, sayNumber } from '../page/say.ts';
import { indexOf, sizeOf, stridesOf } from './integers.ts';
import type { Typed } from './parameters.ts';
import { type Given, type Made, MOST_OUTPUTS, type Result, type Shape } from './result.ts';
import { inputsOf, isJoin, tensorsOf } from './rows.ts';
import { itemsOf, type Range } from './slice.ts';
import type { State } from './state.ts';

type Planned = { outputs: readonly Shape[]; moves: readonly Move[]; run: (inputs: Typed) => Made[] };

/** A plan of the call. @throws {RangeError | MicrotomeError} */
export function planOf({ row, tensors, inputs, options }: Given, type = tensors[0]?.type): Planned {
  const shapes = tensors.map(({ dims }) => ({ type, dims }));
  const isSequence = tensorsOf(row).some(({ sequence }) => sequence);
  const all = inputsOf<Typed>(row, isSequence ? [shapes] : shapes, inputs);
  return plan(row.op_type, all as Typed, options as Typed);
}

/** Runs a call on arrays, one per tensor. */
export function run(given: Given, arrays: readonly Typed[], type = given.tensors[0]?.type) {
  const inputs = given.tensors.map(({ dims }, i) => ({ type, dims, data: arrays[i] }));
  return planOf(given, type).run(isJoin(given.row) ? inputs : inputs[0]);
}

/**
 * The first output as a view of the data. Moves count in units of the type that was planned, so plan for uint8 to count in elements.
 * @returns all zeros if the output is empty, because nothing moves then
 */
export function viewOf({ outputs: [{ dims: shape }], moves }: Pick<Planned, 'outputs' | 'moves'>) {
  const move = moves.find(({ streams }) => streams.some(({ output }) => output === 0));
  const stream = move?.streams.find(({ output }) => output === 0);
  if (!move || !stream) return { shape, stride: shape.map(() => 0), offset: 0 };
  const offset = placeAt(move, stream, 0);
  const next = stridesOf(shape); // where the output has the next index of each axis
  const stride = shape.map((size, axis) => (size > 1 ? placeAt(move, stream, next[axis]) - offset : 0));
  return { shape, stride, offset };
}

/** The place from which a stream reads the element that it writes at a position. */
function placeAt({ sizes, strides }: Move, { offset, run }: Stream, position: number) {
  const index = indexOf(Math.floor(position / run), sizes);
  return index.reduce((place, i, axis) => place + i * strides[axis], offset + (position % run));
}

/** @param size of the axis @param given a slice string, or ONNX's parameters */
export function rangeOf(size: number, given: Typed[]): Range {
  const { shape, stride, offset } = viewOf(plan('Slice', [{ type: 'uint8', dims: [size] }, ...given]));
  const [count = 1] = shape;
  return { from: offset, step: count > 1 ? stride[0] : 1, count, drops: shape.length === 0 };
}

/** @param notation a slice string @returns one per axis @throws {MicrotomeError} the library's, if the notation is wrong */
export function rangesOf(notation: string, dims: readonly number[]): Range[] {
  plan('Slice', [{ type: 'uint8', dims }, notation]); // says what is wrong, before the string is taken apart
  return itemsOf(notation, dims).map((item, axis) => rangeOf(dims[axis], [item]));
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
