// TensorProto files that the page writes: ONNX's own description reads them, and the page reads and cuts them. And values as people
// read them.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as elements from '../../../docs/rules/elements.js';
import { init } from '../../../web/lib/index.ts';
import { cutOnce } from '../../../web/playground/media/cut.ts';
import { readTensor } from '../../../web/playground/media/files/open.ts';
import { sayValue } from '../../../web/playground/media/files/values.ts';
import { writeTensorProto } from '../../../web/playground/media/files/write.ts';
import { rangesOf } from '../../../web/playground/model/slice.ts';
import { CODES } from '../../../web/shared/onnx/model.js';
import { decode } from '../../onnx/format.js';

/** @import { Type } from '../../../web/lib/types.ts' */

const TYPES = /** @type {Type[]} */ (Object.keys(CODES)).filter((type) => type !== 'string');
const DIMS = [3, 5];
const COUNT = 15;
/** What each slice takes. @type {Record<string, { dims: number[], places: number[] }>} */
const SLICES = {
  '::-1, 1:5:2': { dims: [3, 2], places: [11, 13, 6, 8, 1, 3] },
  '..., -1': { dims: [3], places: [4, 9, 14] },
  '1, 2': { dims: [], places: [7] },
  '3:': { dims: [0, 5], places: [] },
};

describe('TensorProto files', () => {
  before(() => init());

  for (const type of TYPES) {
    it(`writes, reads and cuts ${type}`, async () => {
      const data = elements.iota(type, COUNT);
      const file = writeTensorProto({ type, dims: DIMS, data, name: 'x' });
      const theirs = decode('TensorProto', file);
      assert.deepEqual([theirs.dims, theirs.data_type, theirs.name], [['3', '5'], CODES[type], 'x']);
      assert.deepEqual(Buffer.from(theirs.raw_data), Buffer.from(elements.bytesOf(data)));
      const tensor = await readTensor(new Blob([/** @type {BlobPart} */ (file)]), () => {});
      assert.deepEqual([tensor.type, [...tensor.dims], tensor.data], [type, DIMS, data]);
      const all = elements.decode(type, data, COUNT);
      for (const [spec, { dims, places }] of Object.entries(SLICES)) {
        const [made] = cutOnce(tensor, { ranges: rangesOf(spec, DIMS) });
        const right = elements.encode(
          type,
          places.map((place) => all[place]),
        );
        assert.deepEqual([made.type, made.dims, made.data], [type, dims, right], spec);
      }
    });
  }

  it('refuses strings', async () => {
    const strings = writeTensorProto({ type: 'string', dims: [1], data: ['a'], name: 'x' });
    await assert.rejects(
      readTensor(new Blob([/** @type {BlobPart} */ (strings)]), () => {}),
      {
        name: 'MicrotomeError',
        message: "open: onnx: tensor 'x' is of type string, which cannot be cut",
      },
    );
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
