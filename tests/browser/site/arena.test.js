// The arena in a real browser: an image cut where it lies, and memory that stays where it is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { startSite } from '../../support/site.js';
import { listen, useSite } from '../page.js';

describe('the arena in a page', () => {
  const place = useSite(startSite);

  it('an image in the arena is cut into planes there, drawn from there, and never detached', async () => {
    const page = await place.browser.newPage();
    page.setDefaultTimeout(HANGS_AFTER_MS);
    const complaints = listen(page);
    await page.goto(`${place.site.url}/page`);
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
    }, '/one/web/dist/index.js');
    const { refused, ...right } = told;
    assert.deepEqual(right, { before: true, after: true, drawn: true, isHalf: true, isWhole: true });
    assert.match(refused, /^(TypeError|DataCloneError)$/);
    assert.deepEqual(complaints, []);
    await page.close();
  });
});
