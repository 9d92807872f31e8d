// The types of `microtome/source`. No code: `tsc` makes the declarations of the package from it.

/** @import { AnyData, Described, Integer, TypeName } from '../types.js' */
/** @import { Host, HostFetch } from '../types/typing.js' */

/**
 * A file that `open` has opened: the tensors in it.
 * @template {TypeName} [T=TypeName] type of its tensors
 * @typedef {import('./open.js').Source<T>} Source
 */

/**
 * A tensor in a file, described; its data stays there. It is a tensor-like without data, so `plan` takes it.
 * @template {TypeName} [T=TypeName]
 * @typedef {import('./stored.js').Stored<T>} Stored
 */

/**
 * A file: a URL (relative ones where there is a page), a request that is made again for each range, a file that a user picked or that
 * the page has written, Node's open file, bytes in memory, or a reader.
 * @typedef {string | Host<'URL'> | Host<'Request'> | Host<'Blob'> | FileHandle | { getFile: () => Promise<Host<'Blob'>> } | ArrayBuffer | Uint8Array | Reader} From
 */

/**
 * Node's FileHandle, as far as it is used. It must be open for reading, and stays open.
 * @typedef {object} FileHandle
 * @property {number} fd
 * @property {() => Promise<{ size: number, mtimeMs: number }>} stat
 */

/**
 * A reader for what has no URL.
 * @typedef {object} Reader
 * @property {number} size bytes of the file
 * @property {(at: number, length: number, signal: Host<'AbortSignal'>) => Bytes | Promise<Bytes>} read exactly these bytes
 */

/** @typedef {Uint8Array | ArrayBuffer} Bytes Bytes in memory. */

/**
 * Options of `open`.
 * @template {TypeName} [T=TypeName]
 * @typedef {object} OpenOptions
 * @property {'npy' | 'npz' | 'safetensors' | 'onnx' | 'gguf'} [format] default: told from the first bytes
 * @property {FileLayout<T>} [layout] where the one tensor of a file without a known header is
 * @property {HostFetch} [fetch] in place of the host's
 * @property {Host<'Headers'> | Readonly<Record<string, string>> | readonly (readonly [string, string])[]} [headers] of every request
 * @property {Host<'AbortSignal'>} [signal] stops the opening
 * @property {number} [gap] bytes between two ranges up to which both are one request; default: 64 KiB
 * @property {number} [maxRequest] bytes of a request, default: 8 MiB; what is longer is cut
 * @property {number} [concurrency] requests at a time; default: 6
 * @property {number} [maxBytes] of a header, and of a file whose server ignores ranges, so that it is read as a whole; default: 256 MiB
 */

/**
 * Where a tensor is in a file: of any format that stores elements side by side or at regular distances.
 * @template {TypeName} [T=TypeName]
 * @typedef {object} FileLayout
 * @property {T} type
 * @property {ArrayLike<Integer>} dims
 * @property {number} [at] byte of the first element; default: 0
 * @property {ArrayLike<Integer>} [stride] elements from one index of an axis to the next; default: row-major
 * @property {'C' | 'F'} [order] 'F': the first axis is the fastest; instead of `stride`
 * @property {'little' | 'big'} [endian] default: little
 */

/**
 * How a fetch is watched and stopped.
 * @typedef {object} Watching
 * @property {Host<'AbortSignal'>} [signal] stops it; the call fails with `aborted`
 * @property {(progress: { bytes: number, total: number }) => void} [onprogress] bytes that have come, and bytes in all
 * @property {Integer} [opset] as for `slice` of `microtome`
 */

/**
 * Options of `slice`, `slices` and the splits. `out` is as for the calls in memory, but two outputs may not share memory.
 * @template [D=AnyData] class of `out`
 * @typedef {Watching & Limited & { out?: readonly (D | Placed<D>)[] | D | Placed<D> }} CutOptions
 */

/**
 * A place in a larger array.
 * @template D
 * @typedef {Described<string | undefined> & { data: D }} Placed
 */

/**
 * What a call may cost. If it costs more, it fails before the first byte.
 * @typedef {object} Limited
 * @property {number} [maxBytes] that are fetched; default: 256 MiB
 * @property {number} [maxRequests] default: 1024
 */

/**
 * Options of `parts`.
 * @typedef {Watching & { maxBytes?: number }} PartOptions
 */

/**
 * Options of `save`.
 * @typedef {PartOptions & { format: 'npy' | 'raw', preventClose?: boolean, preventAbort?: boolean }} SaveOptions
 */

/**
 * What a cut costs.
 * @typedef {object} Cost
 * @property {number} requests
 * @property {number} bytes that are fetched
 * @property {number} useful bytes of the outputs
 */

export {};
