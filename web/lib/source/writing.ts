// Writes chunks into a stream, of the web or of Node. Loaded with the first `save`.
import { Mistake, toPublicError } from '../base/mistake.ts';
import type { ReadOptions } from './source_options.ts';
import { attempt, orAborted } from './stores/parallel.ts';

/** Around streams of Node. Each listens to its stream, so that a second one would listen once more. */
const wrapped = new WeakMap<object, WritableStream<Uint8Array>>();

/** A stream of the web; of Node's, one around it. */
function toStream(writable: any): WritableStream<Uint8Array> {
  if (typeof writable?.getWriter === 'function') return writable;
  const { Writable } = globalThis.process?.getBuiltinModule?.('node:stream') ?? {};
  const around = wrapped.get(writable) ?? Writable?.toWeb(writable);
  if (around === undefined) throw new Mistake('bad_argument', 'this host has no streams of Node', 'writable');
  wrapped.set(writable, around);
  return around;
}

/** Writes the chunks, each when the stream wants one. When it fails, nothing is fetched any more. */
export async function writeAll(
  chunks: AsyncGenerator<Uint8Array, void>,
  writable: unknown,
  { preventClose, preventAbort }: Pick<ReadOptions, 'preventClose' | 'preventAbort'>,
  stop: AbortController,
): Promise<void> {
  const readable = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { value } = await chunks.next().catch((thrown) => {
          throw toPublicError(thrown, 'save');
        });
        if (value) controller.enqueue(value as Uint8Array<ArrayBuffer>);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { signal } = stop;
  try {
    await attempt('the stream cannot be written', () =>
      orAborted(readable.pipeTo(toStream(writable), { preventClose, preventAbort, signal }), signal),
    );
  } finally {
    stop.abort();
    await chunks.return();
  }
}
