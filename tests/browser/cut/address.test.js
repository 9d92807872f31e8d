// The address is the state: back and forward work, and an address of somebody else's making does nothing bad. That what is typed goes
// into it, and that it restores the page: tests/hosts/playground/path.js, which site/path.test.js goes, and tests/node/page/state.test.js.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isReady, openPage, useSite } from '../page.js';
import { choose, copyBy, everything, fill, hashOf, readResult } from '../reading.js';

/** @import { Page } from 'playwright-core' */

describe('the address', () => {
  const place = useSite();
  const open = (/** @type {string} */ hash) => openPage(place.browser, place.site.url + hash);

  it('goes back and forward', async () => {
    const { page, complaints, leave } = await open('#op=Slice&opset=13&dims=4,6&s=1:3');
    const seen = [await everything(page)];
    await choose(page, 'Split');
    seen.push(await everything(page));
    await fill(page, { num_outputs: '2' });
    await fill(page, { num_outputs: '6' }); // more of the same field is no new entry
    seen.push(await everything(page));
    await page.goBack();
    assert.deepEqual(await everything(page), seen[1]);
    await page.goForward();
    assert.deepEqual(await everything(page), seen[2]);
    await page.getByRole('link', { name: 'Examples' }).click();
    await page.locator('.card').first().waitFor();
    await page.goBack();
    assert.deepEqual(await everything(page), seen[2]);
    await page.getByRole('link', { name: 'Examples' }).click();
    await page.getByRole('link', { name: 'Cells', exact: true }).click();
    assert.deepEqual(await everything(page), seen[2], 'the link to the cells leads to where one was');
    assert.deepEqual(complaints, []);
    await leave();
  });

  it('is right in the end, where a browser refuses to write it so often', async () => {
    const { page, complaints, leave } = await open('#op=Slice&opset=13&dims=4,6&s=1:3');
    await page.evaluate(() => {
      let left = 5; // WebKit allows 100 in 10 s, Firefox 200
      addEventListener('allowed', () => {
        left = Number.POSITIVE_INFINITY;
      });
      for (const name of /** @type {const} */ (['pushState', 'replaceState'])) {
        const own = history[name];
        history[name] = (...given) => {
          if (--left < 0) throw new DOMException('too often', 'SecurityError');
          own.apply(history, given);
        };
      }
    });
    await page.locator('#cut-s').pressSequentially('0:-1, 1:-1');
    await fill(page, { slice: '2:' });
    assert.equal((await readResult(page)).outputs[0].shape, '[2, 6]');
    assert.notEqual(await hashOf(page), '#op=Slice&opset=13&dims=4,6&s=2:');
    await page.evaluate(() => dispatchEvent(new Event('allowed')));
    await page.waitForURL((url) => url.hash === '#op=Slice&opset=13&dims=4,6&s=2:');
    await page.goBack();
    assert.equal(await hashOf(page), '#op=Slice&opset=13&dims=4,6&s=1:3');
    assert.deepEqual(complaints, []);
    await leave();
  });

  it('is copied whole in the first state, and titles say what is shown', async () => {
    const { page, complaints, leave } = await open('');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = await copyBy(page, page.getByRole('button', { name: 'Copy link to this cut' }));
    assert.equal(copied, `${place.site.url}#op=Slice&opset=13&dims=4,6&s=::-1,1:5`);
    assert.match(await page.title(), /^Slice-13: Takes all of axis 0 backwards, .* · Microtome$/);
    await fill(page, { slice: '1' });
    assert.equal(
      await page.title(),
      'Slice-13: Takes index 1 of axis 0, which is dropped. The other axis stays whole. · Microtome',
    );
    await page.getByRole('link', { name: 'Examples' }).click();
    await page.locator('.card').first().waitFor();
    assert.equal(await page.title(), 'Examples · Microtome');
    assert.deepEqual(complaints, []);
    await leave();
  });

  it('has the kind of real data', async () => {
    const { page, complaints, leave } = await open('#media');
    for (const [kind, title] of [
      ['sound', 'Real data: Sound · Microtome'],
      ['tensor', 'Real data: Tensor file · Microtome'],
    ]) {
      await page.locator(`#tab-${kind}`).click();
      assert.equal(await hashOf(page), `#media&kind=${kind}`);
      assert.equal(await page.title(), title);
    }
    await page.getByRole('link', { name: 'Cells', exact: true }).click();
    await page.goBack();
    await page.locator('#panel-tensor').waitFor();
    const { page: other, leave: leaveOther } = await open('#media&kind=sound');
    assert.equal(await other.locator('#panel-sound').isVisible(), true);
    assert.deepEqual(complaints, []);
    await leave();
    await leaveOther();
  });

  it('of an example begins at the top, and back is where one was', async () => {
    const { page, leave } = await openPage(place.browser, `${place.site.url}#examples`, {
      viewport: { width: 390, height: 700 },
    });
    const link = page.getByRole('link', { name: 'Batches' });
    await link.scrollIntoViewIfNeeded();
    assert.ok((await page.evaluate(() => scrollY)) > 300);
    await link.click();
    await page.locator('.said').waitFor();
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.locator('.code').scrollIntoViewIfNeeded();
    await page
      .locator('.starters a')
      .first()
      .evaluate((each) => /** @type {any} */ (each).click());
    await page.locator('.lesson').filter({ hasText: 'INT_MIN' }).waitFor();
    assert.equal(await page.evaluate(() => scrollY), 0);
    await leave();
  });

  describe("of somebody else's making", () => {
    /** @type {Page} */ let page;
    /** @type {string[]} */ let complaints;
    /** @type {() => Promise<void>} */ let leave;
    before(async () => {
      ({ page, complaints, leave } = await open(''));
    });
    after(() => leave());

    // tests/node/page/state.test.js has what is said of others
    for (const { hash, notice, error } of [
      {
        hash: '#op=<img src=x onerror="window.intruder=1">',
        notice: /there is no operator '<img src=x onerror=/,
      },
      { hash: '#op=Slice&dims=4&s=<script>window.intruder=1</script>', error: /'<script>.*' is not a range/ },
      { hash: '#op=Split&dims=4&axis=0&num_outputs=99999999999', error: /num_outputs: .*1048576|outputs/ },
      { hash: '#op=Slice&dims=5&s=%zz', notice: /'s': cannot be read/, error: /'%zz' is not a range/ },
      { hash: '#javascript:window.intruder=1', notice: /has no such parameter/ },
    ]) {
      it(`survives ${hash.slice(0, 60)}`, async () => {
        await page.goto(place.site.url + encodeURI(hash).replaceAll('%25', '%'));
        await isReady(page);
        const text = async (/** @type {string} */ selector) =>
          (await page.locator(selector).allTextContents()).join('\n');
        if (notice) assert.match(await text('.notice'), notice);
        else assert.equal(await page.locator('.notice').isVisible(), false);
        if (error) await page.locator('.error').filter({ hasText: error }).first().waitFor(); // a worker may find it
        assert.equal(await page.evaluate(() => 'intruder' in window), false);
        assert.equal(await page.locator('main img, main script').count(), 0);
        await page.goto(`${place.site.url}#op=Split&opset=18&dims=4&axis=0&num_outputs=2`);
        assert.deepEqual(
          (await readResult(page)).outputs.map(({ shape }) => shape),
          ['[2]', '[2]'],
          'and goes on',
        );
        assert.deepEqual(complaints, []);
      });
    }
  });
});
