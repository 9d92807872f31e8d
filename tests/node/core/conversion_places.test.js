// Conversions between arrays that are anywhere: outputs with strides, whose other bytes stay as they are, and arrays of the arena. That a
// bound conversion allocates nothing: tests/node/call/bind.test.js.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { allocate, init, plan, rearrange, release } from 'microtome';
import { getMemory, watchMemory } from '../../support/memory.js';

/** @typedef {any} Any */

before(async () => {
  watchMemory();
  await init({ arena: 32 << 20 });
});

const call = /** @type {Any} */ (rearrange);

/** So many that the core converts them, in several tiles. */
const [HEIGHT, WIDTH] = [300, 400];
const PIXELS = HEIGHT * WIDTH;
const FRAME = Uint8Array.from({ length: 4 * PIXELS }, (_, k) => (k * 7919) % 251);
const SCALE = [0.5, 0.25, 2];
const BIAS = [1, -2, 3];
const TO = { type: 'float32', scale: SCALE, bias: BIAS, along: 'c' };
const PLANES = 'h w c -> c h w';
const NOTHING = -7;

/** Three of four channels. @param {Uint8Array} data */
const pixelsOf = (data) => ({ dims: [HEIGHT, WIDTH, 3], stride: [4 * WIDTH, 4, 1], offset: 0, data });

const valueAt = (/** @type {number} */ c, /** @type {number} */ pixel) =>
  FRAME[4 * pixel + c] * SCALE[c] + BIAS[c];

/** Where planes are in an array of `length`. */
const LAYOUTS = {
  'rows that follow one another': { stride: [PIXELS, WIDTH, 1], offset: 0, length: 3 * PIXELS },
  'a frame inside larger planes': { stride: [2 * PIXELS, WIDTH, 1], offset: 900, length: 6 * PIXELS },
  'rows with gaps': { stride: [HEIGHT * 640, 640, 1], offset: 7, length: 3 * HEIGHT * 640 },
  'every second element': { stride: [2 * PIXELS, 2 * WIDTH, 2], offset: 1, length: 6 * PIXELS },
  'pixels of four floats': { stride: [1, 4 * WIDTH, 4], offset: 0, length: 4 * PIXELS },
  'upside down': { stride: [PIXELS, -WIDTH, 1], offset: PIXELS - WIDTH, length: 3 * PIXELS },
};

/** @param {Float32Array} data @param {{ stride: number[], offset: number }} layout */
function judge(data, { stride, offset }) {
  const expected = new Float32Array(data.length).fill(NOTHING);
  for (let c = 0; c < 3; ++c)
    for (let h = 0; h < HEIGHT; ++h)
      for (let w = 0; w < WIDTH; ++w)
        expected[offset + c * stride[0] + h * stride[1] + w * stride[2]] = valueAt(c, h * WIDTH + w);
  for (let k = 0; k < data.length; ++k)
    if (data[k] !== expected[k]) assert.fail(`element ${k} is ${data[k]}, not ${expected[k]}`);
}

for (const [name, { stride, offset, length }] of Object.entries(LAYOUTS))
  describe(`planes as ${name}`, () => {
    const dims = [3, HEIGHT, WIDTH];
    for (const isSource of [false, true])
      for (const isOut of [false, true]) {
        const where = (/** @type {boolean} */ is) => (is ? 'in the arena' : 'elsewhere');
        it(`input ${where(isSource)}, out ${where(isOut)}`, () => {
          const data = isSource ? allocate('uint8', [FRAME.length]) : new Uint8Array(FRAME.length);
          const out = isOut ? allocate('float32', [length]) : new Float32Array(length);
          data.set(FRAME);
          const options = { to: TO, out: { dims, stride, offset, data: out } };
          out.fill(NOTHING);
          assert.equal(call(pixelsOf(data), PLANES, options).data, out);
          judge(out, { stride, offset });
          const attributes = { pattern: PLANES, to: TO };
          const planned = plan('Rearrange', [pixelsOf(data)], /** @type {Any} */ ({ attributes }));
          const bound = planned.bind(pixelsOf(data), /** @type {Any} */ ({ out: options.out }));
          for (let turn = 0; turn < 2; ++turn) {
            out.fill(NOTHING);
            bound();
            judge(out, { stride, offset });
          }
          for (const array of [data, out]) if (array.buffer === getMemory('arena').buffer) release(array);
        });
      }
  });

