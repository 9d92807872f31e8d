// .npy files: what NumPy wrote is read, what we write is what NumPy writes, and files that are none are told in a sentence.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { init, slice } from '../../../web/lib/index.js';
import { readNpy, writeNpy } from '../../../web/playground/media/files/npy.js';
import { sayValue } from '../../../web/playground/media/files/values.js';
import { inRoot } from '../../support/paths.js';

/** @type {Record<string, string>} in base64, made by fixtures/npy.py */
const FILES = JSON.parse(readFileSync(inRoot('tests/support/fixtures/npy.json'), 'utf8'));
const fileOf = (/** @type {string} */ name) => Uint8Array.from(Buffer.from(FILES[name], 'base64'));
const upTo = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i);

/** Type and elements that each file holds. @type {Record<string, [string, (string | number)[]]>} */
const HELD = {
  i1: ['int8', [-2, -1, 0, 1, 2, 3]],
  u1: ['uint8', upTo(6)],
  i2: ['int16', [-2, -1, 0, 1, 2, 3]],
  '>i2': ['int16', [-2, -1, 0, 1, 2, 3]],
  u2: ['uint16', upTo(6)],
  i4: ['int32', [-2, -1, 0, 1, 2, 3]],
  '>i4': ['int32', [-2, -1, 0, 1, 2, 3]],
  u4: ['uint32', upTo(6)],
  i8: ['int64', [-2, -1, 0, 1, 2, 3]],
  u8: ['uint64', upTo(6)],
  '>u8': ['uint64', upTo(6)],
  f2: ['float16', [-2, -1, 0, 1, 2, 3]],
  f4: ['float32', [-2, -1, 0, 1, 2, 3]],
  f8: ['float64', [-2, -1, 0, 1, 2, 3]],
  '>f8': ['float64', [-2, -1, 0, 1, 2, 3]],
  '<M8[s]': ['int64', upTo(6)],
  '>m8[ms]': ['int64', upTo(6)],
  bool: ['bool', ['true', 'false', 'true', 'false', 'true', 'false']],
  U: ['string', ['"a"', '"bcd"', '"é😀"', '""', '"x y"', '"z"']],
  '>U': ['string', ['"ab"', '"c"']],
  S: ['string', ['"ab"', '"c"']],
  scalar: ['float64', [2.5]],
  empty: ['int64', []],
  'one axis': ['int64', [0, 1, 2]],
  V2: ['bfloat16', [1, -2]],
};

/** @param {string} header @param {Uint8Array} [data] @param {number} [major] */
function fileWith(header, data = new Uint8Array(0), major = 1) {
  const text = Buffer.from(header, 'latin1');
  const length = Buffer.alloc(major === 1 ? 2 : 4);
  length.writeUIntLE(text.length, 0, length.length);
  return Uint8Array.from(
    Buffer.concat([Buffer.from([0x93]), Buffer.from('NUMPY'), Buffer.from([major, 0]), length, text, data]),
  );
}
const header = (/** @type {string} */ descr, /** @type {string} */ shape) =>
  `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }\n`;

