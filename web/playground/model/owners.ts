// What a call touches in memory: the runs of a plan's moves, as a strip of the tensor that is cut, or made.
import type { Move } from '../../lib/index.ts';
import { sizeOf } from './integers.ts';
import { kindOf } from './kinds.ts';
import { type Shape, writes } from './memory.ts';

/** Pieces of a strip that stands for more elements than that. */
export const PIECES = 96;
/** Runs that are looked at one by one; of more, only the ends of their inner axes. */
const MOST_RUNS = 20_000;

/** Which part has each piece of the strip. @param joins moves write to the whole, which is the output */
export function ownersOf(
  moves: readonly Move[],
  tensors: readonly Shape[],
  outputs: readonly Shape[],
  joins: boolean,
): number[] {
  const isWritten = writes(moves, joins);
  const { type, dims } = isWritten ? outputs[0] : tensors[0];
  const size = sizeOf(dims);
  const owners: number[] = new Array(Math.min(size, PIECES)).fill(-1);
  for (const move of moves) mark(owners, move, size, kindOf(type).bits, isWritten);
  return owners;
}

function mark(owners: number[], move: Move, size: number, bits: number, isWritten: boolean) {
  const perElement = move.unit === 'byte' ? bits / 8 : 1;
  const list = move.positions;
  let runs = [0];
  let [low, inner] = [0, 0]; // where the axes that are not looked at begin, and what they reach from there
  for (const [axis, extent] of move.sizes.entries()) {
    const stride = move.strides[axis];
    const listed = list?.axis === axis ? list.list.filter((index) => index >= 0) : null;
    const count = listed?.length ?? extent;
    if (runs.length * count <= MOST_RUNS) {
      const at = listed ?? Array.from({ length: extent }, (_, i) => i);
      runs = runs.flatMap((begin) => at.map((i) => begin + i * stride));
      continue;
    }
    const least = listed?.reduce((a, b) => Math.min(a, b)) ?? 0;
    const most = listed?.reduce((a, b) => Math.max(a, b)) ?? extent - 1;
    low += stride * (stride < 0 ? most : least);
    inner += Math.abs(stride) * (most - least);
  }
  for (const stream of move.streams.slice(0, MOST_RUNS)) {
    const { input = 0, output = 0 } = stream as { input?: number; output?: number };
    const part = isWritten ? input : output;
    for (const begin of runs) {
      const first = (begin + low + stream.offset) / perElement;
      const last = first + (stream.run + inner) / perElement - 1;
      const [from, to] = [first, last].map((element) => Math.floor((element / size) * owners.length));
      for (let i = Math.max(0, from); i <= Math.min(to, owners.length - 1); ++i)
        owners[i] = owners[i] === -1 || owners[i] === part ? part : -2;
    }
  }
}
