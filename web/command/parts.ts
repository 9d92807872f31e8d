// The parts that `join` reads: each is opened once, and described. How their bytes are read then depends on where they are.
import type { Source, Stored } from 'microtome/source';
import { Failure, reasonOf } from './failure.ts';
import { Held, STANDARD_INPUT } from './input.ts';
import type { Inputs } from './inputs.ts';
import { addressOf, type Library, limitsOf, MOST_HELD, mostHeld, nameOf, openFrom } from './library.ts';
import { type LocalFile, LocalFiles, localFile, MOST_OPEN } from './local.ts';
import type { Values } from './types.ts';

export interface Part {
  readonly name: string;
  /** What it is. It may be that of another part which is alike. */
  readonly tensor: Pick<
    Stored,
    'name' | 'type' | 'descr' | 'dims' | 'at' | 'stride' | 'byteStride' | 'endian'
  >;
  /** Its elements are in this file, from `tensor.at` on. */
  readonly file: LocalFile | undefined;
  /** Its elements, row-major, if all of them must be in memory. */
  readonly held: Uint8Array | undefined;
  /** The first bytes of its file, if it is alike to another. */
  readonly start?: Uint8Array;
  /** Its own tensor. */
  open(): Promise<Stored>;
}

/** Bytes of all parts that are read before they are needed. */
const MOST_AHEAD = 3 * 2 ** 24;
/** Bytes of each of so many parts. */
export const aheadOf = (count: number) => Math.floor(MOST_AHEAD / count);
/** Bytes that are read with a header: many short parts are opened less often then. */
const MOST_START = 2 ** 16;

/** Parts that are opened at a time. */
const AT_ONCE = 6;

/** The library's error if that takes more than it may. */
const TOO_MUCH = ['range_ignored', 'too_costly'];

/** Sizes of files of which it is known what begins them. */
const MOST_KNOWN = 100;

/** What `known` has of an .npy file. */
interface Known {
  readonly head: Buffer;
  readonly tensor: Part['tensor'];
}

export class Parts {
  readonly #library: Library;
  readonly #values: Values;
  readonly #inputs: Inputs;
  /** Of files that need others, by path, the least recently used first. */
  readonly #others = new Map<string, Promise<Source>>();
  readonly files = new LocalFiles();
  /** One of each size. */
  readonly #known = new Map<number, Known>();
  readonly #held: Held;
  /** That of the first part. */
  metadata: Source['metadata'] = new Map();
  /** The last part that is opened alone. */
  #alone: Promise<unknown> = Promise.resolve();

  constructor(library: Library, values: Values, inputs: Inputs) {
    this.#library = library;
    this.#values = values;
    this.#inputs = inputs;
    this.#held = new Held(mostHeld(values), 'it and other parts that must be held in memory');
  }

