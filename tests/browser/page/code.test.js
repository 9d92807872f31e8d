// Copied code runs as it is, and prints what the page shows. It is tried with the page's picture, a person's own, and a file.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inRoot } from '../../../tools/common/paths.js';
import { fileIn, sendFile, startServer } from '../../support/serve.js';
import { read, STATES, show } from '../bench.js';
import { usePage } from '../page.js';

/** Serves the page and the package from one place. */
async function serveBoth() {
  const folders = [inRoot('build/page'), inRoot('web')];
  const { url, close } = await startServer((path, response) =>
    sendFile(
      own.get(path) ? own.get(path) : fileIn(folders, path.endsWith('/') ? `${path}index.html` : path),
      response,
    ),
  );
  return { url: `${url}/`, close };
}

/** Files that a person has beside the page, by path. @type {Map<string, string>} */
const own = new Map();

/** Runs a program in a page, with an import map as the documents show it. @param {import('playwright-core').Page} page @param {string} code */
const run = (page, code) =>
  page.evaluate(async (text) => {
    /** @type {string[]} */
    const printed = [];
    const program = text
      .replaceAll("'microtome'", `'${location.origin}/dist/index.js'`)
      .replaceAll("'microtome/source'", `'${location.origin}/dist/source.js'`)
      .replaceAll('console.log(', 'globalThis.print(');
    Object.assign(globalThis, {
      print: (/** @type {any} */ value) =>
        printed.push(Array.isArray(value) ? `[ ${value.join(', ')} ]` : String(value)),
    });
    const url = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
    await import(url);
    return printed.join('\n');
  }, code);

/** A picture of 100 by 60 pixels, as a file. @param {import('playwright-core').Page} page */
const png = (page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(100, 60);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.fillStyle = '#123456';
    context.fillRect(10, 10, 50, 30);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });

