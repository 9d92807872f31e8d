// Calls that are repeated take shortcuts; whatever has changed in between must be noticed, and nothing be allocated.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { evaluate, init, plan, slice, split } from 'microtome';

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

  it('notices that a tensor that it has returned is another by now, and leaves that alone', () => {
    const x = input();
    const planned = middle(x);
    const out = [new Float32Array(4)];
    const wanted = { type: 'float32', dims: [2, 2], data: out[0] };
    for (const changed of [{ type: 'int8' }, { dims: [4] }, { data: new Float32Array(4) }]) {
      const tensors = planned.run(x, { out });
      assert.equal(planned.run(x, { out }), tensors);
      Object.assign(tensors[0], changed);
      assert.deepEqual(planned.run(x, { out }), [wanted]);
      assert.deepEqual(tensors, [{ ...wanted, ...changed }]);
    }
  });

  it('notices that the input is row-major where the planned one was strided', () => {
    const planned = plan('Slice', [{ data: iota(6), shape: [3, 2], stride: [1, 3] }, [0], [3]]);
    const x = { data: iota(6), dims: [3, 2] };
    const out = [new Float32Array(6)];
    for (let i = 0; i < 3; ++i) assert.deepEqual([...planned.run(x, { out })[0].data], [0, 1, 2, 3, 4, 5]);
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

  it('moves what row-major data holds, also if the plan was made for other strides', () => {
    const x = input();
    const planned = plan('Slice', [{ type: 'float32', shape: [4, 4], stride: [1, 4] }, [1], [3]]);
    const out = [new Float32Array(8)];
    for (let i = 0; i < 3; ++i)
      assert.deepEqual([...planned.run(x, { out })[0].data], [4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('sees through Proxies of the input, of the list and of the options', () => {
    const x = input();
    const planned = middle(x);
    const list = [new Float32Array(4)];
    const [proxy, out] = [new Proxy(x, {}), new Proxy(list, {})];
    const options = Object.freeze({ out });
    for (let i = 0; i < 3; ++i) assert.equal(planned.run(proxy, options)[0].data, list[0]);
    x.data = iota(16).reverse();
    assert.deepEqual([...planned.run(proxy, options)[0].data], [10, 9, 6, 5]);
    list[0] = new Float32Array(4);
    assert.equal(planned.run(proxy, options)[0].data, list[0]);
    assert.deepEqual([...list[0]], [10, 9, 6, 5]);
    list[0] = new Float32Array(3);
    assert.throws(() => planned.run(proxy, options), { code: 'bad_out' });
  });

  it('takes the bytes of the arrays that it is given, whatever arrays it has seen', () => {
    const dims = [50, 4000];
    const spec = [[0], [1600], [1]]; // long runs, whose views are kept
    const xs = [1, 2, 3].map((salt) => ({ dims, data: new Uint8Array(50 * 4000).map((_, i) => i * salt) }));
    const planned = plan('Slice', [xs[0], ...spec]);
    assert.equal(planned.moves[0].way, 'runs');
    const outs = [0, 1].map(() => [new Uint8Array(50 * 1600)]);
    for (let turn = 0; turn < 24; ++turn) {
      const x = xs[Math.floor(turn / 4) % 3];
      const out = outs[Math.floor(turn / 2) % 2];
      out[0].fill(255);
      x.data[0] = turn;
      const [{ data }] = planned.run(x, { out });
      for (const row of [0, 1, 49]) {
        const begin = row * 4000;
        assert.deepEqual(data.subarray(row * 1600, (row + 1) * 1600), x.data.subarray(begin, begin + 1600));
      }
    }
  });

  it('goes on after a long list has made the memory of the module grow', () => {
    const x = { dims: [300, 300], data: new Float32Array(90_000).map((_, i) => i) };
    const planned = plan('Slice', [x, [0], [300], [1], [2]]);
    assert.equal(planned.moves[0].way, 'staged');
    const out = [new Float32Array(45_000)];
    const grow = () => split({ dims: [2 ** 20], data: new Uint8Array(2 ** 20) }, { num_outputs: 2 ** 20 });
    for (let turn = 0; turn < 6; ++turn) {
      if (turn === 3) assert.equal(grow().length, 2 ** 20);
      x.data[2] = turn;
      const [{ data }] = planned.run(x, { out });
      assert.deepEqual([...data.subarray(0, 3), data[44_999]], [0, turn, 4, 89_998]);
    }
  });

  for (const [way, dims, spec, calls] of /** @type {const} */ ([
    [
      'scalar',
      [4, 4],
      [
        [1, 1],
        [3, 3],
      ],
      1e6,
    ],
    ['runs', [8, 4096], [[0], [2000], [1]], 2e5],
    ['staged', [64, 64], [[0], [64], [1], [2]], 2e5],
  ])) {
    it(`allocates nothing: a million runs, ${way}, and the collector never wakes`, () => {
      const script = `
        import { init, plan } from './web/dist/index.js';
        await init();
        const x = { type: 'float32', dims: ${JSON.stringify(dims)}, data: new Float32Array(${dims[0] * dims[1]}) };
        const planned = plan('Slice', [x, ...${JSON.stringify(spec)}]);
        console.log(planned.explain());
        const options = { out: planned.outputs.map(({ dims }) => new Float32Array(dims[0] * dims[1])) };
        const run = (n) => { for (let i = 0; i < n; ++i) planned.run(x, options); };
        run(2e5);
        for (let batch = 0; batch < 5; ++batch) {
          console.log('BATCH');
          run(${calls});
        }
        console.log('END');`;
      const root = new URL('../../..', import.meta.url);
      const flags = ['--trace-gc', '--input-type=module', '--eval', script];
      const printed = execFileSync(process.execPath, flags, { cwd: root, encoding: 'utf8' });
      assert.match(printed, new RegExp(`\\(${way}`));
      const batches = printed.slice(0, printed.indexOf('END')).split('BATCH').slice(1);
      assert.equal(batches.length, 5);
      // V8's own compiler may wake the collector at any time; a run that allocates would wake it in every batch
      assert.ok(
        batches.some((lines) => !/Scavenge|Mark/.test(lines)),
        printed,
      );
    });
  }
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
