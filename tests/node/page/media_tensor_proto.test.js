// TensorProto files of every element type and in every field, written by protobufjs from ONNX's own description; what we
// write, protobufjs reads.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import protobuf from 'protobufjs';
import { bitsOf, entriesOf } from '../../../web/playground/media/files/classes.js';
import { readTensorProto, writeTensorProto } from '../../../web/playground/media/files/tensor_proto.js';
import { sayValue } from '../../../web/playground/media/files/values.js';
import { CODES, FIELDS } from '../../../web/shared/onnx/model.js';
import { decode } from '../../onnx/format.js';
import * as elements from '../../support/elements.js';
import { inRoot } from '../../support/paths.js';

/** @import { Type } from '../../../web/lib/types.js' */

const { root } = protobuf.parse(readFileSync(inRoot('tests/onnx/onnx.proto'), 'utf8'), { keepCase: true });
const TensorProto = root.lookupType('onnx.TensorProto');
/** @param {object} content */
const encode = (content) => TensorProto.encode(TensorProto.fromObject(content)).finish();

const TYPES = /** @type {Type[]} */ (Object.keys(CODES));
const DIMS = [3, 5];
const COUNT = 15;
/** @param {any} data */
const bytesOf = (data) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

describe('TensorProto files', () => {
  for (const type of TYPES) {
    const data = elements.iota(type, COUNT);

    it(`reads and writes ${type}`, () => {
      assert.equal(entriesOf(type, COUNT), data.length);
      if (type !== 'string') assert.equal(bitsOf(type), elements.bitsOf(type));
      const file = writeTensorProto({ type, dims: DIMS, data, name: 'x' });
      const { tensor, facts } = readTensorProto(file);
      assert.deepEqual(tensor, { type, dims: DIMS, data });
      assert.deepEqual(facts[1], ['name', 'x']);
      const theirs = decode('TensorProto', file);
      assert.deepEqual([theirs.dims, theirs.data_type, theirs.name], [['3', '5'], CODES[type], 'x']);
      if (type === 'string') assert.deepEqual(theirs.string_data.map(String), data);
      else assert.deepEqual(Buffer.from(theirs.raw_data), Buffer.from(bytesOf(data)));
    });

    it(`reads ${type} from fields of values`, () => {
      const field = type === 'string' ? 'string_data' : (FIELDS[type] ?? 'int32_data');
      const values =
        type === 'string'
          ? data.map((/** @type {string} */ each) => Buffer.from(each))
          : [...data].map(String);
      const { tensor, facts } = readTensorProto(
        encode({ dims: DIMS, data_type: CODES[type], [field]: values }),
      );
      assert.deepEqual(tensor, { type, dims: DIMS, data });
      assert.equal(facts.at(-1)?.[1], field);
    });
  }

  it('reads 64 bits to the last one, and fields that are not packed', () => {
    const values = ['9223372036854775807', '-9223372036854775808', '-1'];
    const { tensor } = readTensorProto(encode({ dims: [3], data_type: CODES.int64, int64_data: values }));
    assert.deepEqual([...tensor.data].map(String), values);
    const writer = protobuf.Writer.create().uint32(8).int64(2).uint32(16).int32(CODES.int32);
    for (const value of [-7, 8]) writer.uint32((5 << 3) | 0).int32(value);
    assert.deepEqual([...readTensorProto(writer.finish()).tensor.data], [-7, 8]);
  });

  it('passes over fields that it does not know', () => {
    const extra = protobuf.Writer.create()
      .uint32((99 << 3) | 2)
      .string('?')
      .finish();
    const file = writeTensorProto({ type: 'uint8', dims: [], data: Uint8Array.of(9) });
    const { tensor } = readTensorProto(Uint8Array.from(Buffer.concat([extra, file])));
    assert.deepEqual([tensor.dims, [...tensor.data]], [[], [9]]);
  });

  const good = writeTensorProto({ type: 'float32', dims: [2, 2], data: Float32Array.of(1, 2, 3, 4) });
  /** @type {[string, Uint8Array, RegExp][]} */
  const BAD = [
    ['another file', Uint8Array.from(Buffer.from('\x89PNG\r\n')), /^This is not a TensorProto, or it is incomplete: .+\.$/],
    ['nothing', new Uint8Array(0), /^This TensorProto cannot be cut\. It has no data_type; it may be a whole model\.$/],
    ['half a file', good.slice(0, good.length - 3), /^This is not a TensorProto, or it is incomplete: .+\.$/],
    ['zeros', new Uint8Array(64), /^This is not a TensorProto, or it is incomplete: a field has number 0\.$/],
    ['types to come', encode({ dims: [1], data_type: 99, raw_data: Buffer.alloc(1) }), /Its data_type is 99\.$/],
    ['types we lack', encode({ dims: [1], data_type: 18, raw_data: Buffer.alloc(1) }), /Its data_type is 18 \(float8e4m3fnuz\)\.$/],
    ['huge dims', encode({ dims: ['4611686018427387904', '4'], data_type: 1 }), /^The dims \[4611686018427387904, 4\] are not valid/],
    ['negative dims', encode({ dims: ['-1'], data_type: 1 }), /^The dims \[-1\] are not valid/],
    ['too little data', encode({ dims: [1e6, 1e6], data_type: 1, raw_data: Buffer.alloc(8) }), /need 1,000,000,000,000 entries, but raw_data has 2\.$/],
    ['half an element', encode({ dims: [1], data_type: 1, raw_data: Buffer.alloc(3) }), /^Its raw_data has 3 bytes, which is not a whole number of float32 elements\.$/],
    ['values of no kind', Uint8Array.of(0x0d, 0, 0, 0, 0), /field dims is of another kind\.$/],
  ]; // biome-ignore format: a table
  for (const [what, file, message] of BAD) {
    it(`says what is wrong with ${what}`, () =>
      assert.throws(() => readTensorProto(file), { name: 'RangeError', message }));
  }

  it('says that data lies in another file', () => {
    const file = protobuf.Writer.create()
      .uint32(16)
      .int32(1)
      .uint32((14 << 3) | 0)
      .int32(1)
      .finish();
    assert.throws(() => readTensorProto(file), { message: /^Its data is in another file/ });
  });
});

