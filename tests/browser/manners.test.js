// How the page behaves: small and dark screens, keyboards, screen readers, a strict policy, and a host without WebAssembly.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { violationsOf } from './axe.js';
import { isReady, listen, openPage, POLICY, serveBuilt, useSite } from './page.js';
import { choose, fill, isDrawn, readResult } from './reading.js';

/** @import { BrowserContextOptions, Page } from 'playwright-core' */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** States of the page that are looked at for what keeps people out. */
const ADDRESSES = [
  '#op=Slice&opset=13&dims=4,6&s=::-1,1:5',
  '#op=Split&opset=18&dims=2,3,7&axis=2&num_outputs=4',
  '#op=SplitToSequence&opset=24&dims=9,2&axis=0&keepdims=0',
  '#op=VariadicSplit&opset=1&dims=6,12,10,24&axis=0&split_lengths=-1,2',
  '#op=Slice&opset=13&dims=4&starts=0&ends=9&steps=0',
  '#op=Nothing',
  '#op=SliceScatter&opset=15',
  '#op=TensorScatter&opset=24',
  '#op=Rearrange&opset=1&dims=1,2,3&pattern=h%20w%20c%20-%3E%20c%20h%20w',
  '#examples',
  '#media',
];

/** How they are looked at. @type {readonly ({ width?: number } & Parameters<Page['emulateMedia']>[0])[]} */
const LOOKS = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', forcedColors: 'active' },
];

describe("the page's manners", () => {
  const place = useSite(() => serveBuilt());
  const open = (/** @type {string} */ hash, options = {}) =>
    openPage(place.browser, place.site.url + hash, options);

  const large = '#op=VariadicSplit&opset=1&dims=6,12,10,24&axis=0&split_lengths=1,2,3';
  for (const [hash, options] of /** @type {[string, BrowserContextOptions][]} */ ([
    ['', {}],
    [large, {}],
    ['', PHONE],
    ['#examples', PHONE],
    ['#media', PHONE],
  ])) {
    const host = options === PHONE ? 'a slow phone' : 'a desktop';
    it(`loads without a complaint, from one place, and nothing moves: ${hash} on ${host}`, async () => {
      const context = await place.browser.newContext(options);
      const page = await context.newPage();
      if (options === PHONE) {
        const client = await context.newCDPSession(page);
        await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      }
      const complaints = listen(page);
      /** @type {string[]} */
      const requests = [];
      page.on('request', (request) => requests.push(new URL(request.url()).origin));
      await page.goto(place.site.url + hash);
      await isReady(page);
      assert.deepEqual(complaints, []);
      assert.deepEqual([...new Set(requests)], [new URL(place.site.url).origin]);
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
      assert.ok(Number(shift) < (options === PHONE ? 0.02 : 0.01), `layout shift of ${shift}`);
      await context.close();
    });
  }

  for (const width of [320, 360, 390]) {
    it(`fits a phone, ${width} wide`, async () => {
      const { page } = await open('', { viewport: { width, height: 740 }, isMobile: true });
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      for (const operator of ['Split', 'SplitToSequence', 'VariadicSplit', 'Slice']) {
        await choose(page, operator);
        await fill(page, { dims: '3, 4, 5, 6' });
        assert.equal(await wide(), width, operator);
      }
      for (const hash of ADDRESSES) {
        await page.goto(place.site.url + hash);
        await isReady(page);
        assert.equal(await wide(), width, hash);
      }
      assert.equal(await page.evaluate(() => window.visualViewport?.scale), 1);
      await page.context().close();
    });
  }

  it('shows the slice and the cells first on a phone, and folds what is rarely changed', async () => {
    const { page } = await open('', { viewport: { width: 390, height: 800 }, isMobile: true });
    const top = async (/** @type {string} */ selector) =>
      (await page.locator(selector).boundingBox())?.y ?? NaN;
    assert.ok((await top('.parts .grid')) < 800, 'the outputs are on the first screen');
    assert.ok((await top('#cut-s')) < (await top('.whole .grid')));
    assert.ok((await top('.picture')) < (await top('.folds')));
    assert.ok((await top('.folds')) < (await top('.later')));
    const hint = page.getByText('start:stop:step of each axis');
    assert.equal(await hint.isVisible(), false, 'explanations come with the focus');
    await page.locator('#cut-s').focus();
    assert.equal(await hint.isVisible(), true);
    await page.getByLabel('operator', { exact: true }).selectOption('Split');
    assert.equal(await page.locator('#cut-num_outputs').isVisible(), true);
    await page.context().close();
  });

  it('shows what is chosen, and the colours of cells, where colours are forced', async () => {
    const { page } = await open('', { forcedColors: 'active', bypassCSP: true });
    const ground = (/** @type {string} */ selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    assert.notEqual(await ground('.cell.output-0'), await ground('.cell.untaken'));
    assert.deepEqual(await violationsOf(page), []);
    await page.context().close();
  });

  it('is dark where that is preferred, and readable either way', async () => {
    const grounds = [];
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const { page } = await open('#op=SplitToSequence&opset=24&dims=9,2', { colorScheme }); // more outputs than colours
      grounds.push((await contrastOf(page, 'body')).ground);
      for (const selector of ['.io .cell', '.badge', '.hint', 'label', 'h2', '.fold summary']) {
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

  it('can be used with a keyboard alone', async () => {
    const { page } = await open('');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
    const focused = () =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
    for (const stop of ['start-tour', 'cut-operator']) {
      await page.keyboard.press('Tab');
      assert.equal(await focused(), stop);
    }
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.getByLabel('operator', { exact: true }).inputValue(), 'SplitToSequence');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    assert.match((await readResult(page)).how, /^SplitToSequence-11 /);
    for (let i = 0; i < 9 && (await focused()) !== 'cut-split'; ++i) await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await isDrawn(page);
    assert.deepEqual(await page.locator('.io .part .shape').allTextContents(), ['[3, 6]', '[1, 6]']);
    await page.context().close();
  });

  it('moves nothing by itself where that is not wanted', async () => {
    const { page } = await open('', { reducedMotion: 'reduce' });
    const durations = await page
      .locator('*')
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).transitionDuration));
    assert.deepEqual([...new Set(durations)], ['0s']);
    await page.context().close();
  });

  it('keeps nobody out, in light, in dark, on a phone, and where colours are forced', async () => {
    const { page } = await open('', { bypassCSP: true }); // axe comes as an inline script
    for (const hash of ADDRESSES) {
      await page.goto(place.site.url + hash);
      await isReady(page);
      for (const { width = 1280, ...media } of LOOKS) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia(media);
        await isDrawn(page);
        assert.deepEqual(await violationsOf(page), [], `${hash} ${JSON.stringify(media)}`);
      }
    }
    await page.context().close();
  });

  it('has a strict policy of its own', async () => {
    const { page } = await open('');
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
    const context = await place.browser.newContext();
    const page = await context.newPage();
    await page.route(place.site.url, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace("'wasm-unsafe-eval'", '');
      const headers = {
        ...response.headers(),
        'content-security-policy': POLICY.replace("'wasm-unsafe-eval'", ''),
      };
      await route.fulfill({ response, body, headers });
    });
    await page.goto(place.site.url);
    const failure = page.locator('#failure');
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
