// A file in the view of real data, from its name to the slice: the list of its tensors, the bytes as they come, the programs that do
// the same, and what stays when something else cannot be opened.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../../../tools/common/paths.js';
import { capture } from '../../../tools/common/run.js';
import { installCommand } from '../../support/npx.js';
import { FAULTS, startRangeServer } from '../../support/range_server.js';
import { violationsOf } from '../axe.js';
import {
  about,
  choose,
  drop,
  openMedia,
  openUrl,
  safetensorsOf,
  showRange,
  tensorIn,
} from '../media_page.js';
import { serveReaching, useSite } from '../page.js';

/** @import { Page } from 'playwright-core' */
/** @import { Answer, RangeServer } from '../../support/range_server.js' */

/** A name with characters that mean something to a shell or in JavaScript. */
const AWKWARD = `it's "a" $b\\n`;
const LONG = 'model-00001-of-00004-with-the-very-long-name-of-a-checkpoint.safetensors';
const COUNT = 64 * 1024;

const floats = Float32Array.from({ length: COUNT }, (_, k) => k);
const FEW = {
  [AWKWARD]: { dtype: 'F32', shape: [64, 1024], data: floats },
  half: { dtype: 'BF16', shape: [4, 6], data: Uint16Array.from({ length: 24 }, (_, k) => k) },
  '-1': { dtype: 'U8', shape: [3], data: Uint8Array.of(7, 8, 9) },
};
const many = Object.fromEntries(
  Array.from({ length: 2000 }, (_, i) => [
    `model.layers.${i}.attention.weight`,
    { dtype: 'F32', shape: [2, 3], data: Float32Array.of(i, 1, 2, 3, 4, 5) },
  ]),
);
const page404 = Buffer.from('\n<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head></html>\n');

