// The first view: it is in the HTML before any script has run, and scripts draw the same at the same places. Then the frame glides once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReady, takePage, useSite } from '../page.js';

/** @import { Page } from 'playwright-core' */

/** What is compared: its text, and where it is. */
const PARTS =
  '#ops > a, #on a, #call .tok, #call .ask, #says li, #stage .cap, #stage .dims i, .rx > *, .ry > *, .pic, .frame, .pin, .facts li, #try .chip, #code .row, #code .tok, .said, .prints';

/** @param {Page} page @param {boolean} hasCode a very narrow page breaks the address in the code, which is longer when scripts know it */
const look = (page, hasCode) =>
  page.evaluate(
    ([selector, address]) =>
      [...document.querySelectorAll(selector)].map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        const text = (part.textContent ?? '').replace(address, './').replace(/\u200b/g, '');
        return `${part.tagName}.${part.className} '${text}' at ${[left, top, width, height].map(Math.round)}`.replace(
          'CANVAS',
          'IMG',
        );
      }),
    [hasCode ? PARTS : PARTS.replace('#code .row, #code .tok, ', ''), page.url()],
  );

describe('the first view', () => {
  const place = useSite();

  for (const [width, height] of [[1440, 900], [1280, 720], [1200, 800], [768, 900], [390, 844], [320, 700]]) // biome-ignore format: sizes
    it(`is the same before any script has run: ${width} by ${height}`, async () => {
      const views = [];
      for (const javaScriptEnabled of [false, true]) {
        const { page, complaints, leave } = await takePage(place.browser, {
          javaScriptEnabled,
          viewport: { width, height },
        });
        await page.goto(place.site.url);
        if (javaScriptEnabled) await isReady(page);
        if (javaScriptEnabled) await page.locator('#code[aria-busy=false]').waitFor();
        views.push(await look(page, width >= 390));
        if (javaScriptEnabled) assert.deepEqual(complaints, []); // without scripts, their preloads fail
        await leave();
      }
      assert.ok(views[0].length > 40, `${views[0].length}`);
      assert.deepEqual(views[1], views[0]);
    });

  it('glides once to another part and back, and moves nothing else', async () => {
    const { page, leave } = await takePage(place.browser, { reducedMotion: 'no-preference' });
    await page.goto(place.site.url);
    await isReady(page);
    const call = page.locator('#call input');
    const first = await call.inputValue();
    await page.waitForFunction(
      (text) => /** @type {HTMLInputElement} */ (document.querySelector('#call input')).value !== text,
      first,
    );
    await page.waitForFunction(
      (text) => /** @type {HTMLInputElement} */ (document.querySelector('#call input')).value === text,
      first,
    );
    assert.equal(await page.evaluate(() => location.hash), '');
    await leave();
  });
});
