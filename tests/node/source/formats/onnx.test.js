// ONNX files written by protobufjs from ONNX's own description: every way to store elements, what a model costs, and the sentence
// for each contradiction.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES } from '../../../support/format_files.js';
import { field, modelOf, onnxOf, outside, varint } from '../../../support/handmade.js';
import { fails } from '../../../support/refusals.js';
import { elementsOf, fileOf, formatNamed } from '../../../support/stored.js';

const onnx = formatNamed('onnx');

const tensorOf = (/** @type {object} */ content) => onnxOf('TensorProto', content);
/** @param {Uint8Array} bytes */
async function readOne(bytes) {
  const file = fileOf(bytes);
  const [entry] = await onnx.read(file);
  assert.ok(!entry.refused, entry.refused?.message);
  return { ...entry, data: await elementsOf(file, entry) };
}
const [FLOAT, INT32, INT64, COMPLEX64] = [1, 6, 7, 14];

describe('onnx tensors', () => {
  it('have 64 bits to the last one', async () => {
    const values = ['9223372036854775807', '-9223372036854775808', '-1', '4294967296'];
    const { data } = await readOne(tensorOf({ dims: [4], data_type: INT64, int64_data: values }));
    assert.deepEqual([...new BigInt64Array(data.buffer)].map(String), values);
    const unsigned = ['18446744073709551615', '0'];
    const { data: more } = await readOne(tensorOf({ dims: [2], data_type: 13, uint64_data: unsigned }));
    assert.deepEqual([...new BigUint64Array(more.buffer)].map(String), unsigned);
  });

  it('have values that are not packed, packed in pieces, or both', async () => {
    const head = tensorOf({ dims: [4], data_type: INT32 });
    const values = [field(5, 0, varint(7)), field(5, 2, [8, 9]), field(5, 2, []), field(5, 0, varint(300))];
    const { data } = await readOne(Buffer.concat([head, ...values]));
    assert.deepEqual([...new Int32Array(data.buffer)], [7, 8, 9, 300]);
    const floats = Buffer.from(Float32Array.of(1, 2, 3, 4).buffer);
    const pieces = [
      field(4, 5, floats.subarray(0, 4)),
      field(4, 2, floats.subarray(4, 12)),
      field(4, 5, floats.subarray(12)),
    ];
    const made = await readOne(Buffer.concat([tensorOf({ dims: [2], data_type: COMPLEX64 }), ...pieces]));
    assert.deepEqual([...new Float32Array(made.data.buffer)], [1, 2, 3, 4]);
  });

  it('are cut in place if their floats are packed', async () => {
    const bytes = tensorOf({ dims: [3], data_type: FLOAT, float_data: [1, 2, 3], name: 'x' });
    const entry = await readOne(bytes);
    assert.deepEqual(
      [entry.name, entry.bytes, entry.at],
      ['x', undefined, bytes.indexOf(Buffer.from(Float32Array.of(1, 2, 3).buffer))],
    );
  });

  it('have dims that are packed or not, and fields in any order, known or not', async () => {
    const raw = Buffer.alloc(6, 1);
    const parts = [
      field(99, 2, [1, 2]),
      field(9, 2, raw),
      field(2, 0, varint(2)),
      field(1, 2, [2]),
      field(77, 1, Buffer.alloc(8)),
      field(1, 0, varint(3)),
    ];
    assert.deepEqual((await readOne(Buffer.concat(parts))).dims, [2, 3]);
  });

  it('pass over known fields of another wire type', async () => {
    const head = tensorOf({ dims: [2], data_type: 2, raw_data: Buffer.from([7, 8]), name: 'x' });
    const others = [
      field(2, 2, [1]),
      field(1, 5, [1, 1, 1, 1]),
      field(8, 0, [1]),
      field(9, 0, [1]),
      field(9, 5, [1, 1, 1, 1]),
      field(14, 2, []),
    ];
    const { name, dims, data } = await readOne(Buffer.concat([head, ...others]));
    assert.deepEqual([name, dims, [...data]], ['x', [2], [7, 8]]);
  });

  it('are scalars without dims', async () => {
    const { dims, data } = await readOne(tensorOf({ data_type: FLOAT, float_data: [2.5] }));
    assert.deepEqual([dims, [...new Float32Array(data.buffer)]], [[], [2.5]]);
  });

  for (const [code, name] of /** @type {const} */ ([
    [0, 'undefined'],
    [8, 'string'],
    [18, 'float8e4m3fnuz'],
    [20, 'float8e5m2fnuz'],
    [25, 'uint2'],
    [26, 'int2'],
    [99, '99'],
  ])) {
    // biome-ignore format: a table
    it(`of type ${name} are refused, and hide no other`, async () => {
      const entries = await onnx.read(fileOf(modelOf({ name: 'a', data_type: code, dims: [1] }, { name: 'b', data_type: FLOAT, dims: [0] })));
      assert.deepEqual(entries.map(({ refused }) => refused?.code), ['bad_type', undefined]);
      assert.equal(entries[0].refused?.message, `open: onnx: tensor 'a' is of type ${name}, which cannot be cut`);
    });
  }
});

