// .npy files by hand: what is read of a header, what it costs, and the sentence for each contradiction.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES } from '../../../support/format_files.js';
import { fileOf, formatNamed } from '../../../support/stored.js';

const npy = formatNamed('npy');

/** @param {string} header @param {number} [data] bytes of it @param {number} [major] */
function fileWith(header, data = 0, major = 1) {
  const text = Buffer.from(header, 'latin1');
  const length = Buffer.alloc(major === 1 ? 2 : 4);
  length.writeUIntLE(text.length, 0, length.length);
  const mark = Buffer.from([0x93, ...Buffer.from('NUMPY'), major, 0]);
  return Buffer.concat([mark, length, text, Buffer.alloc(data)]);
}
const header = (/** @type {string} */ descr, /** @type {string} */ shape, order = 'False') =>
  `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`;

/** @param {Uint8Array} bytes */
const readOne = async (bytes) => (await npy.read(fileOf(bytes)))[0];

describe('npy headers', () => {
  it('may have their keys in any order, and any spaces', async () => {
    const text = `  {"shape":( 2L ,3 ),\n'fortran_order'  : True ,'descr':"=i2"}`;
    const entry = await readOne(fileWith(text, 12));
    const [at, stride] = [10 + text.length, [1, 2]];
    assert.deepEqual(entry, { name: '', type: 'int16', dims: [2, 3], at, stride, storedType: '=i2' });
  });

  it('cost one request more if they are long, and none otherwise', async () => {
    const short = fileOf(FILES['float32.npy']);
    await npy.read(short);
    assert.deepEqual(short.requests, []);
    const text = header("'<f4'", '(1,)').padEnd(100_000);
    const long = fileOf(fileWith(text, 4, 2));
    assert.equal((await npy.read(long))[0].name, '');
    assert.deepEqual(long.requests, [[12, text.length]]);
  });

  it('are refused beyond maxBytes', async () => {
    const file = fileOf(fileWith(header("'<f4'", '(1,)').padEnd(100_000), 4, 2), { maxBytes: 99_999 });
    await assert.rejects(npy.read(file), { name: 'MicrotomeError', code: 'too_costly' });
  });

  it('say the shape as Python does', async () => {
    for (const [shape, dims] of /** @type {[string, number[]][]} */ ([
      ['()', []],
      ['( )', []],
      ['(1,)', [1]],
      ['(1 , )', [1]],
      ['(1L,)', [1]],
      ['(1, 1)', [1, 1]],
      ['(1, 1,)', [1, 1]],
    ]))
      assert.deepEqual(
        /** @type {any} */ (await readOne(fileWith(header("'|u1'", shape), 1))).dims,
        dims,
        shape,
      );
    for (const unit of ['', '[ns]', '[25us]', '[D]', '[generic]'])
      assert.equal(
        /** @type {any} */ (await readOne(fileWith(header(`'<M8${unit}'`, '(1,)'), 8))).type,
        'int64',
        unit,
      );
  });

  it('may be followed by other bytes', async () => {
    assert.equal((await readOne(fileWith(header("'<i8'", '(2,)'), 500))).refused, undefined);
  });

  /** Elements that cannot be cut. */
  for (const descr of ["'|O'", "'<f16'", "'|V3'", "'<c32'", "'i'", "''"]) {
    it(`refuse ${descr}`, async () => {
      const { refused } = await readOne(fileWith(header(descr, '(2,)'), 64));
      assert.equal(refused?.code, 'bad_type');
      assert.match(refused.message, /^open: npy: the tensor is of type .*, which cannot be cut$/);
    });
  }

  const good = FILES['float32.npy'];
  const NO_DICT = /the header is not a Python dict of descr, fortran_order and shape \(at byte 1[02]\)$/;
  /** @type {[string, Uint8Array, RegExp][]} */
  const BAD = [
    ['another file', Buffer.from('PK'), /does not begin with \\x93NUMPY \(at byte 0\)$/],
    ['the mark alone', good.slice(0, 6), /the header needs 12 bytes, but the file has 6 there \(at byte 0\)$/],
    ['half a header', good.slice(0, 60), /the header needs 118 bytes, but the file has 50 there \(at byte 10\)$/],
    ['half the data', good.slice(0, -5), /float32 \[2, 3, 4\] needs 96 bytes, but the file has 91 there \(at byte 128\)$/],
    ['a later version', fileWith(header("'|u1'", '(1,)'), 9, 9), /version 9\.0 is unknown \(at byte 6\)$/],
    ['a header of 4 GB', Buffer.concat([fileWith('', 0, 2).subarray(0, 8), Buffer.alloc(9, 255)]), /the header needs 4294967295 bytes/],
    ['a header of 2 MB', fileWith(' '.repeat(2e6), 0, 2), /a header of 2000000 bytes; at most 1048576 are read/],
    ['huge sizes', fileWith(header("'|u1'", '(9007199254740993,)')), /have 2\^53 bits or more/],
    ['a huge product', fileWith(header("'|u1'", '(4294967296, 4294967296)')), /have 2\^53 bits or more/],
    ['a huge product with a 0', fileWith(header("'|u1'", '(4294967296, 4294967296, 0)', 'True')), /have 2\^53 bits or more/],
    ['many axes', fileWith(header("'|u1'", `(${'1,'.repeat(65)})`), 1), /a tensor of more than 64 axes/],
    ['a negative size', fileWith(header("'|u1'", '(-1,)')), NO_DICT],
    ['a fraction', fileWith(header("'|u1'", '(2.5,)')), NO_DICT],
    ['sizes side by side', fileWith(header("'|u1'", '(2 3,)'), 23), NO_DICT],
    ['one size in brackets', fileWith(header("'|u1'", '(2)'), 2), NO_DICT],
    ['a size with an exponent', fileWith(header("'|u1'", '(1e0, 2)'), 2), NO_DICT],
    ['a size of 1e3', fileWith(header("'|u1'", '(1e3,)'), 1000), NO_DICT],
    ['a size that begins with 0', fileWith(header("'|u1'", '(03, 2)'), 6), NO_DICT],
    ['a last size that begins with 00', fileWith(header("'|u1'", '(3,002,)'), 6), NO_DICT],
    ['a size with a point', fileWith(header("'|u1'", '(2.,)'), 2), NO_DICT],
    ["JSON's true", fileWith(header("'|u1'", '(2,)', 'true'), 2), NO_DICT],
    ["JSON's false", fileWith(header("'|u1'", '(2,)', 'false'), 2), NO_DICT],
    ["JSON's null", fileWith(header('null', '(2,)'), 2), NO_DICT],
    ['no comma between two keys', fileWith("{'descr': '|u1' 'shape': (1,), 'fortran_order': False}", 1), NO_DICT],
    ['another key', fileWith("{'descr': '|u1', 'shape': (1,), 'fortran_order': False, 'x': 1}", 1), NO_DICT],
    ['words after the dict', fileWith("{'descr': '|u1', 'shape': (1,), 'fortran_order': False} x", 1), NO_DICT],
    ['a list in place of the dict', fileWith("['descr', '|u1', 'shape', (1,), 'fortran_order', False]", 1), NO_DICT],
    ['sizes in two brackets', fileWith(header("'|u1'", '((2, 1))'), 2), NO_DICT],
    ['two commas', fileWith(header("'|u1'", '(2,,)'), 2), NO_DICT],
    ['a unit of integers', fileWith(header("'<i4[x]'", '(1,)'), 4), /only dates have a unit/],
    ['a unit of bytes', fileWith(header("'|u1[ns]'", '(1,)'), 4), /only dates have a unit/],
    ['a unit that is none', fileWith(header("'<M8[x]'", '(1,)'), 8), /only dates have a unit/],
    ['a unit of more than an int32 counts', fileWith(header(`'<M8[${'1'.repeat(70_000)}ns]'`, '(1,)'), 8, 2), /only dates have a unit/],
    ['a list as shape', fileWith(header("'|u1'", '[2]'), 2), NO_DICT],
    ['an order that is none', fileWith(header("'|u1'", '(1,)', '1'), 1), NO_DICT],
    ['no descr', fileWith("{'fortran_order': False, 'shape': (1,)}\n"), NO_DICT],
    ['two shapes', fileWith("{'descr': '|u1', 'shape': (1,), 'shape': (2,), 'fortran_order': False}", 2), NO_DICT],
    ['no dict', fileWith("('descr', 1)"), NO_DICT],
    ['an open string', fileWith(`{'descr': '${'x'.repeat(60000)}`), NO_DICT],
    ['a shape of 300,000 sizes', fileWith(header("'|u1'", `(${'1, '.repeat(300_000)})`), 0, 2), /a tensor of more than 64 axes/],
    ['a megabyte of escapes', fileWith(`{'descr': '${'\\n'.repeat(500_000)}`, 0, 2), NO_DICT],
    ['a million brackets', fileWith('{'.repeat(1e6), 0, 2), NO_DICT],
  ]; // biome-ignore format: a table
  for (const [what, bytes, message] of BAD) {
    it(`say what is wrong with ${what}`, () =>
      assert.rejects(npy.read(fileOf(bytes)), { name: 'MicrotomeError', code: 'bad_format', message }));
  }
});
