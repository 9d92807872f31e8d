// How the view of real data behaves: loaded when it is looked at, keyboards, less motion. cut/manners.test.js looks at all views.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openMedia, show } from '../media_page.js';
import { openPage, useSite } from '../page.js';

/** @import { Page } from 'playwright-core' */

const TABS = /** @type {const} */ (['image', 'sound', 'tensor']);

describe('real data', () => {
  const place = useSite();

  it('is loaded when it is looked at, from one place, and nothing moves', async () => {
    const { page, complaints, leave } = await openPage(place.browser, place.site.url);
    const fetched = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const isMedia = (/** @type {string} */ name) => /^\/(assets\/)?media[-./]/.test(new URL(name).pathname);
    assert.deepEqual((await fetched()).filter(isMedia), []);
    await page.getByRole('link', { name: 'Real data' }).click();
    await page.locator('.job.tiles canvas').first().waitFor();
    const names = await fetched();
    assert.ok(names.some(isMedia));
    assert.deepEqual(
      [...new Set(names.map((name) => new URL(name).origin))],
      [new URL(place.site.url).origin],
    );
    for (const name of TABS) {
      await show(page, name);
    }
    assert.ok((await shiftOf(page)) < 0.01, `layout shift of ${await shiftOf(page)}`);
    assert.deepEqual(complaints, []);
    await leave();
  });

  it('can be used with a keyboard', async () => {
    const { page, leave } = await openMedia(place, 'image');
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
    await page.locator('#tab-image').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'tab-sound');
    assert.equal(await page.locator('#panel-sound').isVisible(), true);
    assert.equal(await page.locator('#panel-image').isVisible(), false);
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'sound-file');
    await page.locator('#tab-sound').press('ArrowLeft');
    await page.locator('.selection').focus();
    for (let i = 0; i < 4; ++i) await page.keyboard.press('ArrowUp');
    assert.equal(await page.locator('#image-slice').inputValue(), '124:484, 320:960');
    await leave();
  });

  it('moves only where motion is wanted', async () => {
    const { page, leave } = await openMedia(place, 'sound');
    for (const [reducedMotion, moving] of /** @type {const} */ ([
      ['reduce', []],
      ['no-preference', ['cursor']],
    ])) {
      await page.emulateMedia({ reducedMotion });
      await page.getByRole('button', { name: 'Play reversed' }).click();
      await page.getByRole('button', { name: 'Stop reversed' }).waitFor();
      const running = await page.locator('#media').evaluate((media) => {
        const targets = media
          .getAnimations({ subtree: true })
          .map(({ effect }) => /** @type {KeyframeEffect} */ (effect).target);
        return targets.filter((target) => target?.tagName !== 'BUTTON').map((target) => target?.className);
      });
      assert.deepEqual(running, moving, reducedMotion);
      await page.getByRole('button', { name: 'Stop reversed' }).click();
    }
    await leave();
  });
});

/**
 * How far the page has moved by itself.
 * @param {Page} page
 */
const shiftOf = (page) =>
  page.evaluate(
    () =>
      /** @type {Promise<number>} */ (
        new Promise((resolve) => {
          const observer = new PerformanceObserver((list) => {
            const shifts = /** @type {any[]} */ (list.getEntries()).filter(
              ({ hadRecentInput }) => !hadRecentInput,
            );
            resolve(shifts.reduce((sum, { value }) => sum + value, 0));
          });
          observer.observe({ type: 'layout-shift', buffered: true });
          setTimeout(resolve, 300, 0);
        })
      ),
  );