describe('a file of tensors', () => {
  const place = useSite(serveReaching);
  const folder = mkdtempSync(join(tmpdir(), 'microtome-programs-'));
  const files = {
    "/it's.safetensors": safetensorsOf(FEW),
    [`/${LONG}`]: safetensorsOf(FEW),
    '/many.safetensors': safetensorsOf(many),
    '/page.npy': page404,
    '/plain.npy': Buffer.from('Bad Gateway: the backend is gone'),
    '/bytes.npy': Uint8Array.from({ length: 999 }, (_, i) => (i * i * 73 + 129) & 255),
  };
  /** @type {RangeServer} */ let server;
  /** @type {Page} */ let page;
  /** @type {() => Promise<void>} */ let leave;
  /** @type {Record<string, string | undefined>} */ let env;

  before(async () => {
    server = await startRangeServer(files, showRange);
    ({ page, leave } = await openMedia(place, 'tensor', { bypassCSP: true }));
    env = installCommand(folder).quick;
    symlinkSync(ROOT, join(folder, 'node_modules/microtome'));
  });
  after(async () => {
    await leave();
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  const address = (/** @type {string} */ name) => new URL(name, server.url).href;
  const open = (/** @type {string} */ name) => openUrl(page, address(name));
  const opened = (/** @type {string} */ name) =>
    page.locator('#panel-tensor .opened .name').filter({ hasText: name }).waitFor();
  const error = () => page.locator('#tensor-file-error');
  const fetchIt = () => page.getByRole('button', { name: 'Fetch the slice' }).click();
  const isFetched = () => page.locator('#panel-tensor .job:not(.stale) .fetched p.cut').waitFor();
  const costs = (/** @type {string} */ text) =>
    page.locator('#tensor-cost').filter({ hasText: text }).waitFor();

  it('lists thousands of tensors, 250 at a time, and finds one by its name', async () => {
    await open('many.safetensors');
    const rows = page.locator('.tensors tbody tr'); // looking for roles among them would take the page's time
    await rows.nth(249).waitFor({ state: 'attached' });
    assert.equal(await rows.count(), 250);
    const filter = page.locator('#tensor-filter');
    await filter.pressSequentially('layers.1234.');
    await page
      .locator('.tensors [role=status]')
      .filter({ hasText: /^1 of 2,000 tensors/ })
      .waitFor();
    await rows.first().waitFor(); // rows are drawn after the count is said
    assert.deepEqual(await rows.allTextContents(), [
      'model.layers.1234.attention.weightfloat32[2, 3]24 bytes',
    ]);
    await rows.locator('td').first().click();
    await page.locator('#panel-tensor .call').filter({ hasText: "tensor('model.layers.1234." }).waitFor();
    await filter.fill('');
    await page.locator('.tensors button').click();
    await rows.nth(499).waitFor({ state: 'attached' });
    await rows.nth(400).locator('input').press('ArrowDown');
    await page.locator('#panel-tensor .call').filter({ hasText: "tensor('model.layers.401." }).waitFor();
    assert.equal(await rows.nth(401).locator('input').isChecked(), true);
    await costs('This slice takes 1 request for 24 bytes');
  });

  it('shows the bytes as they come, and stops when it is told', async () => {
    await open("it's.safetensors");
    await opened("it's.safetensors");
    await page.locator('#tensor-slice').fill('::2, :512'); // each second half of a row
    await costs('This slice takes 1 request for 250 KiB, of which 64 KiB are useful.');
    server.fault = (answer) => {
      showRange(answer);
      answer.slow = 500;
    };
    await fetchIt();
    const progress = page.locator('#panel-tensor .progress');
    await progress.filter({ hasText: /^(31|62|93|125|156|187)[.\d]* KiB of 250 KiB have come/ }).waitFor();
    const [done, text] = await progress.evaluate((element) => [
      element.querySelector('progress')?.value,
      element.querySelector('.doing')?.textContent,
    ]);
    assert.ok(Math.abs(Number(done) - Number.parseFloat(`${text}`) / 250) < 0.01, `${done}: ${text}`);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('#panel-tensor .progress.idle').waitFor({ state: 'attached' });
    assert.equal(await page.locator('#panel-tensor .job.stale').count(), 1);
    server.fault = showRange;
    await fetchIt();
    await isFetched();
    await page.locator('#panel-tensor .job figcaption').filter({ hasText: 'float32 [32, 512]' }).waitFor();
  });

  it('keeps a slice that is typed while another file is read', async () => {
    server.fault = (answer) => {
      showRange(answer);
      answer.slow = 500;
    };
    await open(LONG);
    await page.locator('#tensor-slice').fill('::3, 7');
    await opened(LONG);
    assert.equal(await page.locator('#tensor-slice').inputValue(), '::3, 7');
    await page.locator('#panel-tensor .call').filter({ hasText: ", '::3, 7')" }).waitFor();
    await open("it's.safetensors");
    await page.locator('#tensor-slice').selectText(); // to type over it
    await opened("it's.safetensors");
    await page.keyboard.insertText('5');
    assert.equal(await page.locator('#tensor-slice').inputValue(), '5');
    server.fault = showRange;
  });

  it('gives code and a command that make the same slice', async () => {
    /** @type {[string, string, number[], number[]][]} */
    const cuts = [
      [AWKWARD, '-2:, ::-500', [2, 3], [64511, 64011, 63511, 65535, 65035, 64535]],
      ['half', '1, :3', [3], [6, 7, 8]],
      ['-1', '-1', [], [9]],
    ];
    for (const isUrl of [true, false]) {
      const file = "it's.safetensors";
      if (isUrl) await open(file);
      else {
        writeFileSync(join(folder, file), files[`/${file}`]);
        await page.locator('#tensor-file').setInputFiles(join(folder, file));
      }
      await page
        .locator('#panel-tensor .call')
        .filter({ hasText: isUrl ? 'http:' : 'node:url' })
        .waitFor();
      for (const [name, spec, dims, values] of isUrl ? cuts : cuts.slice(0, 1)) {
        await choose(page, name);
        await page.locator('#tensor-slice').fill(spec);
        const call = page.locator('#panel-tensor .call');
        await call.filter({ hasText: `, '${spec}')` }).waitFor();
        const [code, command] = await call.locator('pre').allTextContents();
        const keep = "import { writeFileSync } from 'node:fs'; writeFileSync('slice', data)";
        writeFileSync(join(folder, 'program.mjs'), `${code}\n${keep}`);
        const ran = await capture(process.execPath, ['program.mjs'], { cwd: folder });
        assert.equal(ran.code, 0, ran.all);
        const cut = await capture('sh', ['-c', command], { cwd: folder, env });
        assert.deepEqual([cut.code, cut.all], [0, ''], command);
        const bytes = readFileSync(join(folder, name === 'half' ? 'slice.bin' : 'slice.npy'));
        if (name === 'half') assert.deepEqual([...new Uint16Array(Uint8Array.from(bytes).buffer)], values);
        else {
          const tensor = await tensorIn(bytes);
          assert.deepEqual([[...tensor.dims], Array.from(tensor.data)], [dims, values], command);
        }
        const made = readFileSync(join(folder, 'slice'));
        assert.equal(made.equals(bytes.subarray(-made.length)), true, code);
        assert.ok(made.length >= values.length, code);
      }
    }
  });

  it('is not what a server sends instead of it, and the file before stays', async () => {
    await open("it's.safetensors");
    await opened("it's.safetensors");
    await costs('takes');
    await fetchIt();
    await isFetched();
    const before = await page.locator('#panel-tensor .job .preview').textContent();
    const html = "The file is a web page that begins with '<!DOCTYPE html> <html>";
    for (const [name, message] of [
      ['nothing.npy', 'cannot be read'],
      ['page.npy', html.slice(4)],
      ['plain.npy', "file is text that begins with 'Bad Gateway: the backend is gone', and none of npy"],
      ['bytes.npy', 'the file begins with 81 ca'],
    ]) {
      await open(name);
      await error().filter({ hasText: message }).waitFor();
      assert.match((await error().textContent()) ?? '', /\. it's\.safetensors is still open\.$/);
      await opened("it's.safetensors");
      await page.locator('#panel-tensor .job:not(.stale)').waitFor();
      assert.equal(await page.locator('#panel-tensor .job .preview').textContent(), before);
    }
    server.fault = (answer) => {
      showRange(answer);
      FAULTS.gone(answer);
    };
    await open(LONG);
    await error()
      .filter({ hasText: `${LONG} answers 404. it's.safetensors is still open.` })
      .waitFor();
    await page.locator('#tensor-slice').fill('1');
    await costs('takes 1 request'); // known without the server
    server.fault = showRange;
    await fetchIt();
    await isFetched();
    const remove = await drop(page, '#panel-tensor .drop', 'saved.npy', page404);
    await error().filter({ hasText: 'This is a web page' }).waitFor();
    remove();
    await openUrl(page, 'nothing/here.npy'); // of the page's own server, which sends the page itself
    await error()
      .filter({ hasText: /answers 404|is a web page/ })
      .waitFor();
  });

  for (const [width, colorScheme] of /** @type {const} */ ([
    [1280, 'light'],
    [320, 'dark'],
  ])) {
    it(`is named wherever one looks, ${width} pixels wide`, async () => {
      await leave();
      const viewport = { width, height: 800 };
      ({ page, leave } = await openMedia(place, 'tensor', { viewport, colorScheme, bypassCSP: true }));
      await open(LONG);
      await opened(LONG);
      await about(page).filter({ hasText: '65,536 of float32' }).waitFor();
      const name = page.locator('#panel-tensor .opened .name');
      assert.equal(await name.getAttribute('title'), address(LONG));
      for (const place of ['.drop', '.tensors', '.call', 'footer']) {
        await page.locator(place).last().scrollIntoViewIfNeeded();
        if (place === 'footer') continue; // below the panel
        const box = await name.boundingBox();
        assert.ok(box && box.y > 0 && box.y + box.height <= 800 && box.x >= 0, `${place}: ${box?.y}`);
        assert.ok(box.x + box.width <= width, `${box.x + box.width}`);
      }
      const [head, tail] = await name.locator('span').all();
      const isCut = await head.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
      assert.equal(isCut, width < 600);
      assert.match((await tail.textContent()) ?? '', /safetensors$/);
      await open('nothing.npy');
      await error().filter({ hasText: 'model-00001-of-000…' }).waitFor();
      const bottom = await error().evaluate((element) => element.getBoundingClientRect().bottom);
      assert.ok(bottom <= 800, `the message ends at ${bottom}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      assert.deepEqual(await violationsOf(page), []);
    });
  }
});
