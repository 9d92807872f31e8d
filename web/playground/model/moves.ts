// Reads a plan's moves: which elements of its input an output consists of. Moves count in units of the type that was planned, so
// plan for uint8 to count in elements.
import type { Move, Stream } from '../../lib/index.ts';
import { indexOf, stridesOf } from './integers.ts';

/** A part of an array as a strided tensor. Add `type` and `data`, and the library takes it as an input. */
export interface View {
  shape: readonly number[];
  stride: readonly number[];
  offset: number;
}

type Planned = { outputs: readonly { dims: readonly number[] }[]; moves: readonly Move[] };

/**
 * An output as a view of the data that was planned.
 * @returns all zeros if the output is empty, because nothing moves then
 */
export function viewOf({ outputs, moves }: Planned, output = 0): View {
  const shape = outputs[output].dims;
  const move = moves.find(({ streams }) => streams.some((each) => each.output === output));
  const stream = move?.streams.find((each) => each.output === output);
  if (!move || !stream) return { shape, stride: shape.map(() => 0), offset: 0 };
  const offset = placeAt(move, stream, 0);
  const next = stridesOf(shape); // where the output has the next index of each axis
  const stride = shape.map((size, axis) => (size > 1 ? placeAt(move, stream, next[axis]) - offset : 0));
  return { shape, stride, offset };
}

/** Where a stream reads the element that it writes at a position of its output. */
function placeAt({ sizes, strides }: Move, { offset, run }: Stream, position: number) {
  const index = indexOf(Math.floor(position / run), sizes);
  return index.reduce((place, i, axis) => place + i * strides[axis], offset + (position % run));
}
