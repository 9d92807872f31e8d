// The documentation of a built page: how it reads and is searched under its policy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { inRoot } from '../../../tools/common/paths.js';
import { violationsOf } from '../axe.js';
import { DOCUMENTATION_PAGES as pages, SITE } from '../documentation_pages.js';
import { isKept, isReady, listen, openPage, serveDocumented, takePage, useSite } from '../page.js';

/** Those that are looked at: every kind of page. */
const LOOKED_AT = [
  'docs/guide.html',
  'docs/conformance.html',
  'docs/modules.html',
  'docs/functions/slice.html',
  'docs/interfaces/Mistakes.html',
];

/** Words that people search for, and results that help them. */
const SEARCHED = [
  ['HWC', 'Strided tensors', 'rearrange'],
  ['NHWC', 'The same in other libraries', 'Strided tensors'],
  ['transpose', 'The same in other libraries', 'Rearranging'],
  ['permute', 'Rearranging', 'rearrange'],
  ['normalize', 'From a camera frame', 'rearrange'],
  ['stack', 'Joining'],
  ['gather', 'gather'],
  ['index_select', 'The same in other libraries'],
];

/** Words of which a function, or a document that explains calls, is found first. */
const EXPLAINED = ['slice', 'gather', 'npy', 'split', 'concat', 'pad', 'kv cache', 'cost'];

/** Words of other libraries, and what is found first. */
const FIRST_FOUND = [['transpose', 'Rearranging'], ['stack', 'Joining'], ['permute', 'Rearranging']]; // biome-ignore format: a table

/** Characters of the longest line of code. @param {string} page */
function longestLine(page) {
  const blocks = readFileSync(inRoot(SITE + page), 'utf8').matchAll(/<pre><code[^>]*>(.*?)<\/code>/gs);
  const lines = [...blocks].flatMap(([, code]) => code.replace(/<br\/?>/g, '\n').split('\n'));
  return Math.max(0, ...lines.map((line) => line.replace(/<[^>]*>/g, '').replace(/&[^;]*;/g, '.').length));
}

/** The pages whose code is widest: the others' fits if theirs does. */
const widest = () => [...pages].sort((a, b) => longestLine(b) - longestLine(a)).slice(0, 10);

const LOOKS = /** @type {const} */ ({
  light: { width: 1280, colorScheme: 'light' },
  phone: { width: 390, colorScheme: 'dark' },
});