describe('values as people read them', () => {
  /** @type {[Type, any, string[]][]} */
  const VALUES = [
    ['float32', Float32Array.of(0.1, -0, 1e30, Number.NaN), ['0.1', '-0', '1e+30', 'NaN']],
    ['float16', Uint16Array.of(0x3c00, 0x0001, 0x7c00, 0xfc00, 0x7e00, 0xc000), ['1', '5.96046e-8', 'Infinity', '-Infinity', 'NaN', '-2']],
    ['bfloat16', Uint16Array.of(0x3f80, 0x4049, 0xff80), ['1', '3.14063', '-Infinity']],
    ['f8e4m3', Uint8Array.of(0x38, 0x7e, 0x7f, 0x01), ['1', '448', 'NaN', '0.00195313']],
    ['f8e5m2', Uint8Array.of(0x3c, 0x7b, 0x7c), ['1', '57344', 'Infinity']],
    ['f8e8m0', Uint8Array.of(127, 128, 255), ['1', '2', 'NaN']],
    ['f4e2m1', Uint8Array.of(0x21, 0xf7), ['0.5', '1', '6', '-6']],
    ['i4', Uint8Array.of(0x87), ['7', '-8']],
    ['u4', Uint8Array.of(0x8f), ['15', '8']],
    ['complex64', Float32Array.of(1, -2, 0.5, 3), ['1 − 2i', '0.5 + 3i']],
    ['int64', BigInt64Array.of(-(2n ** 63n)), ['-9223372036854775808']],
    ['bool', Uint8Array.of(0, 1), ['false', 'true']],
    ['string', ['a"b'], ['"a\\"b"']],
  ]; // biome-ignore format: a table
  for (const [type, data, texts] of VALUES) {
    it(type, () =>
      assert.deepEqual(
        texts.map((_, k) => sayValue(type, data, k)),
        texts,
      ),
    );
  }
});
