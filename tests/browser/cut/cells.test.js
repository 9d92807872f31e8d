// The cells: a cell and its twin light up together, keys walk, values can be typed, pasted and dropped.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, usePage } from '../page.js';
import { fill, hashOf, inspector, lit, readResult } from '../reading.js';

/** @import { Page } from 'playwright-core' */

describe('the cells', () => {
  const place = usePage();
  const { show } = place;
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  it('light up with their twins, with the arithmetic between them', async () => {
    await show('#op=Slice&opset=13&dims=4,8&starts=2,7&ends=4,-100&axes=0,1&steps=1,-2');
    await page.locator('.part .cell').nth(1).hover();
    assert.deepEqual(await lit(page), [['21'], ['21']]);
    assert.equal(await inspector(page), 'out[0, 1]←data[2, 5]= 21axis 0: 2 = 2 + 0axis 1: 5 = 7 + 1 * (-2)');
    await page.locator('.whole .cell').nth(31).hover();
    assert.deepEqual(await lit(page), [['31'], ['31']]);
    assert.equal(await inspector(page), 'out[1, 0]←data[3, 7]= 31axis 0: 3 = 2 + 1axis 1: 7 = 7 + 0 * (-2)');
    await page.locator('.whole .cell').nth(20).hover();
    assert.deepEqual(await lit(page), [['20'], []]);
    assert.equal(await inspector(page), 'data[2, 4] holds 20 and is not takenaxis 1: 4 is not taken');
  });

  it('are walked through with keys, from one end of the page to the other', async () => {
    await show('#op=Split&opset=18&dims=2,2,3&axis=0&num_outputs=2');
    await page.locator('#cut-data').focus();
    /** @type {string[]} */
    const stops = [];
    for (let i = 0; i < 40; ++i) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const { activeElement: element } = document;
        return element?.closest('[role=grid]')?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      stops.push(stop);
      if (stop === 'Copy link to this cut') break;
    }
    const grids = stops.filter((stop) => /put/.test(stop));
    assert.deepEqual(
      grids,
      ['input [2, 2, 3]', 'output 0 [1, 2, 3]', 'output 1 [1, 2, 3]'],
      'one stop per tensor',
    );
    await page.locator('.whole .cell').first().focus();
    /** @type {[string, string][]} */
    const walk = [
      ['ArrowRight', '1'],
      ['End', '2'],
      ['ArrowRight', '6'], // on to the block beside it
      ['ArrowDown', '9'],
      ['ArrowDown', '9'],
      ['ArrowLeft', '5'],
      ['Home', '3'],
      ['PageUp', '0'],
      ['PageDown', '3'],
    ];
    for (const [key, value] of walk) {
      await page.keyboard.press(key);
      const focused = await page.evaluate(() => document.activeElement?.firstChild?.textContent);
      assert.equal(focused, value, key);
    }
    assert.deepEqual(await lit(page), [['3'], ['3']]);
    assert.equal(await page.locator('.whole .cell[tabindex="0"]').count(), 1);
    const label = await page.locator('.whole .cell').nth(9).getAttribute('aria-label');
    assert.equal(label, '[1, 1, 0]: 9, output 1');
  });

  it('take what is typed into them, or say what is wrong', async () => {
    await show('#op=Slice&opset=13&dims=2,2&type=int8&s=::-1');
    await page.locator('.whole .cell').nth(1).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('-7');
    await page.keyboard.press('Enter');
    assert.deepEqual((await readResult(page)).outputs[0].values, [2, 3, 0, -7]);
    assert.match(await hashOf(page), /&data=0,-7,2,3$/);
    await page.locator('.whole .cell').nth(0).dblclick();
    await page.keyboard.type('200');
    await page.keyboard.press('Enter');
    assert.equal(await inspector(page), "'200' does not fit int8: an integer from -2^7 to 2^7 - 1");
    await page.locator('.whole .cell').nth(0).dblclick();
    await page.keyboard.type('5');
    await page.keyboard.press('Escape');
    assert.deepEqual((await readResult(page)).outputs[0].values, [2, 3, 0, -7]);
  });

  it('take arrays that are pasted, and files that are dropped', async () => {
    await show('#op=Split&opset=18&dims=4&axis=0&num_outputs=2');
    await fill(page, { values: 'array([[1.5, 2.0],\n       [3.0, 4.0]], dtype=float32)' });
    assert.equal(await page.locator('#cut-dims').inputValue(), '2, 2');
    assert.deepEqual(
      (await readResult(page)).outputs.map(({ values }) => values),
      [
        [1.5, 2],
        [3, 4],
      ],
    );
    await fill(page, { values: '5, 6\n7, 8\n9, 10' });
    assert.equal(await page.locator('#cut-dims').inputValue(), '3, 2', 'lines are rows');
    const drop = async (/** @type {string} */ text) => {
      const data = await page.evaluateHandle((content) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], 'data.csv', { type: 'text/csv' }));
        return transfer;
      }, text);
      await page.dispatchEvent('#cut-result', 'drop', { dataTransfer: data });
    };
    await drop('7,8\n9,10\n11,12\n13,14\n');
    await page.locator('.whole .shape').filter({ hasText: '[4, 2]' }).waitFor();
    assert.deepEqual(
      (await readResult(page)).input.map(({ value }) => value),
      [7, 8, 9, 10, 11, 12, 13, 14],
    );
    await drop('7,8\n9');
    await page
      .locator('#cut-form > .error')
      .filter({ hasText: 'data.csv: row 1 has 1 values and row 0 has 2' })
      .waitFor();
    const paste = (/** @type {string} */ text) =>
      page
        .locator('.whole .cell')
        .first()
        .evaluate((cell, content) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', content);
          cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
        }, text);
    await paste('[[1, 2], [3, 4], [5, 6]]');
    assert.deepEqual(
      (await readResult(page)).input.map(({ value }) => value),
      [1, 2, 3, 4, 5, 6],
    );
    await paste('x[0].T');
    await page
      .locator('#cut-form > .error')
      .filter({ hasText: "the text: 'x[0].T' is not a number" })
      .waitFor();
    await fill(page, { dims: '3' });
    assert.deepEqual(
      (await readResult(page)).input.map(({ value }) => value),
      [0, 1, 2],
      'another size begins with counted values',
    );
  });

  for (const width of [1280, 390])
    it(`keep what is around them in its place, ${width} wide`, async () => {
      const { page: own, leave } = await openPage(
        place.browser,
        `${place.site.url}#op=Slice&opset=13&dims=4,6&s=::-1,1:5`,
        { viewport: { width, height: 800 } },
      );
      const topOf = async (/** @type {string} */ selector) =>
        (await own.locator(selector).boundingBox())?.y ?? Number.NaN;
      const before = await topOf('.bar');
      for (const at of [0, 3, 8, 20]) {
        await own.locator('.whole .cell').nth(at).hover();
        assert.ok(Math.abs((await topOf('.bar')) - before) < 1, `cell ${at}`);
      }
      await fill(own, { slice: '1:x' });
      const status = await topOf('.status');
      assert.ok(
        status > (await topOf('.headline')) && status < (await topOf('.photo')),
        'it is above the cells',
      );
      await leave();
    });

  it('have not complained', () => assert.deepEqual(place.complaints, []));
});
