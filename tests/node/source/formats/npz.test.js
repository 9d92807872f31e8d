// .npz files by hand: 64-bit directories, members far apart, and the sentence for each contradiction.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { npz as format } from '../../../../web/lib/source/formats/npz.ts';
import { FILES } from '../../../support/format_files.js';
import { elementsOf, fileOf, reported } from '../../../support/stored.js';

const npz = reported(format);

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
function zipOf(parts, { is64 = false, count = parts.length, extra = 0 } = {}) {
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

const npy = FILES['float32.npy'];
/** A .npy file of so many bytes of data. @param {number} length */
function npyOf(length) {
  const dict = Buffer.from(
    `${`{'descr': '|u1', 'fortran_order': False, 'shape': (${length},), }`.padEnd(117)}\n`,
  );
  return Buffer.concat([npy.subarray(0, 8), record([dict.length, 2]), dict, Buffer.alloc(length, length)]);
}

describe('npz directories', () => {
  it('of members that lie close together, are read in pieces of maxBytes', async () => {
    const parts = Array.from({ length: 10 }, (_, i) => ({ name: `${i}.npy`, content: npyOf(30_000) }));
    const entries = await npz.read(fileOf(zipOf(parts), { first: 100, maxBytes: 100_000 }));
    assert.deepEqual(
      entries.map(({ name, refused }) => [name, refused]),
      parts.map((_, i) => [String(i), undefined]),
    );
  });

  for (const is64 of [false, true])
    for (const extra of [0, 3000])
      for (const first of [100, 2 ** 16]) {
        it(`${is64 ? 'of 64 bits' : 'of 32 bits'}, local headers ${extra} bytes longer, ${first} bytes at first`, async () => {
          const parts = ['a.npy', '__proto__.npy', 'b'].map((name, i) => ({
            name,
            content: npyOf(70 + i),
            deflate: i === 1,
          }));
          const file = fileOf(zipOf(parts, { is64, extra }), { first });
          const entries = await npz.read(file);
          assert.deepEqual(
            entries.map(({ name }) => name),
            ['a', '__proto__', 'b'],
          );
          for (const [i, entry] of entries.entries()) {
            assert.ok(!entry.refused);
            assert.deepEqual([entry.type, entry.dims], ['uint8', [70 + i]]);
            assert.deepEqual([...(await elementsOf(file, entry))], Array(70 + i).fill(70 + i));
          }
        });
      }

  it('of nothing', async () => assert.deepEqual(await npz.read(fileOf(zipOf([]))), []));

  it('cost one request for the end, and one for each group of members that are close', async () => {
    const parts = [['a', 300_000], ['b', 10], ['c', 20], ['d', 400_000], ['e', 5]].map(([name, length]) => ({
      name: `${name}.npy`,
      content: npyOf(Number(length)),
    })); // biome-ignore format: a table
    const file = fileOf(zipOf(parts));
    assert.equal((await npz.read(file)).length, 5);
    assert.ok(file.requests.length <= 3, JSON.stringify(file.requests)); // the end, b to d, e
    assert.ok(file.requests.reduce((n, [, length]) => n + length, 0) < 75_000, JSON.stringify(file.requests));
    const whole = fileOf(FILES['stored.npz']);
    await npz.read(whole);
    assert.deepEqual(whole.requests, []);
  });

  it('longer than the end of the file take one request more', async () => {
    const parts = Array.from({ length: 2000 }, (_, i) => ({
      name: `member number ${i}.npy`,
      content: npyOf(1),
    }));
    const file = fileOf(zipOf(parts));
    assert.equal((await npz.read(file)).length, 2000);
    assert.ok(file.requests.length <= 3, JSON.stringify(file.requests.length));
  });

  it('whose members inflate to more than maxBytes refuse those, and no others', async () => {
    const parts = [
      { name: 'a.npy', content: npyOf(5), deflate: true },
      { name: 'b.npy', content: npyOf(3_000_000), deflate: true },
      { name: 'c.npy', content: npyOf(3_000_000) },
    ];
    const [a, b, c] = await npz.read(fileOf(zipOf(parts), { maxBytes: 2_000_000 }));
    assert.deepEqual([a.refused, b.refused?.code, c.refused], [undefined, 'too_costly', undefined]);
    assert.match(
      b.refused?.message ?? '',
      /^open: npz: inflating 'b.npy' takes \d+ bytes, but only \d+ are left; maxBytes is 2000000$/,
    );
  });

  it('refuse what is encrypted, packed otherwise, or not .npy', async () => {
    const parts = [
      { name: 'a.npy', content: npy, claims: { flags: 1 } },
      { name: 'b.npy', content: npy, claims: { method: 12 } },
      { name: 'c.txt', content: Buffer.from('a text') },
      { name: 'd/', content: Buffer.alloc(0) },
      { name: 'e.npy', content: npy },
    ];
    const entries = await npz.read(fileOf(zipOf(parts)));
    assert.deepEqual(
      entries.map(
        ({ name, refused }) =>
          `${name}: ${refused?.message.replace(/^open: npz: tensor '.*' is /, '') ?? 'read'}`,
      ),
      [
        "a: encrypted, or packed by ZIP's method 0, which cannot be cut",
        "b: encrypted, or packed by ZIP's method 12, which cannot be cut",
        'c.txt: not a .npy file, which cannot be cut',
        'd/: not a .npy file, which cannot be cut',
        'e: read',
      ],
    );
  });

  const good = zipOf([{ name: 'a.npy', content: npy }]);
  const put = (/** @type {Buffer} */ bytes, /** @type {number} */ at, /** @type {number} */ value) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt32LE(value, at < 0 ? copy.length + at : at);
    return copy;
  };
  const packed = (/** @type {Part['claims']} */ claims) =>
    zipOf([{ name: 'a.npy', content: npyOf(5000), deflate: true, claims }]);
  const two = [npy, npy].map((content) => ({ name: 'a.npy', content }));
  /** @type {[string, Uint8Array, RegExp][]} */
  const BAD = [
    ['half a file', good.subarray(0, 150), /the file does not end with a ZIP directory: it is incomplete/],
    ['one byte less', good.subarray(0, -1), /does not end with a ZIP directory/],
    ['a directory beyond the file', put(good, -6, 1e6), /the directory needs \d+ bytes, but the file has 0 there/],
    ['a directory elsewhere', put(good, -6, 5), /an entry of the directory is missing|the directory needs/],
    ['fewer entries than said', zipOf([{ name: 'a.npy', content: npy }], { count: 2 }), /the directory has 1 entries instead of 2/],
    ['equal names', zipOf(two), /two tensors are named 'a'/],
    ['names equal but for the ending', zipOf([two[0], { name: 'a', content: npy }]), /two tensors are named 'a'/],
    ['a member beyond the directory', zipOf([{ name: 'a.npy', content: npy, claims: { at: 1e6 } }]), /member 'a.npy' needs \d+ bytes/],
    ['a place without a member', zipOf([{ name: 'a.npy', content: npy, claims: { at: 3 } }]), /the header of a member is missing \(at byte 3\)|needs/],
    ['a stored member of two sizes', zipOf([{ name: 'a.npy', content: npy, claims: { size: 5 } }]), /a stored member has 224 bytes, but a size of 5/],
    ['a member of 2^60 bytes', zipOf([{ name: 'a.npy', content: npy, claims: { packed: 2 ** 60 } }], { is64: true }), /a size of 2\^53 or more/],
    ['a member that inflates to less', packed({ size: 6000 }), /a member cannot be inflated to 6000 bytes/],
    ['a member that inflates to more', packed({ size: 4000 }), /a member cannot be inflated to 4000 bytes/],
    ['a bomb that is none', packed({ size: 200e6 }), /a member cannot be inflated to 200000000 bytes: it has only \d+, packed/],
    ['another CRC-32', packed({ crc: 5 }), /a member cannot be inflated to 5128 bytes: incorrect data check/],
    ['bytes that cannot be inflated', zipOf([{ name: 'a.npy', content: Buffer.alloc(300, 255), claims: { method: 8 } }]), /a member cannot be inflated to 300 bytes/],
    ['a .npy file that contradicts itself', zipOf([{ name: 'a.npy', content: npy.subarray(0, -9) }]), /^open: npz: 'a.npy': float32 \[2, 3, 4\] needs 96 bytes/],
  ]; // biome-ignore format: a table
  for (const [what, bytes, message] of BAD) {
    it(`say what is wrong with ${what}`, () =>
      assert.rejects(npz.read(fileOf(bytes)), { name: 'MicrotomeError', code: 'bad_format', message }));
  }
});
