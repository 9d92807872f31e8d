// "Use this in code": code in tabs, a model to download, the plan, and two versions side by side.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { decode } from '../onnx/format.js';
import { openPage, serveBuilt, useSite } from './page.js';
import { choose, copyBy, fill, hashOf, isDrawn } from './reading.js';

/** @import { Page } from 'playwright-core' */

describe('use this in code', () => {
  const place = useSite(() => serveBuilt());
  /** @type {Page} */ let page;
  /** @type {string[]} */ let complaints;

  before(async () => {
    ({ page, complaints } = await openPage(
      place.browser,
      `${place.site.url}#op=Slice&opset=13&dims=4,6&s=::-1,1:5`,
    ));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  it('code follows what is typed, in every language', async () => {
    /** @type {[string, RegExp][]} */
    const code = [
      ['JavaScript', /slice\(data, '::-1,1:5'\);/],
      ['TypeScript', /\} satisfies Tensor<'float32'>;\n/],
      ['NumPy', /output = data\[::-1, 1:5\]/],
      ['PyTorch', /output = data\[:, 1:5\]\.flip\(0\)/],
      ['ONNX node', /int64\[2\] ends = \{-2147483648, 5\}/],
    ];
    for (const [name, text] of code) {
      await page.getByRole('tab', { name }).click();
      const panel = page.getByRole('tabpanel', { name });
      assert.match((await panel.locator('code').textContent()) ?? '', text);
      assert.match(await copyBy(page, panel.getByRole('button', { name: 'Copy', exact: true })), text);
    }
    await page.locator('.hljs-keyword').first().waitFor({ state: 'attached' });
    await fill(page, { slice: '2' });
    assert.match((await page.locator('#panel-numpy code').textContent()) ?? '', /output = data\[2\]/);
  });

  it('a model is downloaded, and is the node', async () => {
    await fill(page, { slice: '1:, ::2' });
    await page.getByRole('tab', { name: 'ONNX node' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download .onnx' }).click();
    const download = await waiting;
    assert.equal(download.suggestedFilename(), 'slice-13.onnx');
    const bytes = readFileSync(await download.path());
    const { graph, opset_import, producer_name } = decode('ModelProto', bytes);
    assert.deepEqual(
      [graph.node[0].op_type, graph.node[0].input, opset_import[0].version, producer_name],
      ['Slice', ['data', 'starts', 'ends', '', 'steps'], '13', 'microtome'],
    );
    await page.getByText(`slice-13.onnx, ${bytes.length} bytes`).waitFor();
  });

  it('OpenVINO has its own code, and no model', async () => {
    await choose(page, 'VariadicSplit');
    assert.equal(await page.getByRole('tab', { name: 'ONNX node' }).isVisible(), false);
    await page.getByRole('tab', { name: 'OpenVINO' }).click();
    assert.match(
      (await page.locator('#panel-openvino code').textContent()) ?? '',
      /ops\.variadic_split\(data, 1, \[2, -1, 1\]\)/,
    );
    await choose(page, 'Split');
    assert.equal(await page.getByRole('tab', { name: 'OpenVINO' }).isVisible(), false);
    assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'JavaScript');
  });

  it('the plan names the way and the bytes', async () => {
    await page.getByRole('tab', { name: 'The plan' }).click();
    await choose(page, 'Split');
    await fill(page, { dims: '640, 480, 4', axis: '-1', num_outputs: '4' });
    const explanation = (/** @type {string | RegExp} */ hasText) =>
      page.locator('.explanation').filter({ hasText }).waitFor();
    await explanation(/\[640, 480, 4\] .*4915200 bytes in all.*tile by tile.*\(staged\)/);
    await choose(page, 'Slice');
    await fill(page, { dims: '1000, 100', axes: '0', starts: '10', ends: '900', steps: '' });
    await explanation('one run of the input, copied by the host (runs; with view: true, not at all)');
  });

  it('tabs are changed with arrow keys', async () => {
    await page.getByRole('tab', { name: 'The plan' }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'JavaScript');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'The plan');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'The plan');
  });

  it('two versions are compared, with the rule that decides', async () => {
    await choose(page, 'Split');
    await fill(page, { dims: '2, 7', axis: '1', num_outputs: '3' });
    await page.getByLabel('compare with').selectOption('opset 13');
    await isDrawn(page);
    assert.match(await hashOf(page), /&versus=13$/);
    assert.equal(await page.locator('.verdict').textContent(), 'Only one of them accepts this cut.');
    const [now, old] = await page.locator('.sides > section').all();
    assert.deepEqual(await now.locator('.shape').allTextContents(), ['[2, 3]', '[2, 3]', '[2, 1]']);
    assert.equal(
      await old.locator('.wrong').textContent(),
      'Split-13: num_outputs: axis 1 of size 7 cannot be cut into 3 equal parts',
    );
    const rules = await old.locator('.matters > li').allTextContents();
    assert.equal(rules.length, 2, 'only those that matter here');
    assert.match(
      rules[0],
      /^It is an error if the number of outputs does not divide the size\. no-remainder$/,
    );
    assert.equal(await old.locator('.matters a').last().getAttribute('href'), './docs/conformance.html#d23');
    await old.locator('.matters summary').first().click();
    assert.match((await old.locator('details[open] dl').textContent()) ?? '', /ONNX Runtime.*Microtome/);
    assert.deepEqual(await now.locator('.matters > li').allTextContents(), [
      'num_outputs = n gives chunks of ceil(size / n). The last chunks are smaller or empty if the axis ends before. chunks',
    ]);
    await now.getByText(/^\d+ other differences$/).click();
    assert.match(
      (await now.locator('details[open] ul').first().textContent()) ?? '',
      /num_outputs \(attribute\).*below 1/,
    );
    await fill(page, { num_outputs: '7' });
    assert.equal(await page.locator('.verdict').textContent(), 'Both give the same.');
    await choose(page, 'Slice');
    await fill(page, { steps: '-1, 1' });
    await page.getByLabel('compare with').selectOption('opset 1');
    await isDrawn(page);
    assert.equal(
      await page.locator('.sides .note').first().textContent(),
      'Slice-1 has no steps: ignored here.',
    );
    assert.equal(await page.locator('.verdict').textContent(), 'They give different outputs.');
  });

  it('without a complaint', () => assert.deepEqual(complaints, []));
});
