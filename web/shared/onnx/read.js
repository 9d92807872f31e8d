// Decodes ONNX's messages. Reads the fields that wire.js lists, with repeated numbers packed or not, and skips all others.
import protobuf from 'protobufjs/minimal.js';
import { LENGTH, MESSAGES, SCALARS, wireOf } from './wire.js';

/**
 * @param {string} message
 * @param {Uint8Array} bytes
 * @returns {Record<string, any>} repeated fields are lists, others are absent where the bytes have none; 64 bits are BigInts
 * @throws {Error} if the bytes are not such a message
 */
export const decode = (message, bytes) => readMessage(protobuf.Reader.create(bytes), message, bytes.length);

/**
 * @param {any} reader
 * @param {string} message
 * @param {number} end
 */
function readMessage(reader, message, end) {
  const fields = Object.entries(MESSAGES[message]);
  /** @type {Record<string, any>} */
  const content = Object.fromEntries(
    fields.filter(([, [, , repeats]]) => repeats).map(([name]) => [name, []]),
  );
  while (reader.pos < end) {
    const tag = reader.uint32();
    const wire = tag & 7;
    if (tag >>> 3 === 0) throw new RangeError('a field has number 0');
    const field = fields.find(([, [number]]) => number === tag >>> 3);
    if (field === undefined) {
      reader.skipType(wire);
      continue;
    }
    const [name, [, type, repeats]] = field;
    const isPacked = repeats && wire === LENGTH && wireOf(type) !== LENGTH;
    if (!isPacked && wire !== wireOf(type)) throw new RangeError(`field ${name} is of another kind`);
    if (isPacked) readPacked(reader, type, content[name]);
    else if (repeats) content[name].push(readValue(reader, type));
    else content[name] = readValue(reader, type);
  }
  if (reader.pos !== end) throw new RangeError('a field goes beyond its message');
  return content;
}

/**
 * @param {any} reader
 * @param {string} type
 * @param {any[]} list
 */
function readPacked(reader, type, list) {
  const end = endOf(reader);
  while (reader.pos < end) list.push(readValue(reader, type));
}

/**
 * @param {any} reader
 * @param {string} type
 */
function readValue(reader, type) {
  if (!(type in SCALARS)) return readMessage(reader, type, endOf(reader));
  const value = reader[type]();
  return type === 'int64' || type === 'uint64' ? BigInt(value.toString()) : value;
}

/** Where the next length-delimited value ends. @param {any} reader */
function endOf(reader) {
  const size = reader.uint32();
  if (reader.pos + size > reader.len) throw new RangeError('a list or a message goes beyond the end');
  return reader.pos + size;
}
