// What is built: little to load until the page can be used, of which most is the library.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { fileOf } from '../../../tools/build/parts.js';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { inRoot, ROOT } from '../../../tools/common/paths.js';
import { useSite } from '../page.js';

/** Compressed bytes of the first view: with the library, and without it. */
const MOST_BYTES = 104_000;
const MOST_OWN = 24_300;

/** The first view imports these names of the library. */
const LIBRARY = 'init, slice, operators, MicrotomeError';

const compressed = (/** @type {string | Uint8Array} */ data) => gzipSync(data, { level: 9 }).length;

describe('what is built', () => {
  const place = useSite();

  it(`needs less than ${MOST_BYTES} bytes, compressed, until it can be used; ${MOST_OWN} are its own`, async () => {
    const context = await place.browser.newContext({ serviceWorkers: 'block' });
    context.setDefaultTimeout(HANGS_AFTER_MS);
    const page = await context.newPage();
    /** @type {Promise<[string, number]>[]} */
    const loaded = [];
    // The page names all that its first picture needs; later parts may be asked for while it is drawn.
    const html = await (await fetch(place.site.url)).text();
    const isFirst = (/** @type {string} */ url) => {
      const name = url.slice(url.lastIndexOf('/') + 1);
      return html.includes(`/${name}"`) || name === '' || name === 'photo.svg';
    };
    page.on('response', (response) => {
      if (isFirst(response.url()))
        loaded.push(response.body().then((body) => [response.url(), compressed(body)]));
    });
    await page.goto(place.site.url);
    await page.locator('html[data-ready]').waitFor();
    const sizes = [...new Map(await Promise.all(loaded))]; // the icon is asked for twice, and sent once
    await context.close();
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    const { outputFiles } = await build({
      stdin: {
        contents: `import { ${LIBRARY} } from 'microtome/slim'; globalThis.all = [${LIBRARY}];`,
        resolveDir: ROOT,
      },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    const primary = readFileSync(inRoot('web/dist', fileOf('primary')));
    const own = total - compressed(outputFiles[0].contents) - compressed(primary);
    console.log(`# ${total} bytes, of which ${own} are the page's own`);
    assert.ok(total < MOST_BYTES, `${total}: ${JSON.stringify(sizes)}`);
    assert.ok(own < MOST_OWN, `${own}`);
  });

  it('carries the package that its install line names, while npm does not have it', async () => {
    const html = await (await fetch(place.site.url)).text();
    const [, command] = /<code id="install">npm i ([^<]*)</.exec(html) ?? [];
    const [, href] = /<a href="([^"]*)" download>/.exec(html) ?? [];
    assert.equal(href ?? 'microtome', command);
    if (!href) return;
    const packed = await (await fetch(new URL(href, place.site.url))).arrayBuffer();
    const files = gunzipSync(packed).toString('latin1');
    for (const name of ['package.json', 'web/dist/index.js', 'web/dist/index.d.ts'])
      assert.ok(files.includes(`package/${name}\0`), name);
  });

  it('shows other sites a card that is drawn from it', async () => {
    const html = await (await fetch(place.site.url)).text();
    const [, card] = /"og:image" content="([^"]*)"/.exec(html) ?? [];
    const context = await place.browser.newContext();
    const page = await context.newPage();
    await page.goto(new URL(card.slice(card.lastIndexOf('/') + 1), place.site.url).href); // its address may be the homepage's
    const [width, height, colours] = await page.evaluate(() => {
      const image = /** @type {HTMLImageElement} */ (document.querySelector('img'));
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const drawing = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      drawing.drawImage(image, 0, 0);
      const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
      return [canvas.width, canvas.height, new Set(new Uint32Array(data.buffer)).size];
    });
    await context.close();
    assert.deepEqual([width, height], [1200, 630]);
    assert.ok(colours > 1000, `${colours}: the picture of the balloon has more`);
  });

  it('has one copy of the library: the worker imports the chunk of the page', async () => {
    const get = async (/** @type {string} */ name) => (await fetch(new URL(name, place.site.url))).text();
    const names = [...(await get('service_worker.js')).matchAll(/assets\/([\w.-]+\.js)/g)].map(
      ([, name]) => name,
    );
    const texts = await Promise.all([...new Set(names)].map((name) => get(`assets/${name}`)));
    assert.equal(texts.filter((text) => /wasmMemory|instantiateWasm/.test(text)).length, 1);
    for (const text of texts) assert.doesNotMatch(text, /(from|import\()\s*["'`]\.\/worker-/);
  });
});
