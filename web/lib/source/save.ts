// Writes a cut into a stream, as it is or as an .npy file.
import { describe, reasonOf } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { MAGIC, TYPES } from './formats/npy.ts';
import { attempt, failed } from './stores/store.ts';

/** NumPy's names of types, without those that are used for a type that NumPy does not have. */
const DESCR: ReadonlyMap<string, string> = new Map(
  [...TYPES].filter(([name]) => /^[a-z]/.test(name) && name !== 'm8').map(([name, type]) => [type, name]),
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

/** Writes the chunks as they come, as `pipeTo` would. */
export async function writeAll(
  chunks: AsyncIterable<Uint8Array>,
  writable: WritableStream<Uint8Array>,
  preventClose: boolean | undefined,
  preventAbort: boolean | undefined,
): Promise<void> {
  const writer = await attempt('the stream cannot be written', () => writable.getWriter());
  let isWriting = false;
  try {
    for await (const chunk of chunks) {
      isWriting = true;
      await writer.ready;
      await writer.write(chunk);
      isWriting = false;
    }
    isWriting = true;
    if (!preventClose) await writer.close();
  } catch (cause) {
    if (!isWriting && !preventAbort) await writer.abort(cause).catch(() => {});
    throw isWriting ? failed(`the stream cannot be written: ${reasonOf(cause)}`, cause) : cause;
  } finally {
    writer.releaseLock();
  }
}
