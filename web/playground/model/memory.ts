// What a call touches in memory: the runs of a plan's moves, as a strip of the tensor that is cut, or made.
import type { Move } from '../../lib/index.ts';
import { plural, sayBytes, sayNumber } from '../page/say.ts';
import { sizeOf } from './integers.ts';
import { kindOf } from './values.ts';

/** `owners`: which part has each piece of the strip; -1: none, -2: several. */
export interface Memory {
  says: string;
  owners: number[];
  isExact: boolean; // a piece is an element
}

/** Pieces of a strip that stands for more elements than that. */
const PIECES = 96;
/** Runs that are looked at one by one; of more, only the ends of their inner axes. */
const MOST_RUNS = 20_000;

type Shape = { type: Parameters<typeof kindOf>[0]; dims: readonly number[] };

/** @param joins moves write to the whole, which is the output */
export function memoryOf(
  moves: readonly Move[],
  tensors: readonly Shape[],
  outputs: readonly Shape[],
  joins: boolean,
): Memory {
  const isWritten = joins || moves.some(({ streams }) => streams.some((stream) => 'input' in stream));
  const whole = isWritten ? outputs[0] : tensors[0];
  const { bits } = kindOf(whole.type);
  const size = sizeOf(whole.dims);
  const count = Math.min(size, PIECES);
  const owners: number[] = new Array(count).fill(-1);
  for (const move of moves) mark(owners, move, size, bits, isWritten);
  return { says: say(moves, whole, outputs, isWritten), owners, isExact: size <= PIECES };
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

/** Above this number, pieces are not counted: kernels move many of them at once. */
const MOST_PIECES = 9999;

/** How long a run is, by what moves count. */
const UNITS: Record<Move['unit'], (n: number) => string> = {
  byte: sayBytes,
  entry: (n) => plural(n, 'entry', 'entries'),
  element: (n) => plural(n, 'element'),
};

function say(moves: readonly Move[], whole: Shape, outputs: readonly Shape[], isWritten: boolean) {
  const { bits, is } = kindOf(whole.type);
  const bytesOf = ({ type, dims }: Shape) => (sizeOf(dims) * kindOf(type).bits) / 8;
  const total = outputs.reduce((sum, each) => sum + bytesOf(each), 0);
  const runs = moves.reduce((sum, { sizes, streams }) => sum + sizeOf(sizes) * streams.length, 0);
  if (runs === 0) return 'nothing is copied';
  const lengths = new Set(moves.flatMap(({ streams }) => streams.map(({ run }) => run)));
  const [length] = lengths;
  const each = lengths.size === 1 ? ` of ${UNITS[moves[0].unit](length)}` : '';
  const copied =
    runs === 1
      ? 'copied in one piece'
      : runs > MOST_PIECES
        ? `copied in pieces${each}`
        : `copied in ${sayNumber(runs)} pieces${each}`;
  if (is === 'string' || bits === 0) return copied;
  if (isWritten) return `${sayBytes(total)}, ${copied}`;
  const among = bytesOf(whole);
  return `${sayBytes(total)} ${total > among ? 'from' : 'of'} ${sayBytes(among)}, ${copied}`; // what repeats can be more
}
