// .npz files by hand: 64-bit directories, and what contradicts itself.
import { crc32, deflateRawSync } from 'node:zlib';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {Uint8Array} content
 * @property {boolean} [deflate]
 * @property {Partial<Record<'method' | 'flags' | 'crc' | 'packed' | 'size' | 'at', number>>} [claims] in the directory
 */

/** A field of 2 or 4 bytes. @typedef {[value: number, bytes: 2 | 4]} Field */
/** @param {Field[]} fields */
const record = (...fields) =>
  Buffer.concat(
    fields.map(([value, bytes]) => {
      const made = Buffer.alloc(bytes);
      made.writeUIntLE(value, 0, bytes);
      return made;
    }),
  );
const wide = (/** @type {number[]} */ ...values) => Buffer.from(BigUint64Array.from(values, BigInt).buffer);

/**
 * @param {Part[]} parts
 * @param {object} [options]
 * @param {boolean} [options.is64] sizes of the directory, and of its end, have 64 bits
 * @param {number} [options.count] that the end claims
 * @param {number} [options.extra] bytes of local headers that the directory does not have
 */
export function zipOf(parts, { is64 = false, count = parts.length, extra = 0 } = {}) {
  const FULL = 0xffffffff;
  /** @type {Buffer[]} */ const pieces = [];
  /** @type {Buffer[]} */ const entries = [];
  let at = 0;
  for (const { name, content, deflate = false, claims = {} } of parts) {
    const packed = deflate ? deflateRawSync(content) : Buffer.from(content);
    const text = Buffer.from(name);
    const said = {
      method: deflate ? 8 : 0,
      flags: 0,
      crc: crc32(content),
      packed: packed.length,
      size: content.length,
      at,
      ...claims,
    };
    const sizes = is64 ? [FULL, FULL] : [said.packed, said.size];
    const common = /** @type {Field[]} */ ([[45, 2], [said.flags, 2], [said.method, 2], [0, 4], [said.crc, 4]]); // biome-ignore format: a row
    const own = Buffer.concat([record([7, 2], [extra, 2]), Buffer.alloc(extra)]);
    pieces.push(
      record([0x04034b50, 4], ...common, [sizes[0], 4], [sizes[1], 4], [text.length, 2], [own.length, 2]),
      text,
      own,
      packed,
    );
    const more = is64
      ? Buffer.concat([
          record([7, 2], [2, 2], [0, 2]),
          record([1, 2], [24, 2]),
          wide(said.size, said.packed, said.at),
        ])
      : Buffer.alloc(0);
    entries.push(
      record(
        [0x02014b50, 4],
        [45, 2],
        ...common,
        [sizes[0], 4],
        [sizes[1], 4],
        [text.length, 2],
        [more.length, 2],
        [0, 2],
        [0, 4],
        [0, 4],
        [is64 ? FULL : said.at, 4],
      ),
      text,
      more,
    );
    at += 30 + text.length + own.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end64 = Buffer.concat([
    record([0x06064b50, 4]),
    wide(44),
    record([45, 2], [45, 2], [0, 4], [0, 4]),
    wide(count, count, directory.length, at),
  ]);
  const locator = Buffer.concat([
    record([0x07064b50, 4], [0, 4]),
    wide(at + directory.length),
    record([1, 4]),
  ]);
  const end = is64
    ? Buffer.concat([
        end64,
        locator,
        record([0x06054b50, 4], [0, 4], [0xffff, 2], [0xffff, 2], [FULL, 4], [FULL, 4], [0, 2]),
      ])
    : record([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [directory.length, 4], [at, 4], [0, 2]);
  return Buffer.concat([...pieces, directory, end]);
}

/** A .npy file whose header takes version 2.0. @param {Uint8Array} data @param {string} [more] in its header */
export function npyOfBytes(data, more = '') {
  const dict = `{'descr': '|u1', 'fortran_order': False, 'shape': (${data.length},), }${more}`.padEnd(115);
  const mark = Buffer.from('\x93NUMPY\x02\x00', 'latin1');
  return Buffer.concat([mark, record([dict.length + 1, 4]), Buffer.from(`${dict}\n`), data]);
}

/** @param {string} descr @param {readonly number[]} dims @param {Uint8Array} data in this order @param {string} [order] C or F */
export function npyOf(descr, dims, data, order = 'C') {
  const shape = dims.length === 1 ? `${dims[0]},` : dims.join(', ');
  const text = `{'descr': '${descr}', 'fortran_order': ${order === 'F' ? 'True' : 'False'}, 'shape': (${shape}), }`;
  const length = Math.ceil((text.length + 11) / 64) * 64 - 10;
  const mark = Buffer.from('\x93NUMPY\x01\x00', 'latin1');
  return Buffer.concat([mark, record([length, 2]), Buffer.from(`${text.padEnd(length - 1)}\n`), data]);
}
