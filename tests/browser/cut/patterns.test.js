// Patterns on the page: typed into one field like a slice, with the names at the axes, and errors beside the field.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { usePage } from '../page.js';
import { choose, fill, hashOf, inspector, lit, readMistakes, readResult, unfold } from '../reading.js';

/** @import { Page } from 'playwright-core' */

describe('a pattern', () => {
  const place = usePage();
  const { show } = place;
  /** @type {Page} */ let page;

  before(() => {
    ({ page } = place);
  });

  /** @param {readonly { shape: string, values: number[] }[]} outputs */
  const shown = (outputs) => outputs.map(({ shape, values }) => `${shape} ${values}`);

  const PLANES = '#op=Rearrange&opset=1&dims=1,2,3&pattern=h%20w%20c%20-%3E%20c%20h%20w';

  it('moves the cells while it is typed, and names the axes', async () => {
    await choose(page, 'Rearrange');
    await fill(page, { dims: '1, 2, 3', pattern: 'h w c -> c h w' });
    const { outputs, said } = await readResult(page);
    assert.equal(said, 'Turns [1, 2, 3] into [3, 1, 2].');
    assert.deepEqual(shown(outputs), ['[c 3, h 1, w 2] 0,3,1,4,2,5']);
    assert.equal(await page.locator('.io .shape').first().textContent(), 'input, float32 [h 1, w 2, c 3]');
    assert.equal(await hashOf(page), PLANES);
    await page.keyboard.press('Tab'); // more typing would be the same step
    await fill(page, { pattern: 'h w c -> (c w) h' });
    assert.equal((await readResult(page)).said, 'Turns [1, 2, 3] into [6, 1].');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual((await readResult(page)).outputs, outputs);
    assert.equal(new Set(outputs[0].fills).size, 3, 'each plane has a colour');
  });

  it('has a field for sizes, folded until one is needed', async () => {
    await show('#op=Slice'); // another operator's fields are folded
    await show('#op=Rearrange&opset=1&dims=2,4&pattern=h%20w%20-%3E%20w%20h');
    assert.equal(await page.getByLabel('sizes', { exact: true }).isVisible(), false);
    await fill(page, { pattern: 'h (x w) -> x h w n' });
    await unfold(page);
    const [{ message }] = await readMistakes(page);
    assert.match(message ?? '', /character 3: x has no size|character 5: w has no size/);
    await fill(page, { sizes: 'w=2, n: 1' });
    assert.deepEqual(shown((await readResult(page)).outputs), ['[x 2, h 2, w 2, n 1] 0,1,4,5,2,3,6,7']);
    await fill(page, { sizes: 'w=3, n=1' });
    const [{ field, message: wrong }] = await readMistakes(page);
    assert.equal(field, 'pattern');
    assert.match(wrong ?? '', /axis 1 of the input has size 4/);
  });

  it('says at which character it is wrong, beside the field', async () => {
    await show(PLANES);
    await fill(page, { pattern: 'h w* c -> c h w' });
    const [{ field, message }] = await readMistakes(page);
    assert.equal(field, 'pattern');
    assert.match(message ?? '', /^pattern: character 2: w\* is not an axis/);
  });

  it('lights up twins, and says how names make an index', async () => {
    await show('#op=Rearrange&opset=1&dims=2,4&pattern=h%20(x%20w)%20-%3E%20x%20h%20w&sizes=w=2');
    await page.locator('.io .part .cell').nth(6).hover();
    assert.deepEqual(await lit(page), [['6'], ['6']]);
    assert.equal(await inspector(page), 'out[1, 1, 0]←input[1, 2]= 6h: 1(x w): 2 = 1 * 2 + 0');
  });

  it('is at the top of the operators that take one tensor, but no cut', async () => {
    const groups = await page
      .locator('#cut-operator optgroup')
      .evaluateAll((all) => all.map((group) => [group.getAttribute('label'), group.textContent]));
    assert.deepEqual(groups[1], ['rearrange', 'Rearrange']);
  });
});
