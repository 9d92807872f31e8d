// Pictures of the page for those who change it, in build/screenshots: light, dark, and as wide as a phone. A page that is blank, or
// that begins with something to scroll sideways, fails.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { inRoot } from '../../tools/common/paths.js';
import { show } from './media_page.js';
import { isReady, openPage, serveBuilt, useSite } from './page.js';
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
  examples: '#examples',
  image: '#media&kind=image',
  sound: '#media&kind=sound',
  tensor: '#media&kind=tensor',
  tour: '',
  embedded: '?embed#op=SliceScatter&opset=15&dims=5,6&type=uint8&s=1:4,2:5',
};

mkdirSync(FOLDER, { recursive: true });

for (const [look, { schemes, options }] of Object.entries(LOOKS)) {
  describe(`the page, ${look}`, () => {
    const place = useSite(() => serveBuilt());
    /** @type {import('./page.js').Opened} */ let opened;
    before(async () => {
      opened = await openPage(place.browser, place.site.url, options);
    });

    for (const [name, hash] of Object.entries(VIEWS)) {
      it(name, async () => {
        const { page, complaints } = opened;
        await page.goto(place.site.url + hash);
        await isReady(page);
        if (name === 'mistake') await page.getByLabel('split_lengths', { exact: true }).fill('2, -1, -1');
        if (name === 'million') await page.locator('.whole canvas').waitFor();
        if (name === 'slice') await page.locator('.io .part .cell').nth(5).hover();
        if (name === 'tour') await takeTour(page);
        if (hash.startsWith('#media')) await show(page, /** @type {any} */ (hash.split('=')[1]));
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
