// The parts that `join` reads: each is opened once, and described. How their bytes are read then depends on where they are.
import type { Source, Stored } from 'microtome/source';
import { mostBytes } from './arguments.ts';
import { Failure, reasonOf } from './failure.ts';
import { addressOf, type Library, limitsOf, MOST_HELD, nameOf, openFrom } from './library.ts';
import { type LocalFile, LocalFiles, localFile } from './local.ts';
import type { Values } from './types.ts';

export interface Part {
  readonly name: string;
  /** What it is. It may be that of another part which is alike. */
  readonly tensor: Pick<Stored, 'name' | 'type' | 'descr' | 'dims' | 'at' | 'stride' | 'endian'>;
  /** Its elements are in this file, from `tensor.at` on. */
  readonly file: LocalFile | undefined;
  /** Its elements, row-major, if all of them must be in memory. */
  readonly held: Uint8Array | undefined;
  /** The first bytes of its file, if it is alike to another. */
  readonly start?: Uint8Array;
  /** Its own tensor. */
  open(): Promise<Stored>;
}

/** Bytes of all parts that are held before they are needed. */
const MOST_AHEAD = 3 * 2 ** 24;
/** Bytes of each of so many parts. */
export const aheadOf = (count: number) => Math.floor(MOST_AHEAD / count);
/** Bytes that are read with a header: many short parts are opened less often then. */
const MOST_START = 2 ** 16;

/** Parts that are opened at a time. */
const AT_ONCE = 6;

export class Parts {
  readonly #library: Library;
  readonly #values: Values;
  readonly #opened: Source[] = [];
  readonly files = new LocalFiles();
  /** One of each size. */
  readonly #known = new Map<number, { readonly head: Buffer; readonly tensor: Stored }>();
  #held = 0;

  constructor(library: Library, values: Values) {
    this.#library = library;
    this.#values = values;
  }

  /** Opens all of them: what is checked is what is read. */
  async open(paths: readonly string[]): Promise<Part[]> {
    const parts: Part[] = [];
    const rest = each(paths);
    const ahead = Math.min(MOST_START, aheadOf(paths.length));
    const work = async () => {
      for (const [i, path] of rest) parts[i] = await told(path, () => this.#openPart(path, ahead));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return parts;
  }

  async #openPart(path: string, ahead: number): Promise<Part> {
    const name = nameOf(path);
    const file = localFile(addressOf(path));
    const open = async () => (file && (await this.#openHere(file))) ?? this.#openAny(path);
    const like = file && this.#known.get(file.stats.size);
    if (like) {
      const { head, tensor } = like;
      const start = this.#read(file, 0, Math.min(file.stats.size, Math.max(head.length, ahead)));
      if (start.subarray(0, head.length).equals(head))
        return { name, tensor, file, held: undefined, start, open };
    }
    const here = file && (await this.#openHere(file));
    const tensor = here ?? (await this.#openAny(path));
    const held = await this.#hold(tensor);
    const isHere = here !== undefined && !held;
    if (isHere) this.#remember(file as LocalFile, tensor);
    return { name, tensor, file: isHere ? file : undefined, held, open: async () => tensor };
  }

  /** An .npy file of the same size and header is described alike. Most parts are, and opening each takes time. */
  #remember(file: LocalFile, tensor: Stored): void {
    const head = this.#read(file, 0, tensor.at);
    if (head.toString('latin1', 1, 6) === 'NUMPY') this.#known.set(file.stats.size, { head, tensor });
  }

  #read(file: LocalFile, at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    this.files.read(file, at, bytes);
    return bytes;
  }

  /** The tensor of a file that needs no other one beside it. */
  async #openHere(file: LocalFile): Promise<Stored | undefined> {
    const from = {
      size: file.stats.size,
      read: (at: number, length: number) => this.#read(file, at, length),
    };
    try {
      return (await this.#library.source.open(from, limitsOf(this.#values))).tensor();
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== 'source_failed') throw thrown;
      return undefined;
    }
  }

  async #openAny(path: string): Promise<Stored> {
    const source = await openFrom(this.#library, path, this.#values);
    this.#opened.push(source);
    return source.tensor();
  }

  /** The elements of a tensor that must be in memory as a whole: then one of them costs nothing, or far more than it has. */
  async #hold(tensor: Stored): Promise<Uint8Array | undefined> {
    const { source } = this.#library;
    const one = source.cost(tensor, tensor.dims.map((size) => (size > 0 ? 0 : ':')).join(', '));
    if (one.bytes === one.useful) return undefined;
    const most = mostBytes(this.#values) ?? MOST_HELD;
    this.#held += source.cost(tensor, '...').useful;
    if (this.#held > most)
      throw new Failure(
        `it and other parts must be held in memory: ${this.#held} bytes; raise --max-bytes, or cut '...' from each first, and join that`,
      );
    const { data } = await source.slice(tensor, '...', ALL);
    return bytesOf(data);
  }

  async close(): Promise<void> {
    this.files.close();
    await Promise.all(this.#opened.map((source) => source.close()));
  }
}

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
