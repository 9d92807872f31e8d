// The file panel with a URL or a large file, which is cut without reading all of it. The requests and bytes that the page shows are
// compared with those that the server counts.
import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { writeNpy } from '../../../web/playground/media/files/write.ts';
import { sayBytes } from '../../../web/playground/say.ts';
import { FILES, HELD } from '../../support/format_files.js';
import { FAULTS, startRangeServer } from '../../support/range_server.js';
import {
  about,
  choose,
  openUrl,
  safetensorsOf,
  saved,
  showRange,
  tensorIn,
  useMedia,
} from '../media_page.js';
import { serveReaching } from '../page.js';

/** @import { Page } from 'playwright-core' */
/** @import { Answer, RangeServer } from '../../support/range_server.js' */

const ROWS = 2000;
const COLUMNS = 1024;

/** A small tensor, and a large one whose elements count up. */
const makeModel = () =>
  safetensorsOf({
    bias: { dtype: 'U8', shape: [8], data: Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7) },
    wte: {
      dtype: 'F32',
      shape: [ROWS, COLUMNS],
      data: Float32Array.from({ length: ROWS * COLUMNS }, (_, k) => k),
    },
  });

/** What the list says of tensors. @param {Record<string, import('../../support/format_files.js').Held>} held */
const rowsOf = (held) =>
  Object.entries(held)
    .map(([name, tensor]) => {
      if (tensor === null) return name;
      const { type, dims, data } = tensor;
      return [name || '-', type, `[${dims.join(', ')}]`, sayBytes(Buffer.from(data, 'base64').length)].join(
        '|',
      );
    })
    .sort();

