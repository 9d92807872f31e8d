// "Use this in code": code in tabs, a model to download, and the plan.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { decode } from '../../onnx/format.js';
import { serveBuilt, usePage } from '../page.js';
import { choose, copyBy, fill } from '../reading.js';

/** @import { Page } from 'playwright-core' */

describe('use this in code', () => {
  const place = usePage(serveBuilt, '#op=Slice&opset=13&dims=4,6&s=::-1,1:5');
  /** @type {Page} */ let page;

  before(async () => {
    ({ page } = place);
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

  it('an operator of OpenVINO has no node, and the tab that was shown gives way', async () => {
    await choose(page, 'VariadicSplit');
    assert.equal(await page.getByRole('tab', { name: 'ONNX node' }).isVisible(), false);
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

  it('without a complaint', () => assert.deepEqual(place.complaints, []));
});
