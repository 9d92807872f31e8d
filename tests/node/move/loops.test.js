// Loops of the scalar way, for every width of entries and every order of axes, against one loop over elements. Entries of eight bytes move
// as doubles unless one of them is a NaN, which a sum of them shows, so each plan runs with all that sums can meet, in turns: bound, and
// by calls of their own.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan } from 'microtome';

before(() => init());

const CLASSES = /** @type {any[]} */ (
  [
    ...[Uint8Array, Uint8ClampedArray, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array],
    ...[Float32Array, Float64Array, BigInt64Array, BigUint64Array],
    Reflect.get(globalThis, 'Float16Array'), // not in every Node
  ].filter(Boolean)
);

/** Shape, stride and offset of what is read, and of what is written. @type {[string, number[], number[], number[]][]} */
const TABLES = [
  ['short runs into rows with gaps', [300, 3], [3, 1], [5, 1]],
  ['runs of whole words into rows with gaps', [500, 4], [8, 1], [12, 1]],
  ['runs of half a word into rows with gaps', [400, 2, 2], [12, 4, 1], [18, 6, 1]],
  ['a long axis before two short ones', [400, 5, 3], [15, 3, 1], [30, 6, 2]],
  ['a long axis between two short ones', [3, 700, 2], [1400, 2, 1], [2803, 4, 2]],
  ['two long axes, read across', [40, 50], [1, 40], [101, 2]],
  ['four axes', [3, 4, 5, 20], [400, 100, 20, 1], [1203, 300, 60, 3]],
  ['lines in reverse order', [30, 20], [20, -1], [41, 2]],
  // up to 128 entries, a call that is made once reads the arrays as they are
  ['few entries', [3, 5], [5, 1], [11, 2]],
  ['few runs', [8, 16], [20, 1], [33, 1]],
  ['a few more runs', [8, 17], [20, 1], [33, 1]],
  ['a few long lines of short runs', [2, 20, 3], [100, 5, 1], [70, 3, 1]],
  ['few entries in reverse order', [3, 40], [-40, -1], [81, 2]],
  // both sides of the length from which the host's `reverse` and `fill` carry out lines, which may be written with gaps between them
  ...[63, 64, 65, 1000, 5000].flatMap((size) =>
    [size, size + 2].flatMap(
      (row) =>
        /** @type {[string, number[], number[], number[]][]} */ ([
          [`lines of ${size} reversed, into ${row}`, [3, size], [size, -1], [row, 1]],
          [`lines of ${size} reversed, rows too, into ${row}`, [3, size], [-size, -1], [row, 1]],
          [`lines of ${size} of one entry, into ${row}`, [3, size], [2, 0], [row, 1]],
        ]),
    ),
  ),
];

/** @param {any} array */
const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** The two high bytes of entry `i` of `count` doubles. @type {Record<string, (i: number, count: number) => number>} */
const HIGH = {
  numbers: () => 0x4141,
  'NaNs only': () => 0xffff,
  'a NaN at the beginning': (i) => (i === 0 ? 0xffff : 0x4141),
  'a NaN at the end': (i, count) => (i === count - 1 ? 0xffff : 0x4141),
  // those that a processor makes quiet ones of
  'signaling NaNs of 64 bits': () => 0xfff4,
  'signaling NaNs of 32 bits': () => 0xff94,
  'signaling NaNs of 16 bits': () => 0xfd14,
  'infinities of both signs': (i) => (i % 3 === 0 ? 0xfff0 : 0x7ff0),
};

/** Bytes that are such doubles; the NaNs have many bits. @param {any} Class @param {number} length @param {string} kind */
function filled(Class, length, kind) {
  const array = new Class(length);
  const bytes = bytesOf(array);
  const isInfinite = kind.startsWith('infinities');
  for (let i = 0; i < bytes.length; ++i) {
    const high = HIGH[kind](i >> 3, bytes.length >> 3);
    const low = isInfinite ? 0 : (i * 37 + (i >> 8)) % 256;
    bytes[i] = i % 8 === 7 ? high >> 8 : i % 8 === 6 ? high & 255 : low;
  }
  return array;
}

