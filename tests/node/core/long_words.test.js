// Calls and decisions of more than a million words. They are typed arrays: engines keep Arrays of more entries than 2^25 as dictionaries.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { init, plan, tensorScatter } from 'microtome';
import { copyWords } from '../../../web/lib/core/tensor_words.ts';

before(() => init());

it('short lists of words are Arrays, and long ones are typed arrays', () => {
  const words = new Float64Array(2 ** 21).map((_, i) => i);
  assert.deepEqual(copyWords(words, 3), [0, 1, 2]);
  const copy = copyWords(words, 2 ** 20 + 1);
  assert.ok(copy instanceof Float64Array && copy.buffer !== words.buffer);
  assert.deepEqual([copy.length, copy[2 ** 20]], [2 ** 20 + 1, 2 ** 20]);
});

it('a plan of more than a million indices runs, is bound, and says its moves', () => {
  const count = 2 ** 20 + 9;
  const x = { dims: [7], data: Uint16Array.of(3, 1, 4, 1, 5, 9, 2) };
  const indices = Int32Array.from({ length: count }, (_, i) => (i * i) % 7);
  const wanted = Uint16Array.from(indices, (i) => x.data[i]);
  const planned = plan('Gather', [x, indices]);
  const strided = { dims: [7], data: Uint16Array.of(2, 9, 5, 1, 4, 1, 3), stride: [-1], offset: 6 };
  for (const [made] of [planned.run(x), planned.run(strided), planned.bind(x)()])
    assert.equal(Buffer.compare(new Uint8Array(made.data.buffer), new Uint8Array(wanted.buffer)), 0);
  const [{ positions }] = planned.moves;
  assert.deepEqual([positions?.list.length, positions?.list[12]], [count, 144 % 7]);
});

it('a decision of more than a million words is carried out', () => {
  const [batch, size, count] = [2 ** 16, 3, 2];
  const cache = { dims: [batch, size], data: Uint8Array.from({ length: batch * size }, (_, i) => i) };
  const update = { dims: [batch, count], data: Uint8Array.from({ length: batch * count }, (_, i) => i * 5) };
  const starts = BigInt64Array.from({ length: batch }, (_, i) => BigInt((i * 31) % 7));
  const wanted = cache.data.slice();
  for (let b = 0; b < batch; ++b)
    for (let k = 0; k < count; ++k)
      wanted[b * size + ((Number(starts[b]) + k) % size)] = update.data[b * count + k];
  const given = { write_indices: starts, mode: /** @type {const} */ ('circular'), axis: 1 };
  assert.equal(Buffer.compare(tensorScatter(cache, update, given).data, wanted), 0);
});
