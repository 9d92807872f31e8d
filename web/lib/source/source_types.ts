// The public types of `microtome/source`.
import type { Host, HostFetch, IntegerType } from '../types/elements.ts';
import type {
  AnyData,
  ArrayOf,
  Condition,
  Described,
  GatherSpec,
  Integer,
  Integers,
  OneInteger,
  Result,
  TypeName,
} from '../types.ts';

/** A file that `open` has opened: the tensors in it. */
export interface Source<T extends TypeName = TypeName> {
  /** Names of the tensors, in the file's order. */
  readonly names: readonly string[];
  /**
   * Addresses of all files that belong to it: first its own, then shards, parts of a split file, and files of weights. What has no
   * address, such as a Blob, is not listed.
   */
  readonly files: readonly string[];
  /**
   * What the file says besides its tensors: `__metadata__` of safetensors, the keys of GGUF, and of ONNX `metadata_props`,
   * `producer_name`, `ir_version` and `opset_import.<domain>`. A long list is `{ of, length }`: see `readMetadata`.
   */
  readonly metadata: ReadonlyMap<string, MetadataValue>;
  /**
   * A value of the metadata. A list that is too long to be kept, such as the tokens of a model, is read from the file.
   * @param name a key of `metadata`
   * @throws {MicrotomeError} `bad_argument`: a key that is not there; and what `open` throws when it reads
   * @example
   * const bytes = toBytes({ dims: [2], data: Float32Array.of(1, 2) }, { format: 'safetensors' });
   * console.log((await open(bytes)).metadata.size); // 0
   */
  readMetadata(name: string): Promise<MetadataValue>;
  /**
   * A tensor of the file, described. Nothing is fetched.
   * @param name may be left out if there is one tensor
   * @param options `decode`: a quantized tensor as float32; `raw`: the bytes of any tensor
   * @throws {MicrotomeError} `bad_argument`: a name that is not there; `bad_type`, `bad_format`: a tensor
   *   that cannot be cut
   * @example
   * const source = await open(new Uint8Array(24), { layout: { type: 'float32', dims: [2, 3] } });
   * console.log(source.tensor().type, source.tensor().dims.join()); // float32 2,3
   */
  tensor(name: string | undefined, options: TensorOptions & { decode: true }): StoredOf;
  tensor(name: string | undefined, options: TensorOptions & { raw: true }): Stored<'uint8'>;
  tensor(name?: string, options?: TensorOptions): StoredOf<T>;
  /**
   * Releases the file if `open` itself opened it, which is so for a `file:` URL. For other files it does
   * nothing.
   * @example
   * const source = await open(new Uint8Array(4), { layout: { type: 'uint8', dims: [4] } });
   * await source.close();
   */
  close(): Promise<void>;
}

/**
 * A tensor of a file, of which `type` tells the class of what is cut from it: after `if (weights.type === 'float32')`,
 * the `data` of `await slice(weights, ':8')` is a Float32Array.
 */
export type StoredOf<T extends TypeName = TypeName> = T extends TypeName ? Stored<T> : never;

/**
 * A tensor in a file, described; its data stays there.
 *
 * It is a tensor-like without data, so `plan` takes it.
 */
export interface Stored<T extends TypeName = TypeName> {
  /** '' if the file has no names. */
  readonly name: string;
  /** Its element type. */
  readonly type: T;
  /** Size of each axis. */
  readonly dims: readonly number[];
  /** The byte of the file at which its first element is; of a deflated member of an .npz file, the byte of the member. */
  readonly at: number;
  /** Elements from one index of an axis to the next; undefined: row-major. */
  readonly stride?: readonly number[] | undefined;
  /** Bytes from one index of an axis to the next, where `stride` cannot say it. */
  readonly byteStride?: readonly number[] | undefined;
  /** Byte order in the file. */
  readonly endian: 'little' | 'big';
  /** The type as an .npy file names it, such as <M8[D], if that says more than `type`. */
  readonly descr?: string;
  /** The type in the words of its format, such as BF16, Q4_K, >f4 or INT2. */
  readonly storedType: string;
  /** Where its bytes are; undefined: `open` has decoded them, as it does ONNX integers of variable length. */
  readonly place: StoredPlace | undefined;
  /** What a block is, if it is quantized; its data is then uint8 [.., blocks, bytes], unless it is decoded. */
  readonly quantized: Quantized | undefined;
}

/** Options of `source.tensor`. */
export interface TensorOptions {
  /** `true`: a quantized tensor as float32, with its dims in elements. Other tensors are as they are. */
  decode?: boolean | undefined;
  /** `true`: its bytes, as uint8 [bytes]; also of tensors that cannot be cut. */
  raw?: boolean | undefined;
}

/** Bytes of a file: `open(from, { at, length })` opens them as a file of their own. */
export interface StoredPlace {
  readonly from: From;
  readonly at: number;
  readonly length: number;
}

