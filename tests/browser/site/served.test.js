// The page as `npm start` serves it: it starts, and each kind of data is cut. What it shows is tested on the built page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read, STATES, show } from '../bench.js';
import { serveSources, usePage } from '../page.js';

describe('the page as it is served', () => {
  const place = usePage(serveSources);

  it('cuts a picture, cells, large tensors and a file', async () => {
    for (const hash of [STATES.first, STATES.cells, STATES.large, STATES.file, STATES.pieces]) {
      await show(place.page, hash);
      const { error, prints } = await read(place.page);
      assert.equal(error, '');
      assert.match(prints, /\[ \d+, \d+/);
    }
    assert.deepEqual(place.complaints, []);
  });

  it('plans many outputs in a worker', async () => {
    await show(place.page, STATES.many);
    await place.page.locator('.rest').filter({ hasText: '1,988 more' }).waitFor();
  });
});
