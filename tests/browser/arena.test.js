// The arena in a real browser: an image cut where it lies, and memory that stays where it is.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { listen, openBrowser, serveCheckout } from './page.js';

/** @import { Browser } from 'playwright-core' */
/** @import { ViteDevServer } from 'vite' */

const LIBRARY = '/web/dist/index.js';

/** @type {Browser} */ let browser;
/** @type {ViteDevServer} */ let server;

before(async () => {
  browser = await openBrowser();
  server = await serveCheckout();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A page without content, from where the library can be imported. */
async function openEmpty() {
  const page = await browser.newPage();
  const complaints = listen(page);
  await page.route('**/empty.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto(`${server.resolvedUrls?.local[0]}empty.html`);
  return { page, complaints };
}

it('an image in the arena is cut into planes there, drawn from there, and never detached', async () => {
  const { page, complaints } = await openEmpty();
  const told = await page.evaluate(async (path) => {
    /** @type {typeof import('microtome')} */
    const { allocate, init, release, split } = await import(path);
    await init({ arena: 16 << 20 });
    const [height, width] = [480, 640];
    const dims = [height, width, 4];
    const bytes = allocate('uint8', dims);
    const buffer = /** @type {ArrayBuffer} */ (bytes.buffer);
    const data = new Uint8ClampedArray(buffer, bytes.byteOffset, bytes.length);
    for (let i = 0; i < data.length; ++i) data[i] = i % 4 === 3 ? 255 : (i * 7) % 251;
    const expected = split({ data: data.slice(), dims }, { axis: 2, num_outputs: 4 });
    const planes = expected.map(() => allocate('uint8', [height, width]));
    const out = planes.map((plane) => new Uint8ClampedArray(plane.buffer, plane.byteOffset, plane.length));
    const isRight = () => {
      for (const plane of out) plane.fill(0);
      split({ data, dims }, { axis: 2, num_outputs: 4 }, { out });
      return expected.every((plane, j) => plane.data.every((value, i) => value === out[j][i]));
    };
    const before = isRight();
    const pieces = 200_000; // makes the memory grow that is not the arena's
    split({ data: new Uint8Array(pieces), dims: [pieces] }, { split: new Array(pieces).fill(1) });
    const after = isRight();
    const canvas = new OffscreenCanvas(width, height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.putImageData(new ImageData(data, width), 0, 0);
    const drawn = context.getImageData(0, 0, width, height).data.every((value, i) => value === data[i]);
    let refused = '';
    try {
      structuredClone(bytes, { transfer: [bytes.buffer] });
    } catch (error) {
      refused = /** @type {Error} */ (error).name;
    }
    const Half = /** @type {any} */ (globalThis).Float16Array ?? Uint16Array;
    const half = allocate('float16', [3]);
    const isHalf = half instanceof Half;
    for (const array of [bytes, ...planes, half]) release(array);
    const isWhole = allocate('uint8', [16 << 20]).length === 16 << 20;
    return { before, after, drawn, refused, isHalf, isWhole };
  }, LIBRARY);
  const { refused, ...right } = told;
  assert.deepEqual(right, { before: true, after: true, drawn: true, isHalf: true, isWhole: true });
  assert.match(refused, /^(TypeError|DataCloneError)$/);
  assert.deepEqual(complaints, []);
  await page.close();
});
