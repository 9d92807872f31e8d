// Files that are dropped anywhere on the page: opened where they belong, or explained; the browser never leaves the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { FILES } from '../support/format_files.js';
import { inRoot } from '../support/paths.js';
import { drop, makePng } from './media_page.js';
import { serve, usePage } from './page.js';
import { fill, readResult } from './reading.js';

/** @import { Page } from 'playwright-core' */

/** Files of NumPy's, in base64. @type {Record<string, string>} */
const NUMPY = JSON.parse(readFileSync(inRoot('tests/support/fixtures/npy.json'), 'utf8'));
/** Files of several tensors, and one of each. */
const FILES_OF_MANY = [['stored.npz', 'big'], ['plain.safetensors', 'int16'], ['plain.gguf', 'int8']]; // biome-ignore format: a table
const BEGIN = '#op=Slice&opset=13&dims=4,6&s=::-1,1:5';

describe('a file that is dropped', () => {
  const place = usePage(() => serve('built'));
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

  for (const selector of ['#cut-data', 'h1', '.starters', '.picture', '#cut-dims']) {
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

  it('as .npy becomes cells, with its type and dims', async () => {
    await place.show(BEGIN);
    await dropOn('.picture', 'floats.npy', Buffer.from(NUMPY.f4, 'base64'));
    await page.locator('.whole .shape').filter({ hasText: 'float32 [2, 3]' }).waitFor();
    await place.show(BEGIN);
    await dropOn('.picture', 'fortran.npy', Buffer.from(NUMPY.fortran, 'base64'));
    await page.locator('.whole .shape').filter({ hasText: '[2, 3]' }).waitFor();
    assert.deepEqual((await readResult(page)).input.map(({ value }) => value), [0, 1, 2, 3, 4, 5]); // biome-ignore format: a row
  });

  it('that cells cannot hold is opened in the view of real data', async () => {
    const png = await makePng(page, 20, 10);
    await place.show(BEGIN);
    await dropOn('.picture', 'picture.png', png);
    await page.locator('#panel-image figcaption').filter({ hasText: '20 × 10 pixels' }).waitFor();
    assert.match(page.url(), /#media&kind=image$/);
    await page.locator('#tab-tensor').click();
    await page.locator('#panel-tensor .facts dd').first().waitFor();
    await dropOn('h1', 'again.png', png);
    await page.locator('#panel-image').waitFor();
    assert.match(page.url(), /#media&kind=image$/, 'from the panel of tensor files too');
    await dropOn('#panel-image .source', 'numbers.npy', Buffer.from(NUMPY.f8, 'base64'));
    await page.locator('#panel-tensor .facts').filter({ hasText: '6 of float64' }).waitFor();
  });

  it('that cannot be opened is explained', async () => {
    const message = 'The file is empty.';
    await place.show(BEGIN);
    await dropOn('.picture', 'a.npy', Buffer.alloc(0));
    await page.locator('#cut-data-error').filter({ hasText: message }).waitFor();
    await place.show('#media&kind=tensor');
    await dropOn('#panel-tensor .drop', 'a.npy', Buffer.alloc(0));
    await page.locator('#tensor-file-error').filter({ hasText: message }).waitFor();
    await place.show(BEGIN);
    await dropOn('.picture', 'a.npz', Buffer.from('PK\x03\x04 and more', 'latin1'));
    await page.locator('#tensor-file-error').filter({ hasText: 'open: npz: ' }).waitFor();
  });

  it('of several tensors is opened in the view of real data, and lists them', async () => {
    for (const [file, name] of FILES_OF_MANY) {
      await place.show(BEGIN);
      await dropOn('.picture', file, FILES[file]);
      await page.locator('#tensor-name').selectOption(name);
      await page.locator('#panel-tensor .facts dd').filter({ hasText: name }).first().waitFor();
    }
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});
