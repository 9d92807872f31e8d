// What a file format is: see FORMATS. A reader of a format never reads data, unless they are numbers of
// variable length.
//
// Headers come from strangers. A reader checks what it follows: offsets against `size`, sizes for overflow,
// counts before it makes arrays. It throws `bad_format` with the byte where the contradiction is. `open`
// checks each entry once more: its type must exist, and all its elements must be inside the file.
import type { MicrotomeError } from '../../base/errors.ts';
import { Mistake } from '../../base/mistake.ts';
import type { MetadataValue, Quantized } from '../source_types.ts';
import type { Store } from '../stores/store.ts';

/** A file in which tensors are. */
export interface TensorFile {
  readonly size: number;
  /** For `open`. */
  readonly store?: Store;
}

/** A value of a file's metadata. */
export interface Fact {
  readonly value: MetadataValue;
  /** Reads a list that is too long to be kept. */
  readonly read?: (file: HeaderBytes) => Promise<MetadataValue>;
}

/** Bytes of a file, in which a header is. */
export interface HeaderBytes {
  readonly size: number;
  /** The first bytes: 64 KiB, or the whole file if that is shorter. */
  readonly start: Uint8Array;
  /** Of what is fetched, which `read` counts, and of data that is decoded as a whole. */
  readonly budget: Budget;
  /**
   * Gives exactly these bytes, which must be inside the file. Throws `too_costly` if that is more than is left
   * of the budget.
   */
  read(at: number, length: number): Promise<Uint8Array>;
}

/** The file, as a reader sees it, while it is opened: its first bytes are not kept. */
export interface FileBytes extends TensorFile, HeaderBytes {
  /** Its metadata, which a reader adds. */
  readonly facts: Map<string, Fact>;
  /** Ends all reads, because one has failed. */
  stop(error: unknown): void;
  /**
   * Another file, relative to this one and in its folder. It is not read yet, and its size may be unknown (-1);
   * it must have `least` bytes.
   */
  beside(location: string, least: number): Promise<TensorFile>;
  /** Opens another file, as `beside`, to read its header. */
  shard(location: string): Promise<FileBytes>;
  /** Says that another file belongs to it, although it is not opened. */
  mention(location: string): void;
  /** What the file is called in its folder; '' if nobody says. */
  readonly name: string;
  /** Is a tensor to be described? `isMember`: or one whose name begins with this and a dot. */
  wants(name: string, isMember?: boolean): boolean;
}

/** Bytes of a file that must be decoded as a whole. */
export interface Packed {
  readonly at: number;
  readonly length: number;
  /** Bytes when they are decoded. */
  readonly size: number;
  /** Decodes them. Throws `bad_format` if that does not give `size` bytes. */
  unpack(bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array>;
}

/** Decodes whole blocks to their floats. */
export type Decode = (blocks: Uint8Array, into: Float32Array) => void;

/** A tensor in a file. */
export interface StoredEntry {
  /** '' if the format has no names. */
  readonly name: string;
  readonly type: string;
  readonly dims: readonly number[];
  /** Byte of its lowest element. */
  readonly at: number;
  /** In elements; default: row-major. */
  readonly stride?: readonly number[] | undefined;
  /** Bytes of an element, if `stride` counts bytes, as `stridedBy` says. */
  readonly width?: number | undefined;
  /** Then: the position of the first element, which is not the lowest if a stride is negative. Default: 0. */
  readonly offset?: number | undefined;
  /** And bytes from `at` to the end of the last one. */
  readonly span?: number | undefined;
  /** Default: little. */
  readonly endian?: 'little' | 'big' | undefined;
  /** As in `Stored`. */
  readonly storedType?: string | undefined;
  readonly quantized?: Quantized | undefined;
  /** Loads what decodes its blocks; undefined: nothing does. */
  readonly decode?: (() => Promise<Decode>) | undefined;
  readonly descr?: string;
  /** What `beside` gave, if the data is in another file. */
  readonly file?: TensorFile;
  /** The data, if it had to be decoded; `at` then counts in it. */
  readonly bytes?: Uint8Array | undefined;
  /** What a cut decodes first; `at` then counts in that. */
  readonly packed?: Packed;
  readonly refused?: undefined;
}

/** Bytes of a tensor, whatever they mean. */
export type Raw = Pick<StoredEntry, 'at' | 'file' | 'packed' | 'storedType'> & { readonly length: number };

/** A tensor that cannot be cut. It does not stop you from opening the file. */
export interface RefusedEntry {
  readonly name: string;
  /** The error that is thrown when somebody uses the tensor. */
  readonly refused: Mistake | MicrotomeError;
  /** Its bytes, if they are known. */
  readonly raw?: Raw | undefined;
}

export type Entry = StoredEntry | RefusedEntry;

/** A reader: lists the tensors in the file's order. */
export type Read = (file: FileBytes) => Promise<Entry[]>;

export interface Format {
  /** As in `open(from, { format })`. */
  readonly name: string;
  matches(start: Uint8Array): boolean;
  /** Does a file of text that begins with these bytes have the format? Other text has none. */
  matchesText?(start: Uint8Array): boolean;
  /** Gives its reader. One that is imported here is in a file of its own, which hosts fetch when it is needed. */
  load(): Promise<Read>;
}

/** Tensors, and other parts of headers that are kept in memory: a few bytes of a header become hundreds. */
const MOST_PARTS = 2 ** 20;

export const tooCostly = (what: string, maxBytes: number) =>
  new Mistake('too_costly', `${what}; maxBytes is ${maxBytes}`, '');

/** What one `open` may still fetch, and make in memory, of all files that it reads. It is counted where bytes are asked for, or made. */
export class Budget {
  readonly maxBytes: number;
  readonly #maxRequests: number;
  bytes: number;
  #requests: number;
  #parts = 0;

  constructor(maxBytes: number, maxRequests: number) {
    this.maxBytes = maxBytes;
    this.#maxRequests = maxRequests;
    this.bytes = maxBytes;
    this.#requests = maxRequests;
  }

  spend(bytes: number, requests = 0): void {
    if (bytes > this.bytes)
      throw tooCostly(`opening takes ${bytes} bytes more, but only ${this.bytes} are left`, this.maxBytes);
    if (requests > this.#requests) {
      const what = `opening takes more than ${this.#maxRequests} requests; raise maxRequests`;
      throw new Mistake('too_costly', what, '');
    }
    this.bytes -= bytes;
    this.#requests -= requests;
  }
  /** Counts a part of a header that is kept. */
  keep(): void {
    if (++this.#parts > MOST_PARTS)
      throw new Mistake('too_costly', `headers of more than ${MOST_PARTS} tensors and other parts`, '');
  }
}
