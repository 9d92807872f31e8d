// safetensors files by hand: what a header costs, and the sentence for each contradiction.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { safetensorsOf } from '../../../support/handmade.js';
import { fails } from '../../../support/refusals.js';
import { fileOf, formatNamed } from '../../../support/stored.js';

const safetensors = formatNamed('safetensors');

/** @param {string} dtype @param {unknown} shape @param {unknown} data_offsets */
const info = (dtype, shape, data_offsets) => ({ dtype, shape, data_offsets });

describe('safetensors headers', () => {
  it('may name tensors in another order than that of the data', async () => {
    const bytes = safetensorsOf(
      { b: info('U8', [3], [8, 11]), a: info('F32', [2], [0, 8]), none: info('I8', [0], [8, 8]) },
      11,
    );
    const entries = await safetensors.read(fileOf(bytes));
    const begin = bytes.length - 11;
    assert.deepEqual(entries, [
      { name: 'b', type: 'uint8', dims: [3], at: begin + 8, storedType: 'U8' },
      { name: 'a', type: 'float32', dims: [2], at: begin, storedType: 'F32' },
      { name: 'none', type: 'int8', dims: [0], at: begin + 8, storedType: 'I8' },
    ]);
  });

  it('cost one request more if they are long, and none otherwise', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => `layer.${i}.weight`);
    const bytes = safetensorsOf(
      Object.fromEntries(names.map((name, i) => [name, info('U8', [1], [i, i + 1])])),
      3000,
    );
    const file = fileOf(bytes);
    assert.deepEqual(
      (await safetensors.read(file)).map(({ name }) => name),
      names,
    );
    assert.deepEqual(file.requests, [[8, bytes.length - 3008]]);
    const small = fileOf(bytes, { maxBytes: 100_000 });
    await assert.rejects(safetensors.read(small), { name: 'MicrotomeError', code: 'too_costly' });
  });

  it('refuse types that the library does not have, and read the others', async () => {
    const dtypes = ['F8_E4M3FNUZ', 'F8_E5M2FNUZ', 'F6_E2M3', 'F6_E3M2', '__proto__'];
    const all = dtypes.map((dtype, i) => [dtype, info(dtype, [1], [i, i + 1])]);
    const header = Object.fromEntries([...all, ['good', info('BOOL', [2], [5, 7])]]);
    const entries = await safetensors.read(fileOf(safetensorsOf(header, 7)));
    assert.deepEqual(
      entries.map(({ refused }) => refused?.code),
      [...dtypes.map(() => 'bad_type'), undefined],
    );
    assert.match(
      entries[0].refused?.message ?? '',
      /^open: safetensors: tensor 'F8_E4M3FNUZ' is of type F8_E4M3FNUZ, which cannot/,
    );
  });

  it('may have spaces anywhere, other keys, and names of any text', async () => {
    const one = `{ "dtype" :"U8", "shape":[ ] ,"data_offsets":[0 ,1 ],"more":{"a":["}",{}]}}`;
    for (const name of ['a', '', '{', '"', '\\', 'é😀', '__proto__', '\n', ':,'])
      for (const metadata of ['', '"__metadata__":{},', ' "__metadata__" : {"a" : "}" , "b":"\\\\"} ,\n']) {
        const [entry] = await safetensors.read(
          fileOf(safetensorsOf(`{${metadata} ${JSON.stringify(name)}:\t${one} }  `, 1)),
        );
        assert.equal(entry.name, name);
      }
  });

  it('may have metadata of many megabytes, escaped or not', async () => {
    for (const text of ['x', '\n', '"', 'x\\']) {
      const header = {
        __metadata__: { picture: text.repeat(5e6 / text.length) },
        a: info('U8', [1], [0, 1]),
      };
      const [entry] = await safetensors.read(fileOf(safetensorsOf(header, 1)));
      assert.equal(entry.name, 'a');
    }
  });

  it('may have null as metadata, and any number of blanks', async () => {
    const one = '"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]';
    const blanks = ' \n'.repeat(10_000);
    for (const header of [
      `{"__metadata__":null,${one}}}`,
      `{${one}},"__metadata__" : null }`,
      `{${one}${blanks}}}`,
      `{${blanks}"__metadata__":{${blanks}"a":${blanks}"\\u00E9\\/é"},${one}${blanks},"x":[${blanks}]}}`,
    ])
      assert.equal((await safetensors.read(fileOf(safetensorsOf(header, 1))))[0].name, 'a');
  });

  const one = info('U8', [4], [0, 4]);
  /** With bytes as they are. @param {string} text */
  const withMetadata = (text) => safetensorsOf(/** @type {any} */ (`{"__metadata__":{${text}}}`));
  const MUST_HAVE = /tensor 'a' must have a dtype, a shape of sizes, and data_offsets \[begin, end\]/;
  /** @type {[string, Uint8Array, RegExp][]} */
  const BAD = [
    ['a longer header than the file', safetensorsOf({ a: one }, 4, 5000n), /the header needs 5000 bytes/],
    ['a header of 2^63 bytes', safetensorsOf({ a: one }, 4, 2n ** 63n), /does not begin with the length of a header and \{/],
    ['a header above 100 MB', safetensorsOf({ a: one }, 4, 100_000_001n), /a header of 100000001 bytes; the format allows 100000000/],
    ['half a header', safetensorsOf({ a: one }, 4, 20n), /the header is not JSON \(at byte 8\)$/],
    ['bytes that are no UTF-8', safetensorsOf(Buffer.from('{"\xff": 1}', 'latin1').toString('latin1').replace('ÿ', '\ud800')), /must have|not JSON/],
    ['a list', safetensorsOf('{}x'), /the header is not JSON/],
    ['a number as a tensor', safetensorsOf({ a: 5 }), MUST_HAVE],
    ['no dtype', safetensorsOf({ a: { shape: [1], data_offsets: [0, 1] } }, 1), MUST_HAVE],
    ['no shape', safetensorsOf({ a: { dtype: 'U8', data_offsets: [0, 1] } }, 1), MUST_HAVE],
    ['a negative size', safetensorsOf({ a: info('U8', [-1], [0, 1]) }, 1), MUST_HAVE],
    ['a size of 2^53', safetensorsOf('{"a":{"dtype":"U8","shape":[9007199254740993],"data_offsets":[0,1]}}', 1), /have 2\^53 bits or more/],
    ['a huge product', safetensorsOf({ a: info('U8', [2 ** 40, 2 ** 40], [0, 1]) }, 1), /have 2\^53 bits or more/],
    ['one offset', safetensorsOf({ a: info('U8', [1], [0]) }, 1), MUST_HAVE],
    ['three offsets', safetensorsOf({ a: info('U8', [4], [0, 4, 9]) }, 4), MUST_HAVE],
    ['no offsets', safetensorsOf({ a: info('U8', [0], []) }), MUST_HAVE],
    ['offsets backwards', safetensorsOf({ a: info('U8', [1], [1, 0]) }, 1), MUST_HAVE],
    ['offsets beyond the file', safetensorsOf({ a: info('U8', [5], [0, 5]) }, 4), /tensor 'a' needs 5 bytes, but the file has 4 there/],
    ['a shape that contradicts', safetensorsOf({ a: info('F32', [2], [0, 4]) }, 4), /tensor 'a' of F32 \[2\] needs 8 bytes, but data_offsets give 4/],
    ['a hole', safetensorsOf({ a: one, b: info('U8', [1], [5, 6]) }, 6), /bytes that belong to no tensor \(at byte/],
    ['a hole at the begin', safetensorsOf({ a: info('U8', [1], [1, 2]) }, 2), /bytes that belong to no tensor/],
    ['an overlap', safetensorsOf({ a: one, b: info('U8', [2], [3, 5]) }, 5), /two tensors overlap/],
    ['the same bytes twice', safetensorsOf({ a: one, b: one }, 4), /two tensors overlap/],
    ['bytes at the end', safetensorsOf({ a: one }, 5), /bytes that belong to no tensor/],
    ['equal names', safetensorsOf('{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"I8","shape":[1],"data_offsets":[0,1]}}', 1), /two equal keys/],
    ['equal names, one escaped', safetensorsOf('{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"\\u0061":{"dtype":"I8","shape":[1],"data_offsets":[0,1]}}', 1), /two equal keys/],
    ['two dtypes', safetensorsOf('{"a":{"dtype":"U8","dtype":"I8","shape":[1],"data_offsets":[0,1]}}', 1), /two equal keys/],
    ['a list as a tensor', safetensorsOf('{"a":[1]}'), MUST_HAVE],
    ['a tensor of a megabyte', safetensorsOf({ a: { ...one, more: 'x'.repeat(1e6) } }, 4), /tensor 'a' has more than 16384 bytes in the header/],
    ['metadata that is a list', safetensorsOf({ __metadata__: [{}, {}], a: one }, 4), /__metadata__ must be an object of strings/],
    ['metadata with a number', safetensorsOf({ __metadata__: { a: 'b', c: 5 }, a: one }, 4), /__metadata__ must be an object of strings/],
    ['metadata in metadata', safetensorsOf({ __metadata__: { a: {} }, a: one }, 4), /__metadata__ must be an object of strings/],
    ['a raw newline in metadata', withMetadata('"a":"\n"'), /the header is not JSON/],
    ['an unknown escape in metadata', withMetadata('"a":"\\x"'), /the header is not JSON/],
    ['a large escape in metadata', withMetadata('"a":"\\N"'), /the header is not JSON/],
    ['half an escape in metadata', withMetadata('"a":"\\u12g4"'), /the header is not JSON/],
    ['a key with an unknown escape in metadata', withMetadata('"\\x":"a"'), /the header is not JSON/],
    ['metadata that is no UTF-8', withMetadata('"a":"@"').map((byte) => (byte === 0x40 ? 0xff : byte)), /the header is not JSON/],
    ['two equal keys in metadata', withMetadata('"a":"b","c":"","\\u0061":"d"'), /two equal keys/],
    ['metadata that is nul', safetensorsOf('{"__metadata__":nul}'), /__metadata__ must be an object of strings/],
    ['metadata twice, once null', safetensorsOf('{"__metadata__":null,"__metadata__":{}}'), /two equal keys/],
    ['metadata twice', safetensorsOf('{"__metadata__":{},"__metadata__":{}}'), /two equal keys/],
    ['metadata that does not end', safetensorsOf('{"__metadata__":{"a":"b\\"}}'), /the header is not JSON/],
    ['a comma at the end', safetensorsOf('{"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]},}', 1), /the header is not JSON/],
    ['no comma', safetensorsOf('{"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]} "b":{}}', 1), /the header is not JSON/],
    ['no colon', safetensorsOf('{"a"{"dtype":"U8","shape":[],"data_offsets":[0,1]}}', 1), /the header is not JSON/],
    ['bytes after the object', safetensorsOf('{}{}'), /the header is not JSON/],
    ['a name with a bad escape', safetensorsOf('{"\\x":{"dtype":"U8","shape":[],"data_offsets":[0,1]}}', 1), /the header is not JSON/],
    ['deep nesting', safetensorsOf(`{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`), /tensor 'a' must have a dtype|the header is not JSON/],
  ]; // biome-ignore format: a table
  for (const [what, bytes, message] of BAD) {
    it(`say what is wrong with ${what}`, () => fails(safetensors.read(fileOf(bytes)), 'bad_format', message));
  }
});
