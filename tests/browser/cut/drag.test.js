// Rectangles of cells, drawn with a mouse, a finger and keys: the slice follows.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, usePage } from '../page.js';
import { fill, isDrawn, isPainted, readResult } from '../reading.js';

/** @import { Locator, Page } from 'playwright-core' */

describe('dragging', () => {
  const place = usePage();
  const { show } = place;
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  /** The middle of an element. @param {Locator} locator */
  async function middleOf(locator) {
    await locator.scrollIntoViewIfNeeded();
    const box = await locator.boundingBox();
    assert.ok(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * @param {Locator} from
   * @param {Locator} to
   */
  async function drag(from, to) {
    const [start, end] = [await middleOf(from), await middleOf(to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move((start.x + end.x) / 2, start.y, { steps: 3 });
    await isDrawn(page);
    await page.mouse.move(end.x, end.y, { steps: 3 });
    await page.mouse.up();
    await isDrawn(page);
  }

  /** @param {string} label */
  const field = (label) => page.locator('#view-cut').getByLabel(label, { exact: true }).inputValue();

  it('takes a rectangle of cells', async () => {
    await show('#op=Slice&opset=13&dims=4,6&s=::-1');
    const cell = (/** @type {number} */ at) => page.locator('.whole .cell').nth(at);
    await drag(cell(7), cell(16));
    assert.equal(await field('slice'), '2:0:-1, 1:5', 'an axis keeps its direction');
    await page.goBack();
    assert.equal(await field('slice'), '::-1', 'it is one step, however far it went');
    await page.goForward();
    await cell(0).focus();
    await page.keyboard.down('Shift');
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key);
      await isDrawn(page);
    }
    await page.keyboard.up('Shift');
    assert.equal(await field('slice'), '2::-1, :2');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-place')), '13');
  });

  it('leaves the cells where they are, however long the sentence becomes', async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await show('#op=Slice&opset=13&dims=4,6&s=::-1');
      const grid = page.locator('.whole .grid');
      const cells = page.locator('.whole .cell');
      const [start, end] = [await middleOf(cells.first()), await middleOf(cells.nth(15))];
      const before = await grid.boundingBox();
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      for (let i = 1; i <= 8; ++i) {
        await page.mouse.move(start.x + ((end.x - start.x) * i) / 8, start.y + ((end.y - start.y) * i) / 8);
        await isDrawn(page);
        assert.deepEqual(await grid.boundingBox(), before, `${width} wide, move ${i}`);
      }
      await page.mouse.up();
      assert.equal(await field('slice'), '2::-1, :4', 'the cells under the pointer, and no more');
      const wordy = '3:-5:-2, -1:-100:-2';
      for (const slice of [wordy, 'x', '1, ...', '...']) {
        await fill(page, { slice });
        assert.deepEqual(await grid.boundingBox(), before, slice);
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('grows from the same corner with Shift and the arrow keys, however fast they are pressed', async () => {
    for (const delay of [0, 45, 100]) {
      await show('#op=Slice&opset=13&dims=5,6&s=...');
      await page.locator('.whole .cell').nth(7).focus();
      for (const keys of [
        ['ArrowRight', 'ArrowDown'],
        ['ArrowDown', 'ArrowRight'],
      ]) {
        await page.keyboard.down('Shift');
        for (const key of keys) await page.keyboard.press(key, { delay });
        await page.keyboard.up('Shift');
      }
      await isDrawn(page);
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-place')), '21');
      assert.equal(await field('slice'), '1:4, 1:4', `${delay} ms`);
    }
  });

  it('takes a rectangle where a join writes', async () => {
    await show('#op=SliceScatter&opset=15&dims=4,6&s=:1');
    const cells = page.locator('.whole .cell');
    await drag(cells.nth(8), cells.nth(15));
    assert.equal(await field('slice'), '1:3, 2:4');
    assert.equal((await readResult(page)).outputs[1].shape, '[2, 2]');
  });

  it('takes a rectangle of a large tensor, which stays where it was', async () => {
    await show('#op=Slice&opset=13&dims=60,50&s=1:2');
    const viewport = page.locator('.whole .viewport');
    await isPainted(page);
    await viewport.focus();
    for (let i = 0; i < 6; ++i) await page.keyboard.press('+');
    const box = await viewport.boundingBox();
    assert.ok(box);
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 180, box.y + 200, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await isDrawn(page);
    await isPainted(page);
    const notation = await field('slice');
    assert.match(notation, /^\d*:\d+, \d*:\d+$/);
    const after = await page.locator('.whole .viewport').boundingBox();
    assert.ok(after);
    await page.mouse.move(after.x + 20, after.y + 20);
    const [rows, columns] = notation.split(', ').map((item) => item.split(':')[0] || '0');
    const said = await page.locator('.inspector').textContent();
    assert.match(said ?? '', new RegExp(`data\\[${rows}, ${columns}\\]`), 'the same cell is still there');
  });

  it('works with a finger that has rested for a moment', async () => {
    const {
      page: phone,
      complaints,
      leave,
    } = await openPage(place.browser, `${place.site.url}#op=Slice&opset=13&dims=4,5&s=1:3`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const client = await phone.context().newCDPSession(phone);
    const at = async (/** @type {Locator} */ locator) => {
      const box = await locator.boundingBox();
      assert.ok(box);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const touch = (
      /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
      /** @type {{ x: number, y: number }[]} */ touchPoints,
    ) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
    const notation = () => phone.locator('#view-cut').getByLabel('slice', { exact: true }).inputValue();
    const cells = phone.locator('.whole .cell');
    await cells.first().scrollIntoViewIfNeeded();
    await touch('touchStart', [await at(cells.nth(0))]);
    await phone.locator('.selecting').waitFor();
    const [from, to] = [await at(cells.nth(0)), await at(cells.nth(12))];
    for (let i = 1; i <= 12; ++i) {
      await touch('touchMove', [
        { x: from.x + ((to.x - from.x) * i) / 12, y: from.y + ((to.y - from.y) * i) / 12 },
      ]);
      await isDrawn(phone); // the touched cell is another one now
    }
    await touch('touchEnd', []);
    await isDrawn(phone);
    assert.equal(await notation(), ':3, :3');
    assert.deepEqual(complaints, []);
    await leave();
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});
