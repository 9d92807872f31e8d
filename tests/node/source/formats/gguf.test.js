// GGUF files by hand: metadata that is skipped, what that costs, and the sentence for each contradiction.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES } from '../../../support/format_files.js';
import { ggufOf, ggufText, u32, u64 } from '../../../support/handmade.js';
import { fails } from '../../../support/refusals.js';
import { fileOf, formatNamed } from '../../../support/stored.js';

const gguf = formatNamed('gguf');

const [U8, U32, F32, STRING, ARRAY, U64] = [0, 4, 6, 8, 9, 10];

describe('gguf headers', () => {
  it('have metadata of every kind, which is skipped', async () => {
    const nested = Buffer.concat([
      u32(ARRAY),
      u64(2),
      u32(U8),
      u64(3),
      Buffer.alloc(3),
      u32(STRING),
      u64(2),
      ggufText('x'),
      ggufText(''),
    ]);
    const bytes = ggufOf({
      metadata: [
        ['a', U64, u64(7)],
        ['nested', ARRAY, nested],
        ['none', ARRAY, Buffer.concat([u32(ARRAY), u64(0)])],
        ['general.alignment', U32, u32(8)],
        ['floats', ARRAY, Buffer.concat([u32(F32), u64(2), u64(0)])],
      ],
      tensors: [{ name: 'x', dims: [2, 3], offset: 8 }],
      data: 64,
    });
    const [entry] = await gguf.read(fileOf(bytes));
    assert.ok(!entry.refused);
    assert.deepEqual([entry.name, entry.type, entry.dims], ['x', 'float32', [3, 2]]);
    const infoEnd = bytes.indexOf(Buffer.concat([ggufText('x'), u32(2)])) + 9 + 4 + 16 + 4 + 8;
    assert.equal(entry.at, Math.ceil(infoEnd / 8) * 8 + 8);
  });

  it('are the same in version 2', async () => {
    const [three, two] = await Promise.all(
      [3, 2].map((version) => gguf.read(fileOf(ggufOf({ version, tensors: [{}], data: 16 })))),
    );
    assert.deepEqual(two, three);
  });

  it('are read on in steps that grow, and long values are not read at all', async () => {
    const words = 600_000;
    const tokens = Buffer.concat([u32(STRING), u64(words), ...Array(words).fill(ggufText('a token'))]);
    const scores = Buffer.concat([u32(F32), u64(5_000_000), Buffer.alloc(20_000_000)]);
    const bytes = ggufOf({ metadata: [['tokens', ARRAY, tokens], ['scores', ARRAY, scores]], tensors: [{}], data: 16 }); // biome-ignore format: a row
    const file = fileOf(bytes);
    const [entry] = await gguf.read(file);
    assert.equal(entry.name, 'a');
    assert.ok(tokens.length > 8_900_000);
    const lengths = file.requests.map(([, length]) => length);
    assert.ok(lengths.length <= 6 && lengths.every((length) => length <= 2 ** 23), `${lengths}`);
    assert.ok(lengths.reduce((a, b) => a + b) < 3 * (bytes.length - scores.length) + 2 ** 16, `${lengths}`);
    await fails(gguf.read(fileOf(bytes, { maxBytes: 8_000_000 })), 'too_costly');
  });

  it('refuse types that they do not know, and read the others', async () => {
    const tensors = [{ name: 'a', type: 4 }, { name: '__proto__', type: 2, dims: [64, 3] }, { name: 'c', type: 2 ** 32 - 1 }]; // biome-ignore format: a row
    const entries = await gguf.read(fileOf(ggufOf({ tensors, data: 200 })));
    assert.deepEqual(
      entries.map(({ refused }) => refused?.code),
      ['bad_type', undefined, 'bad_type'],
    );
    assert.match(
      entries[0].refused?.message ?? '',
      /^open: gguf: tensor 'a' is of ggml's type 4, which cannot be cut$/,
    );
    const [, quantized] = entries;
    assert.ok(!quantized.refused);
    assert.deepEqual([quantized.type, quantized.dims], ['uint8', [3, 2, 18]]);
  });

  /** @param {Buffer} bytes whose version is turned around */
  const swapped = (bytes) => {
    bytes.subarray(4, 8).swap32();
    return bytes;
  };
  const good = FILES['plain.gguf'];
  const most = 2n ** 64n - 1n;
  /** @type {[string, Uint8Array, RegExp][]} */
  const BAD = [
    ['the mark alone', good.slice(0, 4), /the file ends at byte 4, but its header goes on \(at byte 4\)$/],
    ['half a header', good.slice(0, 300), /the file ends at byte 300, but its header goes on/],
    ['half the data', good.slice(0, -30), /float32 \[5\] needs 20 bytes/],
    ['a later version', ggufOf({ version: 4 }), /version 4 is unknown/],
    ['another byte order', swapped(ggufOf({})), /a big-endian file; convert it with gguf-convert-endian/],
    ['version 1', ggufOf({ version: 1 }), /version 1 is unknown/],
    ['more tensors than there are', ggufOf({ count: 2 ** 40, data: 32 }), /the file ends at byte/],
    ['2^64 tensors', ggufOf({ count: most }), /a size of 2\^53 or more/],
    ['2^64 keys', ggufOf({ keys: most }), /a size of 2\^53 or more/],
    ['a key of 2^50 bytes', Buffer.concat([ggufOf({ keys: 1 }).subarray(0, 24), u64(2n ** 50n)]), /the file ends at byte 32/],
    ['an array of 2^52 floats', ggufOf({ metadata: [['a', ARRAY, Buffer.concat([u32(F32), u64(2n ** 52n)])]] }), /the file ends at byte/],
    ['an array of 2^52 strings', ggufOf({ metadata: [['a', ARRAY, Buffer.concat([u32(STRING), u64(2n ** 52n)])]] }), /the file ends at byte/],
    ['arrays in arrays, to the end', ggufOf({ metadata: [['a', ARRAY, Buffer.concat(Array(9999).fill(Buffer.concat([u32(ARRAY), u64(1)])))]] }), /more than 64 nested arrays/],
    ['a type of metadata that is none', ggufOf({ metadata: [['a', 13, Buffer.alloc(0)]] }), /13 is not a type of metadata/],
    ['an alignment that is no uint32', ggufOf({ metadata: [['general.alignment', U64, u64(32)]] }), /general\.alignment must be a power of 2, as uint32/],
    ['an alignment of 0', ggufOf({ metadata: [['general.alignment', U32, u32(0)]] }), /general\.alignment must be a power of 2, as uint32/],
    ['an alignment of 24', ggufOf({ metadata: [['general.alignment', U32, u32(24)]] }), /general\.alignment must be a power of 2, as uint32/],
    ['many axes', ggufOf({ tensors: [{ dims: [1], rank: 2 ** 32 - 1 }], data: 64 }), /a tensor of more than 64 axes/],
    ['a size of 2^63', ggufOf({ tensors: [{ dims: [2n ** 63n] }] }), /a size of 2\^53 or more/],
    ['a huge product', ggufOf({ tensors: [{ dims: [2n ** 40n, 2n ** 40n] }] }), /have 2\^53 bits or more/],
    ['an offset beyond the file', ggufOf({ tensors: [{ offset: 1024 }], data: 16 }), /float32 \[4\] needs 16 bytes, but the file has 0 there/],
    ['an offset between two multiples', ggufOf({ tensors: [{ offset: 4 }], data: 64 }), /the offset 4 is not a multiple of 32/],
    ['half a block', ggufOf({ tensors: [{ type: 2, dims: [48] }], data: 64 }), /dims \[48\] in blocks of 32 elements/],
    ['a block without an axis', ggufOf({ tensors: [{ type: 2, dims: [] }], data: 64 }), /dims \[\] in blocks of 32 elements/],
    ['equal names', ggufOf({ tensors: [{}, {}], data: 64 }), /two tensors are named 'a'/],
  ]; // biome-ignore format: a table
  for (const [what, bytes, message] of BAD) {
    it(`say what is wrong with ${what}`, () =>
      assert.rejects(gguf.read(fileOf(bytes)), { name: 'MicrotomeError', code: 'bad_format', message }));
  }
});