/** Calls `f` with both places of each element. @param {number[][]} table @param {(from: number, to: number) => void} f */
function each([shape, from, to], f, axis = 0, a = 0, b = 0) {
  if (axis === shape.length) return f(a, b);
  for (let i = 0; i < shape[axis]; ++i)
    each([shape, from, to], f, axis + 1, a + i * from[axis], b + i * to[axis]);
}

for (const Class of CLASSES) {
  describe(Class.name, () => {
    for (const [name, shape, from, to] of TABLES) {
      it(name, () => {
        const offset = from.reduce((sum, stride, a) => sum + Math.max(0, -stride) * (shape[a] - 1), 0);
        /** @type {[from: number, to: number][]} */
        const places = [];
        each([shape, from, to], (a, b) => places.push([a + offset, b]));
        const length = places.reduce((most, [a]) => Math.max(most, a + 1), 0);
        const room = places.reduce((most, [, b]) => Math.max(most, b + 1), 0);
        const width = Class.BYTES_PER_ELEMENT;
        const data = new Class(length);
        const out = new Class(4 * Math.ceil((room + 4) / 4));
        const x = /** @type {any} */ ({ shape, stride: from, offset, data });
        const planned = plan('Slice', /** @type {any} */ ([x, [], []]));
        // at a word's begin, and elsewhere
        const ways = [1, 4].map((begin) => {
          const spread = /** @type {any} */ ({ shape, stride: to, offset: begin, data: out });
          return { begin, calls: [planned.bind(x, { out: spread }), () => planned.run(x, { out: spread })] };
        });
        const [read, written] = [data, out].map(bytesOf);
        for (const kind of [...Object.keys(HIGH), 'numbers', 'NaNs only']) {
          read.set(bytesOf(filled(Class, length, kind)));
          for (const { begin, calls } of ways) {
            const expected = written.slice().fill(0x5a);
            for (const [a, b] of places)
              for (let i = 0; i < width; ++i) expected[(b + begin) * width + i] = read[a * width + i];
            for (const carryOut of calls) {
              written.fill(0x5a);
              carryOut();
              assert.deepEqual(written, expected, kind);
            }
          }
        }
      });
    }
  });
}

describe('runs of whole words', () => {
  const [rows, run, gap] = [500, 8, 40]; // bytes
  for (const Class of [Uint8Array, Uint16Array])
    for (const [from, to] of [
      [0, 0],
      [2, 0],
      [0, 2],
      [2, 2],
    ])
      it(`${Class.name}, from arrays that begin ${from} and ${to} bytes after a word`, () => {
        const width = Class.BYTES_PER_ELEMENT;
        const length = rows * (run + gap);
        const data = new Class(new ArrayBuffer(length + from), from, length / width);
        const out = new Class(new ArrayBuffer(length + to), to, length / width);
        const [read, written] = [data, out].map(bytesOf);
        for (let i = 0; i < length; ++i) read[i] = (i * 37 + (i >> 8)) % 251;
        const shape = [rows, run / width];
        const stride = [(run + gap) / width, 1];
        const x = /** @type {any} */ ({ shape, stride, offset: 0, data });
        const planned = plan('Slice', /** @type {any} */ ([x, [], []]));
        planned.bind(x, { out: /** @type {any} */ ({ shape, stride, offset: 0, data: out }) })();
        const expected = read.map((byte, i) => (i % (run + gap) < run ? byte : 0));
        assert.deepEqual(written, expected);
      });
});

describe('long reversals', () => {
  it('are carried out by the host, and those of bytes by kernels', () => {
    /** @param {any} type */
    const wayOf = (type) =>
      plan('Slice', [{ type, dims: [4, 5000] }, [4999], [-6000], [1], [-1]]).moves[0].way;
    assert.deepEqual(['float32', 'float64', 'uint8'].map(wayOf), ['scalar', 'scalar', 'staged']);
  });
});
