// After a call, nothing of the library keeps a caller's array, also where a later call would be faster
// with it. In a process of its own, which can wake the collector.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../../tools/common/paths.js';

const entry = pathToFileURL(inRoot('web/dist/index.js')).href;

/** Calls with `x`, a tensor of 300 by 300 floats. Its array, those of the result and those that `keep` makes are asked for later. */
const CALLS = [
  "slice(x, '...')",
  "slice(x, '::-1')",
  "slice(x, ':, ::-1')",
  "slice({ ...x, dims: [90_000] }, '::-1')",
  "plan('Slice', [{ ...x, dims: [90_000] }, '::-1']).bind({ ...x, dims: [90_000] })()",
  "slice(x, ':, ::2')",
  "slice(x, ':2, :2')",
  "slice(x, '5, 5')",
  "slice(x, '...', { view: true })",
  "slice(x, ':, ::-1', { view: 'strided' })",
  "slice(x, '...', { out: keep(90_000) })",
  "slice(x, ':, ::-1', { out: { data: keep(90_000), stride: [-300, 1], offset: 299 * 300 } })",
  "slice({ ...x, stride: [0, 1], offset: 0 }, '...')",
  "slice({ ...x, stride: [1, 0], offset: 0 }, '...')",
  "split(x, { axis: 1, num_outputs: 3 })",
  "concat([x, x], 1)",
  "concat([x, { dims: [300, 1], data: keep(300) }], 1, { out: keep(90_300) })",
  "assign(x, ':, ::-1', { dims: [300, 300], data: keep(90_000) })",
  "assign(x, ':, ::-1', x)",
  "rearrange(x, 'a b -> b a')",
  "rearrange(x, 'a b -> b a', { to: 'int32' })",
  "rearrange(x, 'a b -> b a', { to: { type: 'float64', scale: 2 }, out: new Float64Array(keep(180_000).buffer) })",
  "rearrange({ dims: [256], type: 'uint8', data: new Uint8Array(keep(64).buffer) }, 'a -> a', { to: { type: 'float32', table: keep(256) } })",
  "plan('Slice', [x, ':, ::-1']).run(x)",
  "plan('Slice', [x, ':, ::-1']).bind(x)()",
  "fails(() => slice(x, ':, :, :'))",
  "fails(() => slice(x, '::-1', { out: keep(3) }))",
]; // biome-ignore format: a table

/** @param {string} program */
function run(program) {
  const start = `
    import assert from 'node:assert/strict';
    import { assign, concat, init, pad, plan, rearrange, slice, split } from '${entry}';
    await init();
    // code that is being compiled in another thread may hold an array for a while
    const collect = async (isDone) => {
      for (let i = 0; i < 500; ++i) {
        await new Promise((resolve) => setTimeout(resolve, 1)); // what a WeakRef gives is kept until here
        globalThis.gc();
        if (isDone()) break;
      }
    };
    const fails = (call) => assert.throws(call, { name: 'MicrotomeError' });`;
  const args = ['--expose-gc', '--input-type=module', '--eval', `${start}${program}\nconsole.log('done');`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.deepEqual([status, stdout, stderr], [0, 'done\n', '']);
}

it('arrays are free after a call, those that it made too', () =>
  run(`
    for (const text of ${JSON.stringify(CALLS)}) {
      const watched = [];
      const keep = (length) => {
        const array = new Float32Array(length);
        watched.push(new WeakRef(array.buffer));
        return array;
      };
      const call = new Function('x', 'keep', 'fails', 'lib', 'const { assign, concat, plan, rearrange, slice, split } = lib; return ' + text);
      const lib = { assign, concat, plan, rearrange, slice, split };
      (() => {
        const results = [call({ dims: [300, 300], data: keep(90_000) }, keep, fails, lib) ?? []].flat();
        for (const { data } of results) watched.push(new WeakRef(data.buffer));
      })();
      await collect(() => watched.every((each) => each.deref() === undefined));
      assert.deepEqual(watched.map((each) => each.deref()?.byteLength), watched.map(() => undefined), text);
    }`));

it('no array of a call that is repeated with out is held by another one', () =>
  run(`
    const turned = plan('Slice', [{ type: 'float32', dims: [300, 300] }, ':, ::-1']);
    const rows = plan('Slice', [{ type: 'float32', dims: [300, 300] }, ':, 20:220']);
    const dims = [300, 300];
    const calls = [
      [([data, out]) => turned.run({ dims, data }, { out }), 90_000, 90_000],
      [([data, out]) => rows.run({ dims, data }, { out: [out] }), 90_000, 60_000],
      [([data, out]) => slice({ dims, data }, '1:3, 5:9', { out: [{ data: out, stride: [4, 1], offset: 0 }] }), 90_000, 8],
      [([data, ...out]) => split({ dims, data }, { axis: 1, num_outputs: 3 }, { out }), 90_000, 30_000, 30_000, 30_000],
      [([a, b, out]) => concat([{ dims, data: a }, { dims, data: b }], 1, { out }), 90_000, 90_000, 180_000],
      [([data, out]) => rearrange({ dims, data }, 'a b -> b a', { to: 'float64', out }), 90_000, -90_000],
    ];
    for (const [call, ...lengths] of calls)
      for (const held of lengths.keys()) {
        let one;
        const others = [];
        (() => {
          const arrays = lengths.map((length) => (length < 0 ? new Float64Array(-length) : new Float32Array(length)));
          for (let i = 0; i < 5; ++i) call(arrays);
          one = arrays[held];
          for (const array of arrays) if (array !== one) others.push(new WeakRef(array.buffer));
        })();
        await collect(() => others.every((each) => each.deref() === undefined));
        assert.deepEqual(others.map((each) => each.deref()?.byteLength), others.map(() => undefined), call + ' holds by array ' + held);
        assert.ok(one.length > 0);
      }`));

it('a text is free after a call: it may be a part of a much longer one', () =>
  run(`
    const x = { dims: [4], data: new Float32Array(4) };
    const longs = (part) => Buffer.alloc(1 << 26, part).toString('latin1');
    const heap = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
    globalThis.gc();
    const before = heap();
    const isFree = () => heap() - before < 1 << 25;
    (() => slice(x, longs('1:2             ').slice(0, 16)))();
    await collect(isFree);
    assert.ok(isFree(), String(heap() - before));
    (() => fails(() => slice(x, longs('1:2:3:4         ').slice(0, 16))))();
    await collect(isFree);
    assert.ok(isFree(), String(heap() - before));`));

it('a decision of many moves is free after a call, however few words asked for it', () =>
  run(`
    const calls = [
      () => pad({ dims: new Array(8).fill(2), data: new Uint8Array(256) }, new Array(16).fill(2), { mode: 'wrap' }),
      () => split({ dims: [1 << 18], data: new Uint8Array(1 << 18) }, { num_outputs: 1 << 18 }),
    ];
    const heap = () => process.memoryUsage().heapUsed;
    for (const call of calls) {
      globalThis.gc();
      const before = heap();
      const isFree = () => heap() - before < 1 << 20;
      (() => call())();
      await collect(isFree);
      assert.ok(isFree(), call + ' keeps ' + (heap() - before));
    }`));
