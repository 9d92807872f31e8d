// Long lines in reverse order, and entries that repeat, which the host's `reverse` and `fill` carry out: every bit of every class, on
// both sides of the length from which they do.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan } from 'microtome';

before(() => init());

const CLASSES = [Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array, BigInt64Array];

/** Bytes of all kinds, so that floating-point numbers are also NaNs of many bits. @param {any} Class @param {number} length */
function strange(Class, length) {
  const bytes = new Uint8Array(length * Class.BYTES_PER_ELEMENT);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = i % 8 === 7 || i % 4 === 3 ? 0x7f : 0xf0 | ((i * 7) % 16);
  return new Class(bytes.buffer);
}

/** @param {any} array */
const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

const ROWS = 3;

/** How lines of a size are read: stride of rows and of entries, and where the first one is. @type {[string, (size: number) => number[]][]} */
const LINES = [
  ['reversed', (size) => [size, -1, size - 1]],
  ['reversed, rows too', (size) => [-size, -1, ROWS * size - 1]],
  ['one entry that repeats', () => [2, 0, 1]],
];

describe('long lines', () => {
  for (const [name, linesOf] of LINES) {
    for (const Class of CLASSES) {
      it(`${name}, ${Class.name}`, () => {
        for (const size of [63, 64, 65, 1000, 5000]) {
          const data = strange(Class, ROWS * size);
          const [row, entry, offset] = linesOf(size);
          const x = { data, shape: [ROWS, size], stride: [row, entry], offset };
          const cut = plan('Slice', /** @type {any} */ ([x, [], []]));
          const expected = new Uint8Array(data.byteLength);
          const width = Class.BYTES_PER_ELEMENT;
          for (let i = 0; i < ROWS * size; ++i) {
            const from = offset + Math.floor(i / size) * row + (i % size) * entry;
            expected.set(bytesOf(data).subarray(from * width, (from + 1) * width), i * width);
          }
          const out = new Class(ROWS * size);
          cut.run(/** @type {any} */ (x), /** @type {any} */ ({ out }));
          assert.deepEqual(bytesOf(out), expected, `lines of ${size}`);
          // into rows with a gap, which stays as it is
          const spread = new Class(ROWS * (size + 2));
          cut.run(
            /** @type {any} */ (x),
            /** @type {any} */ ({ out: { data: spread, stride: [size + 2, 1], offset: 0 } }),
          );
          for (let r = 0; r < ROWS; ++r) {
            const begin = r * (size + 2) * width;
            const line = bytesOf(spread).subarray(begin, begin + size * width);
            assert.deepEqual(line, expected.subarray(r * size * width, (r + 1) * size * width));
            assert.deepEqual(
              [...bytesOf(spread).subarray(begin + size * width, begin + (size + 2) * width)],
              new Array(2 * width).fill(0),
            );
          }
        }
      });
    }
  }

  it('the host carries out long reversals, and kernels those of bytes', () => {
    /** @param {any} type */
    const wayOf = (type) =>
      plan('Slice', [{ type, dims: [4, 5000] }, [4999], [-6000], [1], [-1]]).moves[0].way;
    assert.deepEqual(['float32', 'float64', 'uint8'].map(wayOf), ['scalar', 'scalar', 'staged']);
  });
});