describe('copied code', () => {
  const place = usePage(serveBoth, '', { bypassCSP: true });

  for (const name of /** @type {const} */ ([
    'first',
    'flip',
    'pieces',
    'planes',
    'border',
    'cells',
    'lists',
    'join',
    'cache',
    'patch',
    'chosen',
    'padded',
    'rows',
    'large',
    'yolo',
    'many',
    'empty',
  ]))
    it(`runs, and prints what the page says: ${name}`, async () => {
      await show(place.page, STATES[name]);
      const { code, prints } = await read(place.page);
      assert.equal((await run(place.page, code)).replace('[  ]', '[]').trimEnd(), prints);
    });

  it('runs where the arrays are used again, which is offered where there are many elements', async () => {
    for (const hash of [
      STATES.first,
      STATES.pieces,
      STATES.planes,
      STATES.border,
      'op=Slice&dims=30,20&s=1:9,::-2',
      'op=Concat&dims=30,20;30,4&axis=1',
      'op=TensorScatter&dims=2,60,4;2,1,4&write_indices=2,4&axis=1',
      'op=SliceScatter&dims=30,20;2,10&s=1:3,::2',
      'op=Gather&dims=30,20&indices=[3,0,3]&axis=1',
      'op=SplitToSequence&dims=30,20&axis=0',
    ]) {
      await show(place.page, hash);
      await place.page.getByLabel('For every frame').check();
      const { code, prints } = await read(place.page);
      assert.match(code, /plan\(/);
      assert.equal(await run(place.page, code), prints, hash);
      await place.page.getByLabel('For every frame').uncheck();
    }
    await show(place.page, STATES.cells);
    assert.equal(await place.page.getByLabel('For every frame').isVisible(), false);
  });

  it("says with a copied link that a picture of one's own is not in it", async () => {
    await place.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await place.page.setViewportSize({ width: 1280, height: 720 });
    await place.show('');
    const link = place.page.getByRole('button', { name: 'Copy link' });
    await link.click();
    await place.page.waitForFunction(() => document.querySelector('#live')?.textContent === 'Copied');
    assert.equal(await place.page.locator('#says .error').count(), 0);
    const picture = await place.page.locator('#try').screenshot();
    const file = { name: 'own.png', mimeType: 'image/png', buffer: picture };
    await place.page.locator('input[type=file][accept]').setInputFiles(file);
    await place.page.getByRole('button', { name: 'the first picture' }).waitFor();
    const [inner, outer] = await place.page
      .locator('#try')
      .evaluate((row) => [row.scrollHeight, row.clientHeight]);
    assert.ok(inner <= outer, 'the examples are one line');
    await link.click();
    const said = 'Your picture is not in the link';
    await place.page.locator('#says .error').getByText(said, { exact: true }).waitFor();
    await place.page.waitForFunction(
      (text) => document.querySelector('#live')?.textContent?.startsWith(text),
      said,
    );
  });

  it('of an own picture is the call that was open, also where files are opened', async () => {
    const code = () => place.page.locator('#program').textContent();
    const holds = (/** @type {string} */ text) =>
      place.page.waitForFunction(
        (text) => document.querySelector('#program')?.textContent?.includes(text),
        text,
      );
    await show(place.page, 'op=Split');
    const file = { name: 'mine.png', mimeType: 'image/png', buffer: Buffer.from(await png(place.page)) };
    await place.page.locator('input[type=file][accept]').setInputFiles(file);
    await holds('mine.png');
    assert.match((await code()) ?? '', /split\(/);
    await place.page.getByRole('link', { name: /File/ }).first().click();
    await place.page.locator('.find input[type=file]').setInputFiles({ ...file, name: 'other.png' });
    await holds('other.png');
    await place.page.reload();
    await place.page
      .locator('#says .error')
      .filter({ hasText: 'other.png is not kept on a reload: open it again.' })
      .waitFor();
  });

  it("runs on a person's own picture", async () => {
    await show(place.page, '');
    const bytes = Buffer.from(await png(place.page));
    const { writeFileSync, mkdtempSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const { join } = await import('node:path');
    const path = join(mkdtempSync(join(tmpdir(), 'microtome-own-')), 'mine.png');
    writeFileSync(path, bytes);
    own.set('/mine.png', path);
    await place.page.locator('input[type=file][accept]').setInputFiles(path);
    await place.page.waitForFunction(() =>
      document.querySelector('#program')?.textContent?.includes('mine.png'),
    );
    const { code, prints, values } = await read(place.page);
    assert.equal(values.s, '12:48, 35:85');
    assert.equal(prints, '[ 36, 50, 4 ]');
    assert.equal(await run(place.page, code), prints);
    await place.page.getByRole('button', { name: 'the first picture' }).click();
    assert.match((await read(place.page)).code, /photo\.svg/);
  });

  it('runs on the file', async () => {
    await show(place.page, STATES.file);
    const { code } = await read(place.page);
    await place.page.getByRole('button', { name: 'Show the result' }).click(); // this server has sent the whole file
    await place.page.getByRole('button', { name: 'Save .npy' }).waitFor();
    const { prints } = await read(place.page);
    assert.equal(await run(place.page, code), prints);
  });

  it('has no line that scrolls, marks the call, and is seen from its first line to the call if both have room', async () => {
    for (const hash of Object.values(STATES).slice(0, -2)) {
      await show(place.page, hash);
      if (hash === STATES.wrong) continue;
      assert.ok((await place.page.locator('#program .hot').count()) > 0, hash);
      const { isWide, top, seen, end } = await place.page.locator('#program').evaluate((pre) => {
        const call = /** @type {HTMLElement} */ ([...pre.querySelectorAll('.hot')].at(-1));
        const end = call.offsetTop + call.offsetHeight - /** @type {HTMLElement} */ (pre).offsetTop;
        return { isWide: pre.scrollWidth > pre.clientWidth, top: pre.scrollTop, seen: pre.clientHeight, end };
      });
      assert.ok(!isWide, hash);
      assert.ok(Math.abs(top - Math.max(0, end - seen)) <= 1, `${hash}: scrolled to ${top}`);
    }
  });

  for (const name of /** @type {const} */ (['cells', 'join', 'chosen']))
    it(`has the call as it is typed: ${name}`, async () => {
      await show(place.page, STATES[name]);
      const { call, code } = await read(place.page);
      assert.ok(code.replace(/\s+/g, ' ').includes(call), call);
    });

  it('says how its picture can be seen', async () => {
    for (const [state, dims] of [
      [STATES.first, '360,288'],
      [STATES.pieces, '240,480'],
    ]) {
      await show(place.page, state);
      const { code } = await read(place.page);
      const seen = code.replace(/^\/\/ (new ImageData.*)$/m, 'const { width, height } = $1;');
      const sizes = `${seen}\nconsole.log(width + ',' + height);`;
      assert.equal((await run(place.page, sizes)).split('\n').at(-1), dims);
    }
    await show(place.page, STATES.planes);
    assert.doesNotMatch((await read(place.page)).code, /new ImageData/);
  });
});
