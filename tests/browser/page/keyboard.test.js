// The two minutes of a stranger, with keys alone, in reading order.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInView, read, STATES, show } from '../bench.js';
import { usePage } from '../page.js';

const MOST_STOPS = 60;

describe('keys alone', () => {
  const place = usePage();

  /** Presses Tab until something has the focus. @param {string} selector */
  async function reach(selector) {
    for (let i = 0; i < MOST_STOPS; ++i) {
      await place.page.keyboard.press('Tab');
      if (await place.page.evaluate((css) => document.activeElement?.matches(css), selector)) return;
    }
    assert.fail(`${selector} is not reached`);
  }

  it('crop, take rows backwards, split, and copy code', async () => {
    await place.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await place.show('');
    await place.page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await reach('.skip');
    await place.page.keyboard.press('Enter');
    await reach('#call input');
    await reach('.framed');
    await place.page.keyboard.press('Shift+ArrowDown');
    assert.equal((await read(place.page)).values.s, '106:394, 252:612');
    await place.page.locator('#call input').focus();
    await place.page.keyboard.press('Control+A');
    await place.page.keyboard.type('::-2');
    assert.equal((await read(place.page)).prints, '[ 240, 720, 4 ]');
    await place.page.locator('.skip').focus();
    await place.page.keyboard.press('Enter');
    await reach('#ops a:nth-of-type(2)');
    await place.page.keyboard.press('Enter');
    assert.match((await read(place.page)).call, /^split\(photo, \{ axis: 1, num_outputs: 3 \}\)$/);
    await reach('#says button');
    await place.page.keyboard.press('Enter');
    assert.match((await read(place.page)).call, /^split\(photo, \{ axis: 1, split: \[240, 240, 240\] \}\)$/);
    await reach('.thumb');
    await place.page.keyboard.press('Shift+ArrowRight');
    await reach('.thumb');
    await place.page.keyboard.press('PageDown');
    assert.equal((await read(place.page)).values.split, '250, 240, 230');
    await reach('[role=tab]');
    await place.page.keyboard.press('ArrowRight');
    assert.match(
      await place.page.locator('#program').innerText(),
      /np\.split\(photo, \[250, 490\], axis=1\)/,
    );
    await reach('.code .main');
    await place.page.keyboard.press('Enter');
    assert.match(await place.page.evaluate(() => navigator.clipboard.readText()), /^import numpy as np/);
  });

  it('go through cells, select and edit', async () => {
    await show(place.page, STATES.cells);
    await place.page.locator('#call input').focus();
    await reach('[data-grid=in0]');
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp'])
      await place.page.keyboard.press(key);
    assert.equal(
      await place.page.evaluate(() => document.activeElement?.textContent),
      '18',
      'the next plane',
    );
    await place.page.keyboard.press('Shift+ArrowDown');
    await place.page.keyboard.press('Shift+ArrowRight');
    assert.equal((await read(place.page)).values.s, '1:2, :2, :2');
    await place.page.keyboard.press('F2');
    await place.page.keyboard.type('99');
    await place.page.keyboard.press('Enter');
    assert.ok((await read(place.page)).cells[0].includes('99'));
    assert.ok(await place.page.evaluate(() => document.activeElement?.matches('.cell')), 'the focus stays');
  });

  for (const value of ['7.5', '1000', '-1.5', '-123456.7'])
    it(`edit a cell, and the cells stay: ${value}`, async () => {
      await place.page.setViewportSize({ width: 1280, height: 720 });
      await place.show('#op=Slice&opset=13&dims=4,6&s=::-1,1:5');
      await place.page.locator('[data-grid=in0][data-k="2"]').dblclick();
      await place.page.keyboard.type(value);
      await place.page.keyboard.press('Enter');
      assert.equal((await read(place.page)).inputs[0]?.length, 24);
      const held = await place.page.evaluate(() => {
        const cell = /** @type {HTMLElement} */ (document.activeElement);
        return [cell.dataset.k, cell.title || cell.textContent];
      });
      assert.deepEqual(held, ['2', value]);
    });

  it('follow reading order at every width', async () => {
    for (const width of [1280, 390]) {
      await place.page.setViewportSize({ width, height: 844 });
      await place.show('');
      const stops = await place.page.evaluate(() => {
        const all = [
          ...document.querySelectorAll(
            'main a, main button, main input, main select, main summary, main [tabindex="0"]',
          ),
        ];
        const shown = all.filter(
          (each) =>
            /** @type {HTMLElement} */ (each).offsetParent !== null &&
            !each.closest('details:not([open]) .menu') &&
            !each.closest('.code'),
        );
        return shown.map((each) => Math.round(each.getBoundingClientRect().top / 44));
      });
      const back = stops.filter((top, i) => i > 0 && top < stops[i - 1] - 2);
      assert.deepEqual(back, [], `${width}: ${stops}`);
    }
  });

  it('choose a task, and are at its result', async () => {
    await place.page.setViewportSize({ width: 1280, height: 720 });
    await place.show('');
    for (const title of ['Tiles of a picture', 'Stack rows into a batch']) {
      await place.page.getByRole('link', { name: title }).focus();
      await place.page.keyboard.press('Enter');
      assert.match((await read(place.page)).call, /^(rearrange|concatFromSequence)\(/);
      assert.ok(await isInView(place.page), title);
      await reach('#ops a');
    }
  });

  it('type sizes while the view changes, and choose a call from the menu', async () => {
    await show(place.page, STATES.cells);
    const sizes = place.page.getByLabel('sizes of x');
    await sizes.focus();
    await place.page.keyboard.press('Control+A');
    for (const key of '1000, 1000, 2') {
      await place.page.keyboard.press(key === ' ' ? 'Space' : key);
      await read(place.page); // the view for these sizes is there
      assert.equal(await sizes.evaluate((input) => input === document.activeElement), true, key);
    }
    assert.equal(await sizes.inputValue(), '1000, 1000, 2');
    await place.page.locator('summary').focus();
    await place.page.keyboard.press('Enter');
    await place.page.keyboard.press('Tab');
    await place.page.keyboard.press('Enter');
    assert.equal(await place.page.evaluate(() => document.activeElement?.localName), 'summary');
  });
});
