// The tensors of ONNX files, each a TensorProto. Only the fields that say where its data is are read; all
// others are skipped. A type of elements is a row of TYPES.
import type { MicrotomeError } from '../../base/errors.ts';
import { bad, bytesOf, checkAxes, checkRange, refuse, rowOf, tensorNamed } from './check.ts';
import type { Entry, FileBytes, StoredEntry } from './format.ts';
import type { Reader } from './reader.ts';

// The fields of messages in protobuf's format, which ONNX files have.

/** Bytes of a field by its wire type, besides varints; a length-delimited field has its own length. */
const WIDTHS = [0, 8, 0, undefined, undefined, 4];
export const VARINT = 0;
export const LENGTH = 2;
/** Most bytes of a varint. */
const MOST_VARINT = 10;

/** A field. If it is a varint, the reader has just read it; otherwise its content begins at `reader.at`. */
export interface Field {
  readonly number: number;
  readonly wire: number;
  readonly end: number;
}

/** The fields of a message. What is not read of a field is skipped. */
export async function* fieldsOf(reader: Reader, end: number): AsyncGenerator<Field, void> {
  while (reader.at < end) {
    const most = Math.min(2 * MOST_VARINT, end - reader.at);
    await reader.fill(most);
    reader.varint(end);
    const tag = reader.size;
    const [number, wire] = [Math.floor(tag / 8), tag % 8];
    const width = WIDTHS[wire];
    if (number === 0 || width === undefined) throw reader.bad('not a field of an ONNX message');
    if (wire === VARINT || wire === LENGTH) reader.varint(end);
    const stop = reader.at + (wire === LENGTH ? reader.size : width);
    if (stop > end) throw reader.bad('a field goes beyond its message');
    yield { number, wire, end: stop };
    reader.at = stop;
  }
}

/** Visits the integers of a field: packed ones, or the one that was just read. */
export async function eachVarint(
  reader: Reader,
  wire: number,
  end: number,
  visit: () => void,
): Promise<void> {
  if (wire === VARINT) visit();
  while (reader.at < end) {
    const most = Math.min(MOST_VARINT, end - reader.at);
    await reader.fill(most);
    reader.varint(end);
    visit();
  }
}

export const SPARSE = 'a sparse tensor';
/** Of an attribute: the number of the field of a tensor. */
export const ATTRIBUTE_TENSOR = 5;

/** By TensorProto.DataType, in small letters. Those that the library does not have are refused by their name. */
const TYPES = [
  'undefined', 'float', 'uint8', 'int8', 'uint16', 'int16', 'int32', 'int64', 'string', 'bool', 'float16', 'double',
  'uint32', 'uint64', 'complex64', 'complex128', 'bfloat16', 'float8e4m3fn', 'float8e4m3fnuz', 'float8e5m2',
  'float8e5m2fnuz', 'uint4', 'int4', 'float4e2m1', 'float8e8m0', 'uint2', 'int2', // the library's own u2 has another order of bits
]; // biome-ignore format: a table
/** Those that the library names otherwise. */
const NAMES: Readonly<Record<string, string>> = { float: 'float32', double: 'float64' };

/** Numbers of a TensorProto's fields. */
const DIMS = 1;
const DATA_TYPE = 2;
const FLOATS = 4;
const INT32S = 5;
const INT64S = 7;
const NAME = 8;
const RAW = 9;
const DOUBLES = 10;
const UINT64S = 11;
const EXTERNAL = 13;
const LOCATION = 14;
/** The field of values that are not raw; INT32S for all other types. */
const FIELDS: Readonly<Record<string, number>> = {
  float32: FLOATS, complex64: FLOATS, float64: DOUBLES, complex128: DOUBLES, int64: INT64S, uint32: UINT64S, uint64: UINT64S,
}; // biome-ignore format: a table

/** The wire type of each field, or of each of its values if they are not packed. */
const WIRES: Readonly<Record<number, number>> = {
  [DIMS]: VARINT, [DATA_TYPE]: VARINT, [FLOATS]: 5, [INT32S]: VARINT, [INT64S]: VARINT, [NAME]: LENGTH, [RAW]: LENGTH,
  [DOUBLES]: 1, [UINT64S]: VARINT, [EXTERNAL]: LENGTH, [LOCATION]: VARINT,
}; // biome-ignore format: a table
const PACKED = [DIMS, FLOATS, INT32S, INT64S, DOUBLES, UINT64S];
/** A field of another wire type is one that we do not know. */
const isKnown = (number: number, wire: number) =>
  wire === WIRES[number] || (wire === LENGTH && PACKED.includes(number));
/** The data is in another file. */
const IS_EXTERNAL = 1;

/** The entries that describe data in another file, as far as they are read. */
const WHERE = ['location', 'offset', 'length'];

/** Where values are: how often the field is there, and its bytes, or 1 for a varint. */
interface Place {
  readonly times: number;
  readonly at: number;
  readonly bytes: number;
}

