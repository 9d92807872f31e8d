// FROM that is read from where it is, from its beginning to its end: standard input, a pipe, or what a shell puts in place of `<(...)`.
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { factOf } from './descriptor.ts';
import { Failure, reasonOf } from './failure.ts';
import { fs } from './host.ts';
import { type Inputs, statsOf } from './inputs.ts';
import { fill } from './local.ts';

export const STANDARD_INPUT = '-';
const DESCRIPTOR = 0;

/** Bytes that may be held as a whole, of all inputs together that share them. */
export class Held {
  readonly most: number;
  bytes = 0;
  /** Whose bytes these are, if others share them. */
  readonly whose: string | undefined;

  constructor(most: number, whose?: string) {
    this.most = most;
    this.whose = whose;
  }

  /** False: these are too many. */
  add(bytes: number): boolean {
    this.bytes += bytes;
    return this.bytes <= this.most;
  }
}

/** What `open` takes of the library. */
type Opened = Uint8Array | { size: number; read(at: number, length: number): Uint8Array };

/** What of FROM can only be read so; undefined: it has a path or an address. */
export async function readInput(
  from: string,
  address: URL,
  inputs: Inputs,
  held: Held,
  signal?: AbortSignal,
): Promise<Opened | undefined> {
  const isStandard = from === STANDARD_INPUT;
  if (!isStandard && address.protocol !== 'file:') return undefined;
  const name = isStandard ? 'standard input' : from;
  const file = isStandard ? DESCRIPTOR : fileURLToPath(address);
  const stats = statsOf(file);
  inputs.add(name, file, stats);
  if (stats === undefined || stats.isDirectory() || stats.isBlockDevice()) return undefined;
  if (stats.isFile()) {
    if (!isStandard) return undefined;
    const begin = factOf(DESCRIPTOR, 'pos');
    if (begin !== undefined)
      return {
        size: Math.max(0, Number(stats.size) - begin),
        read: (at, length) => fill(DESCRIPTOR, begin + at, new Uint8Array(length)),
      };
  }
  return readAll(name, isStandard ? process.stdin : open(address, stats.isFIFO()), held, signal);
}

/** A pipe is opened so that no thread waits for it, which nobody could stop, and which Node would wait for at its end. */
function open(address: URL, isPipe: boolean): Readable {
  if (!isPipe || process.platform !== 'linux') return fs.createReadStream(address);
  const { O_RDONLY, O_NONBLOCK } = fs.constants;
  const { Socket } = process.getBuiltinModule('node:net');
  return new Socket({ fd: fs.openSync(address, O_RDONLY | O_NONBLOCK), readable: true, writable: false });
}

async function readAll(
  name: string,
  stream: Readable,
  held: Held,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const stop = () => stream.destroy(new Error('another part has failed'));
  signal?.addEventListener('abort', stop);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    if (signal?.aborted) stop();
    for await (const chunk of stream) {
      length += chunk.length;
      if (!held.add(chunk.length)) {
        const what = `more than ${held.most} bytes`;
        const has = held.whose ? `${held.whose} have ${what}` : `${name} has ${what}, and is read as a whole`;
        throw new Failure(`${has}; raise --max-bytes, or save it as a file first`);
      }
      chunks.push(chunk);
    }
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : new Failure(`${name} cannot be read: ${reasonOf(thrown)}`);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length);
}