/** A block of a quantized type. */
export interface Quantized {
  /** As its format names it. */
  readonly type: string;
  /** Of a block. */
  readonly elements: number;
  readonly bytes: number;
}

/** A value of a file's metadata. `of`: the type of the entries of a list that is too long to be kept. */
export type MetadataValue =
  | string
  | number
  | bigint
  | boolean
  | readonly MetadataValue[]
  | { readonly of: string; readonly length: number };

/**
 * What `open` can open.
 *
 * A URL (relative ones where there is a page), a request that is sent again for each range, a file that a
 * user picked or that the page has written, Node's open file, bytes in memory, a reader, or a stream or Response, which is read as a
 * whole. Or a function that gives one of them, also as a promise: it is called again when a server answers 401 or 403, for addresses
 * that are signed for a while.
 */
export type From = Given | (() => Given | Promise<Given>);

/** A file, as `open` takes it. */
type Given =
  | string
  | Host<'URL'>
  | Host<'Request'>
  | Host<'Response'>
  | Host<'ReadableStream'>
  | NodeReadable
  | Host<'Blob'>
  | FileHandle
  | { getFile: () => Promise<Host<'Blob'>> }
  | ArrayBuffer
  | Uint8Array
  | Reader
  | Cached;

/**
 * Node's FileHandle, as far as it is used.
 *
 * It must be open for reading, and stays open.
 */
export interface FileHandle {
  fd: number;
  stat: () => Promise<{ size: number; mtimeMs: number }>;
}

/** A reader for what has no URL. */
export interface Reader {
  /** Bytes of the file. */
  size: number;
  /** Gives exactly these bytes. */
  read: (at: number, length: number, signal: Host<'AbortSignal'>) => Bytes | Promise<Bytes>;
}

/** A file with a cache around it. */
export interface Cached {
  readonly from: From;
}

/** Options of `cached`. */
export interface CacheOptions {
  /** Where blocks outlive the page or the process: a directory, or the path of a folder in Node. */
  store?: Host<'FileSystemDirectoryHandle'> | string | undefined;
  /** Bytes in memory; default: 64 MiB. */
  maxBytes?: number | undefined;
  /** What follows `?` in an address does not tell files apart, as in signed addresses; `ETag`, date and size still do. */
  ignoreQuery?: boolean | undefined;
}

/** Bytes in memory. */
export type Bytes = Uint8Array | ArrayBuffer;

/** Options of `open`. */
export interface OpenOptions<T extends TypeName = TypeName> {
  /** Default: recognized by the first bytes. */
  format?: 'npy' | 'npz' | 'safetensors' | 'onnx' | 'gguf' | undefined;
  /** Where the one tensor of a file without a known header is. */
  layout?: FileLayout<T> | undefined;
  /** Used instead of the host's. */
  fetch?: HostFetch | undefined;
  /** Of every request. */
  headers?:
    | Host<'Headers'>
    | Readonly<Record<string, string>>
    | readonly (readonly [string, string])[]
    | undefined;
  /**
   * Files beside it that it needs, such as a model's weights or the other parts of a split file, found by their names. If
   * two have the same name, their paths in a picked folder (`webkitRelativePath`) tell them apart.
   * For files that a user picked; those behind a URL are found by themselves.
   */
  files?: readonly Host<'File'>[] | undefined;
  /**
   * A name, names, or a function of a name: only these tensors are described. An .npz file then costs its directory and their headers.
   * The function is asked for each member first, with `isMember`: true opens the member.
   */
  only?: string | readonly string[] | ((name: string, isMember: boolean) => boolean) | undefined;
  /** Byte at which the file begins, if it is inside another one; default: 0. */
  at?: number | undefined;
  /** Its bytes, of which nothing outside is read; default: to the end. */
  length?: number | undefined;
  /** Stops the opening. */
  signal?: Host<'AbortSignal'> | undefined;
  /**
   * Milliseconds that a server may say nothing, before an answer and within it; default: 30,000. Without a first
   * byte the call fails; later, the connection counts as broken.
   */
  timeout?: number | undefined;
  /**
   * How often a range is asked for again: after 408, 425, 429, 500, 502, 503 and 504, and where a connection breaks; default: 3.
   */
  retries?: number | undefined;
  /**
   * 'last-modified': the file counts as the same while its `Last-Modified` and size are, whatever its `ETag`. For
   * servers that give one file different ones.
   */
  trust?: 'last-modified' | undefined;
  /** Bytes between two ranges up to which both are one request; default: 64 KiB. */
  gap?: number | undefined;
  /** Bytes of a request, default: 8 MiB. Longer ones are cut. */
  maxRequest?: number | undefined;
  /** Requests at a time, at most 1024; default: 6. */
  concurrency?: number | undefined;
  /**
   * Bytes that `open` reads, inflates and decodes, of a file that is read as a whole because its server
   * ignores ranges, and of inflated members; default: 256 MiB. The first 64 KiB are always read.
   */
  maxBytes?: number | undefined;
  /** Requests of `open`, and files that it opens; reads of local files do not count. Default: 16384. */
  maxRequests?: number | undefined;
}

