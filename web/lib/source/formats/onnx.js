// ONNX models, whose initializers are the tensors, and files of one TensorProto (.pb). Only the fields that say where a tensor is
// are read; all others are leapt over. A type of elements is a row of TYPES.
import { describe } from '../../base/read.js';
import { bad, bitsOf, bytesOf, checkAxes, checkRange, distinct, refuse } from './check.js';
import { Reader, viewOf } from './reader.js';

/** @import { MicrotomeError } from '../../base/errors.js' */
/** @import { Type } from '../../types.js' */
/** @import { Entry, FileBytes, Format } from './formats.js' */

/** By TensorProto.DataType. @type {ReadonlyMap<number, Type>} */
const TYPES = new Map([
  [1, 'float32'], [2, 'uint8'], [3, 'int8'], [4, 'uint16'], [5, 'int16'], [6, 'int32'], [7, 'int64'], [9, 'bool'],
  [10, 'float16'], [11, 'float64'], [12, 'uint32'], [13, 'uint64'], [14, 'complex64'], [15, 'complex128'], [16, 'bfloat16'],
  [17, 'f8e4m3'], [19, 'f8e5m2'], [21, 'u4'], [22, 'i4'], [23, 'f4e2m1'], [24, 'f8e8m0'],
]); // biome-ignore format: a table

/** Types that the library does not have; its own u2 has another order of bits than ONNX's. @type {ReadonlyMap<number, string>} */
const OTHERS = new Map([
  [0, 'undefined'], [8, 'string'], [18, 'float8e4m3fnuz'], [20, 'float8e5m2fnuz'], [25, 'uint2'], [26, 'int2'],
]); // biome-ignore format: a table

/** Numbers of fields: a model's graph and its initializers, and those of a TensorProto. */
const [GRAPH, INITIALIZER] = [7, 5];
const [DIMS, DATA_TYPE, FLOATS, INT32S, INT64S, NAME, RAW, DOUBLES, UINT64S, EXTERNAL, LOCATION] = [
  1, 2, 4, 5, 7, 8, 9, 10, 11, 13, 14,
];
/** The field of values that are not raw; INT32S for all other types. @type {ReadonlyMap<Type, number>} */
const FIELDS = new Map([
  ['float32', FLOATS], ['complex64', FLOATS], ['float64', DOUBLES], ['complex128', DOUBLES], ['int64', INT64S],
  ['uint32', UINT64S], ['uint64', UINT64S],
]); // biome-ignore format: a table

/** Bytes of a field by its wire type, besides varints; of a length-delimited one its length says them. */
const WIDTHS = [0, 8, 0, undefined, undefined, 4];
const [VARINT, LENGTH] = [0, 2];
/** The wire type of each field, or of each of its values if they are not packed. @type {ReadonlyMap<number, number>} */
const WIRES = new Map([
  [DIMS, VARINT], [DATA_TYPE, VARINT], [FLOATS, 5], [INT32S, VARINT], [INT64S, VARINT], [NAME, LENGTH], [RAW, LENGTH],
  [DOUBLES, 1], [UINT64S, VARINT], [EXTERNAL, LENGTH], [LOCATION, VARINT],
]); // biome-ignore format: a table
const PACKED = [DIMS, FLOATS, INT32S, INT64S, DOUBLES, UINT64S];
/** A field of another wire type is one that we do not know. @param {number} number @param {number} wire */
const isKnown = (number, wire) => wire === WIRES.get(number) || (wire === LENGTH && PACKED.includes(number));
/** Most bytes of a varint. */
const MOST_VARINT = 10;
/** The data is in another file. */
const IS_EXTERNAL = 1;

/** Protobuf has no magic number. Writers begin with a model's first two fields, or with a tensor's dims, type or name. */
const FIRST_BYTES = [0x08, 0x0a, 0x10, 0x12, 0x42];