/** Reads a tensor's message. `called` is its name, unless its own counts. */
export async function readTensor(reader: Reader, end: number, called?: string): Promise<Entry> {
  const begin = reader.at;
  let [name, code, isExternal] = [called ?? '', 0, false];
  const dims: number[] = [];
  const places = new Map<number, Place>();
  const external = new Map<string, string>();
  for await (const { number, wire, end: stop } of fieldsOf(reader, end)) {
    if (!isKnown(number, wire)) continue;
    if (number === DIMS)
      await eachVarint(reader, wire, stop, () => checkAxes(dims.push(reader.size), 'onnx', begin));
    else if (number === DATA_TYPE) code = reader.low;
    else if (number === LOCATION) isExternal = reader.low === IS_EXTERNAL;
    else if (number === NAME) name = called ?? (await reader.text(stop - reader.at));
    else if (number === EXTERNAL) {
      const [key, value] = await readPair(reader, stop);
      if (WHERE.includes(key)) external.set(key, value);
    } else {
      const { times, bytes } = (number !== RAW && places.get(number)) || { times: 0, bytes: 0 };
      const more = wire === VARINT ? 1 : stop - reader.at;
      places.set(number, { times: times + 1, at: reader.at, bytes: bytes + more });
      reader.jump(stop);
    }
  }
  const word = TYPES[code];
  const row = rowOf(NAMES[word] ?? word);
  if (!row?.bits) {
    const length = Number(external.get('length') ?? Number.NaN);
    const bytes = { name, type: 'uint8', dims: [length] };
    const other =
      isExternal && length >= 0 ? await readExternal(reader.file, bytes, length, external, begin) : undefined;
    const own = places.get(RAW);
    const place = other?.refused
      ? undefined
      : other
        ? { ...other, length }
        : own && { at: own.at, length: own.bytes };
    const raw = place && { ...place, storedType: word?.toUpperCase() };
    return refuse(name, 'onnx', `of type ${word ?? code}`, raw);
  }
  const { name: type, bits } = row;
  const bytes = bytesOf(dims, bits, 'onnx', begin);
  const entry = { name, type, dims, storedType: word.toUpperCase() };
  if (isExternal) return readExternal(reader.file, entry, bytes, external, begin);
  const number = places.get(RAW)?.bytes ? RAW : (FIELDS[type] ?? INT32S);
  const { times, at, bytes: has } = places.get(number) ?? { times: 0, at: begin, bytes: 0 };
  const unit = WIRES[number] === VARINT ? Math.max(1, bits / 8) : 0;
  if (unit > 0 ? has * unit < bytes : has !== bytes)
    throw bad('onnx', begin, `${tensorNamed(name)} needs ${bytes} bytes, but field ${number} has ${has}`);
  if (times === 1 && unit === 0) return { ...entry, at };
  return { ...entry, at: 0, bytes: await readValues(reader, begin, end, number, bytes, unit) };
}

/**
 * Reads a tensor's message again, for elements that are varints, or are in several pieces: field `number`.
 * There are `bytes` of elements. A varint becomes `unit` bytes; 0: there are no varints.
 */
async function readValues(
  reader: Reader,
  begin: number,
  end: number,
  number: number,
  bytes: number,
  unit: number,
): Promise<Uint8Array> {
  reader.file.budget.spend(bytes);
  const made = new Uint8Array(bytes);
  let filled = 0;
  // The last varint, as an integer of `unit` bytes.
  const put = () => {
    for (let i = 0; i < unit; ++i, ++filled)
      if (filled < bytes) made[filled] = (i < 4 ? reader.low : reader.high) >>> (8 * (i % 4));
  };
  reader.jump(begin);
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

/** A message of a key and its value. */
export async function readPair(reader: Reader, end: number): Promise<[string, any]> {
  const pair: [string, any] = ['', ''];
  for await (const { number, wire, end: stop } of fieldsOf(reader, end))
    if (number < 3) pair[number - 1] = wire === VARINT ? reader.low : await reader.text(stop - reader.at);
  return pair;
}

/** A tensor whose data is in another file. `begin` is the byte of its message. */
async function readExternal(
  file: FileBytes,
  entry: Omit<StoredEntry, 'at'>,
  bytes: number,
  external: ReadonlyMap<string, string>,
  begin: number,
): Promise<Entry> {
  const location = external.get('location') ?? '';
  const [offset, length] = [external.get('offset') ?? '0', external.get('length') ?? String(bytes)].map(
    (text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN),
  );
  const which = tensorNamed(entry.name);
  if (!Number.isSafeInteger(offset) || length !== bytes) {
    const what = `${which} needs ${bytes} bytes, but has ${length} at ${offset} of another file`;
    throw bad('onnx', begin, what);
  }
  let other: NonNullable<StoredEntry['file']>;
  try {
    other = await file.beside(location, offset + bytes);
  } catch (thrown) {
    const refused = thrown as MicrotomeError;
    if (['bad_format', 'bad_argument', 'aborted', 'too_costly'].includes(refused.code)) throw refused;
    return { name: entry.name, refused };
  }
  if (other.size >= 0) checkRange(offset, bytes, other.size, 'onnx', `${which} in another file`);
  return { ...entry, at: offset, file: other };
}