describe('the file panel, where a file is stored', () => {
  const place = useMedia('tensor', {}, serveReaching);
  const model = makeModel();
  const files = Object.fromEntries(['outside.onnx', 'weights.bin'].map((name) => [`/${name}`, FILES[name]]));
  const folder = mkdtempSync(join(tmpdir(), 'microtome-large-'));
  /** @type {RangeServer} */ let server;
  /** @type {Page} */ let page;

  before(async () => {
    server = await startRangeServer({ ...files, '/model.safetensors': model }, showRange);
    ({ page } = place);
  });
  after(async () => {
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  const address = (name = 'model.safetensors') => new URL(name, server.url).href;
  const fact = (/** @type {string} */ text) => about(page).filter({ hasText: text }).waitFor();
  const costIs = (/** @type {string} */ text) =>
    page.locator('#tensor-cost').filter({ hasText: text }).waitFor();
  const type = (/** @type {string} */ spec) => page.locator('#tensor-slice').fill(spec);

  const open = (url = address()) => openUrl(page, url);

  async function listed() {
    const rows = await page.locator('.tensors tbody tr').all();
    const cells = await Promise.all(
      rows.map((row) => row.locator('th, td:not([colspan])').allTextContents()),
    );
    return cells.map((texts) => texts.join('|')).sort();
  }

  /** Fetches the slice that is typed, and reads both sentences about it. */
  async function fetchIt() {
    await page.getByRole('button', { name: 'Fetch the slice' }).click();
    await page.locator('#panel-tensor .job:not(.stale) .fetched p.cut').waitFor();
    const told = await page.locator('#panel-tensor .fetched p').allTextContents();
    return told.map((text) => text.replace(/ in [\d.]+ \w+\.$/, '.')); // without the time
  }

  async function sliceSaved() {
    const { dims, data } = await tensorIn((await saved(page, 'Save slice as .npy')).bytes);
    return { dims: [...dims], data };
  }

  it('lists the tensors of every format, and opens each', async () => {
    for (const [file, name] of /** @type {const} */ ([
      ['stored.npz', 'fortran'],
      ['deflated.npz', 'fortran'],
      ['plain.safetensors', 'int16'],
      ['raw.onnx', 'INT32'],
      ['plain.gguf', 'float64'],
    ])) {
      await page
        .locator('#tensor-file')
        .setInputFiles({ name: file, mimeType: '', buffer: Buffer.from(FILES[file]) });
      await fact(sayBytes(FILES[file].length));
      await page.locator('.tensors').getByRole('radio', { name, exact: true }).waitFor();
      assert.deepEqual(await listed(), rowsOf(HELD[file]), file);
      await choose(page, name);
      await page
        .locator('#panel-tensor .call')
        .filter({ hasText: `tensor('${name}')` })
        .waitFor();
      assert.equal(await page.getByRole('button', { name: 'Fetch the slice' }).isVisible(), false);
      const held = HELD[file][name];
      await page
        .locator('#panel-tensor .job figcaption .size')
        .filter({ hasText: `${held?.type} [${held?.dims.join(', ')}]` })
        .waitFor();
      const { dims, data } = await sliceSaved();
      assert.deepEqual(dims, held?.dims, file);
      const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      assert.equal(bytes.toString('base64'), held?.data, file);
    }
  });

  it('shows why one of them cannot be cut, and opens the others', async () => {
    await page
      .locator('#tensor-file')
      .setInputFiles({ name: 'mixed.npz', mimeType: '', buffer: Buffer.from(FILES['mixed.npz']) });
    await fact('24 of int16');
    const row = page.locator('.tensors tr').filter({ hasText: 'objects' });
    await row.filter({ hasText: "'objects.npy': the tensor is of type |O, which cannot be cut" }).waitFor();
    assert.equal(await row.getByRole('radio').isDisabled(), true);
    await choose(page, 'good');
    await fact('24 of int16');
    assert.equal(await page.locator('#tensor-file-error').textContent(), '');
  });

  it('opens a URL, says what a cut costs, and fetches just that', async () => {
    await open();
    await fact('8 of uint8');
    await choose(page, 'wte');
    await fact('2,048,000 of float32');
    const opening = server.count();
    await type('100:120, ::-1');
    await costIs('This slice takes 1 request for 80 KiB, all of it useful.');
    assert.deepEqual(server.count(), { requests: 0, bytes: 0 }, 'a cost is asked of nobody');
    const [cut] = await fetchIt();
    const seen = server.count();
    assert.deepEqual(seen, { requests: 1, bytes: 20 * COLUMNS * 4 });
    assert.equal(cut, `1 request fetched ${sayBytes(seen.bytes)} of ${sayBytes(model.length)}.`);
    assert.deepEqual(opening, { requests: 1, bytes: 2 ** 16 });
    const { dims, data } = await sliceSaved();
    assert.deepEqual(dims, [20, COLUMNS]);
    const right = Array.from({ length: 20 * COLUMNS }, (_, k) => {
      const row = 100 + Math.floor(k / COLUMNS);
      return row * COLUMNS + COLUMNS - 1 - (k % COLUMNS);
    });
    assert.deepEqual(Array.from(data), right);
    assert.deepEqual(server.count(), { requests: 0, bytes: 0 }, 'saving fetches nothing again');
  });

  it('draws what was fetched where it is in the file', async () => {
    await type('::500, :16'); // rows that are far apart: one request each
    await costIs('This slice takes 4 requests for 256 bytes, all of it useful.');
    const [cut, opening] = await fetchIt();
    assert.equal(cut, `4 requests fetched 256 bytes of ${sayBytes(model.length)}.`);
    assert.match(opening, /^Opening the file took 1 request, 64 KiB\.$/);
    const starts = await page
      .locator('.fetched path.cut')
      .evaluate((path) =>
        [...(path.getAttribute('d') ?? '').matchAll(/M([\d.]+)/g)].map(([, x]) => Number(x)),
      );
    starts.sort((a, b) => a - b); // they are drawn as they arrive
    assert.equal(starts.length, 4);
    for (const [i, x] of starts.entries())
      assert.ok(Math.abs(x - 250 * i) < 1, `${x} of 1000 for row ${500 * i}`);
  });

  it('draws the file that external data is in', async () => {
    await open(address('outside.onnx'));
    await fact('24 of float32');
    await type('1');
    await costIs('takes 1 request for 48 bytes');
    const [cut] = await fetchIt();
    assert.equal(cut, `1 request fetched 48 bytes of ${sayBytes(FILES['weights.bin'].length)}.`);
  });

  it('cuts a file of 10 GB from the disk without reading it', async () => {
    const dims = [2_500_000, COLUMNS];
    const path = join(folder, 'large.npy');
    const row = Float32Array.from({ length: COLUMNS }, (_, k) => k / 2);
    const [magic, head] = writeNpy({ type: 'float32', dims, data: new Float32Array(0) });
    const file = openSync(path, 'w');
    writeSync(file, Buffer.concat([magic, head]));
    const begin = magic.length + head.length;
    ftruncateSync(file, begin + dims[0] * COLUMNS * 4); // the rest is a hole, which takes no space
    writeSync(file, row, 0, row.byteLength, begin + 2_000_000 * COLUMNS * 4);
    closeSync(file);
    await page.locator('#tensor-file').setInputFiles(path);
    await fact('2,560,000,000 of float32');
    await type('2000000');
    await costIs('takes 1 request for 4 KiB');
    const [cut] = await fetchIt();
    assert.equal(cut, '1 request fetched 4 KiB of 9.54 GiB.');
    assert.deepEqual(Array.from((await sliceSaved()).data), Array.from(row));
    await type(':, 5');
    await costIs('takes ');
    await page.getByRole('button', { name: 'Fetch the slice' }).click();
    await page.locator('#tensor-slice-error').filter({ hasText: 'maxBytes is 268435456' }).waitFor();
  });

  it('has not complained', () => assert.deepEqual(place.complaints, []));

  it('shows what is wrong with a server as it is said, and opens the next URL', async () => {
    const hidden = (/** @type {Answer} */ { headers }) => {
      delete headers['access-control-allow-origin'];
    };
    const truncated = (/** @type {Answer} */ answer) => {
      showRange(answer);
      FAULTS.truncated(answer);
    };
    for (const [fault, message] of /** @type {const} */ ([
      [FAULTS.gone, /model\.safetensors answers 404\. \S+ is still open\.$/],
      [truncated, /^bytes 0 to \d+ were asked for, and only \d+ came\. model\.safetensors is still open\.$/],
      [hidden, / cannot be read: .*CORS/],
    ])) {
      server.fault = fault;
      await open();
      await page.locator('#tensor-file-error:not(:empty)').waitFor();
      assert.match((await page.locator('#tensor-file-error').textContent()) ?? '', message);
      server.fault = showRange;
      await open();
      await fact('8 of uint8');
      assert.equal(await page.locator('#tensor-file-error').textContent(), '');
    }
    server.fault = null; // the size is asked for separately
    await open();
    await fact(sayBytes(model.length));
    await costIs('takes ');
    server.fault = FAULTS.otherDate;
    await page.getByRole('button', { name: 'Fetch the slice' }).click();
    await page.locator('#tensor-slice-error').filter({ hasText: 'since it was opened' }).waitFor();
    server.fault = showRange;
  });
});