/** @type {Format} */
export const onnx = {
  name: 'onnx',
  matches: ([first]) => FIRST_BYTES.includes(first),

  async read(file) {
    const reader = new Reader(file, 'onnx');
    /** @type {Entry[] | undefined} */ let entries;
    for await (const { number, wire, end } of fieldsOf(reader, file.size)) {
      if ((number === DATA_TYPE && wire === VARINT) || (number === DIMS && wire === LENGTH)) {
        reader.at = 0;
        return [await readTensor(reader, file.size)];
      }
      if (number !== GRAPH || wire !== LENGTH) continue;
      entries ??= [];
      for await (const field of fieldsOf(reader, end))
        if (field.number === INITIALIZER && field.wire === LENGTH)
          entries.push(await readTensor(reader, field.end));
    }
    if (entries === undefined) throw bad('onnx', 0, 'neither a model with a graph nor a TensorProto');
    return distinct(entries, 'onnx', 0);
  },
};

/**
 * A field. If it is a varint, the reader has just read it; otherwise its content begins at `reader.at`.
 * @typedef {{ number: number, wire: number, end: number }} Field
 */

/**
 * The fields of a message. Whatever of a field is not read is leapt over.
 * @param {Reader} reader
 * @param {number} end of the message
 * @returns {AsyncGenerator<Field, void>}
 */
async function* fieldsOf(reader, end) {
  while (reader.at < end) {
    const most = Math.min(2 * MOST_VARINT, end - reader.at);
    await reader.fill(most);
    reader.varint(end);
    const tag = reader.size;
    const [number, wire] = [Math.floor(tag / 8), tag % 8];
    const width = WIDTHS[wire];
    if (number === 0 || width === undefined) throw reader.bad('no field that a message of ONNX can have');
    if (wire === VARINT || wire === LENGTH) reader.varint(end);
    const stop = reader.at + (wire === LENGTH ? reader.size : width);
    if (stop > end) throw reader.bad('a field goes beyond its message');
    yield { number, wire, end: stop };
    reader.at = stop;
  }
}

/** Where values are: how often the field is there, and its bytes, or 1 for a varint. @typedef {{ times: number, at: number, bytes: number }} Place */

/**
 * @param {Reader} reader
 * @param {number} end of the message
 * @returns {Promise<Entry>}
 */
async function readTensor(reader, end) {
  const begin = reader.at;
  let [name, code, isExternal] = ['', 0, false];
  /** @type {number[]} */
  const dims = [];
  /** @type {Map<number, Place>} */
  const places = new Map();
  /** @type {Map<string, string>} */
  const external = new Map();
  for await (const { number, wire, end: stop } of fieldsOf(reader, end)) {
    if (!isKnown(number, wire)) continue;
    if (number === DIMS)
      await eachVarint(reader, wire, stop, () => checkAxes(dims.push(reader.size), 'onnx', begin));
    else if (number === DATA_TYPE) code = reader.low;
    else if (number === LOCATION) isExternal = reader.low === IS_EXTERNAL;
    else if (number === NAME) name = await reader.text(stop - reader.at);
    else if (number === EXTERNAL) external.set(...(await readPair(reader, stop)));
    else {
      const { times, bytes } = (number !== RAW && places.get(number)) || { times: 0, bytes: 0 };
      places.set(number, {
        times: times + 1,
        at: reader.at,
        bytes: bytes + (wire === VARINT ? 1 : stop - reader.at),
      });
    }
  }
  const type = TYPES.get(code);
  if (type === undefined) return refuse(name, 'onnx', `of type ${OTHERS.get(code) ?? code}`);
  const bytes = bytesOf(dims, bitsOf(type), 'onnx', begin);
  const entry = { name, type, dims };
  if (isExternal) return readExternal(reader.file, entry, bytes, external, begin);
  const number = places.get(RAW)?.bytes ? RAW : (FIELDS.get(type) ?? INT32S);
  const { times, at, bytes: has } = places.get(number) ?? { times: 0, at: begin, bytes: 0 };
  const unit = WIRES.get(number) === VARINT ? Math.max(1, bitsOf(type) / 8) : 0;
  if (unit > 0 ? has * unit < bytes : has !== bytes)
    throw bad('onnx', begin, `tensor ${describe(name)} needs ${bytes} bytes, but field ${number} has ${has}`);
  if (times === 1 && unit === 0) return { ...entry, at };
  return { ...entry, at: 0, bytes: await readValues(reader, begin, end, number, bytes, unit) };
}