/**
 * Where a tensor is in a file without a known header.
 *
 * The elements may be side by side, or at regular distances.
 */
export interface FileLayout<T extends TypeName = TypeName> {
  type: T;
  dims: ArrayLike<Integer>;
  /** Byte of the first element; default: 0. */
  at?: number | undefined;
  /** Elements from one index of an axis to the next; default: row-major. */
  stride?: ArrayLike<Integer> | undefined;
  /** Bytes from one index of an axis to the next, instead of `stride`: records of 15 or 50 bytes. They may be negative. */
  byteStride?: ArrayLike<Integer> | undefined;
  /** 'F': the first axis is the fastest; instead of `stride`. */
  order?: 'C' | 'F' | undefined;
  /** Default: little. */
  endian?: 'little' | 'big' | undefined;
}

/** How a fetch is watched and stopped. */
export interface Watching {
  /** Stops it; the call fails with `aborted`. */
  signal?: Host<'AbortSignal'> | undefined;
  /** Is told how many bytes have come, and how many will. */
  onprogress?: ((progress: { bytes: number; total: number }) => void) | undefined;
  /** As for `slice` of `microtome`. */
  opset?: Integer | undefined;
}

/**
 * What a call may cost.
 *
 * If it costs more, it fails before the first byte.
 */
export interface Limited {
  /** Bytes that are fetched; default: 256 MiB. */
  maxBytes?: number | undefined;
  /** Default: 1024. Reads of local files, Blobs and memory are not limited. */
  maxRequests?: number | undefined;
}

/**
 * Options of `slice`, `slices`, `gather` and the splits.
 *
 * `D` is the class of `out`.
 */
export interface CutOptions<D = AnyData> extends Watching, Limited {
  /** As for the calls in memory, but two outputs may not share memory. */
  out?: readonly (D | Placed<D>)[] | D | Placed<D> | undefined;
}

/** A place in a larger array. */
export type Placed<D> = Described<string | undefined> & { data: D };

/** Options of `parts`. */
export interface PartOptions extends Watching {
  /** Bytes of a part; default: 64 MiB. */
  maxBytes?: number | undefined;
}

/** A part of a slice: a tensor. */
export type Part<T extends TypeName = TypeName> = Result<T, ArrayOf<T>> & {
  /** The axis along which the next part follows. */
  readonly axis: number;
  /** Where it is in the slice: its first index on each axis. */
  readonly starts: readonly number[];
};

/** What a tensor becomes in a file. */
export interface FileOptions {
  /** 'raw': the elements alone, row-major and little-endian. Default: 'npy'. */
  format?: 'npy' | 'safetensors' | 'raw' | undefined;
  /** In a file that has names. Default: the stored tensor's own, or 'data'. */
  name?: string | undefined;
  /** The type as an .npy file names it, such as <M8[D] for int64. Default: that of a stored tensor. */
  descr?: string | undefined;
}

/** A stream of Node, such as `process.stdin`. */
export interface NodeReadable {
  pipe: (...to: any[]) => unknown;
  [Symbol.asyncIterator]: () => AsyncIterator<any>;
}

/** A stream of Node, such as `process.stdout`. */
export interface NodeWritable {
  write: (chunk: any) => unknown;
  on: (event: any, listener: any) => unknown;
}

/** What `cost` counts instead of one cut. */
export interface CostOptions {
  /** A `save` in this format; default: `parts`. */
  format?: FileOptions['format'];
  /** Of a part; default: 64 MiB. */
  maxBytes?: number | undefined;
}

/** Options of `save`. */
export interface SaveOptions extends PartOptions, FileOptions {
  preventClose?: boolean | undefined;
  preventAbort?: boolean | undefined;
}

/** Options of `partition`. */
export interface PartitionOptions {
  /** Of the output, -1 is the last one; default: the first axis that has more than one index. */
  axis?: Integer | undefined;
}

/** What `gather` takes, for `cost`. */
export interface IndicesSpec {
  /** One integer, a list, or a tensor of integers of any rank. */
  indices: Integers<IntegerType>;
  /** Default: 0. A negative one counts from the end. */
  axis?: GatherSpec['axis'];
}

/** What `compress` takes, for `cost`. */
export interface ConditionSpec {
  /** What is true in it is taken. */
  condition: Condition;
  /** A negative one counts from the end. */
  axis: OneInteger;
}

/** What a cut costs. */
export interface Cost {
  requests: number;
  /** Bytes that are fetched. */
  bytes: number;
  /** Bytes of the outputs. */
  useful: number;
}