describe('.npy files', () => {
  before(() => init());

  for (const [name, [type, values]] of Object.entries(HELD)) {
    it(`reads ${name}`, () => {
      const { tensor } = readNpy(fileOf(name));
      assert.equal(tensor.type, type);
      const found = values.map((_, k) => sayValue(tensor.type, tensor.data, k));
      assert.deepEqual(found, values.map(String));
    });
  }

  for (const name of ['c8', 'c16', '>c8']) {
    it(`reads ${name}`, () => {
      const { tensor } = readNpy(fileOf(name));
      assert.equal(tensor.type, name.endsWith('c16') ? 'complex128' : 'complex64');
      assert.deepEqual(
        [...tensor.data],
        upTo(6).flatMap((k) => [k - 2, 0 - k / 2]),
      );
    });
  }

  it('reads Fortran order as strides, and the library makes it row-major', () => {
    for (const [name, dims, stride] of /** @type {[string, number[], number[]][]} */ ([
      ['fortran', [2, 3], [1, 2]],
      ['fortran 3d', [2, 3, 4], [1, 2, 6]],
    ])) {
      const { tensor } = readNpy(fileOf(name));
      assert.deepEqual([tensor.dims, tensor.stride], [dims, stride]);
      const { type, data } = tensor;
      const made = slice({ type, shape: dims, stride, data }, '...');
      assert.deepEqual(Array.from(made.data, Number), upTo(made.data.length));
    }
  });

  it('writes what NumPy writes, byte by byte', () => {
    const native = Object.keys(HELD).filter((name) => !name.startsWith('>'));
    for (const name of [...native, 'c8', 'c16']) {
      const { tensor } = readNpy(fileOf(name));
      const written = Buffer.concat(writeNpy(tensor)).toString('latin1');
      const saved = Buffer.from(fileOf(name)).toString('latin1');
      const padding = (/** @type {string} */ file) => file.replace(/ +\n/, '\n'); // NumPy 1.24 leaves room for growth
      assert.equal(padding(written).slice(10), padding(saved).slice(10), name);
      const begin = 10 + written.charCodeAt(8) + 256 * written.charCodeAt(9);
      assert.equal(begin % 64, 0);
      assert.equal(written[begin - 1], '\n');
    }
  });

  it('writes tensors that came from elsewhere', () => {
    const made = { type: /** @type {const} */ ('string'), dims: [2], data: ['abc', 'dé'] };
    const { tensor } = readNpy(Uint8Array.from(Buffer.concat(writeNpy(made))));
    assert.deepEqual([tensor.data, tensor.descr], [made.data, '<U3']);
    const packed = { type: /** @type {const} */ ('u4'), dims: [2], data: new Uint8Array(1) };
    assert.throws(() => writeNpy(packed), { message: '.npy has no element type for u4.' });
  });

  it('reads versions 2 and 3, and headers written by hand', () => {
    for (const major of [2, 3]) {
      const { tensor, facts } = readNpy(fileWith(header('|u1', '(2L,)'), Uint8Array.of(7, 8), major));
      assert.deepEqual([[...tensor.data], facts[0][1]], [[7, 8], `.npy, version ${major}.0`]);
    }
  });

  const good = fileOf('f4');
  /** @type {[string, Uint8Array, RegExp][]} */
  const BAD = [
    ['another file', Uint8Array.from(Buffer.from('PK')), /^This is not a \.npy file: it does not begin with \\x93NUMPY\.$/],
    ['nothing', new Uint8Array(0), /^This is not a \.npy file/],
    ['the mark alone', good.slice(0, 6), /^The file is incomplete: it ends within its header\.$/],
    ['half a header', good.slice(0, 60), /^The file is incomplete: it ends within its header\.$/],
    ['half the data', good.slice(0, good.length - 5), /^The file is incomplete: shape \(2, 3\) of <f4 needs 24 bytes, but it has 19\.$/],
    ['a later version', fileWith(header('|u1', '(1,)'), undefined, 9), /^Version 9\.0 of \.npy is unknown/],
    ['objects', fileOf('object'), /^Its elements are \|O, but the library has no such type\.$/],
    ['records', fileOf('record'), /^Its elements are \[\('a', '<f4'\), \('b', '<i2'\)\], but/],
    ['long doubles', fileWith(header('<f16', '(1,)')), /^Its elements are <f16, but/],
    ['huge sizes', fileWith(header('|u1', '(9007199254740993, 9007199254740993)')), /^The shape \(9007199254740993, 9007199254740993\) is not valid: each size/],
    ['a huge product', fileWith(header('|u1', '(4294967296, 4294967296)')), /is not valid: each size and their product must be below 2\^53\.$/],
    ['much more than there is', fileWith(header('<f8', '(1000000, 1000000)')), /needs 8,000,000,000,000 bytes, but it has 0\.$/],
    ['many strings of no width', fileWith(header('<U0', '(1000000000,)')), /^1,000,000,000 strings are too many: the page holds/],
    ['sizes that are none', fileWith(header('|u1', '(2.5, -1)')), /^The shape \(2\.5, -1\) is not valid: each size/],
    ['no descr', fileWith("{'fortran_order': False, 'shape': (1,)}\n"), /^The header does not say descr\.$/],
    ['no shape', fileWith("{'descr': '|u1', 'fortran_order': False}\n"), /^The header does not say shape\.$/],
  ]; // biome-ignore format: a table
  for (const [what, file, message] of BAD) {
    it(`says what is wrong with ${what}`, () =>
      assert.throws(() => readNpy(file), { name: 'RangeError', message }));
  }
});