  /** Opens all of them: what is checked is what is read. The first failure ends all. */
  async open(paths: readonly string[]): Promise<Part[]> {
    const parts: Part[] = [];
    const rest = each(paths);
    const ahead = Math.min(MOST_START, aheadOf(paths.length));
    const stop = new AbortController();
    const failures: unknown[] = [];
    const work = async () => {
      try {
        for (const [i, path] of rest) {
          const isFirst = i === 0;
          parts[i] = await told(path, () => this.#openPart(path, isFirst, ahead, stop.signal));
        }
      } catch (thrown) {
        failures.push(thrown);
        stop.abort();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (failures.length > 0) throw failures[0];
    return parts;
  }

  async #openPart(path: string, isFirst: boolean, ahead: number, signal: AbortSignal): Promise<Part> {
    const name = nameOf(path);
    const tensorOf = (source: Source) => {
      if (isFirst) this.metadata = source.metadata;
      return source.tensor();
    };
    const file = path === STANDARD_INPUT ? undefined : localFile(addressOf(path));
    if (file === undefined) return this.#openAny(path, name, signal, tensorOf);
    this.#inputs.add(name, file.path, file.stats);
    const like = this.#known.get(file.size);
    if (like) {
      const { head, tensor } = like;
      const start = this.#read(file, 0, Math.min(file.size, ahead));
      const open = async () => ((await this.#openHere(file)) as Source).tensor();
      if (start.subarray(0, head.length).equals(head))
        return { name, tensor, file, held: undefined, start, open };
    }
    const here = await this.#openHere(file);
    const tensor = tensorOf(here ?? (await this.#openOther(path, signal)));
    const held = await this.#hold(tensor, signal);
    if (here && !held) {
      this.#remember(file, tensor, ahead);
      return { name, tensor, file, held, open: own(tensor) };
    }
    return {
      name,
      tensor: described(tensor),
      file: undefined,
      held,
      open: async () => (await this.#openOther(path)).tensor(),
    };
  }

  /**
   * A part that is not a file of this machine, so there is nothing to close. Servers may send whole files in place of ranges. So what
   * takes more than its share is opened again, while no other such part is.
   */
  async #openAny(
    path: string,
    name: string,
    signal: AbortSignal,
    tensorOf: (source: Source) => Stored,
  ): Promise<Part> {
    if (addressOf(path).protocol === 'file:') return this.#openWith(path, name, signal, tensorOf);
    return this.#openWith(path, name, signal, tensorOf, { maxBytes: Math.floor(MOST_HELD / AT_ONCE) }).catch(
      (thrown) => {
        if (!TOO_MUCH.includes(Object(thrown).code)) throw thrown;
        const opening = this.#alone.then(() => this.#openWith(path, name, signal, tensorOf));
        this.#alone = opening.catch(() => {});
        return opening;
      },
    );
  }

  async #openWith(
    path: string,
    name: string,
    signal: AbortSignal,
    tensorOf: (source: Source) => Stored,
    more?: { maxBytes: number },
  ): Promise<Part> {
    const source = await openFrom(this.#library, path, this.#values, this.#inputs, this.#held, signal, more);
    const tensor = tensorOf(source);
    const held = await this.#hold(tensor, signal);
    if (held) return { name, tensor: described(tensor), file: undefined, held, open: never };
    return { name, tensor, file: undefined, held, open: own(tensor) };
  }

  /** An .npy file of the same size and header is described alike. Most parts are, and opening each takes time. */
  #remember(file: LocalFile, tensor: Stored, ahead: number): void {
    if (tensor.at > ahead || this.#known.size === MOST_KNOWN) return;
    const head = this.#read(file, 0, tensor.at);
    if (head.toString('latin1', 1, 6) === 'NUMPY') this.#known.set(file.size, { head, tensor });
  }

  #read(file: LocalFile, at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    this.files.read(file, at, bytes);
    return bytes;
  }

  /** A file that needs no other one beside it. */
  async #openHere(file: LocalFile): Promise<Source | undefined> {
    const from = { size: file.size, read: (at: number, length: number) => this.#read(file, at, length) };
    try {
      const source = await this.#library.source.open(from, limitsOf(this.#values));
      source.tensor(); // which may be in another file
      return source;
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== 'source_failed') throw thrown;
      return undefined;
    }
  }

  /** A file that needs others. Few are open at a time: what was not read for longest is closed, and opened again. */
  async #openOther(path: string, signal?: AbortSignal): Promise<Source> {
    const found = this.#others.get(path);
    this.#others.delete(path);
    const source = found ?? openFrom(this.#library, path, this.#values, this.#inputs, this.#held, signal);
    this.#others.set(path, source);
    for (const [oldest, other] of this.#others) {
      if (this.#others.size <= MOST_OPEN) break;
      this.#others.delete(oldest);
      await (await other).close();
    }
    return source;
  }

  /** The elements of a tensor that must be in memory as a whole: then one of them costs nothing, or far more than it has. */
  async #hold(tensor: Stored, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const { source } = this.#library;
    const { dims } = tensor;
    const one = source.cost(tensor, {
      starts: dims.map(() => 0),
      ends: dims.map((size) => Math.min(size, 1)),
    });
    if (one.bytes === one.useful) return undefined;
    if (!this.#held.add(source.cost(tensor, '...').useful))
      throw new Failure(
        `it and other parts must be held in memory: ${this.#held.bytes} bytes; raise --max-bytes, or cut '...' from each first, and join that`,
      );
    const { data } = await source.slice(tensor, '...', { ...ALL, signal });
    return bytesOf(data);
  }

  async close(): Promise<void> {
    this.files.close();
    await Promise.allSettled([...this.#others.values()].map(async (source) => (await source).close()));
  }
}

/** Its own tensor. A function that is made elsewhere would keep what is beside it, too, such as a tensor that is held. */
const own = (tensor: Stored) => async () => tensor;
/** Of a part that is held. */
const never = () => Promise.reject<Stored>(new Failure('it has been read'));

/** A tensor's description, without the file that it is in. */
const described = ({ name, type, descr, dims, at, stride, byteStride, endian }: Stored): Part['tensor'] => ({
  name,
  type,
  ...(descr && { descr }),
  dims,
  at,
  stride,
  byteStride,
  endian,
});

/** Entries that several loops share. A loop that throws ends it for all of them. */
function* each<T>(list: readonly T[]): Generator<[number, T], void, void> {
  yield* list.entries();
}

/** No limits: what a part costs is what it has. */
export const ALL = { maxBytes: Number.POSITIVE_INFINITY, maxRequests: Number.POSITIVE_INFINITY };

export function bytesOf(data: unknown): Uint8Array {
  const { buffer, byteOffset, byteLength } = data as ArrayBufferView;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The result of an action on a part. Its name is in every error, because there may be many. */
async function told<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (thrown) {
    throw new Failure(`${nameOf(path)}: ${reasonOf(thrown)}`);
  }
}
