// Nothing that was typed is lost: other operators and versions, values with a shape of their own, undo, redo and reset.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openPage, usePage } from '../page.js';
import { fill, hashOf, isDrawn, readMistakes, readResult, unfold } from '../reading.js';

/** @import { Page } from 'playwright-core' */

describe('what was typed', () => {
  const place = usePage();
  const { show } = place;
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  /** @param {string} name of an operator or a version */
  async function check(name, where = page) {
    await unfold(where);
    await where
      .getByLabel(name.startsWith('opset') ? 'version' : 'operator', { exact: true })
      .selectOption(name);
    await isDrawn(where);
  }
  const textOf = (/** @type {string} */ id) => page.locator(`#cut-${id}`).inputValue();
  const valuesOf = async () => (await readResult(page)).input.map(({ value }) => value);

  it('stays when the operator changes, as far as it applies, and comes back with it', async () => {
    await show('#op=Slice&opset=11&dims=2,3&type=int8&s=1:,::2&data=9,8,7,6,5,4');
    await check('Split');
    assert.equal(await textOf('dims'), '2,3');
    assert.equal(await textOf('type'), 'int8');
    assert.deepEqual(await valuesOf(), [9, 8, 7, 6, 5, 4]);
    await fill(page, { axis: '0', num_outputs: '2', dims: '2, 3' });
    await check('Slice');
    assert.equal(await hashOf(page), '#op=Slice&opset=11&dims=2,3&type=int8&s=1:,::2&data=9,8,7,6,5,4');
    await check('Split');
    assert.deepEqual([await textOf('axis'), await textOf('num_outputs')], ['0', '2']);
  });

  it('is said to be ignored where a version has no such parameter', async () => {
    await show('#op=Slice&opset=13&dims=5&starts=-1&ends=-9&axes=0&steps=-1');
    await check('opset 1');
    await page.getByText('Slice-1 has no steps: your steps=-1 is ignored.').waitFor();
    await check('opset 13');
    assert.equal(await textOf('steps'), '-1');
    assert.equal(await page.getByText('is ignored').count(), 0);
  });

  it('fills the cells if values are a plain list, and dims only change with brackets or lines', async () => {
    await show('#op=Slice&opset=13&dims=2,2&s=::-1');
    await fill(page, { values: '4, 3, 2, 1' });
    assert.deepEqual([await textOf('dims'), await valuesOf()], ['2,2', [4, 3, 2, 1]]);
    await fill(page, { values: '1,2,3' });
    const [mistake] = await readMistakes(page);
    assert.equal(
      mistake.message,
      'values: 3 values for 4 cells; write brackets, such as [1,2, …], to change dims',
    );
    assert.equal(await textOf('dims'), '2,2');
    await fill(page, { values: '[[1, 2, 3]]' });
    assert.equal(await textOf('dims'), '1, 3');
    await fill(page, { values: '' });
    assert.equal(await textOf('dims'), '2,2', 'as before the values');
    assert.deepEqual(await readMistakes(page), []);
    await fill(page, { slice: '::-1, 1' });
    await fill(page, { values: '[1, 2, 3]' });
    assert.equal((await readMistakes(page)).length, 1);
    await fill(page, { values: '' });
    assert.deepEqual(await readMistakes(page), []);
    assert.equal((await readResult(page)).stale, false);
  });

  it('can be undone and done again, with buttons and keys, step by step', async () => {
    await show('#op=Slice&opset=13&dims=4,6&s=1:3');
    const undo = page.getByRole('button', { name: 'Undo' });
    await fill(page, { slice: '::2' });
    await fill(page, { slice: '::2, 1' }); // one step, because it is the same field
    await check('Split');
    const hash = await hashOf(page);
    await undo.click();
    assert.equal(await hashOf(page), '#op=Slice&opset=13&dims=4,6&s=::2,1');
    await page.locator('main').press('Control+z');
    assert.equal(await hashOf(page), '#op=Slice&opset=13&dims=4,6&s=1:3');
    await page.locator('main').press('Control+Shift+z');
    await page.getByRole('button', { name: 'Redo' }).click();
    assert.equal(await hashOf(page), hash);
    assert.equal(await page.getByRole('button', { name: 'Redo' }).isDisabled(), true);
    await isDrawn(page);
    assert.equal((await readResult(page)).stale, false);
  });

  it('is undone one choice and one edit at a time, and no step changes nothing', async () => {
    const { page: own, leave } = await openPage(
      place.browser,
      `${place.site.url}#op=Slice&opset=13&dims=4,6&s=1:3`,
    );
    const undo = own.getByRole('button', { name: 'Undo' });
    /** @type {string[]} */ const hashes = [];
    /** @param {() => Promise<unknown>} act */
    const note = async (act) => {
      hashes.push(await hashOf(own));
      await act();
    };
    for (const operator of ['Split', 'Concat', 'SliceScatter']) await note(() => check(operator, own));
    for (const type of ['int8', 'uint8']) await note(() => own.locator('#cut-type').selectOption(type));
    const field = own.locator('#cut-s');
    for (const notation of ['::2', '::2, 1:']) {
      await note(() => field.fill(notation));
      await field.blur();
    }
    await field.focus();
    await own.keyboard.type('5');
    await own.keyboard.press('Backspace');
    await field.blur();
    await note(() => own.getByRole('button', { name: 'Reset' }).click());
    await own.getByRole('button', { name: 'Reset' }).click();
    for (const hash of hashes.reverse()) {
      assert.equal(await undo.isDisabled(), false, hash);
      await undo.click();
      assert.equal(await hashOf(own), hash);
    }
    assert.equal(await undo.isDisabled(), true);
    await leave();
  });

  it('has the focus after a link is followed', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await show('#op=Slice&opset=13&dims=4,6&s=1:3');
    await page.getByRole('link', { name: 'Examples', exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Batches' }).press('Enter');
    await page.locator('.lesson').filter({ hasText: 'Batches' }).waitFor();
    assert.equal(await focused(), 'main');
  });

  it('stays when the content is skipped to', async () => {
    const { page: own, leave } = await openPage(place.browser, place.site.url);
    await fill(own, { slice: '2:' });
    await own.locator('.skip').press('Enter');
    assert.equal(await own.evaluate(() => document.activeElement?.id), 'main');
    assert.equal(await own.locator('#cut-s').inputValue(), '2:');
    await leave();
  });

  it('is explained token by token, and each field says what it is for', async () => {
    await show('#op=Slice&opset=13&dims=5&starts=-1&ends=-2147483648&axes=0&steps=-1');
    const said = async (/** @type {string} */ id) => {
      await page.locator(`#cut-${id}`).focus(); // explanations come with it
      return (await page.locator(`#cut-${id}-says`).innerText()).replace(/\s+/g, ' ');
    };
    assert.equal(await said('starts'), '-1 the last');
    assert.equal(
      await said('ends'),
      'INT_MIN goes on to the beginning (INT_MIN is before the first; -1 would mean the last)',
    );
    assert.equal(await said('steps'), '-1 backwards');
    await fill(page, { dims: '4, 6', slice: '-2, 1::2' });
    assert.equal(
      await said('s'),
      '-2 axis 0: index 2 (2nd from the end); the axis is dropped 1::2 axis 1: starts at index 1 and goes on to the end, every 2nd index',
    );
    assert.equal(await said('dims'), '2 axes, 24 cells');
    for (const hint of await page.locator(':is(#cut-form, .folds) .field:visible .hint').allTextContents()) {
      assert.doesNotMatch(hint, /required|optional/);
      assert.ok(hint.length > 5);
    }
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));
});
