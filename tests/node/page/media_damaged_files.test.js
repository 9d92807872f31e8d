// Files that somebody has damaged: whatever the bytes are, a reader makes a tensor that holds what it says, or throws a sentence.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.js';
import { entriesOf } from '../../../web/playground/media/files/classes.js';
import { readNpy } from '../../../web/playground/media/files/npy.js';
import { readTensorProto, writeTensorProto } from '../../../web/playground/media/files/tensor_proto.js';
import { CODES } from '../../../web/shared/onnx/model.js';
import { iota } from '../../support/elements.js';
import { inRoot } from '../../support/paths.js';

/** @import { Type } from '../../../web/lib/types.js' */

/** @type {string[]} in base64 */
const NUMPY = Object.values(JSON.parse(readFileSync(inRoot('tests/support/fixtures/npy.json'), 'utf8')));
const NPY = NUMPY.map((text) => Uint8Array.from(Buffer.from(text, 'base64')));
const PROTOS = /** @type {Type[]} */ (Object.keys(CODES)).map((type) =>
  writeTensorProto({ type, dims: [3, 5], data: iota(type, 15), name: 'x' }),
);

/** A file, some of its bytes others, and cut short or not. @param {readonly Uint8Array[]} files */
const damaged = (files) =>
  fc
    .record({
      file: fc.constantFrom(...files),
      changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
      length: fc.option(fc.nat(), { freq: 3 }),
    })
    .map(({ file, changes, length }) => {
      const bytes = file.slice(0, length === null ? file.length : length % file.length);
      for (const [place, byte] of changes) if (bytes.length > 0) bytes[place % bytes.length] = byte;
      return bytes;
    });

/** @param {(bytes: Uint8Array) => { tensor: import('../../../web/playground/media/files/npy.js').FileTensor }} read */
const isHonest = (read) => (/** @type {Uint8Array} */ bytes) => {
  try {
    const { type, dims, data } = read(bytes).tensor;
    const count = dims.reduce((n, size) => n * size, 1);
    assert.equal(data.length, entriesOf(type, count));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    assert.match(error.message, /^[A-Z].{20,}\.$/s);
  }
};

describe('damaged files', () => {
  before(() => init());

  it('of NumPy', () => fc.assert(fc.property(damaged(NPY), isHonest(readNpy)), { numRuns: 3000 }));
  it('of ONNX', () => fc.assert(fc.property(damaged(PROTOS), isHonest(readTensorProto)), { numRuns: 3000 }));
  it('of nobody', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    fc.assert(fc.property(bytes, isHonest(readTensorProto)), { numRuns: 3000 });
  });
});
