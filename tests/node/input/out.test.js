// `out`: arrays of the caller's are written, and everything about them is checked before anything is.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { concat, evaluate, init, plan, slice, split, splitToSequence } from 'microtome';
import { newest } from '../../support/newest.js';
import { refuses } from '../../support/refusals.js';

/** @typedef {any} Any */

before(() => init());

const data = Float32Array.from({ length: 12 }, (_, k) => k);
const input = { type: /** @type {const} */ ('float32'), dims: [3, 4], data };
const marked = (/** @type {number} */ length) => new Float32Array(length).fill(-1);

describe('out', () => {
  it('takes typed arrays and tensors, and gives them back', () => {
    const a = marked(3);
    const b = { type: 'float32', dims: [3, 3], data: marked(9) };
    const outputs = split(input, { axis: 1, split: [1, 3] }, { out: [a, b] });
    assert.equal(outputs[0].data, a);
    assert.equal(outputs[1].data, b.data);
    assert.deepEqual([...a, ...b.data], [0, 4, 8, 1, 2, 3, 5, 6, 7, 9, 10, 11]);
    const c = { dtype: 'float32', shape: [3], data: marked(3) };
    assert.equal(slice(input, ':, 1', { out: [c] }).data, c.data);
    assert.deepEqual([...c.data], [1, 5, 9]);
  });

  it('takes one array where there is one output', () => {
    const a = marked(4);
    assert.equal(slice(input, '1', { out: a }).data, a);
    assert.deepEqual([...a], [4, 5, 6, 7]);
    const one = { data: marked(4) };
    assert.equal(slice(input, '2', { out: one }).data, one.data);
    const texts = ['', ''];
    assert.equal(slice({ data: ['x', 'y'], dims: [2] }, '::-1', { out: texts }).data, texts);
    assert.deepEqual(texts, ['y', 'x']);
  });

  it('writes a part of a buffer, and nothing around it', () => {
    const buffer = new Float32Array(14).fill(-1);
    split(input, { axis: 1, num_outputs: 2 }, { out: [buffer.subarray(1, 7), buffer.subarray(7, 13)] });
    assert.deepEqual([...buffer], [-1, 0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11, -1]);
  });

  it('may be one slot of a batch, also the first', () => {
    const batch = new Float32Array(12).fill(-1);
    for (const [i, row] of ['0', '2'].entries()) {
      const { data, stride, offset } = slice(input, row, { out: { data: batch, offset: 4 * i } });
      assert.deepEqual([data === batch, stride, offset], [true, [1], 4 * i]);
    }
    assert.deepEqual([...batch], [0, 1, 2, 3, 8, 9, 10, 11, -1, -1, -1, -1]);
  });

  it('is written even where view is asked for', () => {
    const a = marked(8);
    assert.equal(slice(input, '1:3', { out: [a], view: true }).data, a);
    assert.equal(a[7], 11);
  });

  it('takes no array twice, unless it has no entries, of whatever class', () => {
    const refuse = (
      /** @type {Any} */ data,
      /** @type {number[]} */ sizes,
      /** @type {Any} */ out,
      what = /./,
    ) => refuses(() => split({ dims: [data.length], data }, { split: sizes }, { out }), 'bad_out', what);
    for (const data of [
      new Float32Array(3),
      new Uint8ClampedArray(3),
      new BigInt64Array(3),
      ['a', 'b', 'c'],
    ]) {
      const [none, one, all] = /** @type {Any[]} */ ([data.slice(0, 0), data.slice(0, 1), data.slice()]);
      refuse(data, [1, 1, 1], [one, one.slice(), one], /outputs 0 and 2 overlap$/);
      const outputs = split({ dims: [3], data }, { split: [0, 3, 0] }, { out: [none, all, none] });
      assert.deepEqual([outputs[0].data === none, outputs[2].data === none], [true, true]);
      assert.equal(slice({ dims: [0], data: none }, ':', { out: none }).data, none);
    }
  });

  const bytes = new ArrayBuffer(64);
  const CLASS = /output 1 must be of class Float32Array, as float32 needs, not /;
  /** @type {Record<string, [Any, RegExp]>} */
  const wrong = {
    'too few': [[marked(6)], /one array per output: 2, not 1/],
    'too many': [[marked(6), marked(6), marked(6)], /one array per output: 2, not 3/],
    'another class': [[marked(6), new Float64Array(6)], CLASS],
    'no array': [[marked(6), null], CLASS],
    'a number': [[marked(6), 5], CLASS],
    'a tensor without data': [[marked(6), { type: 'float32', dims: [3, 2] }], CLASS],
    'another length': [[marked(6), marked(7)], /output 1 needs an array of length 6, not 7/],
    'another type': [[marked(6), { type: 'complex64', data: marked(6) }], /output 1 is float32, not 'complex64'/],
    'an array given twice': [Array(2).fill(marked(6)), /outputs 0 and 1 overlap$/],
    'arrays that overlap': [[new Float32Array(bytes, 20, 6), new Float32Array(bytes, 0, 6)], /outputs 0 and 1 overlap$/],
    'the input itself': [[marked(6), data.subarray(0, 6)], /output 1 overlaps the input; give it memory/],
    'the end of the input': [[data.subarray(6), marked(6)], /output 0 overlaps the input; give it memory/],
    'an object that is no list': [{ 0: marked(6), 1: marked(6) }, /one array per output: 2, not 1/],
  }; // biome-ignore format: a table
  for (const [what, [out, message]] of Object.entries(wrong)) {
    it(`refuses ${what}, and writes nothing`, () => {
      const before = structuredClone(out);
      const planned = plan('Split', [input], { attributes: { axis: 1, num_outputs: 2 } });
      const calls = [
        () => split(input, { axis: 1, num_outputs: 2 }, { out }),
        () => planned.run(input, { out }),
        () => evaluate('Split', [input, [2, 2]], { attributes: { axis: 1 }, out }),
      ];
      for (const call of calls) {
        assert.throws(call, (/** @type {Any} */ error) => {
          assert.deepEqual(
            [error.name, error.code, error.op, error.param],
            ['MicrotomeError', 'bad_out', newest('Split'), 'out'],
          );
          assert.match(error.message, new RegExp(`^${newest('Split')}: out: `));
          assert.match(error.message, message);
          return true;
        });
      }
      assert.deepEqual(out, before);
      assert.deepEqual(
        [...data],
        Array.from({ length: 12 }, (_, k) => k),
      );
    });
  }

  it('of no outputs is an empty list, for strings too', () => {
    for (const data of [[], new Float32Array(0)])
      assert.deepEqual(splitToSequence({ data, dims: [0] }, {}, { out: [] }), []);
  });

  it('may have any class that holds the type', () => {
    const values = [1, 2, 255, 4];
    const pixels = { data: Uint8ClampedArray.from(values), dims: [4] };
    const bytes = { data: Uint8Array.from(values), dims: [4] };
    for (const [x, Class] of /** @type {[Any, Any][]} */ ([[pixels, Uint8Array], [bytes, Uint8ClampedArray]])) {
      for (const spec of ['1:3', '2:0:-1', '1::2']) {
        const planned = plan('Slice', [{ type: 'uint8', dims: [4] }, spec]);
        const wanted = [...slice(x, spec).data];
        const out = new Class(2);
        for (const write of [() => slice(x, spec, { out }), () => planned.run(x, { out })[0], planned.bind(x, { out })]) {
          for (let i = 0; i < 3; ++i) {
            out.fill(9);
            const [{ data }] = [write()].flat();
            assert.equal(data, out);
            assert.deepEqual([...out], wanted, spec);
          }
        }
      }
      const whole = new Class(8);
      concat([x, x], 0, { out: whole });
      assert.deepEqual([...whole], [...values, ...values]);
      const strided = new Class(8);
      slice(x, ':', { out: { data: strided, stride: [2], offset: 1 } });
      assert.deepEqual([...strided], values.flatMap((value) => [0, value]));
      const place = new Class(x.data.buffer);
      assert.equal(slice(x, '1:', { out: place.subarray(0, 3) }).data.length, 3, 'over the input');
      assert.deepEqual([...x.data], [...values.slice(1), 4]);
    }
    // An image is of clamped bytes, and rows of any bytes can be written into it.
    const image = { data: new Uint8ClampedArray(16), width: 2, height: 2 };
    concat([0, 1].map((row) => ({ dims: [1, 2, 4], data: new Uint8Array(8).fill(row + 1) })), 0, { out: image });
    assert.deepEqual([...image.data], [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
  }); // biome-ignore format: calls

  it('must hold the type, not only have its width', () => {
    const signed = /** @type {any} */ (new Int8Array(2));
    refuses(
      () =>
        slice({ type: 'bool', data: new Uint8Array(4), dims: [4] }, '1:3', {
          out: [/** @type {any} */ (new Uint8ClampedArray(2))],
        }),
      'bad_out',
      /must be of class Uint8Array, as bool needs, not a Uint8ClampedArray/,
    );
    refuses(() => slice({ data: new Uint8Array(4), dims: [4] }, '1:3', { out: [signed] }), 'bad_out');
    const buffer = Buffer.alloc(2);
    assert.equal(slice({ data: Buffer.from([1, 2, 3]), dims: [3] }, '1:', { out: [buffer] }).data, buffer);
    assert.deepEqual([...buffer], [2, 3]);
  });
});
