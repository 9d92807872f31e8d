// Files that come as a stream, or as a Response: they are read as a whole. Loaded with the first of them.
import { classNameOf } from '../base/arrays.ts';
import { tooCostly } from './formats/format.ts';
import { collect, inTime } from './http/bodies.ts';
import { failed, told } from './stores/failures.ts';
import { memoryStore, tagOf, toBytes } from './stores/files.ts';
import { attempt } from './stores/parallel.ts';
import type { Store } from './stores/store.ts';

/** Reads a stream of the web or of Node, or a Response's body, within `maxBytes`. */
export async function streamStore(
  from: any,
  { maxBytes, timeout, signal }: { maxBytes: number; timeout: number; signal: AbortSignal },
): Promise<Store> {
  const isResponse = tagOf(from) === 'Response';
  if (isResponse && !from.ok)
    throw failed(`the Response has status ${told(from.status)}`, undefined, from.status);
  const what = isResponse ? 'the Response cannot be read' : 'the stream cannot be read';
  const reader = await attempt(what, () => {
    const stream = isResponse ? from.body : from;
    return stream === null ? null : (stream.getReader?.() ?? stream[Symbol.asyncIterator]());
  });
  const next = () => reader && (reader.read ?? reader.next).call(reader);
  const pour = async (take: (chunk: Uint8Array) => void) => {
    for (;;) {
      const { done, value } = Object(
        await attempt(what, () => inTime(Promise.resolve(next()), signal, timeout)),
      );
      if (done || !reader) return;
      const chunk = toBytes(value);
      if (!chunk || !/^(Uint8Array|Buffer)$/.test(classNameOf(value)))
        throw failed(`a stream must give Uint8Arrays, not ${told(value)}`);
      take(chunk);
    }
  };
  const check = (bytes: number) => {
    if (bytes > maxBytes)
      throw tooCostly(`a stream is read as a whole, and has more than ${maxBytes} bytes`, maxBytes);
  };
  try {
    return memoryStore(await collect(pour, Number.POSITIVE_INFINITY, check), true);
  } catch (error) {
    attempt('', () => (reader?.cancel ?? reader?.return)?.call(reader)).catch(() => {});
    throw error;
  }
}
