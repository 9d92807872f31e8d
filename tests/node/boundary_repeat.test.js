// Calls that are repeated take shortcuts; whatever has changed in between must be noticed, and nothing be allocated.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { evaluate, init, plan, slice, split } from '../../web/lib/index.js';

before(() => init());

const iota = (/** @type {number} */ n) => Float32Array.from({ length: n }, (_, i) => i);
const input = () => ({ type: /** @type {const} */ ('float32'), dims: [4, 4], data: iota(16) });
const middle = (/** @type {ReturnType<typeof input>} */ x) => plan('Slice', [x, [1, 1], [3, 3]]);

describe('a plan run again with the same list of arrays', () => {
  it('sees new values, and returns the same tensors', () => {
    const x = input();
    const planned = middle(x);
    const out = [new Float32Array(4)];
    const first = planned.run(x, { out });
    assert.deepEqual([...out[0]], [5, 6, 9, 10]);
    x.data[5] = 50;
    const second = planned.run(x, { out });
    assert.equal(second, first);
    assert.equal(second[0].data, out[0]);
    assert.deepEqual([...out[0]], [50, 6, 9, 10]);
  });

  it('notices another array in the list, and another length of the list', () => {
    const x = input();
    const planned = middle(x);
    const out = [new Float32Array(4)];
    planned.run(x, { out });
    const old = out[0].slice();
    const { data } = x;
    data.fill(7);
    out[0] = new Float32Array(4);
    assert.deepEqual([...planned.run(x, { out })[0].data], [7, 7, 7, 7]);
    assert.deepEqual([...old], [5, 6, 9, 10]);
    out[0] = new Float32Array(5);
    assert.throws(() => planned.run(x, { out }), { code: 'bad_out' });
    out.length = 0;
    assert.throws(() => planned.run(x, { out }), { code: 'bad_out' });
  });

  it('notices that the input has other data, dims, type or strides', () => {
    const x = /** @type {any} */ (input());
    const planned = middle(x);
    const out = [new Float32Array(4)];
    planned.run(x, { out });
    x.data = iota(16).map((value) => value + 100);
    assert.deepEqual([...planned.run(x, { out })[0].data], [105, 106, 109, 110]);
    x.stride = [1, 4];
    assert.deepEqual([...planned.run(x, { out })[0].data], [105, 109, 106, 110]);
    x.stride = undefined;
    x.dims[0] = 2;
    assert.throws(() => planned.run(x, { out }), { code: 'bad_input' });
    x.dims[0] = 4;
    x.type = 'complex64';
    assert.throws(() => planned.run(x, { out }), { code: 'bad_input' });
    x.type = 'float32';
    assert.deepEqual([...planned.run(x, { out })[0].data], [105, 106, 109, 110]);
  });

  it('notices that an array has lost its buffer', () => {
    const x = input();
    const planned = middle(x);
    const out = [new Float32Array(4)];
    planned.run(x, { out });
    structuredClone(out[0].buffer, { transfer: [out[0].buffer] });
    assert.throws(() => planned.run(x, { out }), { code: 'bad_out' });
    out[0] = new Float32Array(4);
    planned.run(x, { out });
    structuredClone(x.data.buffer, { transfer: [x.data.buffer] });
    assert.throws(() => planned.run(x, { out }), { code: 'bad_input' });
  });

  it('allocates nothing: a million runs, and the collector never wakes', () => {
    const script = `
      import { init, plan } from './web/lib/index.js';
      await init();
      const x = { type: 'float32', dims: [4, 4], data: new Float32Array(16) };
      const planned = plan('Slice', [x, [1, 1], [3, 3]]);
      const options = { out: [new Float32Array(4)] };
      const run = (n) => { for (let i = 0; i < n; ++i) planned.run(x, options); };
      run(2e5);
      for (let batch = 0; batch < 5; ++batch) {
        console.log('BATCH');
        run(1e6);
      }
      console.log('END');`;
    const root = new URL('../..', import.meta.url);
    const flags = ['--trace-gc', '--input-type=module', '--eval', script];
    const printed = execFileSync(process.execPath, flags, { cwd: root, encoding: 'utf8' });
    const batches = printed.slice(0, printed.indexOf('END')).split('BATCH').slice(1);
    assert.equal(batches.length, 5);
    // V8's own compiler may wake the collector at any time; a run that allocates would wake it in every batch
    assert.ok(
      batches.some((lines) => !/Scavenge|Mark/.test(lines)),
      printed,
    );
  });
});

describe('a call made again', () => {
  it('notices a changed list, step, type, shape and number of outputs', () => {
    const x = input();
    const spec = { starts: [0], ends: [2], axes: [0], steps: [1] };
    assert.deepEqual(slice(x, spec).dims, [2, 4]);
    spec.ends[0] = 3;
    assert.deepEqual(slice(x, spec).dims, [3, 4]);
    spec.steps[0] = 2;
    assert.deepEqual([...slice(x, spec).data], [0, 1, 2, 3, 8, 9, 10, 11]);
    spec.steps[0] = 0;
    assert.throws(() => slice(x, spec), { code: 'zero_step' });
    spec.steps[0] = 2;
    assert.deepEqual(slice({ ...x, dims: [2, 8] }, spec).dims, [1, 8]);
    assert.deepEqual(slice(x, '1').dims, [4]);
    assert.deepEqual(slice(x, '1:2').dims, [1, 4]);
    assert.equal(split(x, { num_outputs: 2 }).length, 2);
    assert.equal(split(x, { num_outputs: 4 }).length, 4);
    assert.equal(split(x, { num_outputs: 2 }, { opset: 13 }).length, 2);
    assert.throws(() => split(x, { num_outputs: 3 }, { opset: 13 }), { code: 'not_divisible' });
    const typed = (/** @type {string} */ type, /** @type {any} */ data) =>
      evaluate('Slice', [x, { type: /** @type {any} */ (type), dims: [1], data }, [2], [0]]);
    typed('int32', Int32Array.of(1));
    assert.throws(() => typed('int8', Int8Array.of(1)), { code: 'bad_type' });
  });

  it('does not return the dims of an earlier result', () => {
    const x = input();
    const first = slice(x, '1:3');
    /** @type {number[]} */ (first.dims)[0] = 99;
    assert.deepEqual(slice(x, '1:3').dims, [2, 4]);
  });
});

describe('NaNs', () => {
  it('keep their bits in every way of moving', () => {
    for (const size of [4, 40, 4000]) {
      const bits = new Uint32Array(size * size).map((_, i) => 0x7f800001 + (i % 1000));
      const x = { dims: [size, size], data: new Float32Array(bits.buffer) };
      for (const spec of [':, ::2', ':, ::-1', '1:3, 1:3', ':, 1:3']) {
        const wanted = slice({ dims: [size, size], data: bits }, spec).data;
        for (let i = 0; i < (size === 4 ? 20_000 : 1); ++i) {
          const { data } = slice(x, spec);
          assert.ok(Buffer.from(data.buffer).equals(Buffer.from(wanted.buffer)), `${size} ${spec}`);
        }
      }
    }
  });
});
