// How the view of real data behaves: loaded when it is looked at, small and dark screens, keyboards, screen readers, less motion,
// and the comparison with plain JavaScript and onnxruntime-web.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { versionOf } from '../packages.js';
import { violationsOf } from './axe.js';
import { openMedia, PATIENCE_MS, show, timed } from './media_page.js';
import { KINDS, openPage, serve, useSite } from './page.js';

/** @import { Page } from 'playwright-core' */

const TABS = /** @type {const} */ (['image', 'sound', 'tensor']);
const PEER_VERSION = versionOf('tools/page', 'onnxruntime-web');

for (const kind of KINDS) {
  describe(`real data, ${kind}`, () => {
    const place = useSite(() => serve(kind));

    it('is loaded when it is looked at, from one place, and nothing moves', async () => {
      const { page, complaints } = await openPage(place.browser, place.site.url);
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
        await page.locator(`#tab-${name}`).click();
        await timed(page, `#panel-${name} .job`);
      }
      assert.ok((await shiftOf(page)) < 0.01, `layout shift of ${await shiftOf(page)}`);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });

    it('fits a phone', async () => {
      const { page } = await openMedia(place, 'image', {
        viewport: { width: 360, height: 740 },
        isMobile: true,
      });
      for (const name of TABS) {
        await show(page, name);
        const wide = await page
          .locator('#media')
          .evaluate((media) =>
            [...media.querySelectorAll('*')]
              .filter((each) => each.getBoundingClientRect().right > 360 && !each.closest('.scroller'))
              .map((each) => `${each.tagName} ${each.className}`),
          );
        assert.deepEqual(wide, [], name);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, name);
      }
      await page.context().close();
    });

    it('keeps nobody out, in light and dark', async () => {
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        const { page } = await openMedia(place, 'image', { colorScheme, bypassCSP: true });
        for (const name of TABS) {
          await show(page, name);
          await timed(page, `#panel-${name} .job`);
          await openDetails(page);
          assert.deepEqual(await violationsOf(page), [], `${name}, ${colorScheme}`);
        }
        await page.context().close();
      }
    });

    it('can be used with a keyboard', async () => {
      const { page } = await openMedia(place, 'image');
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
      await page.context().close();
    });

    it('moves only where motion is wanted', async () => {
      for (const [reducedMotion, moving] of /** @type {const} */ ([
        ['reduce', []],
        ['no-preference', ['cursor']],
      ])) {
        const { page } = await openMedia(place, 'sound', { reducedMotion });
        await page.getByRole('button', { name: 'Play reversed' }).click();
        await page.getByRole('button', { name: 'Stop reversed' }).waitFor();
        const running = await page.locator('#media').evaluate((media) => {
          const targets = media
            .getAnimations({ subtree: true })
            .map(({ effect }) => /** @type {KeyframeEffect} */ (effect).target);
          return targets.filter((target) => target?.tagName !== 'BUTTON').map((target) => target?.className);
        });
        assert.deepEqual(running, moving, reducedMotion);
        await page.context().close();
      }
    });

    describe('the comparison', () => {
      /** @type {Page} */ let page;
      /** @type {string[]} */ let complaints;
      before(async () => {
        ({ page, complaints } = await openMedia(place, 'image'));
      });

      it('says one thing about time, and shows all ways on request, as tables', async () => {
        await timed(page, '#panel-image .job.flip');
        for (const job of await page.locator('#panel-image .job').all()) {
          assert.match(
            (await job.locator('.speed').textContent()) ?? '',
            /^\d[\d.]* (µs|ms|s)(, (\d[\d.]* times )?as fast as plain JavaScript on this machine\.|; plain JavaScript is \d[\d.]* times as fast on this machine\. .+\.)$/,
          );
          assert.equal(await job.locator('table').isVisible(), false);
          await job.locator('summary').click();
          const rows = await job.locator('tbody tr').allInnerTexts();
          assert.match(rows[0], /^Microtome\s+\d[\d.]* (µs|ms|s)\s*$/);
          assert.ok(rows.length > 1);
          for (const row of rows.slice(1))
            assert.match(
              row,
              /^plain JavaScript\s+(rows with set|loops, 32-bit words)\s+\d[\d.]* (µs|ms|s)\s+\d[\d.]* ×\s*$/,
            );
          assert.match((await job.locator('caption').textContent()) ?? '', /^Time of .+ on this machine$/);
          const parts = await job
            .locator('progress')
            .evaluateAll((bars) =>
              bars
                .map((bar) => /** @type {HTMLProgressElement} */ (bar))
                .map(({ value, max }) => value / max),
            );
          assert.equal(parts.length, rows.length);
          assert.equal(Math.max(...parts), 1);
        }
      });

      if (PEER_VERSION) {
        it('loads onnxruntime-web when it is asked for, and only then', async () => {
          const fetched = () =>
            page.evaluate(
              () =>
                performance.getEntriesByType('resource').filter(({ name }) => /ort-wasm/.test(name)).length,
            );
          assert.equal(await fetched(), 0);
          await page.getByText(`and with onnxruntime-web ${PEER_VERSION} if you like.`).waitFor();
          await page.getByRole('button', { name: /^Compare with onnxruntime-web/ }).click();
          for (const job of ['crop', 'tiles', 'planes', 'mirror', 'flip'])
            await peerIn(page, `.job.${job}`).waitFor({ state: 'attached', timeout: PATIENCE_MS });
        });

        it('says what onnxruntime-web cannot do', async () => {
          await show(page, 'sound');
          const panel = page.locator('#panel-sound');
          await panel.getByRole('button', { name: /^Compare with onnxruntime-web/ }).click();
          const reason = panel.getByText('cannot make overlapping windows');
          await reason.waitFor({ state: 'attached', timeout: PATIENCE_MS });
          await openDetails(page);
          assert.equal(await reason.isVisible(), true);
          for (const job of ['channels', 'reversed'])
            assert.equal(await peerIn(page, `.sound-${job}`).count(), 1, job);
        });
      } else {
        it('says that onnxruntime-web is not here', async () => {
          const note = page.getByText(
            'onnxruntime-web is not part of this page until `npm run build -- page` installs it.',
          );
          await note.waitFor();
          assert.equal(await page.getByRole('button', { name: /^Compare with onnxruntime-web/ }).count(), 0);
        });
      }

      it('has not complained', () => assert.deepEqual(complaints, []));
    });
  });
}