describe('the documentation in a browser', () => {
  const place = useSite(serveDocumented);

  async function open(/** @type {string} */ path) {
    const opened = await takePage(place.browser);
    await opened.page.goto(place.site.url + path);
    await opened.page.locator('#tsd-nav-container a').first().waitFor({ state: 'attached' });
    return opened;
  }

  for (const path of LOOKED_AT)
    it(`${path} keeps nobody out, in light, and in dark on a phone`, async () => {
      const { page, complaints, leave } = await open(path);
      for (const [look, { width, colorScheme }] of Object.entries(LOOKS)) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, look);
        assert.deepEqual(await violationsOf(page), [], look);
      }
      assert.deepEqual(complaints, []);
      await leave();
    });

  it('finds headings, functions and words in their text', async () => {
    const { page, complaints, leave } = await open('docs/guide.html');
    for (const [words, found, title] of [
      ['kv cache', 'KV cache', 'KV cache'],
      ['variadicSplit', 'variadicSplit', 'Function variadicSplit'],
      ['denormals', 'Differences between hosts', 'Differences between hosts'],
    ]) {
      await page
        .locator('#tsd-search-status')
        .filter({ hasNotText: 'Preparing' })
        .waitFor({ state: 'attached' });
      await page.keyboard.press('/');
      await page.locator('#tsd-search-input').fill(words);
      await page.locator('#tsd-search-results a').filter({ hasText: found }).first().click();
      const heading = page.locator('h1, h2, h3').filter({ hasText: title }).first();
      await heading.waitFor();
      await page.waitForLoadState();
      const isSeen = (/** @type {Element} */ element) => element.getBoundingClientRect().top < innerHeight;
      await page.waitForFunction(isSeen, await heading.elementHandle());
    }
    assert.deepEqual(complaints, []);
    await leave();
  });

  it('finds what people call things', async () => {
    const { page, complaints, leave } = await open('docs/guide.html');
    await page
      .locator('#tsd-search-status')
      .filter({ hasNotText: 'Preparing' })
      .waitFor({ state: 'attached' });
    await page.keyboard.press('/');
    const input = page.locator('#tsd-search-input');
    const results = page.locator('#tsd-search-results a');
    for (const [words, ...found] of SEARCHED) {
      await input.fill('');
      await page.waitForFunction(() => !document.querySelector('#tsd-search-results a'));
      await input.fill(words);
      for (const name of found) await results.filter({ hasText: name }).first().waitFor();
    }
    assert.deepEqual(complaints, []);
    await leave();
  });

  it('shows functions and the guide before other documents', async () => {
    const { page, leave } = await open('docs/guide.html');
    await page
      .locator('#tsd-search-status')
      .filter({ hasNotText: 'Preparing' })
      .waitFor({ state: 'attached' });
    await page.keyboard.press('/');
    const results = page.locator('#tsd-search-results a');
    for (const words of EXPLAINED) {
      await page.locator('#tsd-search-input').fill('');
      await page.waitForFunction(() => !document.querySelector('#tsd-search-results a'));
      await page.locator('#tsd-search-input').fill(words);
      const first = await results.first().getAttribute('href');
      assert.match(first ?? '', /^\.\/(functions\/|guide|recipes|source)/, words);
    }
    for (const [words, name] of FIRST_FOUND) {
      await page.locator('#tsd-search-input').fill('');
      await page.waitForFunction(() => !document.querySelector('#tsd-search-results a'));
      await page.locator('#tsd-search-input').fill(words);
      assert.match(await results.first().innerText(), new RegExp(name), words);
    }
    await leave();
  });

  it('names the version on every page', async () => {
    const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
    const { page, leave } = await open('docs/guide.html');
    for (const path of ['', ...LOOKED_AT]) {
      await page.goto(place.site.url + path);
      assert.match(
        await page.locator('.brand, .tsd-toolbar-contents > .title').innerText(),
        new RegExp(`${version}$`),
        path,
      );
    }
    await leave();
  });

  it('has the contents of a document beside it from 1100 pixels on', async () => {
    const { page, leave } = await open('docs/guide.html');
    for (const width of [1100, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const contents = page.getByRole('navigation', { name: 'On this page' });
      assert.ok(await contents.getByRole('link', { name: 'Rearranging' }).isVisible(), `${width}`);
      const [menu, text] = await Promise.all([contents.boundingBox(), page.getByRole('main').boundingBox()]);
      assert.ok(
        menu && text && menu.x >= text.x + text.width && text.width > 480,
        `${width}: ${text?.width}`,
      );
    }
    await leave();
  });

  it('has an index of the API with one line each', async () => {
    const { page, leave } = await open('docs/modules.html');
    for (const path of ['docs/modules.html', 'docs/modules/source.html']) {
      await page.goto(place.site.url + path);
      const sections = page.locator('.tsd-member-summaries').filter({ has: page.locator('dd p') });
      const lines = await sections.locator('dd').evaluateAll((all) =>
        all.map((dd) => ({
          text: dd.textContent?.trim() ?? '',
          lines: dd.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(dd).lineHeight),
        })),
      );
      assert.ok(lines.length >= 12, path);
      assert.deepEqual(
        lines.filter((each) => each.text === '' || each.lines >= 2),
        [],
      );
    }
    await leave();
  });

  it('shows code without scrolling sideways', async () => {
    const { page, leave } = await open('docs/index.html');
    const wide = [];
    for (const path of widest()) {
      await page.goto(place.site.url + path);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const texts = await page
          .locator('pre')
          .evaluateAll((all) =>
            all.filter((pre) => pre.scrollWidth > pre.clientWidth).map((pre) => pre.textContent),
          );
        wide.push(...texts.map((text) => `${path} at ${width}: ${text}`));
      }
    }
    assert.deepEqual(wide, []);
    await leave();
  });

  it('is one click from the playground, and the playground from it', async () => {
    const { page, complaints, leave } = await openPage(place.browser, place.site.url);
    const link = (/** @type {string} */ name) =>
      page.getByRole('navigation', { name: 'Documents' }).getByRole('link', { name, exact: true });
    const titles = Object.entries({ Guide: 'Guide', Recipes: 'Recipes', API: 'Microtome' });
    const paths = await Promise.all(titles.map(([name]) => link(name).getAttribute('href')));
    await page.waitForLoadState('networkidle'); // what is left before it has come, fails
    await link('Guide').click();
    for (const [i, [name, title]] of titles.entries()) {
      if (i > 0) await page.goto(new URL(paths[i] ?? '', place.site.url).href);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      assert.equal(await page.locator('#tsd-toolbar-links [aria-current]').textContent(), name);
      await page.waitForLoadState('networkidle');
    }
    await page.locator('#tsd-toolbar-links').getByRole('link', { name: 'Playground' }).click();
    await isReady(page);
    assert.deepEqual(complaints, []);
    await leave();
  });

  it('is there without a network where it was read before', async () => {
    const site = await serveDocumented();
    const context = await place.browser.newContext();
    context.setDefaultTimeout(HANGS_AFTER_MS);
    const page = await context.newPage();
    await page.goto(`${site.url}docs/guide.html`);
    await isKept(page);
    for (const path of ['docs/', ...LOOKED_AT, 'docs/index.html']) {
      await page.goto(site.url + path);
      await page.waitForLoadState('networkidle');
    }
    await context.setOffline(true);
    await site.close();
    const complaints = listen(page);
    for (const path of ['docs/', ...LOOKED_AT]) {
      await page.goto(site.url + path);
      await page.locator('#tsd-nav-container a').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
    }
    await page.goto(`${site.url}docs/index.html`);
    for (const image of await page.locator('img').all())
      assert.ok(
        await image.evaluate((element) => /** @type {HTMLImageElement} */ (element).naturalWidth > 0),
      );
    await page.waitForLoadState('networkidle');
    await page.locator('#tsd-toolbar-links').getByRole('link', { name: 'Playground' }).click();
    await isReady(page);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
