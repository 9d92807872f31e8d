// .npy files that the page writes: byte by byte what NumPy writes of the same tensor.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import { init } from '../../../web/lib/index.ts';
import { readTensor } from '../../../web/playground/media/files/open.ts';
import { writeNpy } from '../../../web/playground/media/files/write.ts';

/** @type {Record<string, string>} in base64, made by fixtures/npy.py */
const FILES = JSON.parse(readFileSync(inRoot('tests/support/fixtures/npy.json'), 'utf8'));
const fileOf = (/** @type {string} */ name) => Buffer.from(FILES[name], 'base64');
const read = (/** @type {Uint8Array} */ bytes) =>
  readTensor(new Blob([/** @type {BlobPart} */ (bytes)]), () => {});
/** Those that the page writes as NumPy does: little-endian, row-major, of types that it has. */
const NAMES = [...'i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 bool c8 c16 V2 scalar empty'.split(' '), 'one axis'];

describe('.npy files on the page', () => {
  before(() => init());

  it('reads Fortran order as strides, over the data as it is', async () => {
    const tensor = await read(fileOf('fortran 3d'));
    assert.deepEqual([tensor.dims, tensor.stride], [[2, 3, 4], [1, 2, 6]]); // biome-ignore format: a row
    const [i, j, k] = tensor.stride ?? [];
    for (let place = 0; place < 24; ++place) {
      const at = i * Math.floor(place / 12) + j * (Math.floor(place / 4) % 3) + k * (place % 4);
      assert.equal(tensor.data[at], BigInt(place));
    }
  });

  it('writes what NumPy writes, byte by byte', async () => {
    for (const name of NAMES) {
      const tensor = await read(fileOf(name));
      const written = Buffer.concat(writeNpy(tensor)).toString('latin1');
      const saved = fileOf(name).toString('latin1');
      const padding = (/** @type {string} */ file) => file.replace(/ +\n/, '\n'); // NumPy 1.24 leaves room for growth
      assert.equal(padding(written).slice(10), padding(saved).slice(10), name);
      const begin = 10 + written.charCodeAt(8) + 256 * written.charCodeAt(9);
      assert.equal(begin % 64, 0);
      assert.equal(written[begin - 1], '\n');
    }
  });

  it('writes Fortran order, and refuses types that .npy does not have', async () => {
    const made = {
      type: /** @type {const} */ ('uint8'),
      dims: [2, 3],
      data: Uint8Array.of(0, 3, 1, 4, 2, 5),
    };
    const file = Buffer.concat(writeNpy(made, { fortran_order: true }));
    const tensor = await read(file);
    assert.deepEqual([tensor.dims, tensor.stride, [...tensor.data]], [[2, 3], [1, 2], [0, 3, 1, 4, 2, 5]]); // biome-ignore format: a row
    const packed = { type: /** @type {const} */ ('u4'), dims: [2], data: new Uint8Array(1) };
    assert.throws(() => writeNpy(packed), { message: '.npy has no element type for u4.' });
  });
});
