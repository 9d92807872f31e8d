// A server's answer, as it is used here. `fetch` may be the caller's, so what it gives is checked once, and each
// part of it is read once.
import { failed, type Reply, told } from './store.ts';

/** What `fetch` has given, which must be a Response, or say the same. */
export function toReply(given: any): Reply {
  const read = (action: () => any): any => {
    let cause: unknown;
    try {
      const value = action();
      if (value !== undefined) return value;
    } catch (thrown) {
      cause = thrown;
    }
    throw failed(`fetch must give a Response whose body nobody has read; it gave ${told(given)}`, cause);
  };
  return read(() => {
    const { status, type, headers, body } = Object(given);
    const get = (name: string) =>
      read(() => {
        const text = headers.get(name) ?? null;
        return text === null || typeof text === 'string' ? text : undefined;
      });
    get('etag');
    return Number.isInteger(status) ? { status, type, headers: { get }, body: body?.getReader() } : undefined;
  });
}
