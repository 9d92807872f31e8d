// The file formats that `open` knows, one file each. A format says whether it recognises the first bytes of a file, and reads the
// header into a list of entries: which tensors there are, and where. It never reads data, unless the data must be decoded as a whole.
// To add a format, add its file and its row in FORMATS, a test, and a row in docs/source.md.
//
// Headers come from strangers. A reader checks what it follows: offsets against `size`, sizes for overflow, counts before it makes
// arrays. It throws `bad_format` with the byte where the contradiction is. `open` checks each entry once more: its type must
// exist, and all its elements must be inside the file.
import { gguf } from './gguf.js';
import { npy } from './npy.js';
import { npz } from './npz.js';
import { onnx } from './onnx.js';
import { safetensors } from './safetensors.js';

/** @import { MicrotomeError } from '../../base/errors.js' */
/** @import { Store } from '../stores/store.js' */

/**
 * The file, as a reader sees it.
 * @typedef {object} FileBytes
 * @property {number} size in bytes
 * @property {Uint8Array} start the first bytes: 64 KiB, or the whole file if that is shorter
 * @property {(at: number, length: number) => Promise<Uint8Array>} read exactly these bytes, or it throws: `bad_format` if they are
 *   not all inside the file, `too_costly` if there are more than `maxBytes`
 * @property {number} maxBytes that may be held in memory: of a header, or of data that is decoded as a whole
 * @property {Store} [store] for `open`
 * @property {(location: string) => Promise<FileBytes>} beside another file, relative to this one; it never leaves the folder
 */

/**
 * A tensor in a file.
 * @typedef {object} StoredEntry
 * @property {string} name '' if the format has no names
 * @property {string} type an element type of this library
 * @property {readonly number[]} dims
 * @property {number} at byte of its first element
 * @property {readonly number[]} [stride] in elements; default: row-major
 * @property {'little' | 'big'} [endian] default: little
 * @property {FileBytes} [file] what `beside` gave, if the data is in another file
 * @property {Uint8Array} [bytes] the data, if it had to be decoded as a whole; `at` then counts in it
 * @property {undefined} [refused]
 */

/**
 * A tensor that cannot be cut. It hides no other: `open` succeeds, and using this one throws.
 * @typedef {{ name: string, refused: MicrotomeError }} RefusedEntry
 */

/** @typedef {StoredEntry | RefusedEntry} Entry */

/**
 * @typedef {object} Format
 * @property {string} name as in `open(from, { format })`
 * @property {(start: Uint8Array) => boolean} matches
 * @property {(file: FileBytes) => Promise<Entry[]>} read in the file's order
 */

/** The first one that matches is used. ONNX has no magic number, so it is last. @type {readonly Format[]} */
export const FORMATS = [npy, npz, safetensors, gguf, onnx];
