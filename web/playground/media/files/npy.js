// Reads and writes NumPy's .npy files, versions 1 to 3. Fortran order becomes strides, so nothing is transposed; big-endian bytes
// are swapped. Published readers do less: npyjs 1.2.0 checks no lengths, swaps no bytes and misreads text, and numpy-parser 1.2.3
// has no 64-bit integers, halves or Fortran order.
import { slice } from '../../../lib/index.js';
import { stridesOf } from '../../model/integers.js';
import { bytesOf, fromBytes } from './classes.js';
import { descrOf, toDescr } from './npy_types.js';

/** @import { Type } from '../../../lib/types.js' */
/** @import { Descr } from './npy_types.js' */

/** The content of a file. `stride` counts elements; without it, the data is row-major. */
/** @typedef {{ type: Type, dims: number[], data: any, stride?: number[], descr?: string }} FileTensor */
/** @typedef {{ tensor: FileTensor, facts: [string, string][] }} Opened `facts` about the file, for people */

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** The header is padded so that the data begins at a multiple of this. */
const ALIGNMENT = 64;
/** The most that the library cuts at once. */
const MOST_STRINGS = 2 ** 25;

/** @param {Uint8Array} bytes */
export const isNpy = (bytes) => MAGIC.every((byte, i) => bytes[i] === byte);

/**
 * @param {Uint8Array} bytes
 * @returns {Opened}
 * @throws {RangeError} with a sentence for people
 */
export function readNpy(bytes) {
  if (!isNpy(bytes)) throw new RangeError('This is not a .npy file: it does not begin with \\x93NUMPY.');
  const { version, header, begin } = readHeader(bytes);
  const text = entryOf(header, 'descr', /'descr'\s*:\s*(?:'([^']*)'|(\[.*\]))/s);
  const descr = toDescr(text);
  if (descr === null) throw new RangeError(`Its elements are ${text}, but the library has no such type.`);
  const isFortran = entryOf(header, 'fortran_order', /'fortran_order'\s*:\s*(True|False)/) === 'True';
  const dims = toDims(entryOf(header, 'shape', /'shape'\s*:\s*\(([^)]*)\)/));
  const count = dims.reduce((n, size) => n * size, 1);
  const present = bytes.length - begin;
  if (count * descr.bytes > present) {
    const needed = (count * descr.bytes).toLocaleString('en');
    const what = `shape (${dims.join(', ')}) of ${text} needs ${needed} bytes`;
    throw new RangeError(`The file is incomplete: ${what}, but it has ${present.toLocaleString('en')}.`);
  }
  if (descr.type === 'string' && count > MOST_STRINGS)
    throw new RangeError(
      `${count.toLocaleString('en')} strings are too many: the page holds up to ${MOST_STRINGS}.`,
    );
  const data = readData(bytes.subarray(begin, begin + count * descr.bytes), descr, count);
  return {
    tensor: {
      type: descr.type,
      dims,
      data,
      descr: descr.text,
      ...(isFortran && { stride: stridesOf([...dims].reverse()).reverse() }),
    },
    facts: [
      ['format', `.npy, version ${version}`],
      ['descr', text],
      ['fortran_order', isFortran ? 'True: a strided input, not copied' : 'False'],
      ['shape', `(${dims.join(', ')})`],
    ],
  };
}

/** @param {Uint8Array} bytes */
function readHeader(bytes) {
  const [major, minor] = [bytes[6], bytes[7]];
  const version = `${major}.${minor}`;
  if (bytes.length >= 8 && ![1, 2, 3].includes(major))
    throw new RangeError(`Version ${version} of .npy is unknown; the page reads 1.0, 2.0 and 3.0.`);
  const begin = major === 1 ? 10 : 12;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < begin ? 0 : major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (bytes.length < begin + length || length === 0)
    throw new RangeError('The file is incomplete: it ends within its header.');
  const decoder = new TextDecoder(major === 3 ? 'utf-8' : 'latin1');
  return { version, header: decoder.decode(bytes.subarray(begin, begin + length)), begin: begin + length };
}