describe('onnx models', () => {
  it('may have their graph in pieces, and names as hostile as __proto__', async () => {
    const parts = ['__proto__', 'constructor'].map((name) =>
      modelOf({ name, data_type: 2, dims: [2], raw_data: Buffer.from([1, 2]) }),
    );
    const entries = await onnx.read(fileOf(Buffer.concat(parts)));
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['__proto__', 'constructor'],
    );
  });

  it('may have names that differ by a byte order mark only', async () => {
    const names = ['\ufeffq', 'q', '\ufeff'];
    const entries = await onnx.read(
      fileOf(modelOf(...names.map((name) => ({ name, data_type: 2, dims: [0] })))),
    );
    assert.deepEqual(entries.map(({ name }) => name), names); // biome-ignore format: one
  });

  it('whose header takes more than maxBytes are refused', async () => {
    const bytes = modelOf({
      name: 'a',
      data_type: INT64,
      dims: [200_000],
      int64_data: Array(200_000).fill(5),
    });
    await fails(onnx.read(fileOf(bytes, { maxBytes: 300_000 })), 'too_costly');
    assert.equal((await onnx.read(fileOf(bytes, { maxBytes: 3_000_000 }))).length, 1);
  });
});

describe('onnx data in other files', () => {
  const tensor = { name: 'a', data_type: FLOAT, dims: [3] };
  const others = { 'w.bin': Buffer.from(Float32Array.of(0, 1, 2, 3).buffer) };

  it('is found at its offset, from 0 on without one', async () => {
    for (const [external, expected] of /** @type {[Record<string, string>, number[]][]} */ ([
      [{ location: 'w.bin', offset: '4', length: '12' }, [1, 2, 3]],
      [{ location: 'w.bin' }, [0, 1, 2]],
      [{ location: 'w.bin', offset: '0', checksum: '?' }, [0, 1, 2]],
    ])) {
      const file = fileOf(modelOf(outside(tensor, external)), { others });
      const [entry] = await onnx.read(file);
      assert.ok(!entry.refused);
      assert.deepEqual([...new Float32Array((await elementsOf(file, entry)).buffer)], expected);
    }
  });

  it('that cannot be reached refuses its tensors, and no others', async () => {
    const bytes = Buffer.concat([
      modelOf(outside(tensor, { location: 'gone.bin' })),
      modelOf({ name: 'b', data_type: FLOAT, dims: [0] }),
    ]);
    const entries = await onnx.read(fileOf(bytes, { others }));
    assert.deepEqual(entries.map(({ name, refused }) => [name, refused?.code]), [['a', 'source_failed'], ['b', undefined]]); // biome-ignore format: a row
  });

  /** @type {[Record<string, string>, RegExp][]} */
  const BAD = [
    [
      { location: 'w.bin', offset: '8' },
      /tensor 'a' in another file needs 12 bytes, but the file has 8 there/,
    ],
    [{ location: 'w.bin', offset: '-4' }, /tensor 'a' needs 12 bytes, but has 12 at NaN of another file/],
    [{ location: 'w.bin', offset: '0x4' }, /at NaN of another file/],
    [{ location: 'w.bin', offset: '9007199254740993' }, /at 9007199254740992 of another file/],
    [{ location: 'w.bin', length: '8' }, /tensor 'a' needs 12 bytes, but has 8 at 0 of another file/],
  ];
  for (const [external, message] of BAD) {
    it(`may not be at ${JSON.stringify(external)}`, () =>
      fails(onnx.read(fileOf(modelOf(outside(tensor, external)), { others })), 'bad_format', message));
  }
});

