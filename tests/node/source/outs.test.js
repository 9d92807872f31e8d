// The arrays and tensors that a cut of a file writes into: what may be given as `out`, and what is refused before anything is fetched.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { init } from 'microtome';
import { open, slice, split } from 'microtome/source';
import { startRangeServer } from '../../support/range_server.js';

/** @import { RangeServer } from '../../support/range_server.js' */
/** @typedef {any} Any */

const FILE = new Uint8Array(200_000).map((_, i) => (i * 2654435761) >>> 9);
const LAYOUT = /** @type {const} */ ({ layout: { type: 'uint8', dims: [200, 1000] } });
/** @type {RangeServer} */ let server;

before(async () => {
  await init();
  server = await startRangeServer(FILE);
});
after(() => server.close());

describe('out', () => {
  it('is written, and returned', async () => {
    const stored = (await open(server.url, LAYOUT)).tensor();
    const out = new Uint8Array(1000);
    const tensor = await slice(stored, '7', { out });
    assert.equal(tensor.data, out);
    assert.deepEqual(out, FILE.slice(7000, 8000));
    const clamped = new Uint8ClampedArray(1000);
    await slice(stored, '7', { out: /** @type {Any} */ (clamped) });
    assert.deepEqual(Uint8Array.from(clamped), out);
    const halves = [new Uint8Array(100_000), new Uint8Array(100_000)];
    const tensors = await split(stored, { num_outputs: 2 }, { out: halves });
    assert.deepEqual(
      tensors.map(({ data }) => data),
      halves,
    );
    assert.deepEqual(halves[1], FILE.slice(100_000));
  });

  it('may be strided: a tile of a larger array', async () => {
    const stored = (await open(server.url, LAYOUT)).tensor();
    const frame = new Uint8Array(100).fill(9);
    const out = { data: frame, shape: [2, 3], stride: [10, 1], offset: 55, note: 'not returned' };
    const tensor = await slice(stored, '7:9, 4:7', { out });
    assert.deepEqual(tensor, { type: 'uint8', dims: [2, 3], data: frame, stride: [10, 1], offset: 55 });
    assert.equal(tensor.data, frame);
    const expected = new Uint8Array(100).fill(9);
    expected.set(FILE.slice(7004, 7007), 55);
    expected.set(FILE.slice(8004, 8007), 65);
    assert.deepEqual(frame, expected);
    const wrong = /** @type {Any[]} */ ([
      { ...out, offset: 90 },
      { ...out, stride: [1, 1] },
      { ...out, shape: [3, 2] },
      { ...out, dims: 5 },
      { data: new Uint8Array(7) },
      { shape: [2, 3] },
      { data: new Uint8Array(6), type: 'int8' },
      [undefined],
      0,
    ]);
    for (const each of wrong)
      await assert.rejects(slice(stored, '7:9, 4:7', { out: each }), { code: 'bad_out' });
  });

  it('whose buffer is detached during the cut is the mistake of the cut, strided or not', async () => {
    const stored = (await open(server.url, LAYOUT)).tensor();
    for (const options of [{}, { stride: [3, 1], offset: 0 }, { stride: [1, 2], offset: 0 }]) {
      const data = new Uint8Array(6);
      const onprogress = () => {
        if (data.length > 0) structuredClone(0, { transfer: [data.buffer] });
      };
      await assert.rejects(
        slice(stored, '7:9, 4:7', { out: { data, shape: [2, 3], ...options }, onprogress }),
        {
          code: 'bad_input',
          op: 'Slice',
          param: 'out',
          message: /^Slice: out: the buffer of output 0 was detached or resized/,
        },
      );
    }
  });

  it('of two outputs may not share memory', async () => {
    const stored = (await open(server.url, LAYOUT)).tensor();
    const whole = new Uint8Array(200_000);
    const apart = [whole.subarray(0, 100_000), whole.subarray(100_000)];
    await split(stored, { num_outputs: 2 }, { out: apart });
    assert.deepEqual(whole, FILE);
    const shared = [whole.subarray(0, 100_000), whole.subarray(99_999, 199_999)];
    await assert.rejects(split(stored, { num_outputs: 2 }, { out: shared }), { code: 'bad_out' });
  });

  it('may be given as a tensor without strides, which is written in place', async () => {
    const stored = (await open(server.url, LAYOUT)).tensor();
    const data = new Uint8Array(1000);
    const tensor = await slice(stored, '7', { out: { data, dims: [1000] } });
    assert.deepEqual(tensor, { type: 'uint8', dims: [1000], data: FILE.slice(7000, 8000) });
    assert.equal(tensor.data, data);
    const slot = await slice(stored, '7, :3', { out: { data: new Uint8Array(5), offset: 2 } });
    assert.deepEqual(slot.data, Uint8Array.of(0, 0, ...FILE.slice(7000, 7003)));
    assert.deepEqual([slot.stride, slot.offset], [[1], 2]);
  });

  it('may not share memory with the file', async () => {
    const bytes = FILE.slice();
    const stored = (
      await open(bytes.subarray(0, 100_000), { layout: { type: 'uint8', dims: [100, 1000] } })
    ).tensor();
    const beside = bytes.subarray(100_000, 101_000);
    await slice(stored, '7', { out: beside });
    assert.deepEqual(beside, FILE.slice(7000, 8000));
    await assert.rejects(slice(stored, '7', { out: bytes.subarray(99_001, 100_001) }), { code: 'bad_out' });
    assert.deepEqual(bytes.subarray(0, 100_000), FILE.subarray(0, 100_000));
  });
});
