// Conversions into the caller's arrays, by tables, and of integers that do not fit: then nothing is written.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan, rearrange, slice } from 'microtome';

before(() => init());

const call = /** @type {any} */ (rearrange);
const bytes = { dims: [2, 3], data: Uint8Array.of(0, 1, 2, 3, 4, 255) };

describe('tables', () => {
  it('give the caller bits, for each width, and along an axis', () => {
    const nan = Uint32Array.from({ length: 256 }, (_, k) => 0x7f800001 + k);
    const { data } = call(bytes, 'a b -> b a', {
      to: { type: 'float32', table: new Float32Array(nan.buffer) },
    });
    assert.deepEqual(
      [...new Uint32Array(data.buffer)],
      [0, 3, 1, 4, 2, 255].map((k) => 0x7f800001 + k),
    );
    const table = [1, 10].map((by) => Float64Array.from({ length: 256 }, (_, k) => k * by + 0.1));
    const made = call(bytes, 'a b -> b a', { to: { type: 'float64', table, along: 'a' } });
    assert.deepEqual([...made.data], [0.1, 30.1, 1.1, 40.1, 2.1, 2550.1]);
    const signed = { dims: [2], data: Int8Array.of(-1, 1) };
    const own = Uint8Array.from({ length: 256 }, (_, k) => 255 - k);
    assert.deepEqual([...call(signed, 'a -> a', { to: { type: 'uint8', table: own } }).data], [0, 254]);
  });
});

describe('out', () => {
  it('is any array of the type, also between strides, and bound', () => {
    const clamped = new Uint8ClampedArray(6);
    const floats = { dims: [2, 3], data: Float32Array.of(0.5, 1.5, 2.5, -7, 300, Number.NaN) };
    assert.equal(call(floats, 'a b -> b a', { to: 'uint8', out: clamped }).data, clamped);
    assert.deepEqual([...clamped], [0, 0, 2, 255, 2, 0]);
    const frame = new Uint8ClampedArray(12).fill(9);
    call(floats, 'a b -> a b', { to: 'uint8', out: { data: frame, stride: [6, 2], offset: 1 } });
    assert.deepEqual([...frame], [9, 0, 9, 2, 9, 2, 9, 0, 9, 255, 9, 0]);
    const planned = plan('Rearrange', [floats], { attributes: { pattern: 'a b -> b a', to: 'int16' } });
    const [out] = /** @type {any[]} */ (planned.allocate());
    const cut = planned.bind(floats, { out: /** @type {any} */ ([out]) });
    cut();
    floats.data.fill(-3.5);
    cut();
    assert.deepEqual(out, new Int16Array(6).fill(-4));
    assert.deepEqual(planned.moves[0].convert, { type: 'int16' });
    assert.match(planned.explain(), /Each element becomes int16 on its way\.$/);
  });

  it('is not written if an integer does not fit, and gaps do not count', () => {
    const wide = { dims: [2, 3], data: Int32Array.of(1, 2, 3, 4, -1, 300) };
    const out = new Uint8Array(6).fill(7);
    const message = /element 4 is -1, but uint8 holds 0 to 255$/;
    assert.throws(() => call(wide, 'a b -> b a', { to: 'uint8', out }), { code: 'out_of_range', message });
    assert.deepEqual(out, new Uint8Array(6).fill(7));
    const left = slice(wide, ':, :1', { view: 'strided' });
    assert.deepEqual([...call(left, 'a 1 -> a', { to: 'uint8' }).data], [1, 4]);
  });

  it('must not overlap the input', () => {
    const { data } = bytes;
    assert.throws(() => call(bytes, 'a b -> a b', { out: data }), { code: 'bad_out' });
    assert.throws(() => call(bytes, 'a b -> a b', { to: { type: 'uint8', scale: 2 }, out: data }), {
      code: 'bad_out',
    });
  });
});
