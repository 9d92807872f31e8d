// Files that people try, and that are not read: the message says what they are, and what to do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { init } from 'microtome';
import { open } from 'microtome/source';
import { inRoot } from '../../../../tools/common/paths.js';

/** As Python writes them, and packages of npm. @type {Record<string, string>} */
const FILES = Object.assign(
  {},
  ...['kinds', 'written_by_npm'].map((name) =>
    JSON.parse(readFileSync(inRoot(`tests/support/fixtures/${name}.json`), 'utf8')),
  ),
);
const fixture = (/** @type {string} */ name) => Buffer.from(FILES[name], 'base64');

const opened = () => assert.fail('it was opened');

/** The signature that a format's document gives, and zeros. @param {string} text */
const signed = (text) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(100)]);

before(() => init());

describe('a file of another kind', () => {
  const SAVE = /save it with safetensors/;
  /** @type {[name: string, file: Uint8Array, what: RegExp, advice: RegExp][]} */
  const ROWS = [
    ['a .pt of PyTorch', fixture('pt'), /PyTorch's \.pt/, SAVE],
    ...[2, 3, 4, 5].map((protocol) => /** @type {[string, Uint8Array, RegExp, RegExp]} */ ([`a pickle of protocol ${protocol}`, fixture(`pickle ${protocol}`), /a pickle, such as PyTorch's \.pt/, SAVE])),
    ['.npy.gz', fixture('gzip'), /compressed with gzip/, /unpack it first/],
    ['.npy.zst', signed('\x28\xb5\x2f\xfd\0'), /compressed with zstd/, /unpack it first/],
    ['.ort of ONNX Runtime', fixture('model.ort'), /an ORT model/, /open the \.onnx model/],
    ['.gguf of the other byte order', fixture('big-endian.gguf'), /a big-endian file/, /convert it with gguf-convert-endian/],
    ['.tflite', signed('\x1c\0\0\0TFL3'), /a TensorFlow Lite model/, /open the model that it was made from/],
    ['.h5', signed('\x89HDF\r\n\x1a\n'), /an HDF5 file/, /numpy\.save/],
  ]; // biome-ignore format: a table
  for (const [name, file, what, advice] of ROWS)
    it(`is named: ${name}`, async () => {
      const { code, message } = await open(file).then(opened, (error) => error);
      assert.equal(code, 'bad_format', message);
      assert.match(message, what);
      assert.match(message, advice);
    });

  it('is what the caller says it is, if the caller says so', async () => {
    const { message } = await open(fixture('gzip'), { format: 'npy' }).then(opened, (error) => error);
    assert.match(message, /does not begin with \\x93NUMPY/);
    const layout = /** @type {const} */ ({ type: 'uint8', dims: [4] });
    assert.deepEqual((await open(fixture('gzip'), { layout })).names, ['']);
  });
});

describe('an address of an object store', () => {
  for (const url of [
    's3://bucket/a.npy',
    'gs://bucket/a.npy',
    'abfss://a@b.dfs.core.windows.net/a.npy',
    'hf://a/b',
  ])
    it(`is not fetched: ${url}`, async () => {
      const { code, message } = await open(url).then(opened, (error) => error);
      assert.equal(code, 'bad_argument');
      assert.match(
        message,
        /is no address that can be fetched; give its https: address, such as a signed one/,
      );
    });

  it("is, by the caller's own fetch", async () => {
    const bytes = Uint8Array.of(1, 2, 3, 4);
    const headers = { 'content-range': 'bytes 0-3/4' };
    const fetch = async () => new Response(bytes, { status: 206, headers });
    const layout = /** @type {const} */ ({ type: 'uint8', dims: [4] });
    assert.deepEqual((await open('s3://bucket/a', { fetch, layout })).tensor().dims, [4]);
  });
});
