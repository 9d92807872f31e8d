// Messages of protocol buffers, read and written from tables of their fields. protobufjs moves the bytes; its own tables make
// code from strings, which the page's policy forbids, so only its reader and writer are used.
import protobuf from 'protobufjs/minimal.js';

/** @typedef {'int32' | 'int64' | 'uint64' | 'float' | 'double' | 'string' | 'bytes'} Scalar */
/** @typedef {{ [field: string]: [number: number, kind: Scalar | Message, repeated?: 'repeated'] }} Message */

/** Wire type of each kind; of bytes, strings and messages it is LENGTH. @type {Partial<Record<Scalar, number>>} */
const WIRE = { int32: 0, int64: 0, uint64: 0, double: 1, float: 5 };
const LENGTH = 2;

/** @param {Scalar | Message} kind */
const wireOf = (kind) => (typeof kind === 'string' ? WIRE[kind] : undefined) ?? LENGTH;

/**
 * @param {Message} message
 * @param {Uint8Array} bytes
 * @returns {Record<string, any>} repeated fields are lists, others are absent where the bytes have none; 64 bits are BigInts
 * @throws {Error} where the bytes are no such message
 */
export function decode(message, bytes) {
  return readMessage(message, protobuf.Reader.create(bytes), bytes.length);
}

/**
 * @param {Message} message
 * @param {protobuf.Reader} reader
 * @param {number} end
 */
function readMessage(message, reader, end) {
  /** @type {Record<string, any>} */
  const content = {};
  const fields = new Map(
    Object.entries(message).map(([name, [number, ...rest]]) => [number, { name, rest }]),
  );
  for (const [name, [, , repeated]] of Object.entries(message)) if (repeated) content[name] = [];
  while (reader.pos < end) {
    const tag = reader.uint32();
    const wire = tag & 7;
    const field = fields.get(tag >>> 3);
    if (field === undefined) {
      if (tag >>> 3 === 0) throw new RangeError('a field has number 0');
      reader.skipType(wire);
      continue;
    }
    const {
      name,
      rest: [kind, repeated],
    } = field;
    const isPacked = repeated && wire === LENGTH && wireOf(kind) !== LENGTH;
    if (!isPacked && wire !== wireOf(kind)) throw new RangeError(`field ${name} is of another kind`);
    if (isPacked) readPacked(reader, kind, content[name]);
    else if (repeated) content[name].push(readValue(reader, kind));
    else content[name] = readValue(reader, kind);
  }
  if (reader.pos !== end) throw new RangeError('a field goes beyond its message');
  return content;
}

/**
 * @param {protobuf.Reader} reader
 * @param {Scalar | Message} kind
 * @param {any[]} list
 */
function readPacked(reader, kind, list) {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) throw new RangeError('a list goes beyond the end');
  while (reader.pos < end) list.push(readValue(reader, kind));
}

/**
 * @param {protobuf.Reader} reader
 * @param {Scalar | Message} kind
 */
function readValue(reader, kind) {
  if (typeof kind !== 'string') {
    const end = reader.uint32() + reader.pos;
    if (end > reader.len) throw new RangeError('a message goes beyond the end');
    return readMessage(kind, reader, end);
  }
  const value = reader[kind]();
  return kind === 'int64' || kind === 'uint64' ? BigInt(value.toString()) : value;
}

/**
 * @param {Message} message
 * @param {Record<string, any>} content
 * @returns {Uint8Array}
 */
export const encode = (message, content) => write(message, content, protobuf.Writer.create()).finish();

/**
 * @param {Message} message
 * @param {Record<string, any>} content
 * @param {protobuf.Writer} writer
 */
function write(message, content, writer) {
  for (const [name, [number, kind, repeated]] of Object.entries(message)) {
    const values = repeated ? (content[name] ?? []) : name in content ? [content[name]] : [];
    for (const value of values) {
      writer.uint32((number << 3) | wireOf(kind));
      if (typeof kind !== 'string') write(kind, value, writer.fork()).ldelim();
      else writeScalar[kind](writer, value);
    }
  }
  return writer;
}

/** @type {Record<Scalar, (writer: protobuf.Writer, value: any) => unknown>} */
const writeScalar = {
  int32: (writer, value) => writer.int32(value),
  int64: (writer, value) => writer.int64(toLong(value)),
  uint64: (writer, value) => writer.uint64(toLong(value)),
  float: (writer, value) => writer.float(value),
  double: (writer, value) => writer.double(value),
  string: (writer, value) => writer.string(value),
  bytes: (writer, value) => writer.bytes(value),
};

/** @param {number | bigint} value */
const toLong = (value) => /** @type {any} */ (protobuf.util.Long).fromString(String(value));
