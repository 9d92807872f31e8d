// Pictures of the page for those who change it, in build/screenshots: light, dark, and as wide as a phone. A page that is blank, or
// that begins with something to scroll sideways, fails.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inRoot } from '../../tools/common/paths.js';
import { timed } from './media_page.js';
import { openPage, serveBuilt, useSite } from './page.js';
import { isPainted } from './reading.js';

const FOLDER = inRoot('build/screenshots');

/** A screen, and the colours in which it is looked at. @type {Record<string, { schemes: readonly ('light' | 'dark')[], options: import('playwright-core').BrowserContextOptions }>} */
const LOOKS = {
  desktop: { schemes: ['light', 'dark'], options: {} },
  phone: {
    schemes: ['light'],
    options: { viewport: { width: 360, height: 740 }, isMobile: true, deviceScaleFactor: 2 },
  },
};

/** What is looked at, by name. */
const VIEWS = {
  slice: '#op=Slice&opset=13&dims=4,6&s=::-1,1:5',
  trap: '#op=Slice&opset=13&dims=5&starts=-1&ends=-2147483648&axes=0&steps=-1',
  split: '#op=Split&opset=18&dims=2,3,7&axis=2&num_outputs=4',
  rank6: '#op=Slice&opset=13&dims=2,2,2,2,3,3&starts=1&ends=2147483647&axes=3',
  mistake: '#op=VariadicSplit&opset=1&dims=3,8&axis=1&split_lengths=2,-1,1',
  million: '#op=Slice&opset=13&dims=1000,1000&s=::2,::-3',
  embedded: '?embed#op=SliceScatter&opset=15&dims=5,6&type=uint8&s=1:4,2:5',
  tour: '',
  examples: '#examples',
  media: '#media',
  sound: '#media',
  tensor: '#media',
};

mkdirSync(FOLDER, { recursive: true });

for (const [look, { schemes, options }] of Object.entries(LOOKS)) {
  describe(`the page, ${look}`, () => {
    const place = useSite(() => serveBuilt());

    for (const [name, hash] of Object.entries(VIEWS)) {
      it(name, async () => {
        const { page, complaints } = await openPage(place.browser, place.site.url + hash, options);
        if (name === 'mistake') await page.getByLabel('split_lengths', { exact: true }).fill('2, -1, -1');
        if (name === 'million') await page.locator('.whole canvas').waitFor();
        if (name === 'slice') await page.locator('.io .part .cell').nth(5).hover();
        if (name === 'tour') await takeTour(page);
        if (hash === '#media') await showTimes(page, name);
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await isPainted(page);
          const path = `${FOLDER}/${name}-${look}-${colorScheme}.png`;
          const bytes = await page.screenshot({ path, fullPage: true, animations: 'disabled' });
          assert.ok(bytes.length > 20_000, `${path}: ${bytes.length} bytes`);
        }
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(width, options.viewport?.width ?? 1280);
        assert.deepEqual(complaints, []);
        await page.context().close();
      });
    }
  });
}

/** To its last step. @param {import('playwright-core').Page} page */
async function takeTour(page) {
  await page.getByRole('button', { name: /tour/ }).click();
  for (let i = 0; i < 4; ++i) await page.getByRole('button', { name: 'Next' }).click();
  await page.locator('.part').filter({ hasText: '50' }).waitFor();
}

/**
 * A kind of real data, when its last cut has been timed.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function showTimes(page, name) {
  const kind = name === 'media' ? 'image' : name;
  await page.locator(`#tab-${kind}`).click();
  await timed(page, `#panel-${kind} .job`);
}
