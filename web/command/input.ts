// FROM that is read once, from its beginning to its end: standard input, a pipe, or what a shell puts in place of `<(...)`.
import type { Stats } from 'node:fs';
import { Failure, reasonOf } from './failure.ts';
import { fs } from './host.ts';

export const STANDARD_INPUT = '-';

/** What kind of file it is, if it is there. */
function statsOf(from: string, address: URL): Stats | undefined {
  if (from === STANDARD_INPUT) return fs.fstatSync(0);
  if (address.protocol !== 'file:') return undefined;
  return fs.statSync(address, { throwIfNoEntry: false });
}

/** All that a pipe gives, of at most so many bytes; undefined: FROM is none. */
export async function readPipe(from: string, address: URL, most: number): Promise<Uint8Array | undefined> {
  const stats = statsOf(from, address);
  const isPipe = stats && !stats.isFile() && !stats.isDirectory() && !stats.isBlockDevice();
  if (!isPipe && !(from === STANDARD_INPUT && process.platform === 'win32')) return undefined;
  const name = from === STANDARD_INPUT ? 'standard input' : from;
  const stream =
    from === STANDARD_INPUT
      ? fs.createReadStream('', { fd: 0, autoClose: false })
      : fs.createReadStream(address);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      length += chunk.length;
      if (length > most)
        throw new Failure(
          `${name} has more than ${most} bytes, and is read as a whole; raise --max-bytes, or save it as a file first`,
        );
      chunks.push(chunk);
    }
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : new Failure(`${name} cannot be read: ${reasonOf(thrown)}`);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length);
}