describe('an array of the arena', () => {
  it('stays where it is when a conversion has more numbers than a request beside the arena', () => {
    const count = 20_000;
    const data = allocate('int16', [count]);
    data.forEach((_, k) => {
      data[k] = k;
    });
    const scale = Array.from({ length: count }, (_, k) => (k % 100) - 50);
    const { data: made } = call({ dims: [count], data }, 'n -> n', {
      to: { type: 'float32', scale, along: 'n' },
    });
    assert.equal(data.length, count);
    for (let k = 0; k < count; ++k) assert.equal(made[k], k * scale[k] + 0);
    release(data);
  });
});

describe('integers that do not fit', () => {
  it('are found before an output with strides is written, and the first is named', () => {
    const [rows, columns] = [200, 100];
    const data = new Int16Array(2 * rows * columns).fill(9);
    data[2 * (150 * columns + 40)] = 300; // the second to be written, and the first of the input
    data[2 * (190 * columns + 2)] = -1;
    data.forEach((_, k) => {
      if (k % 2 === 1) data[k] = 999; // between the elements
    });
    const input = { dims: [rows, columns], stride: [2 * columns, 2], offset: 0, data };
    const out = {
      dims: [columns, rows],
      stride: [3 * rows, 3],
      offset: 1,
      data: new Uint8Array(3 * rows * columns),
    };
    const message = /input: element 15040 is 300, but uint8 holds 0 to 255$/;
    const convert = () => call(input, 'a b -> b a', { to: 'uint8', out });
    assert.throws(convert, { code: 'out_of_range', message });
    assert.ok(out.data.every((each) => each === 0));
    data[2 * (150 * columns + 40)] = data[2 * (190 * columns + 2)] = 0;
    convert();
    assert.equal(out.data[1 + 3 * 150], 9);
    assert.equal(out.data.filter((each) => each === 0).length, 2 * rows * columns + 2);
  });
});

describe('tables', () => {
  it('of every width keep each bit, along every axis, into strides too', () => {
    const [rows, columns] = [60, 50];
    const data = Uint8Array.from({ length: rows * columns }, (_, k) => (k * 31) % 256);
    const classes = { uint8: Uint8Array, float16: Uint16Array, float32: Float32Array, float64: Float64Array };
    for (const [type, Class] of Object.entries(classes))
      for (const along of ['a', 'b', 'c']) {
        const count = { a: rows, b: columns, c: 3 }[along] ?? 0;
        const words = Array.from({ length: count }, (_, i) => {
          const table = new Class(256);
          const bytes = new Uint8Array(table.buffer);
          bytes.forEach((_byte, k) => {
            bytes[k] =
              k % table.BYTES_PER_ELEMENT < 2 && table.BYTES_PER_ELEMENT > 2 ? i : 0x7f ^ ((k + i) % 128);
          });
          return table;
        });
        const out = {
          dims: [columns, rows, 3],
          stride: [4 * rows, 4, 1],
          offset: 0,
          data: new Class(4 * rows * columns),
        };
        const made = call({ dims: [rows, columns], data }, 'a b -> b a c', {
          sizes: { c: 3 },
          to: { type, along, table: words },
          out,
        });
        const width = Class.BYTES_PER_ELEMENT;
        const bytes = new Uint8Array(made.data.buffer);
        for (let b = 0; b < columns; ++b)
          for (let a = 0; a < rows; ++a)
            for (let c = 0; c < 4; ++c) {
              const table = words[{ a, b, c }[along] ?? 0];
              const at = width * (4 * (b * rows + a) + c);
              const of = new Uint8Array(c < 3 ? table.buffer : new ArrayBuffer(256 * width));
              const from = width * data[a * columns + b];
              for (let k = 0; k < width; ++k)
                assert.equal(bytes[at + k], of[from + k], `${type} along ${along}`);
            }
      }
  });
});