describe('onnx headers', () => {
  const good = FILES['raw.onnx'];
  const tensor = (/** @type {object} */ content) => modelOf({ name: 'a', data_type: FLOAT, ...content });
  /** @type {[string, Uint8Array, RegExp][]} */
  const BAD = [
    ['another file', Buffer.from('GIF89a'), /not a field of an ONNX message \(at byte 1\)$/],
    ['no graph', onnxOf('ModelProto', { ir_version: 8 }), /neither a model with a graph nor a TensorProto/],
    ['half a file', good.slice(0, 600), /a field goes beyond its message/],
    ['zeros', new Uint8Array(64), /not a field of an ONNX message/],
    ['a group', field(7, 3, []), /not a field of an ONNX message/],
    ['a length of 2^63', Buffer.from([0x3a, ...Array(9).fill(0xff), 0x7f]), /a size that is negative, or 2\^53 or more/],
    ['a varint without an end', Buffer.from([0x08, ...Array(30).fill(0xff)]), /an integer that does not end/],
    ['a varint cut off', Buffer.from([0x08, 0xff]), /an integer that does not end/],
    ['a field beyond its message', field(7, 2, [0x2a, 5, 8, 1]), /a field goes beyond its message/],
    ['a name beyond its message', field(7, 2, [0x2a, 3, 0x42, 9, 65]), /a field goes beyond its message/],
    ['huge dims', tensor({ dims: ['4611686018427387904', '4'] }), /a size that is negative, or 2\^53 or more/],
    ['a huge product', tensor({ dims: ['1099511627776', '1099511627776'] }), /have 2\^53 bits or more/],
    ['negative dims', tensor({ dims: ['-1'] }), /a size that is negative, or 2\^53 or more/],
    ['many axes', tensor({ dims: Array(65).fill(1) }), /a tensor of more than 64 axes/],
    ['too little data', tensor({ dims: [1e6], raw_data: Buffer.alloc(8) }), /tensor 'a' needs 4000000 bytes, but field 9 has 8/],
    ['too much data', tensor({ dims: [1], raw_data: Buffer.alloc(8) }), /tensor 'a' needs 4 bytes, but field 9 has 8/],
    ['no data', tensor({ dims: [1] }), /tensor 'a' needs 4 bytes, but field 4 has 0/],
    ['too few values', tensor({ data_type: INT64, dims: [3], int64_data: [2 ** 40] }), /field 7 has 8 bytes of elements instead of 24/],
    ['too many values', tensor({ data_type: INT32, dims: [1], int32_data: [1, 2] }), /field 5 has 8 bytes of elements instead of 4/],
    ['values of another field', tensor({ data_type: INT32, dims: [1], int64_data: [1] }), /needs 4 bytes, but field 5 has 0/],
    ['32 TB of small integers', tensor({ data_type: 2, dims: ['35184372088832'], int32_data: [1, 2] }), /but field 5 has 2/],
    ['raw data that is a varint', Buffer.from([0x10, 2, 0x48, 0]), /the tensor needs 1 bytes, but field 5 has 0/],
    ['equal names', modelOf({ name: 'a', data_type: 1, dims: [0] }, { name: 'a', data_type: 2, dims: [0] }), /two tensors are named 'a'/],
  ]; // biome-ignore format: a table
  for (const [what, bytes, message] of BAD) {
    it(`say what is wrong with ${what}`, () =>
      assert.rejects(onnx.read(fileOf(bytes)), { name: 'MicrotomeError', code: 'bad_format', message }));
  }
});
