// Metadata of files, and the facts that they have of each tensor.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init } from 'microtome';
import { open, slice, toBytes } from 'microtome/source';
import { FILES } from '../../support/format_files.js';
import { ggufOf, ggufText, safetensorsOf, u32, u64 } from '../../support/handmade.js';

const [U8, I8, F32, BOOL, STRING, LIST, U64, I64, F64] = [0, 1, 6, 7, 8, 9, 10, 11, 12];
const f32 = (/** @type {number[]} */ ...values) => Buffer.from(Float32Array.from(values).buffer);
const f64 = (/** @type {number[]} */ ...values) => Buffer.from(Float64Array.from(values).buffer);

before(() => init());

describe('metadata', () => {
  it('of GGUF has values of every type', async () => {
    const nested = Buffer.concat([
      u32(LIST),
      u64(2),
      u32(U8),
      u64(2),
      Buffer.of(1, 2),
      u32(STRING),
      u64(1),
      ggufText('x'),
    ]);
    const { metadata } = await open(
      ggufOf({
        metadata: [
          ['u8', U8, Buffer.of(255)],
          ['i8', I8, Buffer.of(255)],
          ['f32', F32, f32(1.5)],
          ['bool', BOOL, Buffer.of(1)],
          ['text', STRING, ggufText('größer')],
          ['u64', U64, u64(2n ** 63n)],
          ['small', U64, u64(7)],
          ['i64', I64, u64(2n ** 64n - 5n)],
          ['f64', F64, f64(Math.PI)],
          ['floats', LIST, Buffer.concat([u32(F32), u64(2), f32(0.5, -2)])],
          ['none', LIST, Buffer.concat([u32(F32), u64(0)])],
          ['nested', LIST, nested],
        ],
        tensors: [{}],
        data: 16,
      }),
    ); // biome-ignore format: a table
    assert.deepEqual([...metadata], [
      ['u8', 255], ['i8', -1], ['f32', 1.5], ['bool', true], ['text', 'größer'], ['u64', 2n ** 63n], ['small', 7], ['i64', -5],
      ['f64', Math.PI], ['floats', [0.5, -2]], ['none', []], ['nested', [[1, 2], ['x']]],
    ]); // biome-ignore format: a table
  });

  it('of GGUF reads long lists when they are asked for', async () => {
    const words = Array.from({ length: 70_000 }, (_, i) => `token ${i}`);
    const tokens = Buffer.concat([u32(STRING), u64(words.length), ...words.map(ggufText)]);
    const scores = Float32Array.from(words, (_, i) => -i);
    const list = Buffer.concat([u32(F32), u64(words.length), Buffer.from(scores.buffer)]);
    const file = ggufOf({ metadata: [['tokens', LIST, tokens], ['scores', LIST, list]], tensors: [{}], data: 16 }); // biome-ignore format: a row
    const source = await open(file);
    assert.deepEqual(source.metadata.get('tokens'), { of: 'string', length: 70_000 });
    assert.deepEqual(source.metadata.get('scores'), { of: 'float32', length: 70_000 });
    assert.deepEqual(await source.readMetadata('tokens'), words);
    assert.deepEqual(await source.readMetadata('scores'), [...scores]);
    const few = await open(file, { maxBytes: 1.7e6 });
    await assert.rejects(few.readMetadata('tokens'), { code: 'too_costly' });
    await assert.rejects(source.readMetadata('gone'), { code: 'bad_argument', param: 'name' });
  });

  it('of safetensors is what __metadata__ says', async () => {
    const header = {
      __metadata__: { format: 'pt', 'ss_network_dim "x"': '{"a": 1}' },
      a: { dtype: 'U8', shape: [1], data_offsets: [0, 1] },
    };
    const { metadata } = await open(safetensorsOf(header, 1));
    assert.deepEqual([...metadata], [['format', 'pt'], ['ss_network_dim "x"', '{"a": 1}']]); // biome-ignore format: a row
    await assert.rejects(open(safetensorsOf('{"__metadata__":{"a":"1","a":"2"}}')), { code: 'bad_format' });
  });

  it('of an index of safetensors is what its metadata says', async () => {
    const bytes = /** @type {any} */ (
      toBytes({ dims: [1], data: Uint8Array.of(7) }, { format: 'safetensors', name: 'a' })
    );
    const shard = new File([bytes], 's');
    const index = JSON.stringify({ metadata: { total_size: 1, by: 'x' }, weight_map: { a: 's' } });
    const { metadata } = await open(new Blob([index]), { files: [shard] });
    assert.deepEqual([...metadata], [['total_size', 1], ['by', 'x']]); // biome-ignore format: a row
  });

  it('of ONNX has its versions', async () => {
    const [name] = Object.keys(FILES).filter((each) => each.endsWith('.onnx'));
    const { metadata } = await open(FILES[name]);
    assert.ok(Number(metadata.get('ir_version')) >= 3, name);
    assert.ok(Number(metadata.get('opset_import.ai.onnx')) >= 7, name);
  });

  it('of .npy files is empty', async () => {
    const source = await open(toBytes({ dims: [1], data: Uint8Array.of(7) }));
    assert.equal(source.metadata.size, 0);
  });
});

describe('a stored tensor', () => {
  it('says how its file names its type', async () => {
    const typeOf = async (/** @type {any} */ from, /** @type {any} */ options = {}) =>
      (await open(from, options)).tensor().storedType;
    assert.equal(await typeOf(toBytes({ dims: [1], data: Float32Array.of(7) })), '<f4');
    assert.equal(
      await typeOf(
        toBytes({ type: 'bfloat16', dims: [1], data: Uint16Array.of(7) }, { format: 'safetensors' }),
      ),
      'BF16',
    );
    assert.equal(await typeOf(ggufOf({ tensors: [{ type: 1 }], data: 8 })), 'F16');
    assert.equal(await typeOf(new Uint8Array(4), { layout: { type: 'int16', dims: [2] } }), 'int16');
  });

  it('says what a block is, if it is quantized', async () => {
    const x = (await open(ggufOf({ tensors: [{ dims: [512, 2], type: 12 }], data: 4 * 144 }))).tensor();
    assert.deepEqual(x.quantized, { type: 'Q4_K', elements: 256, bytes: 144 });
    assert.deepEqual([x.storedType, x.type, x.dims], ['Q4_K', 'uint8', [2, 2, 144]]);
    assert.equal((await open(ggufOf({ tensors: [{}], data: 16 }))).tensor().quantized, undefined);
  });

  it('says where its bytes are', async () => {
    const file = Buffer.concat([Buffer.alloc(5), Buffer.of(1, 2, 3, 4)]);
    const bytes = Uint8Array.from(file);
    const { place } = (
      await open(bytes, { layout: { type: 'uint8', dims: [2, 1], stride: [3, 1], at: 5 } })
    ).tensor();
    assert.deepEqual(place, { from: bytes, at: 5, length: 4 });
    const npy = toBytes({ dims: [3], data: Uint16Array.of(7, 8, 9) });
    const x = (await open(npy)).tensor();
    assert.deepEqual([x.place?.at, x.place?.length], [npy.length - 6, 6]);
    assert.deepEqual([...(await slice(x, ':')).data], [7, 8, 9]);
  });
});