describe('onnxruntime-web without a network', () => {
  /** Stands in for a build that has installed it, and loads one file over the network. */
  const peer = {
    name: 'peer',
    enforce: /** @type {const} */ ('pre'),
    load: (/** @type {string} */ id) =>
      id.endsWith('/media/timing/onnxruntime.ts')
        ? "export const VERSION = '1.0.0'; export const load = async () => { await fetch('./peer.txt'); return null; };"
        : undefined,
  };
  const place = useSite(() => serve('built', [peer], { inWorkers: [peer] }));

  it('is said to be missing, and can be asked for again', async () => {
    const { page } = await openMedia(place, 'tensor', { serviceWorkers: 'block' });
    const panel = page.locator('#panel-tensor');
    const button = panel.getByRole('button', { name: /^Compare with onnxruntime-web/ });
    await page.getByRole('button', { name: 'tokens.npy' }).click();
    await panel.locator('.facts').filter({ hasText: 'int64' }).waitFor();
    await page.context().route('**/peer.txt', (route) => route.abort());
    await button.click();
    const mistake = 'onnxruntime-web could not be loaded. Check the network, and try again.';
    await panel.getByText(mistake).waitFor({ timeout: PATIENCE_MS });
    assert.equal(await button.isEnabled(), true);
    await timed(page, '#panel-tensor .job');
    await page.context().unroute('**/peer.txt');
    await button.click();
    await panel
      .locator('.bars')
      .getByText('is not part of this page')
      .waitFor({ state: 'attached', timeout: PATIENCE_MS });
    assert.equal(await panel.getByText(mistake).count(), 0);
    await page.context().close();
  });
});

/** Times of onnxruntime-web. @param {Page} page @param {string} job selector */
const peerIn = (page, job) =>
  page.locator(`${job} .bars tbody tr:not(.blank)`).filter({ hasText: 'onnxruntime-web' });

/** Shows the tables of the panel that is shown. @param {Page} page */
const openDetails = (page) =>
  page.evaluate(() => {
    for (const each of document.querySelectorAll('[role=tabpanel]:not([hidden]) details'))
      each.setAttribute('open', '');
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
