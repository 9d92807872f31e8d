// Writes a cut into a stream, as it is or as an .npy file.
import { describe } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { MAGIC, TYPES } from './formats/npy.ts';
import type { ReadOptions } from './options.ts';
import { attempt, orAborted } from './stores/store.ts';

/** NumPy's names of types, without those that are used for a type that NumPy does not have. */
const DESCR: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPES)
    .filter(([name]) => /^[a-z]/.test(name) && name !== 'm8')
    .map(([name, type]) => [type, name]),
);

/** The data of an .npy file begins at a multiple of this. */
const ALIGNMENT = 64;

/** What is written before the data. */
export function headerOf(format: unknown, type: string, dims: readonly number[]): Uint8Array {
  if (format === 'raw') return new Uint8Array(0);
  if (format !== 'npy')
    throw new Mistake('bad_argument', `must be 'npy' or 'raw', not ${describe(format)}`, 'format');
  const descr = DESCR.get(type);
  if (descr === undefined) throw new Mistake('bad_type', `NumPy has no ${type}; save it as 'raw'`, 'format');
  const order = descr.endsWith('1') ? '|' : '<';
  const shape = dims.length === 1 ? `${dims[0]},` : dims.join(', ');
  const text = `{'descr': '${order}${descr}', 'fortran_order': False, 'shape': (${shape}), }`;
  const begin = MAGIC.length + 4;
  const length = Math.ceil((begin + text.length + 1) / ALIGNMENT) * ALIGNMENT - begin;
  const padded = new TextEncoder().encode(`${text.padEnd(length - 1)}\n`);
  return Uint8Array.of(...MAGIC, 1, 0, length & 255, length >> 8, ...padded);
}

/** Writes the chunks, each when the stream wants one. When it fails, nothing is fetched any more. */
export async function writeAll(
  chunks: AsyncGenerator<Uint8Array, void>,
  writable: WritableStream<Uint8Array>,
  { preventClose, preventAbort }: Pick<ReadOptions, 'preventClose' | 'preventAbort'>,
  stop: AbortController,
): Promise<void> {
  const readable = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { value } = await chunks.next();
        if (value) controller.enqueue(value as Uint8Array<ArrayBuffer>);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { signal } = stop;
  try {
    await attempt('the stream cannot be written', () =>
      orAborted(readable.pipeTo(writable, { preventClose, preventAbort, signal }), signal),
    );
  } finally {
    stop.abort();
    await chunks.return();
  }
}
