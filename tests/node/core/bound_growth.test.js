// A bound plan goes on when the memory of the module grows. No other file runs in this process, because its calls could have made it grow.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { init, plan, splitToSequence } from 'microtome';
import { getMemory, watchMemory } from '../../support/memory.js';

watchMemory();
await init();

const bytes = (/** @type {number[]} */ ...dims) => ({
  dims,
  data: Uint8Array.from({ length: dims.reduce((n, size) => n * size) }, (_, k) => k),
});

it('a bound plan goes on after a million outputs have made the memory of the module grow', () => {
  const x = { dims: [300, 300], data: Float32Array.from({ length: 90_000 }, (_, k) => k) };
  const columns = [bytes(3000, 1), bytes(3000, 1)];
  const cut = plan('Slice', [x, ':, ::2']).bind(x);
  const join = plan('Concat', columns, { attributes: { axis: 1 } }).bind(columns);
  for (let turn = 0; turn < 6; ++turn) {
    const { buffer } = getMemory();
    if (turn === 3) {
      assert.equal(splitToSequence(bytes(2 ** 20), {}, { view: true }).length, 2 ** 20);
      assert.notEqual(getMemory().buffer, buffer, 'it has grown');
    }
    x.data[2] = turn;
    const [{ data }] = cut();
    assert.deepEqual([...data.subarray(0, 3), data[44_999]], [0, turn, 4, 89_998]);
    assert.deepEqual([...join()[0].data.subarray(5998)], [2999 & 255, 2999 & 255]);
  }
});
