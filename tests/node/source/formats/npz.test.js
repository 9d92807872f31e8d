// .npz files by hand: 64-bit directories, members far apart, and the sentence for each contradiction.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES } from '../../../support/format_files.js';
import { npyOfBytes, zipOf } from '../../../support/npz_files.js';
import { elementsOf, fileOf, formatNamed } from '../../../support/stored.js';

const npz = formatNamed('npz');

const npy = FILES['float32.npy'];
/** A .npy file of so many bytes of data. @param {number} length */
const npyOf = (length) => npyOfBytes(Buffer.alloc(length, length));

/** @import { Part } from '../../../support/npz_files.js' */

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

  it('may have names that differ by a byte order mark only', async () => {
    const names = ['\ufeffq', 'q', '\ufeff', ''];
    const entries = await npz.read(
      fileOf(zipOf(names.map((name) => ({ name: `${name}.npy`, content: npy })))),
    );
    assert.deepEqual(entries.map(({ name, refused }) => [name, refused]), names.map((name) => [name, undefined])); // biome-ignore format: one
  });

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
  /** Its first member ends with 60 bytes of the header of the second. @param {number} method */
  const longer = (method) => {
    const content = Buffer.concat([Buffer.alloc(60), npy.subarray(0, -60)]);
    const zip = zipOf([
      { name: 'a.npy', content, claims: { method } },
      { name: 'b.npy', content: npy },
    ]);
    zip.writeUInt16LE(zip.readUInt16LE(28) + 60, 28);
    return zip;
  };
  /** @type {[string, Uint8Array, RegExp][]} */
  const BAD = [
    ['half a file', good.subarray(0, 150), /the file does not end with a ZIP directory: it is incomplete/],
    ['one byte less', good.subarray(0, -1), /does not end with a ZIP directory/],
    ['a directory beyond the file', put(good, -6, 1e6), /the directory needs \d+ bytes, but the file has 0 there/],
    ['a directory elsewhere', put(good, -6, 5), /an entry of the directory is missing|the directory needs/],
    ['fewer entries than said', zipOf([{ name: 'a.npy', content: npy }], { count: 2 }), /the directory has 1 entries instead of 2/],
    ['equal names', zipOf(two), /two tensors are named 'a'/],
    ['names equal but for the ending', zipOf([two[0], { name: 'a', content: npy }]), /two tensors are named 'a'/],
    ['a local header that is longer than the directory allows for', longer(0), /member 'a\.npy' overlaps another \(at byte 0\)/],
    ['the same of a deflated member', longer(8), /member 'a\.npy' overlaps another \(at byte 0\)/],
    ['a member beyond the directory', zipOf([{ name: 'a.npy', content: npy, claims: { at: 1e6 } }]), /member 'a.npy' needs \d+ bytes/],
    ['a place without a member', zipOf([{ name: 'a.npy', content: npy, claims: { at: 3 } }]), /the header of member 'a\.npy' is missing \(at byte 3\)|needs/],
    ['a stored member of two sizes', zipOf([{ name: 'a.npy', content: npy, claims: { size: 5 } }]), /member 'a\.npy' is stored in 224 bytes, but has a size of 5/],
    ['a member of 2^60 bytes', zipOf([{ name: 'a.npy', content: npy, claims: { packed: 2 ** 60 } }], { is64: true }), /a size of 2\^53 or more/],
    ['a bomb that is none', packed({ size: 200e6 }), /member 'a.npy' cannot be inflated to 200000000 bytes: it has only \d+, packed/],
    ['a deflated member of another length', packed({ size: 4000 }), /uint8 \[5000\] needs 5000 bytes, but the file has 3872 there/],
    ['bytes that cannot be inflated', zipOf([{ name: 'a.npy', content: Buffer.alloc(300, 255), claims: { method: 8 } }]), /member 'a.npy' cannot be inflated to 300 bytes/],
    ['a .npy file that contradicts itself', zipOf([{ name: 'a.npy', content: npy.subarray(0, -9) }]), /^open: npz: 'a.npy': float32 \[2, 3, 4\] needs 96 bytes/],
  ]; // biome-ignore format: a table
  for (const [what, bytes, message] of BAD) {
    it(`say what is wrong with ${what}`, () =>
      assert.rejects(npz.read(fileOf(bytes)), { name: 'MicrotomeError', code: 'bad_format', message }));
  }
});
