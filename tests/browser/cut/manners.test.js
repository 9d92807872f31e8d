// How the page behaves: small and dark screens, keyboards, screen readers, a strict policy, and a host without WebAssembly.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { violationsOf } from '../axe.js';
import { isReady, listen, openPage, POLICY, useSite } from '../page.js';
import { isDrawn, isPainted, readResult } from '../reading.js';

/** @import { BrowserContextOptions, Page } from 'playwright-core' */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Everything that is looked at, by name. */
const VIEWS = {
  slice: '#op=Slice&opset=13&dims=4,6&s=::-1,1:5',
  sequence: '#op=SplitToSequence&opset=24&dims=9,2&axis=0&keepdims=0', // more outputs than colours
  canvas: '#op=VariadicSplit&opset=1&dims=6,12,10,24&axis=0&split_lengths=-1,2',
  rank6: '#op=Slice&opset=13&dims=2,2,2,2,3,3&starts=1&ends=2147483647&axes=3',
  mistake: '#op=Slice&opset=13&dims=4&starts=0&ends=9&steps=0',
  cache: '#op=TensorScatter&opset=24',
  pattern: '#op=Rearrange&opset=1&dims=1,2,3&pattern=h%20w%20c%20-%3E%20c%20h%20w',
  examples: '#examples',
  image: '#media&kind=image',
  sound: '#media&kind=sound',
  tensor: '#media&kind=tensor',
};

/** How: on the screen of a desktop and of phones, in light, in dark, and where colours are forced. */
const LOOKS = /** @type {const} */ ({
  light: { width: 1280, colorScheme: 'light', forcedColors: 'none' },
  dark: { width: 390, colorScheme: 'dark', forcedColors: 'none' },
  forced: { width: 320, colorScheme: 'light', forcedColors: 'active' },
});

describe("the page's manners", () => {
  const place = useSite();
  const open = (/** @type {string} */ hash, options = {}) =>
    openPage(place.browser, place.site.url + hash, options);

  const large = '#op=VariadicSplit&opset=1&dims=6,12,10,24&axis=0&split_lengths=1,2,3';
  for (const [hash, options] of /** @type {[string, BrowserContextOptions][]} */ ([
    [large, {}],
    ['', PHONE],
    ['#media', PHONE],
  ])) {
    const host = options === PHONE ? 'a slow phone' : 'a desktop';
    it(`loads without a complaint, from one place, and nothing moves: ${hash} on ${host}`, async () => {
      const context = await place.browser.newContext(options);
      context.setDefaultTimeout(HANGS_AFTER_MS);
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

  it('shows the slice and the cells first on a phone, and folds what is rarely changed', async () => {
    const { page, leave } = await open('', { viewport: { width: 390, height: 800 }, isMobile: true });
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
    await leave();
  });

  it('shows what is chosen, and the colours of cells, where colours are forced', async () => {
    const { page, leave } = await open('', { forcedColors: 'active', bypassCSP: true });
    const ground = (/** @type {string} */ selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    assert.notEqual(await ground('.cell.output-0'), await ground('.cell.untaken'));
    await leave();
  });

  it('can be used with a keyboard alone', async () => {
    const { page, leave } = await open('');
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
    await leave();
  });

  it('moves nothing by itself where that is not wanted', async () => {
    const { page, leave } = await open('', { reducedMotion: 'reduce' });
    const durations = await page
      .locator('*')
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).transitionDuration));
    assert.deepEqual([...new Set(durations)], ['0s']);
    await leave();
  });

  describe('in every view and every look', () => {
    /** @type {Page} */ let page;
    /** @type {() => Promise<void>} */ let leave;
    before(async () => {
      ({ page, leave } = await open('', { bypassCSP: true })); // axe comes as an inline script
    });
    after(() => leave());

    for (const [name, hash] of Object.entries(VIEWS))
      it(`it keeps nobody out, and is as wide as the screen: ${name}`, async () => {
        await page.goto(place.site.url + hash);
        await isReady(page);
        if (hash.startsWith('#media'))
          await page.locator(`#panel-${name} .job:not(.stale)`).first().waitFor();
        for (const [look, { width, ...media }] of Object.entries(LOOKS)) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia(media);
          await isDrawn(page);
          await isPainted(page);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, look);
          if (look !== 'forced') assert.deepEqual(await violationsOf(page), [], look); // their colours are the user's
        }
      });
  });

  it('has a strict policy of its own', async () => {
    const { page, leave } = await open('');
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
    await leave();
  });

  it('says why it cannot start', async () => {
    const context = await place.browser.newContext();
    context.setDefaultTimeout(HANGS_AFTER_MS);
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
