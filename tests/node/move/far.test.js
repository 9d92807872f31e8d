// Entries at places that are no integers of 32 bits. Hosts give memory to the pages of an array that are touched, so these take little.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { init, plan, rearrange } from 'microtome';

before(() => init());

it('repeats rows of an array of more than 2 GiB', () => {
  const times = 10000;
  const data = new Uint8Array(2 ** 31 + 64);
  for (let i = 0; i < 19; ++i) data[i] = i + 1;
  const rows = { dims: [3, 5], stride: [7, 1], offset: 0, data };
  const expected = new Uint8Array(3 * times * 5);
  for (let k = 0; k < expected.length; ++k) expected[k] = data[Math.floor(k / (5 * times)) * 7 + (k % 5)];
  const repeated = rearrange(rows, 'a b -> a c b', { sizes: { c: times } });
  assert.deepEqual(repeated.data, expected);
});

it('copies every bit of doubles of an array of more than 8 GiB', () => {
  const offset = 2 ** 30 + 5;
  const data = new Float64Array(2 ** 30 + 40000);
  for (let i = offset; i < data.length; ++i) data[i] = i % 1000;
  data[offset + 21] = Number.NaN;
  const rows = { dims: [40, 60, 3], stride: [800, 7, 2], offset, data };
  const expected = new Float64Array(60 * 40 * 3);
  let k = 0;
  for (let b = 0; b < 60; ++b)
    for (let a = 0; a < 40; ++a)
      for (let c = 0; c < 3; ++c) expected[k++] = data[offset + a * 800 + b * 7 + c * 2];
  const planned = plan('Rearrange', [rows], { attributes: { pattern: 'a b c -> b a c' } });
  assert.equal(planned.moves[0].loop, 'loop');
  assert.deepEqual(planned.run(rows)[0].data, expected);
});