/**
 * Reads a tensor's message again, for elements that are not stored as they are: varints, or in several pieces.
 * @param {Reader} reader
 * @param {number} begin of the message
 * @param {number} end
 * @param {number} number of the field
 * @param {number} bytes of all elements
 * @param {number} unit bytes that a varint becomes; 0: no varints
 */
async function readValues(reader, begin, end, number, bytes, unit) {
  reader.spend(bytes);
  const made = new Uint8Array(bytes);
  const view = viewOf(made);
  let filled = 0;
  const put = () => {
    if (filled < bytes) write(view, filled, unit, reader);
    filled += unit;
  };
  reader.at = begin;
  for await (const field of fieldsOf(reader, end)) {
    if (field.number !== number || !isKnown(number, field.wire)) continue;
    if (unit > 0) await eachVarint(reader, field.wire, field.end, put);
    else {
      const length = field.end - reader.at;
      await reader.fill(length);
      made.set(reader.bytes(length), filled);
      filled += length;
    }
  }
  if (filled !== bytes)
    throw bad('onnx', begin, `field ${number} has ${filled} bytes of elements instead of ${bytes}`);
  return made;
}

/**
 * @param {DataView} view
 * @param {number} at
 * @param {number} unit
 * @param {Reader} varint
 */
function write(view, at, unit, { low, high }) {
  if (unit === 1) view.setUint8(at, low);
  else if (unit === 2) view.setUint16(at, low, true);
  else view.setUint32(at, low, true);
  if (unit === 8) view.setUint32(at + 4, high, true);
}

/**
 * A field of integers, packed or one of several.
 * @param {Reader} reader
 * @param {number} wire
 * @param {number} end of the field
 * @param {() => void} visit
 */
async function eachVarint(reader, wire, end, visit) {
  if (wire === VARINT) visit();
  while (reader.at < end) {
    const most = Math.min(MOST_VARINT, end - reader.at);
    await reader.fill(most);
    reader.varint(end);
    visit();
  }
}

/**
 * A key and its value.
 * @param {Reader} reader
 * @param {number} end of the message
 * @returns {Promise<[string, string]>}
 */
async function readPair(reader, end) {
  const texts = ['', ''];
  for await (const { number, end: stop } of fieldsOf(reader, end))
    if (number === 1 || number === 2) texts[number - 1] = await reader.text(stop - reader.at);
  return [texts[0], texts[1]];
}

/**
 * @param {FileBytes} file
 * @param {{ name: string, type: Type, dims: number[] }} entry
 * @param {number} bytes
 * @param {Map<string, string>} external
 * @param {number} begin byte of the tensor's message, for the error
 * @returns {Promise<Entry>}
 */
async function readExternal(file, entry, bytes, external, begin) {
  const location = external.get('location') ?? '';
  const [offset, length] = [external.get('offset') ?? '0', external.get('length') ?? String(bytes)].map(
    (text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN),
  );
  if (!Number.isSafeInteger(offset) || length !== bytes)
    throw bad(
      'onnx',
      begin,
      `tensor ${describe(entry.name)} needs ${bytes} bytes, but has ${length} at ${offset} of another file`,
    );
  let other;
  try {
    other = await file.beside(location);
  } catch (error) {
    const refused = /** @type {MicrotomeError} */ (error);
    if (refused.code === 'bad_format' || refused.code === 'aborted') throw refused;
    return { name: entry.name, refused };
  }
  checkRange(offset, bytes, other.size, 'onnx', `tensor ${describe(entry.name)} in another file`);
  return { ...entry, at: offset, file: other };
}
