// Numbers of conversions that are lists and tensors: long ones, wrong ones, and what may change meanwhile.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan, rearrange } from 'microtome';

before(() => init());

const call = /** @type {any} */ (rearrange);
const MILLION = 1_000_000;

/** @param {() => unknown} run @param {string} code @param {RegExp} message */
const refuses = (run, code, message) => assert.throws(run, { code, message });

describe('a list of a million', () => {
  const input = { dims: [MILLION], data: new Uint8Array(MILLION).fill(3) };
  const out = new Float32Array(MILLION).fill(7);
  const convert = (/** @type {any} */ to) =>
    call(input, 'n -> n', { to: { type: 'float32', along: 'n', ...to }, out });

  it('scales each element', () => {
    const scale = Float32Array.from({ length: MILLION }, (_, k) => k);
    const { data } = call(input, 'n -> n', { to: { type: 'float32', scale, along: 'n' } });
    assert.ok(data.every((/** @type {number} */ x, /** @type {number} */ k) => x === 3 * k));
  });

  it('names the first wrong entry, and nothing is written', () => {
    const list = new Array(MILLION).fill(1);
    const zero_point = new Float64Array(MILLION);
    const big = new BigInt64Array(MILLION);
    list[777_777] = '1';
    list[999_999] = null;
    zero_point[888_888] = 0.5;
    zero_point[999_999] = Number.NaN;
    big[999_998] = 2n ** 60n;
    refuses(() => convert({ scale: list }), 'bad_argument', /entry 777777 of scale is '1'/);
    refuses(() => convert({ zero_point }), 'not_integer', /entry 888888 of zero_point is 0\.5/);
    refuses(
      () => convert({ zero_point: { type: 'int64', dims: [MILLION], data: big } }),
      'out_of_range',
      /entry 999998 of zero_point is 1152921504606846976/,
    );
    refuses(() => convert({ bias: list.slice(1) }), 'length_mismatch', /bias has length 999999/);
    assert.ok(out.every((x) => x === 7));
  });
});

describe('numbers', () => {
  const input = { dims: [2, 2], data: Uint8Array.of(1, 2, 3, 4) };
  const along = 'a b';

  it('may share memory with out', () => {
    const out = Float32Array.of(1, 10, 100, 1000);
    for (const scale of [out.slice(), out, { dims: [2, 2], data: out }]) {
      out.set([1, 10, 100, 1000]);
      call(input, 'a b -> b a', { to: { type: 'float32', scale, along }, out });
      assert.deepEqual([...out], [1, 300, 20, 4000]);
    }
  });

  it('of a plan, and of a bound plan, are copies', () => {
    const scale = { dims: [2, 2], data: Float32Array.of(1, 10, 100, 1000) };
    const to = /** @type {any} */ ({ type: 'float32', scale, along });
    const planned = plan('Rearrange', [{ type: 'uint8', dims: [2, 2] }], {
      attributes: { pattern: 'a b -> a b', to },
    });
    scale.data.fill(0);
    const wanted = [1, 20, 300, 4000];
    assert.deepEqual([...planned.run(input)[0].data], wanted);
    const run = planned.bind(input);
    assert.deepEqual([...run()[0].data], wanted);
    input.data.fill(1);
    assert.deepEqual([...run()[0].data], [1, 10, 100, 1000]);
    input.data.set([1, 2, 3, 4]);
  });

  it('that a strided tensor holds are read there', () => {
    const data = Uint16Array.of(0x3c00, 0x4000, 0x4200, 0x4400, 0, 0);
    const scale = { type: 'float16', dims: [2, 2], stride: [-1, -2], offset: 3, data };
    const { data: made } = call(input, 'a b -> a b', { to: { type: 'float32', scale, along: 'b a' } });
    assert.deepEqual([...made], [4, 6, 6, 4]);
  });

  it('of a detached array are refused', () => {
    const data = new Float32Array(4);
    structuredClone(data.buffer, { transfer: [data.buffer] });
    for (const scale of [data, { dims: [2, 2], data }])
      refuses(
        () => call(input, 'a b -> a b', { to: { type: 'float32', scale, along } }),
        'bad_input',
        /scale: .*detached/,
      );
  });
});

describe('a table of 65,536', () => {
  const table = Uint16Array.from({ length: 65536 }, (_, k) => 65535 - k);
  /** Few elements for a loop, and many for the core. */
  const COUNTS = [3, 3000];
  const inputOf = (/** @type {number} */ n) => ({
    dims: [n],
    data: Uint16Array.from({ length: n }, (_, k) => (k * 40503) & 65535),
  });

  it('may share memory with out', () => {
    for (const n of COUNTS) {
      const own = table.slice();
      const input = inputOf(n);
      const out = own.subarray(0, n);
      call(input, 'n -> n', { to: { type: 'uint16', table: own }, out });
      assert.ok(out.every((x, k) => x === 65535 - input.data[k]));
    }
  });

  it('of a plan, and of a bound plan, is a copy; outputs may have strides', () => {
    for (const n of COUNTS) {
      const own = table.slice();
      const planned = plan('Rearrange', [{ type: 'uint16', dims: [n] }], {
        attributes: { pattern: 'n -> n', to: { type: 'uint16', table: own } },
      });
      own.fill(0);
      const input = inputOf(n);
      const data = new Uint16Array(3 * n).fill(7);
      planned.bind(input, { out: { data, stride: [-3], offset: 3 * n - 2 } })();
      for (let k = 0; k < n; ++k) assert.equal(data[3 * (n - 1 - k) + 1], 65535 - input.data[k]);
      assert.equal(data.filter((x) => x === 7).length >= 2 * n, true);
      const out = new Uint16Array(n);
      planned.run(input, { out });
      assert.ok(out.every((/** @type {number} */ x, /** @type {number} */ k) => x === 65535 - input.data[k]));
    }
  });

  it('that is detached while the call reads `out` is refused, and nothing is written', () => {
    for (const n of COUNTS) {
      const own = table.slice();
      const out = new Uint16Array(n).fill(7);
      const tensor = {
        get data() {
          if (own.length > 0) structuredClone(own.buffer, { transfer: [own.buffer] });
          return out;
        },
      };
      refuses(
        () => call(inputOf(n), 'n -> n', { to: { type: 'uint16', table: own }, out: tensor }),
        'bad_input',
        /table: its buffer was detached or resized/,
      );
      assert.ok(out.every((x) => x === 7));
    }
  });
});
