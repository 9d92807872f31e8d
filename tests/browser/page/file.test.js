// Files and URLs. The page reads only the list of tensors before Fetch, its costs equal what the server counts, and errors are
// shown beside the URL.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { quantizedFile } from '../../support/ggml.js';
import { FAULTS, startRangeServer } from '../../support/range_server.js';
import { field, isInView, read, STATES, show } from '../bench.js';
import { serveReaching, usePage } from '../page.js';

/** A .npy file: k is element k. @param {number[]} shape */
function npy(shape) {
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  const head = `\x93NUMPY\x01\x00\x00\x00${dict}`.padEnd(127).concat('\n');
  const bytes = Buffer.from(head, 'latin1');
  bytes.writeUInt16LE(118, 8);
  const data = Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, k) => k);
  return Buffer.concat([bytes, Buffer.from(data.buffer)]);
}

/** A WAV file of 16-bit samples, two channels. */
function wav() {
  const bytes = Buffer.alloc(44 + 400);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(436, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(32000, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(400, 40);
  for (let k = 0; k < 200; ++k) bytes.writeInt16LE(k - 100, 44 + 2 * k);
  return bytes;
}

const folder = mkdtempSync(join(tmpdir(), 'microtome-files-'));

/** @param {string} name @param {Buffer | string} content */
function write(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('a file', () => {
  const place = usePage(serveReaching);
  /** @type {Awaited<ReturnType<typeof startRangeServer>>} */ let server;

  before(async () => {
    server = await startRangeServer(npy([500, 200]));
  });
  after(() => server.close());
  beforeEach(() => place.show(''));

  /** Drops files on the page. @param {string} name @param {Buffer | string} content @param {string} [type] */
  const drop = (name, content, type = '') =>
    place.page.evaluate(
      ([title, bytes, kind]) => {
        const data = new DataTransfer();
        data.items.add(
          new File([new Uint8Array(/** @type {number[]} */ (bytes))], /** @type {string} */ (title), {
            type: /** @type {string} */ (kind),
          }),
        );
        for (const name of ['dragover', 'drop'])
          document.body.dispatchEvent(
            new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }),
          );
      },
      [name, [...Buffer.from(content)], type],
    );

  it('is the one beside the page at first: rows of it are cut, and no call of something else is left', async () => {
    for (const op of ['Slice', 'Pad']) {
      await show(place.page, `op=${op}`);
      await place.page.getByRole('link', { name: /^File/ }).click();
      await place.page
        .locator('.cost')
        .filter({ hasText: /16,384 bytes.*500 MB model would fetch 16\.4 kB/ })
        .waitFor();
      const { call, code } = await read(place.page);
      assert.equal(call, "slice(weights, '1000:1016')");
      assert.match(code, /sample\.safetensors/);
    }
  });

  it('that a link does not name is asked for', async () => {
    await show(place.page, STATES.nothing);
    const { call, code, says } = await read(place.page);
    assert.deepEqual(
      [call, code],
      ["slice(weights, '1000:1016')", '// first open a file, or try an example'],
    );
    assert.match(says.join(), /^First open a file/);
    assert.equal(await place.page.locator('.listed').isVisible(), false);
  });

  it('whose server sends whole files is here, which the page says', async () => {
    server.fault = FAULTS.whole;
    try {
      await show(place.page, `op=Slice&on=file&url=${server.url}&s=1:3`);
      await place.page.getByRole('button', { name: 'Open', exact: true }).click();
      await place.page.getByText('This server sends whole files only').waitFor();
      const [row] = await place.page.locator('.listed tbody tr').allTextContents();
      assert.match(row, /float32.*\[500, 200\].*400 kB/);
      const cost = (await place.page.locator('.cost').textContent()) ?? '';
      assert.doesNotMatch(cost, /0 bytes|0 requests/);
      await place.page.getByRole('button', { name: 'Show the result' }).click();
      await place.page.locator('.cost').filter({ hasText: '[2, 200]' }).waitFor();
    } finally {
      server.fault = null;
    }
  });

  it('beside the page is listed, and costs what it says', async () => {
    await show(place.page, STATES.file);
    const rows = await place.page.locator('.listed tbody tr').allTextContents();
    assert.equal(rows.length, 6);
    assert.match(rows[0], /wte\.weight.*float32.*\[2000, 256\].*2\.05 MB/);
    assert.match((await place.page.locator('.cost').textContent()) ?? '', /16,384 bytes.*in 1 request/);
    await place.page.getByRole('button', { name: 'Fetch 16.4 kB' }).click();
    await place.page.getByRole('button', { name: 'Save .npy' }).waitFor();
    const download = place.page.waitForEvent('download');
    await place.page.getByRole('button', { name: 'Save .npy' }).click();
    assert.equal((await download).suggestedFilename(), 'wte.weight.npy');
  });

  it('says what it says besides its tensors', async () => {
    await show(place.page, STATES.file);
    await place.page.getByText('1 metadata entry', { exact: true }).click();
    assert.equal(await place.page.locator('.about li').textContent(), 'format pt');
  });

  it('of quantized tensors is read as floats, and the code says so', async () => {
    const { file, floats } = quantizedFile('Q4_0', [4, 64]);
    await drop('model.gguf', file);
    const row = place.page.locator('.listed tbody tr[data-name=w]');
    await row.waitFor();
    assert.match((await row.textContent()) ?? '', /Q4_0\[4, 64\]144 bytes/);
    await row.getByRole('button').click();
    const values = place.page.locator('.cost .m');
    await values.filter({ hasText: String(Number(floats[0].toPrecision(5))) }).waitFor();
    const { code } = await read(place.page);
    assert.match(code, /file\.tensor\('w', \{ decode: true \}\)/);
  });

  it('of another server is read only after Open, and then as announced', async () => {
    server.count();
    await show(place.page, `op=Slice&on=file&url=${server.url}&s=100:103`);
    assert.deepEqual(server.count(), { requests: 0, bytes: 0 });
    await place.page.getByRole('button', { name: 'Open', exact: true }).click();
    await place.page.locator('.listed tbody tr').waitFor();
    server.count();
    await field(place.page, 's').fill('100:103, :100');
    assert.deepEqual(server.count(), { requests: 0, bytes: 0 }, 'typing fetches nothing');
    const says = (await place.page.locator('.cost').textContent()) ?? '';
    const [, bytes, requests] = /([\d,]+) bytes.*in (\d+) request/.exec(says) ?? [];
    await place.page.getByRole('button', { name: /^Fetch/ }).click();
    await place.page.getByRole('button', { name: 'Save .npy' }).waitFor();
    assert.deepEqual(server.count(), {
      requests: Number(requests),
      bytes: Number(bytes.replaceAll(',', '')),
    });
    assert.match((await place.page.locator('.cost .m').textContent()) ?? '', /^20000, 20001/);
  });

  it('that cannot be opened is explained at its URL', async () => {
    await show(place.page, 'op=Slice&on=file');
    const url = place.page.getByRole('textbox', { name: 'URL of a file of tensors' });
    await url.fill('./missing.npy');
    await place.page.getByRole('button', { name: 'Open', exact: true }).click();
    await place.page.getByRole('alert').filter({ hasText: '404' }).waitFor();
    assert.equal(await url.getAttribute('aria-invalid'), 'true');
    for (const width of [1280, 320]) {
      await place.page.setViewportSize({ width, height: 900 });
      const isWhole = await place.page.locator('.files > .error').evaluate((says) => {
        const { left, right, bottom } = says.getBoundingClientRect();
        const stage = /** @type {Element} */ (says.closest('.stage')).getBoundingClientRect();
        const { color } = getComputedStyle(says);
        return (
          says.scrollWidth <= says.clientWidth &&
          left >= stage.left &&
          right <= stage.right &&
          bottom <= stage.bottom &&
          color !== getComputedStyle(document.body).color
        );
      });
      assert.ok(isWhole, `${width}`);
    }
    await url.fill('./sample.safetensors');
    await url.press('Enter');
    await place.page.locator('.listed tbody tr').first().waitFor();
    assert.equal(await url.getAttribute('aria-invalid'), 'false');
  });

  it('of which nothing is taken is not fetched, and the button says so', async () => {
    await show(place.page, 'op=Slice&on=file&url=./sample.safetensors&s=5:5');
    await place.page.getByRole('button', { name: 'Show the result' }).click();
    await place.page.locator('.cost b').filter({ hasText: '[0, 256]' }).waitFor();
  });

  it('that is dropped opens: .npy, with code that reads it', async () => {
    await drop('mine.npy', npy([6, 5]));
    await place.page.locator('.listed tbody tr').waitFor();
    const { code, call } = await read(place.page);
    assert.match(code, /await openAsBlob\('mine\.npy'\)/);
    assert.equal(call, "slice(weights, '...')");
    await field(place.page, 's').fill('1:3');
    await place.page
      .locator('.cost .m')
      .filter({ hasText: /^5, 6, 7, 8, 9, 10/ })
      .waitFor(); // little is read at once
    await place.page.getByRole('button', { name: 'Save .npy' }).waitFor();
  });

  it('that is dropped opens: .wav, as samples of channels', async () => {
    await drop('tone.wav', wav());
    await place.page.locator('.listed tbody tr').waitFor();
    assert.match((await place.page.locator('.listed tbody').textContent()) ?? '', /int16\[100, 2\]/);
    assert.match((await read(place.page)).code, /layout: \{ type: 'int16', dims: \[100, 2\],\s+at: 44 \}/);
  });

  it('of text opens in cells: CSV and JSON', async () => {
    await drop('table.csv', '1,2,3\n4,5,6\n');
    await place.page.locator('.out.cells').waitFor();
    assert.deepEqual((await read(place.page)).inputs, [['1', '2', '3', '4', '5', '6']]);
    await place.page.setViewportSize({ width: 1280, height: 720 });
    await place.page.locator('footer').scrollIntoViewIfNeeded();
    await drop('list.json', '[[7, 8], [9, 10]]');
    await place.page.locator('[data-grid=in0]').filter({ hasText: '10' }).waitFor();
    assert.match(await place.page.evaluate(() => location.hash), /dims=2,2.*data=7,8,9,10/);
    assert.ok(await isInView(place.page), 'what was dropped is in view');
  });

  it('of text is opened in the same way by every hand, and its types are found anew', async () => {
    const pick = (/** @type {string} */ name, /** @type {string} */ content) =>
      place.page.locator('.find input[type=file]').setInputFiles(write(name, content));
    await show(place.page, STATES.file);
    await pick('named.csv', 'a,b\n1,2\n3,4\n');
    await place.page.locator('.out.cells').waitFor();
    const named = await read(place.page);
    assert.deepEqual(named.inputs, [['1', '2', '3', '4']]);
    assert.match(named.says.join(), /first line has names.*a, b/);
    await drop('words.csv', 'x,y\nz,w\n');
    await place.page.locator('[data-grid=in0]').filter({ hasText: 'w' }).first().waitFor();
    await drop('numbers.csv', '5,6\n7,8\n');
    await place.page.locator('[data-grid=in0]').filter({ hasText: '8' }).first().waitFor();
    assert.match(await place.page.evaluate(() => location.hash), /^(?!.*type=string)/);
  });

  it('that is nothing is said so, and nothing else changes', async () => {
    const before = await read(place.page);
    for (const [name, content, says] of [
      ['none.npy', '', /none\.npy is empty/],
      ['page.html', '<!doctype html><p>', /web page/],
      ['odd.csv', '1,2\n3', /odd\.csv is no table: row 1 has 1 values and row 0 has 2/],
      ['readme.md', '# Title\nA line, with\ncommas', /readme\.md is no table.*You can open/],
      ['paper.pdf', '%PDF-1.7 x', /paper\.pdf is a PDF/],
      ['bad.png', Buffer.from('89504e470d0a1a0a00', 'hex'), /bad\.png is damaged/],
    ]) {
      await drop(/** @type {string} */ (name), /** @type {string} */ (content));
      await place.page
        .locator('#says .error')
        .filter({ hasText: /** @type {RegExp} */ (says) })
        .waitFor();
      const now = await read(place.page);
      assert.deepEqual([now.call, now.code], [before.call, before.code]);
    }
  });

  it('that is a large picture is cut in a worker, and shown', async () => {
    const bytes = await place.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(100, 3000);
      const tall = new OffscreenCanvas(2000, 1500);
      /** @type {OffscreenCanvasRenderingContext2D} */ (tall.getContext('2d')).fillRect(5, 5, 900, 900);
      /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d')).fillRect(5, 5, 90, 900);
      return Promise.all(
        [tall, canvas].map(async (each) => [
          ...new Uint8Array(await (await each.convertToBlob()).arrayBuffer()),
        ]),
      );
    });
    for (const [i, [name, dims]] of [
      ['large.png', '[ 900, 1000, 4 ]'],
      ['tall.png', '[ 1800, 50, 4 ]'],
    ].entries()) {
      await place.page.locator('input[type=file][accept]').setInputFiles(write(name, Buffer.from(bytes[i])));
      await place.page.waitForFunction(
        (text) => document.querySelector('.prints output')?.textContent === text,
        dims,
      );
      const { width, frame, right, stage } = await place.page.evaluate(() => {
        const box = /** @type {Element} */ (document.querySelector('.plate')).getBoundingClientRect();
        return {
          frame: /** @type {Element} */ (document.querySelector('.frame')).getBoundingClientRect().width,
          width: box.width,
          right: box.right,
          stage: /** @type {Element} */ (document.querySelector('#stage')).getBoundingClientRect().right,
        };
      });
      assert.ok(width > 24 && frame > 24 && right <= stage, `${name}: ${width}, ${frame}`);
    }
  });
});
