// Files that are dropped anywhere on the page: opened where they belong, or explained; the browser never leaves the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import { FILES } from '../../support/format_files.js';
import { about, drop, makePng } from '../media_page.js';
import { openPage, usePage } from '../page.js';
import { fill, readResult } from '../reading.js';

/** @import { Page } from 'playwright-core' */

/** Files of NumPy's, in base64. @type {Record<string, string>} */
const NUMPY = JSON.parse(readFileSync(inRoot('tests/support/fixtures/npy.json'), 'utf8'));
const BEGIN = '#op=Slice&opset=13&dims=4,6&s=::-1,1:5';

describe('a file that is dropped', () => {
  const place = usePage();
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  /** @type {(() => void)[]} */
  const removals = [];
  after(() => {
    for (const remove of removals) remove();
  });
  /** @param {string} selector @param {string} name @param {Uint8Array} bytes */
  const dropOn = async (selector, name, bytes) => removals.push(await drop(page, selector, name, bytes));
  const isHere = async () => assert.ok(page.url().startsWith(place.site.url), page.url());

  for (const selector of ['#cut-data', 'h1', '.picture']) {
    it(`on ${selector} is read as values`, async () => {
      await place.show(BEGIN);
      await fill(page, {}); // opens the fields
      await dropOn(selector, 'rows.csv', Buffer.from('1,2,3\n4,5,6\n'));
      await page.locator('.whole .shape').filter({ hasText: '[2, 3]' }).waitFor();
      assert.deepEqual((await readResult(page)).input.map(({ value }) => value), [1, 2, 3, 4, 5, 6]); // biome-ignore format: a row
      await isHere();
    });
  }

  it('on the examples is ignored', async () => {
    await place.show('#examples');
    await page.locator('.card').first().waitFor();
    await dropOn('#examples', 'rows.csv', Buffer.from('1,2,3'));
    await isHere();
  });

  it('that is no text is opened in the view of real data', async () => {
    const png = await makePng(page, 20, 10);
    await place.show(BEGIN);
    await dropOn('.picture', 'picture.png', png);
    await page.locator('#panel-image figcaption').filter({ hasText: '20 × 10 pixels' }).waitFor();
    assert.match(page.url(), /#media&kind=image$/);
    await page.locator('#tab-tensor').click();
    await about(page).filter({ hasText: 'float32' }).waitFor();
    await dropOn('h1', 'again.png', png);
    await page.locator('#panel-image').waitFor();
    assert.match(page.url(), /#media&kind=image$/, 'from the panel of tensor files too');
    await place.show(BEGIN);
    await dropOn('.picture', 'numbers.npy', Buffer.from(NUMPY.f8, 'base64'));
    await about(page).filter({ hasText: '6 of float64' }).waitFor();
  });

  it('that cannot be opened is explained', async () => {
    const message = 'The file is empty.';
    await place.show(BEGIN);
    await dropOn('.picture', 'a.npy', Buffer.alloc(0));
    await page.locator('#cut-form > .error').filter({ hasText: message }).waitFor();
    await place.show('#media&kind=tensor');
    await dropOn('#panel-tensor .drop', 'a.npy', Buffer.alloc(0));
    await page.locator('#tensor-file-error').filter({ hasText: message }).waitFor();
    await place.show(BEGIN);
    await dropOn('.picture', 'a.npz', Buffer.from('PK\x03\x04 and more', 'latin1'));
    await page.locator('#tensor-file-error').filter({ hasText: 'npz: ' }).waitFor();
  });

  it('that cannot be read leaves the first example, and says one thing', async () => {
    /** @type {[string, Uint8Array, string][]} */
    const files = [
      [
        'a.docx',
        Buffer.from('PK\x03\x04\x14\x00\x06\x00 and more', 'latin1'),
        'npz: the file does not end with',
      ],
      ['cut.npz', FILES['stored.npz'].subarray(0, 200), 'npz: '],
      ['random.bin', Uint8Array.from({ length: 999 }, (_, i) => (i * i * 73 + 129) & 255), 'the file begins'],
    ];
    for (const [name, bytes, message] of files) {
      const { page: own, complaints, leave } = await openPage(place.browser, place.site.url);
      removals.push(await drop(own, '.picture', name, bytes));
      await own.locator('#tensor-file-error').filter({ hasText: message }).waitFor();
      await own.locator('#panel-tensor .job:not(.stale)').waitFor();
      assert.match((await about(own).textContent()) ?? '', /393,216 of float32/, name);
      const errors = await own.locator('#panel-tensor .error').allTextContents();
      assert.equal(errors.filter(Boolean).length, 1, errors.join());
      assert.deepEqual(complaints, []);
      await leave();
    }
  });

  it('is not asked for if nothing could be held', async () => {
    const { page: own } = await openPage(place.browser, place.site.url);
    await own.context().route('**/worker-*.js', (route) => route.abort());
    await own.locator('nav a[data-view=media]').click();
    await own.locator('#image-file-error:not(:empty)').waitFor();
    await own.locator('#image-slice').fill('1:9');
    await own.locator('#image-slice-error, #image-file-error').filter({ hasText: 'loaded' }).waitFor();
    const errors = await own.locator('#panel-image :is(.error, .wrong)').allTextContents();
    assert.deepEqual(errors.filter(Boolean), ['The worker could not be loaded.']);
    await own.context().close();
  });

  it('is text although it begins like a picture', async () => {
    await place.show(BEGIN);
    await dropOn('.picture', 'people.csv', Buffer.from('BMI,age\n21,30\n'));
    await page.locator('#cut-form > .error:not(:empty)').waitFor();
    assert.equal(await page.locator('#view-cut').isVisible(), true);
  });

  it('that has nothing to show as real data is explained', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    for (const kind of ['image', 'sound', 'tensor']) {
      await place.show(`#media&kind=${kind}`);
      const error = page.locator(`#${kind}-file-error`);
      await dropOn(`#panel-${kind} .drop`, 'a.svg', svg);
      await error.filter({ hasText: 'An SVG has no pixels' }).waitFor();
      await dropOn(`#panel-${kind} .drop`, 'a.json', Buffer.from('{"a": 1}'));
      await error.filter({ hasText: 'This is text: drop it on the view Cells' }).waitFor();
    }
    await place.show(BEGIN);
    await dropOn('.picture', 'a.svg', svg);
    await page.locator('#cut-form > .error').filter({ hasText: 'An SVG has no pixels' }).waitFor();
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});
