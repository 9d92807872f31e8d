// Errors replace the legend and name their field, and the last valid result stays. A link's unusable parts are named.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { field, read, STATES, show } from '../bench.js';
import { usePage } from '../page.js';

/** By what is typed into the field of sizes. */
const WRONG_DIMS = {
  '-1': 'The size of axis 0 is -1; it must be an integer of 0 or more',
  a: "'a' is not a size; sizes are integers of 0 or more",
  '12345678901234567890': 'The size of axis 0 is beyond 2^53 - 1',
  '4,6;1': "'6;1' is not a size; sizes are integers of 0 or more",
};

/** @type {[hash: string, complaint: RegExp][]} */
const LINKS = [
  ['op=Split&dims=4&num_outputs=2&data=1', /data: 1 values for 4 elements/],
  ['op=Slice&dims=4&s=:&data=1,2,3,4,5', /data: 5 values for 4 elements/],
  [`op=Slice&dims=601&s=:&data=${Array(601).fill(1)}`, /data: 601 values; an address has at most 600/],
  ['op=Slice&dims=4&s=:&data=1,2,x,4', /data: 'x' is not a number/],
  ['op=Turn', /op: there is no operator 'Turn'/],
  ['op=Slice&opset=0', /opset: there is no version of Slice at opset '0'/],
  ['op=Slice&dims=4&s=:&type=uint9', /type: Slice-\d+ does not take 'uint9'/],
  ['op=Slice&dims=4&s=:&num_outputs=2', /'num_outputs': Slice-\d+ has no such parameter/],
  ['op=Slice&dims=4&s=:&starts=1', /'starts': s says the same, and counts/],
  ['op=Slice&dims=4&dims=5&s=:', /'dims': given twice; the first one counts/],
  ['op=Slice&on=moon', /on: there is no kind of data 'moon'/],
  ['op=Concat&on=picture', /on: Concat takes no picture here/],
  ['media', /'media': there is no such part of the page/],
];

describe('mistakes', () => {
  const place = usePage();

  beforeEach(() => place.show(`#${STATES.cells}`));

  it('are explained, token by token, and the last result stays', async () => {
    const before = await read(place.page);
    await field(place.page, 's').fill('1:3, ::-2, ::0');
    const now = await read(place.page);
    assert.equal(now.error, '▲ The step of axis 2 is 0; a step cannot be 0');
    assert.deepEqual(now.wavy, ['::0']);
    assert.ok(now.isOld);
    assert.deepEqual([now.cells, now.prints, now.code], [before.cells, before.prints, before.code]);
    assert.equal(await field(place.page, 's').getAttribute('aria-invalid'), 'true');
    assert.match((await place.page.locator('#says').textContent()) ?? '', /Below: the last valid result/);
    assert.equal(await place.page.getByRole('button', { name: 'Copy last valid call' }).count(), 1);
    await field(place.page, 's').fill('1:3');
    assert.equal((await read(place.page)).error, '');
  });

  it('name the item that is no range', async () => {
    await field(place.page, 's').fill('1:3, 1:x');
    assert.deepEqual((await read(place.page)).wavy, ['1:x']);
  });

  for (const [text, message] of Object.entries(WRONG_DIMS))
    it(`of sizes are about sizes: ${text}`, async () => {
      const dims = place.page.getByRole('textbox', { name: 'sizes of x' });
      await dims.fill(text);
      assert.equal((await read(place.page)).error, `▲ ${message}`);
      assert.equal(await dims.getAttribute('aria-invalid'), 'true');
      assert.equal(await dims.inputValue(), text);
      assert.doesNotMatch((await place.page.locator('main').textContent()) ?? '', /NaN/);
      assert.ok(await dims.evaluate((input) => input === document.activeElement), 'the caret stays');
    });

  for (const [hash, message, wrong] of /** @type {const} */ ([
    ['op=Pad&dims=4,6&pads=[1,1],[2]', "'[2]' is not a pair: how many before, and how many after", '[2]'],
    ['op=Pad&dims=4,6&pads=[1,1]', '1 pair for 2 axes: each needs one', '[1, 1]'],
    ['op=Pad&dims=4,6&pads=[1,1],[1,y]', "'y' is not an integer", '[1, 1][1, y]'],
    ['op=Pad&dims=4,6&pads=[1,1],[1,1]&value=x', "'x' is not a number", 'x'],
    [
      'op=Rearrange&dims=4,6&pattern=(a b) c -> a b c&sizes=a=3',
      'Character 3: b has no whole size: axis 0 of the input has size 4, which (a b) cannot divide by 3',
      'a: 3',
    ],
    [
      'op=Rearrange&dims=4,6&pattern=(a b) c -> a b c',
      'Character 3: b has no size, and neither has a; give one of them in sizes',
      'b',
    ],
    ['op=Rearrange&dims=4,6&pattern=(a b) c -> a b c&sizes=a=x', "'x' is not an integer", 'a: x'],
  ]))
    it(`are at their field: ${hash}`, async () => {
      await show(place.page, hash);
      const { error, wavy } = await read(place.page);
      assert.equal(error, `▲ ${message}`);
      assert.equal(wavy.join(''), wrong);
    });

  it('of values are said, and change nothing', async () => {
    await place.page.locator('[data-grid=in0][data-k="0"]').dblclick();
    await place.page.keyboard.type('x');
    await place.page.keyboard.press('Enter');
    const { error, inputs } = await read(place.page);
    assert.match(error, /'x' is not a number/);
    assert.equal(inputs[0][0], '0');
  });

  it('of a parameter that is missing stand at its field', async () => {
    await show(place.page, 'op=VariadicSplit&dims=4,6&axis=1&split_lengths=2,3');
    const { error, wavy } = await read(place.page);
    assert.match(error, /sum to 5/);
    assert.ok(wavy.length > 0);
  });
});

describe('a link', () => {
  const place = usePage();

  for (const [hash, complaint] of LINKS)
    it(`says what it cannot use: ${hash.slice(0, 60)}`, async () => {
      await show(place.page, hash);
      const { error } = await read(place.page);
      assert.match(error, complaint);
      assert.ok((await read(place.page)).call.length > 8, 'something is shown');
      const headings = await place.page.locator('h1, h2, b').allTextContents();
      assert.ok(!headings.includes(''), 'no heading is empty');
    });

  it('has no complaint where everything is used', async () => {
    await show(place.page, 'op=Slice&opset=13&dims=2,3&type=uint8&s=:,1&data=1,2,3,4,5,6');
    const { error, cells } = await read(place.page);
    assert.equal(error, '');
    assert.deepEqual(cells, [['2', '5']]);
  });

  it('is copied with the state that is valid, as the code is', async () => {
    await place.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await show(place.page, STATES.cells);
    await field(place.page, 's').fill('1:3, ::0');
    await place.page.getByRole('button', { name: 'Copy link' }).click();
    const link = await place.page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /s=1:3,::-2,:2$/);
    await place.page.getByRole('button', { name: 'Copy last valid call' }).click();
    assert.match(
      await place.page.evaluate(() => navigator.clipboard.readText()),
      /slice\(x, '1:3, ::-2, :2'\)/,
    );
  });

  it('is one entry of the history for what is typed in one go', async () => {
    await show(place.page, STATES.cells);
    await field(place.page, 's').fill('');
    await field(place.page, 's').pressSequentially('1:2, 3');
    await place.page.goBack();
    assert.equal((await read(place.page)).values.s, '1:3, ::-2, :2');
    await place.page.goForward();
    assert.equal((await read(place.page)).values.s.replaceAll(' ', ''), '1:2,3');
  });
});
