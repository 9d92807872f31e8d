// Large tensors: drawn on a canvas that can be panned and zoomed, whatever their size; plans of very many outputs are made in a
// worker that can be stopped.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, usePage } from '../page.js';
import { fill, inspector, isPainted, readResult } from '../reading.js';

/** @import { Page } from 'playwright-core' */

describe('large tensors', () => {
  const place = usePage();
  const { show } = place;
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  it('are drawn on a canvas where there are many, with the same twins', async () => {
    await show('#op=Slice&opset=13&dims=60,50&s=::-1,1:5');
    await page.locator('.whole canvas').waitFor();
    const viewport = page.locator('.whole .viewport');
    await viewport.focus();
    await page.keyboard.press('0');
    await page.keyboard.press('+');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    assert.equal(
      await inspector(page),
      'out[58, 1]←data[1, 2]= 52axis 0: 1 = 59 + 58 * (-1)axis 1: 2 = 1 + 1',
    );
    const box = await viewport.boundingBox();
    assert.ok(box);
    const seen = new Set();
    for (let i = 1; i < 6; ++i) {
      await page.mouse.move(box.x + (i * box.width) / 6, box.y + box.height / 2);
      seen.add(await inspector(page));
    }
    assert.ok(seen.size > 3, 'the mouse finds other cells');
    await isPainted(page);
    assert.ok((await coloursOf(page, '.whole canvas')).size > 3);
  });

  it('are panned and zoomed with mouse and wheel', async () => {
    const viewport = page.locator('.whole .viewport');
    const box = await viewport.boundingBox();
    assert.ok(box);
    const look = async () => {
      for (const at of [50, 46]) await page.mouse.move(box.x + at, box.y + at); // one may lie in a gap
      return inspector(page);
    };
    await viewport.focus();
    for (let i = 0; i < 12; ++i) await page.keyboard.press('+');
    /** Wheels are turned later than the call returns. @param {string} before */
    const leave = async (before) => {
      for (let i = 0; i < 500; ++i) {
        const now = await look();
        if (now !== before) return now;
        await page.waitForTimeout(40);
      }
      return assert.fail(`still ${before}`);
    };
    const near = await look();
    await page.mouse.wheel(0, 400);
    const below = await leave(near);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 300, { steps: 4 });
    await page.mouse.up();
    const dragged = await leave(below);
    await page.getByRole('button', { name: /^Show all: input/ }).click();
    const all = await leave(dragged);
    await page.mouse.move(box.x + 300, box.y + 300); // the cell under the mouse stays there
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await leave(all);
  });

  it('are drawn whatever their size, with twins that are right', async () => {
    await show('#op=Slice&opset=13&dims=4&type=float64&s=::-1');
    await fill(page, { dims: '50000000, 100000000', slice: '::-1, 7::3' });
    const { outputs, stale } = await readResult(page);
    assert.equal(stale, false);
    assert.deepEqual(
      outputs.map(({ shape }) => shape),
      ['[50000000, 33333331]'],
    );
    await page.locator('.whole .viewport').focus();
    for (const key of ['PageDown', 'ArrowUp', 'End', 'ArrowLeft', 'ArrowLeft'])
      await page.keyboard.press(key);
    assert.equal(
      await inspector(page),
      'out[1, 33333330]←data[49999998, 99999997]= 4999999899999997' +
        'axis 0: 49999998 = 49999999 + 1 * (-1)axis 1: 99999997 = 7 + 33333330 * 3',
    );
    await page.locator('.part .viewport').focus();
    await page.keyboard.press('End');
    assert.match(await inspector(page), /^out\[0, 33333330\]←data\[49999999, 99999997\]/);
    await isPainted(page);
    assert.ok((await coloursOf(page, '.whole canvas')).size > 1);
  });

  it('are planned in a worker where outputs are very many, which can be cancelled', async () => {
    const other = await openPage(
      place.browser,
      `${place.site.url}#op=SplitToSequence&opset=24&dims=4&axis=0&keepdims=0`,
    );
    const slow = other.page;
    await slow.context().route('**/worker-*.js', () => {}); // never comes
    await fill(slow, { dims: '9000' });
    await slow.locator('.progress:not(.idle)').waitFor();
    await slow.getByRole('button', { name: 'Cancel: cutting' }).click();
    assert.match((await slow.locator('.status').textContent()) ?? '', /^Cancelled\. The last valid result:$/);
    assert.equal(await slow.locator('.progress').isVisible(), false);
    assert.deepEqual(
      (await readResult(slow)).outputs.map(({ values }) => values),
      [[0], [1], [2], [3]],
    );
    await slow.context().close();
  });

  it('say from the worker what is wrong, beside the field', async () => {
    await show('#op=Split&opset=18&dims=4&axis=0&num_outputs=2');
    await fill(page, { num_outputs: '2000000' });
    await page
      .locator('#cut-num_outputs-error')
      .filter({ hasText: /^num_outputs: / })
      .waitFor();
    assert.equal((await readResult(page)).stale, true);
    assert.equal(await page.locator('.progress').isVisible(), false);
  });

  it('have not complained', () => assert.deepEqual(place.complaints, []));
});

/**
 * @param {Page} page
 * @param {string} selector of a canvas
 */
async function coloursOf(page, selector) {
  const list = await page.locator(selector).evaluate((element) => {
    const canvas = /** @type {HTMLCanvasElement} */ (element);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    return [...new Set(new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer))];
  });
  return new Set(list);
}
