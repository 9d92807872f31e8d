// safetensors files: the length of the header, the header in JSON, and all data without holes. An element type is a row of TYPES.
import { describe } from '../../base/read.js';
import { bad, bitsOf, bytesOf, checkRange, refuse } from './check.js';
import { viewOf } from './reader.js';

/** @import { Type } from '../../types.js' */
/** @import { Entry, FileBytes, Format } from './formats.js' */

/** The reference implementation's own limit. */
const MOST_HEADER = 100e6;

/** @type {ReadonlyMap<string, Type>} */
const TYPES = new Map(
  Object.entries({
    BOOL: 'bool', U8: 'uint8', I8: 'int8', U16: 'uint16', I16: 'int16', U32: 'uint32', I32: 'int32', U64: 'uint64',
    I64: 'int64', F16: 'float16', BF16: 'bfloat16', F32: 'float32', F64: 'float64', C64: 'complex64',
    F8_E4M3: 'f8e4m3', F8_E5M2: 'f8e5m2', F8_E8M0: 'f8e8m0', F4: 'f4e2m1',
  }),
); // biome-ignore format: a table

/** @param {Uint8Array} start */
const lengthOf = (start) => Number(viewOf(start).getBigUint64(0, true));

/** @type {Format} */
export const safetensors = {
  name: 'safetensors',
  matches: (start) => start[8] === 0x7b && lengthOf(start) <= MOST_HEADER,

  async read(file) {
    const { size, start } = file;
    if (!safetensors.matches(start))
      throw bad(NAME, 0, 'the file does not begin with the length of a header and {');
    const length = lengthOf(start);
    checkRange(8, length, size, NAME, 'the header');
    const begin = 8 + length;
    const bytes = begin <= start.length ? start.subarray(8, begin) : await file.read(8, length);
    const places = readHeader(bytes).map(([name, info]) => readInfo(name, info, begin, size));
    checkHoles(places, begin, size);
    return places.map(({ entry }) => entry);
  },
};

const NAME = 'safetensors';

/** @param {Uint8Array} bytes @returns {[string, any][]} */
function readHeader(bytes) {
  /** @type {any} */ let header;
  let keys = -1; // the header itself is visited, too
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    header = JSON.parse(text, function (_, value) {
      if (!Array.isArray(this)) keys += 1;
      return value;
    });
  } catch (cause) {
    throw bad(NAME, 8, 'the header is not JSON', { cause });
  }
  // JSON.parse keeps the last of two equal keys, but other readers the first.
  if (keys !== countColons(bytes)) throw bad(NAME, 8, 'the header has two equal keys');
  const entries = Object.entries(header);
  for (const [name, info] of entries)
    if (typeof info !== 'object' || info === null)
      throw bad(NAME, 8, `${describe(name)} is not described by an object`);
  return entries.filter(([name]) => name !== '__metadata__');
}

/** Characters of JSON. */
const [QUOTE, BACKSLASH, COLON] = Array.from('"\\:', (each) => each.charCodeAt(0));

/**
 * How many keys a JSON text has. No regular expression takes strings of any length.
 * @param {Uint8Array} bytes
 */
function countColons(bytes) {
  let count = 0;
  let isString = false;
  for (let i = 0; i < bytes.length; ++i) {
    if (bytes[i] === QUOTE) isString = !isString;
    else if (isString && bytes[i] === BACKSLASH) ++i;
    else if (!isString && bytes[i] === COLON) ++count;
  }
  return count;
}

/**
 * @param {string} name
 * @param {any} info
 * @param {number} begin byte of the first element of all
 * @param {number} size of the file
 */
function readInfo(name, { dtype, shape, data_offsets: offsets }, begin, size) {
  const which = describe(name);
  const wrong = (/** @type {string} */ what) => bad(NAME, 8, `tensor ${which} ${what}`);
  if (typeof dtype !== 'string' || !isSizes(shape) || !isSizes(offsets) || !(offsets[0] <= offsets[1]))
    throw wrong('must have a dtype, a shape of sizes below 2^53, and data_offsets [begin, end]');
  const [from, to] = offsets;
  checkRange(begin + from, to - from, size, NAME, `tensor ${which}`);
  const type = TYPES.get(dtype);
  if (type === undefined) return { from, to, entry: refuse(name, NAME, `of type ${dtype.slice(0, 40)}`) };
  const bytes = bytesOf(shape, bitsOf(type), NAME, 8);
  if (to - from !== bytes)
    throw wrong(`of ${dtype} [${shape.join(', ')}] needs ${bytes} bytes, but data_offsets give ${to - from}`);
  /** @type {Entry} */
  const entry = { name, type, dims: shape, at: begin + from };
  return { from, to, entry };
}

/** @param {unknown} list @returns {list is number[]} */
const isSizes = (list) =>
  Array.isArray(list) && list.every((size) => Number.isSafeInteger(size) && size >= 0);

/**
 * @param {{ from: number, to: number }[]} places
 * @param {number} begin
 * @param {number} size
 */
function checkHoles(places, begin, size) {
  const end = { from: size - begin, to: size - begin };
  let at = 0;
  for (const { from, to } of [...places, end].sort((a, b) => a.from - b.from || a.to - b.to)) {
    if (from !== at)
      throw bad(NAME, begin + at, from < at ? 'two tensors overlap' : 'bytes that are of no tensor');
    at = to;
  }
}
