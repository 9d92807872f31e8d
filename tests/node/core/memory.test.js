// Calls leave nothing behind. WebAssembly memory stays as it was, inputs stay as they were, no output lives in that
// memory, and calls that made it grow leave later ones right.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  evaluate,
  init,
  MicrotomeError,
  plan,
  slice,
  split,
  splitToSequence,
  variadicSplit,
} from 'microtome';
import { getMemory, watchMemory } from '../../support/memory.js';

const floats = Float32Array.from({ length: 24 }, (_, k) => k);
const tensor = { type: /** @type {const} */ ('float32'), dims: [4, 6], data: floats };
const wide = { data: Uint16Array.from({ length: 30_000 }, (_, k) => k), dims: [100, 300] };
const packed = { type: /** @type {const} */ ('u3'), dims: [5, 7], data: new Uint8Array(15).fill(0x6c) };
const texts = { dims: [2, 3], data: ['a', 'b', 'c', 'd', 'e', 'f'] };

before(async () => {
  watchMemory();
  await init();
});

/** One of each way, of each operator, and failures. @type {readonly (() => unknown)[]} */
const CALLS = [
  () => slice(tensor, '::-1, 1:5:2'), // scalar
  () => slice(wide, '10:90, 20:280'), // runs
  () => slice(wide, ':, ::2'), // staged
  () => slice(tensor, '1:3', { view: true }),
  () => split(wide, { axis: 1, num_outputs: 150 }), // staged, several streams
  () => split(tensor, { axis: 1, split: [2, 4] }),
  () => splitToSequence(tensor, { axis: 0, keepdims: 0 }),
  () => variadicSplit(packed, 1, [3, -1]), // staged, bits
  () => slice(texts, '::-1'),
  () => evaluate('Slice', [tensor, [0], [2]], { opset: 11 }),
  () => plan('Slice', [{ type: 'float32', dims: [1024, 1024] }, [0], [1024], [0], [3]]).explain(),
  () => slice({ data: floats, shape: [3, 2], stride: [-6, 0], offset: 20 }, '::2'),
  () => fails(() => split(tensor, { axis: 2, num_outputs: 2 })),
  () => fails(() => slice(tensor, 'x')),
  () => fails(() => slice(tensor, '1:2', { out: [new Float32Array(1)] })),
];

/** @param {() => unknown} call */
function fails(call) {
  assert.throws(call, MicrotomeError);
  return [];
}

describe('memory', () => {
  it('is as it was after 30,000 calls', () => {
    for (const call of CALLS) call();
    const memory = getMemory();
    const { buffer } = memory;
    const bytes = buffer.byteLength;
    const watched = snapshot();
    for (let i = 0; i < 30_000; ++i) CALLS[i % CALLS.length]();
    assert.equal(memory.buffer, buffer, 'the same buffer: it never grew');
    assert.equal(memory.buffer.byteLength, bytes);
    assert.ok(bytes <= 16 << 20, `${bytes} bytes`);
    assert.deepEqual(snapshot(), watched);
  });

  it('holds no output', () => {
    const { buffer } = getMemory();
    for (const call of CALLS) {
      const outputs = [call()].flat();
      for (const output of outputs) {
        const { data } = /** @type {{ data: unknown }} */ (output);
        if (ArrayBuffer.isView(data)) assert.notEqual(data.buffer, buffer);
      }
    }
  });

  it('grows never for a planned job, however large', () => {
    const memory = getMemory();
    const planned = plan('Slice', [{ type: 'uint8', dims: [8 << 20] }, [0], [8 << 20], [0], [2]]);
    const data = new Uint8Array(8 << 20).map((_, k) => (k * 7) >> 1);
    const before = memory.buffer;
    const [{ data: half }] = planned.run({ data, dims: [data.length] });
    assert.equal(memory.buffer, before);
    assert.ok(half.every((/** @type {number} */ value, /** @type {number} */ k) => value === data[2 * k]));
  });
});

function snapshot() {
  return structuredClone([tensor, wide, packed, texts]);
}
