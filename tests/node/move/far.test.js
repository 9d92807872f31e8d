// Entries at places that are no integers of 32 bits. Hosts give memory to the pages of an array that are touched, so these take little.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { init, rearrange } from 'microtome';

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
