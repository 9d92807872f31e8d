// Every state at every width: one height, nothing beyond an edge, nothing that axe finds, in light, in dark and in forced colours.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { violationsOf } from '../axe.js';
import { STATES, show } from '../bench.js';
import { usePage } from '../page.js';

/** One for each layout. Structure is judged in the widest usual one and on a phone, and there the colours of both schemes. @type {[number, 'light' | 'dark' | ''][]} */
const WIDTHS = [[1440, ''], [1280, 'light'], [768, ''], [390, 'dark'], [320, '']]; // biome-ignore format: a table
const BARE = { bypassCSP: true };

describe('the looks of the page', () => {
  const place = usePage(undefined, '', BARE);

  for (const [width, colorScheme] of WIDTHS)
    it(`keep their heights at ${width}, nothing is beyond an edge${colorScheme && `, and axe finds no fault in ${colorScheme}`}`, async () => {
      await place.page.setViewportSize({ width, height: 900 });
      await place.page.emulateMedia({ colorScheme: colorScheme || 'light' });
      const heights = new Map();
      for (const [name, hash] of Object.entries(STATES)) {
        await show(place.page, hash);
        const { height, wide, clipped, isCut, shortened } = await place.page.evaluate(() => {
          const box = (/** @type {string} */ selector) =>
            document.querySelector(selector)?.getBoundingClientRect();
          const { scrollWidth, clientWidth } = document.documentElement;
          const over = [...document.querySelectorAll('#stage, #call, #says, #program, .prints, .bar')].filter(
            (part) => part.scrollWidth > part.clientWidth + 1,
          );
          const [call, first] = [box('#call'), box('#call > *')];
          const short = [...document.querySelectorAll('body *')].filter(
            (part) =>
              getComputedStyle(part).textOverflow === 'ellipsis' &&
              part.scrollWidth > part.clientWidth &&
              !part.closest('[title]'),
          );
          const pixel = [...document.querySelectorAll('#stage .facts .m')].filter(
            (fact) => fact.getBoundingClientRect().height > 20,
          );
          return {
            shortened: [...short, ...pixel].map((part) => part.textContent),
            isCut: call && first && first.top < call.top,
            height: box('.left')?.height,
            wide: scrollWidth - clientWidth,
            clipped: over.map((part) => part.id || part.className),
          };
        });
        heights.set(name, height);
        assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
        assert.deepEqual(clipped, [], `${name} scrolls sideways`);
        assert.deepEqual(shortened, [], `${name}: a text has no room`);
        assert.ok(!isCut, `${name}: the call begins above its box`);
        if (colorScheme) assert.deepEqual(await violationsOf(place.page), [], name);
      }
      assert.equal(new Set(heights.values()).size, 1, JSON.stringify([...heights]));
    });

  for (const [width, height] of [[1280, 720], [1440, 900], [768, 2400]]) // biome-ignore format: sizes
    it(`do not move while the page is loaded: ${width} by ${height}`, async () => {
      const other = await place.page.context().newPage();
      await other.setViewportSize({ width, height });
      await other.addInitScript(() => {
        const seen = Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.shift += /** @type {any} */ (entry).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await other.goto(place.site.url);
      await other.locator('html[data-ready]').waitFor();
      await other.locator('#code[aria-busy=false]').waitFor();
      await other.waitForTimeout(300);
      assert.ok((await other.evaluate(() => /** @type {any} */ (globalThis).shift ?? 0)) < 0.005);
      const bench = await other.locator('#bench').boundingBox();
      assert.ok(bench && bench.y + bench.height <= height, 'the bench is in the first view');
      await other.close();
    });

  it('are found without fault with the menu open', async () => {
    await place.page.emulateMedia({ colorScheme: 'light' });
    await place.page.setViewportSize({ width: 1280, height: 900 });
    await place.page.locator('summary').click();
    assert.deepEqual(await violationsOf(place.page), []);
    await place.page.keyboard.press('Escape');
    assert.equal(await place.page.locator('details[open]').count(), 0);
  });

  it('keep what is taken visible in forced colours', async () => {
    await place.page.emulateMedia({ forcedColors: 'active' });
    await show(place.page, STATES.cells);
    const border = (/** @type {string} */ selector) =>
      place.page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).borderTopWidth);
    assert.equal(await border('.cell.t'), '1px');
    assert.equal(await border('#stage .cell:not(.t)'), '0px');
    assert.notEqual(
      await place.page
        .locator('#call .tok')
        .first()
        .evaluate((token) => getComputedStyle(token).borderBottomWidth),
      '0px',
    );
    await place.page.emulateMedia({ forcedColors: 'none' });
  });
});