/**
 * @param {string} header
 * @param {string} key
 * @param {RegExp} pattern
 */
function entryOf(header, key, pattern) {
  const found = pattern.exec(header);
  if (found === null) throw new RangeError(`The header does not say ${key}.`);
  return found[1] ?? found[2];
}

/** @param {string} text between the parentheses */
function toDims(text) {
  const entries = text.split(',').map((entry) => entry.trim());
  const dims = entries.filter((entry) => entry !== '').map((entry) => Number(entry.replace(/L$/, '')));
  const product = dims.reduce((n, size) => n * size, 1);
  if (![...dims, product].every((size) => Number.isSafeInteger(size) && size >= 0))
    throw new RangeError(
      `The shape (${text.trim()}) is not valid: each size and their product must be below 2^53.`,
    );
  return dims;
}

/**
 * @param {Uint8Array} bytes
 * @param {Descr} descr
 * @param {number} count
 */
function readData(bytes, { type, bytes: width, swap, strings }, count) {
  const ordered = swap > 1 ? turnAround(bytes, swap) : bytes;
  if (strings === '') return fromBytes(type, ordered);
  return Array.from({ length: count }, (_, i) => {
    const characters = ordered.subarray(i * width, (i + 1) * width);
    const codes = strings === 'S' ? characters : new Uint32Array(characters.slice().buffer);
    return String.fromCodePoint(...trim(codes));
  });
}

/** Without the zeros at the end. @param {Uint8Array | Uint32Array} codes */
function trim(codes) {
  let end = codes.length;
  while (end > 0 && codes[end - 1] === 0) end -= 1;
  return Array.from(codes.subarray(0, end), (code) => (code > 0x10ffff ? 0xfffd : code));
}

/**
 * Reverses the bytes of each element, which is a slice.
 * @param {Uint8Array} data
 * @param {number} width
 */
const turnAround = (data, width) =>
  slice({ type: 'uint8', dims: [data.length / width, width], data }, ':, ::-1').data;

/**
 * @param {FileTensor} tensor whose data is row-major, or in Fortran order
 * @param {{ fortran_order?: boolean }} [options]
 * @returns {Uint8Array[]} parts of a file, version 1.0
 * @throws {RangeError} for a type that .npy does not have
 */
export function writeNpy({ type, dims, data, descr }, { fortran_order = false } = {}) {
  const written =
    type === 'string' ? writeStrings(data, descr) : { text: descr ?? descrOf(type), body: bytesOf(data) };
  if (written.text === null) throw new RangeError(`.npy has no element type for ${type}.`);
  const shape = dims.length === 1 ? `${dims[0]},` : dims.join(', ');
  const dict = `{'descr': '${written.text}', 'fortran_order': ${fortran_order ? 'True' : 'False'}, 'shape': (${shape}), }`;
  const length = Math.ceil((10 + dict.length + 1) / ALIGNMENT) * ALIGNMENT - 10;
  const head = new TextEncoder().encode(`${dict.padEnd(length - 1)}\n`);
  return [Uint8Array.of(...MAGIC, 1, 0, length & 0xff, length >> 8), head, written.body];
}

/**
 * Each string gets the width of the file that they came from, or of the longest string.
 * @param {string[]} data
 * @param {string} [descr]
 */
function writeStrings(data, descr) {
  const isBytes = descr?.startsWith('|S') ?? false;
  const codes = data.map((each) => Array.from(each, (character) => character.codePointAt(0) ?? 0));
  const least = Math.max(1, Number(descr?.slice(2) ?? 0));
  const width = codes.reduce((most, { length }) => Math.max(most, length), least);
  const body = new (isBytes ? Uint8Array : Uint32Array)(data.length * width);
  codes.forEach((each, i) => {
    body.set(each, i * width);
  });
  return { text: `${isBytes ? '|S' : '<U'}${width}`, body: bytesOf(body) };
}
