// Dragging the marks of a ruler and rectangles of cells, with a mouse, a finger and keys. The text follows the marks, and the marks
// follow the text.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, serveBuilt, usePage } from './page.js';
import { fill, hashOf, isDrawn, isPainted, readResult } from './reading.js';

/** @import { Locator, Page } from 'playwright-core' */

describe('dragging', () => {
  const place = usePage(() => serveBuilt());
  const { show } = place;
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  /** @param {string} name such as 'end of axis 0' */
  const mark = (name) => page.getByRole('slider', { name, exact: true });

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

  /** An index of a ruler. @type {(axis: number, index: number) => Locator} */
  const index = (axis, at) => page.locator('.ruler').nth(axis).locator(`[data-index="${at}"]`);

  /** @param {string} label */
  const field = (label) => page.locator('#view-cut').getByLabel(label, { exact: true }).inputValue();

  it('moves start, end and step of a slice, and the text follows', async () => {
    await show('#op=Slice&opset=13&dims=4,6&starts=1,0&ends=3,6');
    await drag(mark('end of axis 0'), index(0, 4));
    assert.equal(await field('ends'), '4, 6');
    await drag(mark('start of axis 1'), index(1, 2));
    assert.equal(await field('starts'), '1, 2');
    await drag(mark('step of axis 1'), index(1, 4));
    assert.equal(await field('steps'), '1, 2');
    assert.equal(await field('slice'), '1:, 2::2');
    assert.deepEqual((await readResult(page)).outputs[0].values, [8, 10, 14, 16, 20, 22]);
    assert.equal(await hashOf(page), '#op=Slice&opset=13&dims=4,6&starts=1,2&ends=4,6&steps=1,2');
  });

  it('turns a slice around', async () => {
    await show('#op=Slice&opset=13&dims=5&s=3:');
    await drag(mark('step of axis 0'), index(0, 2));
    assert.equal(await field('slice'), '3::-1');
    assert.deepEqual((await readResult(page)).outputs[0].values, [3, 2, 1, 0]);
  });

  it('is one step back, however far it went', async () => {
    await show('#op=Slice&opset=13&dims=9&s=1:3');
    await drag(mark('end of axis 0'), index(0, 8));
    assert.equal(await field('slice'), '1:8');
    await page.goBack();
    assert.equal(await hashOf(page), '#op=Slice&opset=13&dims=9&s=1:3');
  });

  it('moves marks with keys, which keep the focus', async () => {
    await show('#op=Slice&opset=13&dims=6&s=1:3');
    await mark('end of axis 0').focus();
    for (const [key, notation] of [
      ['ArrowRight', '1:4'],
      ['End', '1:'],
      ['ArrowLeft', '1:5'],
      ['Home', '1:0'],
    ]) {
      await page.keyboard.press(key);
      await isDrawn(page);
      assert.equal(await field('slice'), notation, key);
    }
    await mark('step of axis 0').focus();
    await page.keyboard.press('ArrowLeft'); // over a step of 0
    await isDrawn(page);
    assert.equal(await field('slice'), '1::-1');
    assert.equal(await mark('step of axis 0').getAttribute('aria-valuetext'), 'backwards');
  });

  it('turns a whole axis around with keys, and says how it steps', async () => {
    await show('#op=Slice&opset=13&dims=4,6&s=::-1,1:5');
    const step = mark('step of axis 0');
    await step.focus();
    for (const [key, notation, says] of [
      ['ArrowRight', ':, 1:5', 'each index'],
      ['ArrowRight', '::2, 1:5', 'every 2nd index'],
      ['Home', '::-1, 1:5', 'backwards'],
      ['ArrowLeft', '::-2, 1:5', 'every 2nd index, backwards'],
      ['End', ':, 1:5', 'each index'],
    ]) {
      await page.keyboard.press(key);
      await isDrawn(page);
      assert.deepEqual(
        [await field('slice'), await step.getAttribute('aria-valuetext')],
        [notation, says],
        key,
      );
    }
  });

  it('moves the borders of pieces, of cuts and of joins', async () => {
    await show('#op=Split&opset=18&dims=2,6&axis=1&num_outputs=3');
    await drag(mark('out 1 of axis 1'), index(0, 1));
    assert.deepEqual([await field('split'), await field('num_outputs')], ['1, 3, 2', '']);
    await show('#op=Concat&opset=13&dims=2;3&axis=0');
    await drag(mark('in 1 of axis 0'), index(0, 4));
    assert.equal(await field('dims'), '4; 1');
  });

  it('moves the index that a KV cache is written at', async () => {
    await show('#op=TensorScatter&opset=24&dims=2,6,3;2,2,3&write_indices=1,4&axis=1');
    await drag(mark('write of axis 1').first(), index(0, 3));
    assert.equal(await field('write_indices'), '3, 4');
  });

  it('shows the marks of a long axis, which stays scrolled', async () => {
    await page.setViewportSize({ width: 800, height: 900 });
    await show('#op=Slice&opset=13&dims=1000&s=400:600');
    await drag(mark('start of axis 0'), index(0, 402));
    assert.equal(await field('slice'), '402:600');
    assert.ok(await page.locator('.ruler').evaluate((ruler) => (ruler.parentElement?.scrollLeft ?? 0) > 0));
    await mark('end of axis 0').focus();
    await page.keyboard.press('ArrowRight');
    await isDrawn(page);
    assert.equal(await field('slice'), '402:601');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('follows the text', async () => {
    await show('#op=Slice&opset=13&dims=6&s=1:3');
    await fill(page, { slice: '-1:2:-2' });
    const at = await Promise.all(
      ['start', 'end', 'step'].map((name) => mark(`${name} of axis 0`).getAttribute('aria-valuenow')),
    );
    assert.deepEqual(at, ['5', '2', '3']);
  });

  it('takes a rectangle of cells', async () => {
    await show('#op=Slice&opset=13&dims=4,6&s=::-1');
    const cell = (/** @type {number} */ at) => page.locator('.whole .cell').nth(at);
    await drag(cell(7), cell(16));
    assert.equal(await field('slice'), '2:0:-1, 1:5', 'an axis keeps its direction');
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
    for (const delay of [0, 30, 45, 60, 80, 100]) {
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

  it('works with fingers: a mark at once, cells after a moment', async () => {
    const { page: phone, complaints } = await openPage(
      place.browser,
      `${place.site.url}#op=Slice&opset=13&dims=4,5&s=1:3`,
      {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      },
    );
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
    const end = phone.getByRole('slider', { name: 'end of axis 0' });
    await end.scrollIntoViewIfNeeded();
    await touch('touchStart', [await at(end)]);
    await touch('touchMove', [await at(phone.locator('.ruler').first().locator('[data-index="4"]'))]);
    await touch('touchEnd', []);
    await isDrawn(phone);
    assert.equal(await notation(), '1:');
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
    await phone.context().close();
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});
