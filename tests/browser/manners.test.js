// How the page behaves: small and dark screens, keyboards, screen readers, a strict policy, and a host without WebAssembly.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { KINDS, listen, openBrowser, openPage, POLICY, serve } from './page.js';
import { choose, fill } from './reading.js';

/** @import { Browser, Page } from 'playwright-core' */
/** @import { Site } from './page.js' */

for (const kind of KINDS) {
  describe(`the page's manners, ${kind}`, () => {
    /** @type {Browser} */ let browser;
    /** @type {Site} */ let site;

    before(async () => {
      browser = await openBrowser();
      site = await serve(kind);
    });
    after(async () => {
      await browser?.close();
      await site?.close();
    });

    it('loads without a complaint, from one place, and nothing moves', async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const complaints = listen(page);
      /** @type {string[]} */
      const requests = [];
      page.on('request', (request) => requests.push(new URL(request.url()).origin));
      await page.goto(site.url);
      await page.locator('#image-result .flip .time').filter({ hasText: 'ms' }).waitFor();
      assert.deepEqual(complaints, []);
      assert.deepEqual([...new Set(requests)], [new URL(site.url).origin]);
      const shift = await page.evaluate(
        () =>
          new Promise((resolve) => {
            const observer = new PerformanceObserver((list) => {
              resolve(list.getEntries().reduce((sum, entry) => sum + /** @type {any} */ (entry).value, 0));
            });
            observer.observe({ type: 'layout-shift', buffered: true });
            setTimeout(resolve, 300, 0);
          }),
      );
      assert.ok(Number(shift) < 0.01, `layout shift of ${shift}`);
      await context.close();
    });

    it('fits a phone', async () => {
      const { page } = await openPage(browser, site.url, {
        viewport: { width: 360, height: 740 },
        isMobile: true,
      });
      for (const operator of ['Split', 'SplitToSequence', 'VariadicSplit', 'Slice']) {
        await choose(page, operator);
        await fill(page, { dims: '3, 4, 5, 6' });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(width, 360, operator);
      }
      const { size, viewport } = await page.evaluate(() => ({
        size: Number.parseFloat(getComputedStyle(document.body).fontSize),
        viewport: window.visualViewport?.scale,
      }));
      assert.ok(size >= 16);
      assert.equal(viewport, 1);
      await page.context().close();
    });

    it('is dark where that is preferred, and readable either way', async () => {
      const grounds = [];
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        const { page } = await openPage(browser, site.url, { colorScheme });
        await choose(page, 'SplitToSequence');
        await fill(page, { dims: '9, 2' }); // more outputs than colours
        grounds.push((await contrastOf(page, 'body')).ground);
        const several = [
          '.cell',
          '.swatch',
          '.hint',
          '.how p',
          '.call',
          '.time',
          'label',
          'h3',
          '.choice span',
        ];
        for (const selector of several) {
          const { least } = await contrastOf(page, selector);
          assert.ok(least >= 4.5, `${selector}, ${colorScheme}: contrast ${least.toFixed(2)}`);
        }
        await choose(page, 'Slice'); // has cells that nobody takes
        const { least } = await contrastOf(page, '.cell.untaken');
        assert.ok(least >= 4.5, `cells not taken, ${colorScheme}: contrast ${least.toFixed(2)}`);
        await page.context().close();
      }
      assert.ok(grounds[0] > 0.8 && grounds[1] < 0.05, String(grounds));
    });

    it('can be used with a keyboard', async () => {
      const { page } = await openPage(browser, site.url);
      await page.getByRole('radio', { name: 'Split', exact: true }).focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.getByRole('radio', { name: 'SplitToSequence' }).isChecked(), true);
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowLeft');
      assert.match((await page.locator('.how p').textContent()) ?? '', /^SplitToSequence-11 /);
      for (const id of ['cut-type', 'cut-dims', 'cut-split']) {
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement?.id), id);
      }
      await page.keyboard.type('4');
      assert.deepEqual(await page.locator('.output .shape').allTextContents(), ['[4, 4]', '[1, 4]']);
      await page.context().close();
    });

    it('labels every control', async () => {
      const { page } = await openPage(browser, site.url);
      for (const control of await page.locator('input, select, button').all()) {
        const name = await control.evaluate((element) => {
          const labels = /** @type {HTMLInputElement} */ (element).labels ?? [];
          return [...labels].map((label) => label.textContent).join('') || element.textContent;
        });
        assert.ok(name, await control.evaluate((element) => element.outerHTML));
      }
      assert.equal(await page.locator('html').getAttribute('lang'), 'en');
      await page.context().close();
    });

    it('has a strict policy of its own', async () => {
      const { page } = await openPage(browser, site.url);
      const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
      assert.match(policy ?? '', /script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/);
      const ran = await page.evaluate(() => {
        const script = Object.assign(document.createElement('script'), {
          textContent: 'window.intruder = true',
        });
        document.body.append(script);
        return 'intruder' in window;
      });
      assert.equal(ran, false, 'inline scripts are refused');
      await page.context().close();
    });

    it('says why it cannot start', async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.route(site.url, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace("'wasm-unsafe-eval'", '');
        const headers = {
          ...response.headers(),
          'content-security-policy': POLICY.replace("'wasm-unsafe-eval'", ''),
        };
        await route.fulfill({ response, body, headers: kind === 'built' ? headers : response.headers() });
      });
      await page.goto(site.url);
      const failure = page.getByRole('alert');
      await failure.waitFor();
      const text = (await failure.textContent()) ?? '';
      assert.match(
        text,
        /^Microtome could not start: the WebAssembly module could not be loaded: .*WebAssembly/,
      );
      assert.equal(await page.locator('main').isVisible(), false);
      await context.close();
    });
  });
}

/**
 * The least contrast (WCAG's) of text on its ground among these elements, and how light the first one's ground is.
 * @param {Page} page
 * @param {string} selector
 */
function contrastOf(page, selector) {
  return page.locator(selector).evaluateAll((elements) => {
    const numbers = (/** @type {string} */ colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (/** @type {string} */ colour) => {
      const [r, g, b] = numbers(colour).map((value) => {
        return value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    /** @type {(element: Element | null) => string} */
    const ground = (element) => {
      const colour = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
      return numbers(colour)[3] === 0 ? ground(element?.parentElement ?? null) : colour;
    };
    const contrasts = elements.map((element) => {
      const [dark, light] = [luminance(getComputedStyle(element).color), luminance(ground(element))].sort(
        (a, b) => a - b,
      );
      return (light + 0.05) / (dark + 0.05);
    });
    return { least: Math.min(...contrasts), ground: luminance(ground(elements[0])) };
  });
}
