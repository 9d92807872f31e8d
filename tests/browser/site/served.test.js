// The page as `npm start` serves it: it starts, and every view cuts. What the views show is tested on the built page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openMedia, show } from '../media_page.js';
import { openPage, serveSources, useSite } from '../page.js';
import { choose, fill, readResult } from '../reading.js';

describe('the page as it is served', () => {
  const place = useSite(serveSources);

  it('cuts cells, in every operator', async () => {
    const { page, complaints, leave } = await openPage(place.browser, place.site.url);
    for (const operator of ['Slice', 'Split']) {
      await choose(page, operator);
      await fill(page, { dims: '4, 6' });
      const { how, stale } = await readResult(page);
      assert.equal(stale, false);
      assert.match(how, new RegExp(`^${operator}-\\d+ cuts float32 \\[4, 6\\]`));
    }
    await page.getByRole('link', { name: 'Examples', exact: true }).click();
    await page.locator('.card').first().waitFor();
    assert.deepEqual(complaints, []);
    await leave();
  });

  it('cuts real data of every kind', async () => {
    const { page, complaints, leave } = await openMedia(place, 'image');
    for (const tab of /** @type {const} */ (['sound', 'tensor'])) await show(page, tab);
    assert.deepEqual(complaints, []);
    await leave();
  });
});
