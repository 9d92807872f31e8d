// Bytes of a joined tensor, read from its parts. Rows of the joined tensor are the rows of the parts, side by
// side; so whatever range is read, each part has one range of it.
import type { Stored } from 'microtome/source';
import type { Library } from './library.ts';

/** A part: the bytes of its elements, and how many of them are in a row. */
export interface Piece {
  readonly run: number;
  readonly bytes: Stored;
}

/** `length` bytes of the joined tensor, from byte `at` on. */
export async function gather(
  { assign, source }: Library,
  pieces: readonly Piece[],
  at: number,
  length: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const joined = new Uint8Array(length);
  const row = pieces.reduce((sum, { run }) => sum + run, 0);
  const options = { maxBytes: Number.POSITIVE_INFINITY, signal };
  let before = 0; // bytes of a row that other pieces have
  for (const { run, bytes } of pieces) {
    const first = before;
    before += run;
    /** Bytes of the piece that are before a byte of the joined tensor. */
    const countBefore = (byte: number) =>
      Math.floor(byte / row) * run + Math.min(run, Math.max(0, (byte % row) - first));
    const [low, high] = [countBefore(at), countBefore(at + length)];
    if (low === high) continue;
    const { data } = await source.slice(bytes, `${low}:${high}`, options);
    const place = (byte: number) => Math.floor(byte / run) * row + first + (byte % run) - at;
    const copy = (begin: number, end: number) => {
      if (begin < end) joined.set((data as Uint8Array).subarray(begin - low, end - low), place(begin));
    };
    const begin = Math.min(high, Math.ceil(low / run) * run);
    const end = Math.max(begin, Math.floor(high / run) * run); // from begin to end, the range has whole rows
    copy(low, begin);
    if (begin < end) {
      const rows = { type: 'uint8', dims: [(end - begin) / run, run] } as const;
      const target = { ...rows, data: joined, stride: [row, 1], offset: place(begin) };
      assign(target, '...', { ...rows, data: data as Uint8Array, offset: begin - low });
    }
    copy(end, high);
  }
  return joined;
}
