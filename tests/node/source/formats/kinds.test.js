// Files that people try, and that are not read: the message says what they are, and what to do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { init } from 'microtome';
import { open, slice } from 'microtome/source';
import { inRoot } from '../../../../tools/common/paths.js';
import { zipOf } from '../../../support/npz_files.js';

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

/** Two cards of 80 characters, and the data: big-endian, as its standard says. */
const FITS = Buffer.alloc(2880 + 8, ' ');
FITS.write('SIMPLE  =                    T');
FITS.write('END', 80);
for (const [i, value] of [1, -2, 3, 300].entries()) FITS.writeInt16BE(value, 2880 + 2 * i);

/** A picture of 2 x 2 pixels of 32 bits; its rows are at the byte that its header says. */
const BMP = Buffer.alloc(54 + 16, 7);
BMP.fill(0, 0, 54);
BMP.write('BM');
BMP.writeUInt32LE(54, 10);

const POINTER = Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n');

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
    ['.mat of MATLAB 7.3', Buffer.concat([Buffer.alloc(512, ' '), signed('\x89HDF\r\n\x1a\n')]), /an HDF5 file/, /get_offset/],
    ['.mat', signed('MATLAB 5.0 MAT-file'), /a MATLAB file/, /scipy\.io\.loadmat/],
    ['.parquet', signed('PAR1'), /a Parquet file/, /pyarrow/],
    ['.arrow', signed('ARROW1\0\0'), /an Arrow file/, /pyarrow/],
    ['.fits', FITS, /a FITS file/, /give a layout with endian: 'big'/],
    ['.tiff', signed('II*\0'), /a TIFF picture/, /tifffile/],
    ['.bmp', BMP, /a BMP picture/, /the number of 32 bits at byte 10/],
    ['.tar', Buffer.concat([signed('a.npy').subarray(0, 5), Buffer.alloc(252), signed('ustar')]), /a tar archive/, /\{ at, length \}.*unpack it first/],
    ['.mlmodel of Core ML', Buffer.of(8, 4, 18, 2, 10, 0), /neither a model with a graph/, /coremltools/],
    ['zarr.json', Buffer.from('{"zarr_format": 3, "node_type": "array"}'), /a Zarr array/, /by a layout/],
    ['a pointer of Git LFS', POINTER, /a pointer of Git LFS/, /git lfs pull/],
    ['.pt2', zipOf([{ name: 'archive_format', content: Buffer.from('pt2') }]), /PyTorch's \.pt2/, /torch\.export\.load/],
    ['.keras', zipOf([{ name: 'model.weights.h5', content: Buffer.alloc(4) }]), /a Keras model/, /numpy\.savez/],
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

describe('the way out', () => {
  it('of a FITS file is a layout', async () => {
    const layout = /** @type {const} */ ({ type: 'int16', dims: [2, 2], at: 2880, endian: 'big' });
    const { data } = await slice((await open(FITS, { layout })).tensor(), ':');
    assert.deepEqual([...data], [1, -2, 3, 300]);
  });

  it('of a BMP picture whose rows come from the bottom is a negative byteStride', async () => {
    const rows = BMP.slice();
    rows.fill(1, 54, 62);
    const layout = /** @type {const} */ ({
      type: 'uint8',
      dims: [2, 2, 4],
      at: 54 + 8,
      byteStride: [-8, 4, 1],
    });
    const { data } = await slice((await open(rows, { layout })).tensor(), ':, 0, 0');
    assert.deepEqual([...data], [7, 1]);
  });

  it('of what gzip has compressed is its stream', async () => {
    const stream = new Blob([fixture('gzip')]).stream().pipeThrough(new DecompressionStream('gzip'));
    const { dims, data } = await slice((await open(stream)).tensor(), '1');
    assert.deepEqual([dims, [...data]], [[3], [3, 4, 5]]);
  });

  it('of a chunk of a Zarr array, and of a contiguous dataset of HDF5, is a layout', async () => {
    const layout = /** @type {const} */ ({ type: 'int32', dims: [2, 3] });
    const chunk = new Uint8Array(Int32Array.of(0, 1, 2, 3, 4, 5).buffer);
    assert.equal((await slice((await open(chunk, { layout })).tensor(), '1, 2')).data[0], 5);
    const { file, at } = JSON.parse(readFileSync(inRoot('tests/support/fixtures/hdf5.json'), 'utf8'));
    const written = await open(Buffer.from(file, 'base64'), { layout: { ...layout, at } });
    assert.deepEqual([...(await slice(written.tensor(), '1')).data], [30, 40, 50]);
  });

  it('of a Keras model is an .npz file of its weights, as h5py and NumPy make it', async () => {
    const { keras, npz } = JSON.parse(readFileSync(inRoot('tests/support/fixtures/keras.json'), 'utf8'));
    const { message } = await open(Buffer.from(keras, 'base64')).then(opened, (error) => error);
    assert.match(
      message,
      /a Keras model; unpack it, and save the weights of model\.weights\.h5 with numpy\.savez/,
    );
    const weights = await open(Buffer.from(npz, 'base64'));
    assert.deepEqual(weights.names, ['layers/dense/vars/0', 'layers/dense/vars/1']);
    assert.deepEqual(
      (await slice(weights.tensor('layers/dense/vars/0'), '1')).data,
      Float32Array.of(3, 4, 5),
    );
    assert.deepEqual((await slice(weights.tensor('layers/dense/vars/1'), '-1')).data, Float32Array.of(30));
  });

  it('of a file: address in a page, and of the address of a Blob, is the File or Blob', async () => {
    const url = URL.createObjectURL(new Blob(['x']));
    const { code, message } = await open(url).then(opened, (error) => error);
    assert.equal(code, 'bad_argument', message);
    assert.match(message, /is the address of a Blob, .*; pass the Blob$/);
    URL.revokeObjectURL(url);
  });

  it('of a BMP picture is a layout', async () => {
    const layout = /** @type {const} */ ({ type: 'uint8', dims: [2, 2, 4], at: BMP.readUInt32LE(10) });
    const { data } = await slice((await open(BMP, { layout })).tensor(), '1, 1');
    assert.deepEqual([...data], [7, 7, 7, 7]);
  });

  it('of a shard that is a pointer of Git LFS names the shard', async () => {
    const index = JSON.stringify({ metadata: {}, weight_map: { a: 'one.safetensors' } });
    const files = [new File([POINTER], 'one.safetensors')];
    const { code, message } = await open(new Blob([index]), { files }).then(opened, (error) => error);
    assert.equal(code, 'bad_format');
    assert.match(message, /'one\.safetensors' is a pointer of Git LFS, .*git lfs pull/);
  });

  it('of a path of Windows is a URL', async () => {
    const { code, message } = await open('C:\\data\\x.npy').then(opened, (error) => error);
    assert.equal(code, 'bad_argument');
    assert.match(message, /is not a URL; for a path in Node, pass pathToFileURL\(path\)/);
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
