// What a call copies in memory, in words.
import { elementTypes, type Move, type Type } from '../../lib/index.ts';
import { plural, sayBytes, sayNumber } from '../page/say.ts';
import { sizeOf } from './integers.ts';

export type Shape = { type: Type; dims: readonly number[] };

/** Whether moves say where in the output they write, not where in the input they read. */
export const writes = (moves: readonly Move[], joins: boolean) =>
  joins || moves.some(({ streams }) => streams.some((stream) => 'input' in stream));

/** Above this number, pieces are not counted: kernels move many of them at once. */
const MOST_PIECES = 9999;

/** How long a run is, by what moves count. */
const UNITS: Record<Move['unit'], (n: number) => string> = {
  byte: sayBytes,
  entry: (n) => plural(n, 'entry', 'entries'),
  element: (n) => plural(n, 'element'),
};

/** How much is copied, and in how many pieces. @param joins moves write to the whole, which is the output */
export function sayMemory(
  moves: readonly Move[],
  tensors: readonly Shape[],
  outputs: readonly Shape[],
  joins: boolean,
) {
  const isWritten = writes(moves, joins);
  const whole = isWritten ? outputs[0] : tensors[0];
  const bitsOf = (type: Type) => elementTypes().find(({ name }) => name === type)?.bits ?? 0;
  const bytesOf = ({ type, dims }: Shape) => (sizeOf(dims) * bitsOf(type)) / 8;
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
  if (bitsOf(whole.type) === 0) return copied; // strings
  if (isWritten) return `${sayBytes(total)}, ${copied}`;
  const among = bytesOf(whole);
  return `${sayBytes(total)} ${total > among ? 'from' : 'of'} ${sayBytes(among)}, ${copied}`; // what repeats can be more
}
