// Fingers: one that moves up or down scrolls, on the frame it drags; a tap brings the frame, and a finger that begins sideways or is
// held draws a new one, as the page says.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { read, STATES, show } from '../bench.js';
import { usePage } from '../page.js';

/** Longer than a finger must be held. */
const HELD_MS = 500;

describe('a finger', () => {
  const place = usePage(undefined, '', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });

  const slice = async () => (await read(place.page)).values.s;

  /** A touch through these points of an element, given as parts of its width and height. @param {string} selector @param {number[][]} points */
  async function touch(selector, points, wait = 0) {
    const client = await place.page.context().newCDPSession(place.page);
    const box = await place.page.locator(selector).boundingBox();
    assert.ok(box);
    const send = (/** @type {any} */ type, /** @type {number[][]} */ at) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at.map(([x, y]) => ({ x: box.x + x * box.width, y: box.y + y * box.height })),
      });
    await send('touchStart', points.slice(0, 1));
    await place.page.waitForTimeout(wait);
    for (const point of points.slice(1)) {
      await send('touchMove', [point]);
      await place.page.waitForTimeout(30);
    }
    await send('touchEnd', []);
    await client.detach();
    await place.page.waitForTimeout(50);
  }

  /** Waits for the slice: a busy page draws later. @param {RegExp} expected */
  const becomes = async (expected) => {
    for (let waits = 0; waits < 100 && !expected.test(await slice()); ++waits)
      await place.page.waitForTimeout(50);
    assert.match(await slice(), expected);
  };

  const scrolled = () => place.page.evaluate(() => Math.round(scrollY));

  beforeEach(async () => {
    await place.show('');
    await place.page.evaluate(() => scrollTo(0, 200));
  });

  const canvas = '.framed > canvas';

  it('drags the frame from inside', async () => {
    await touch(canvas, [[0.6, 0.5], [0.55, 0.5], [0.5, 0.5], [0.5, 0.6]]); // biome-ignore format: points
    const [rows, columns] = (await slice()).split(', ').map((item) => item.split(':').map(Number));
    assert.ok(rows[0] > 120 && columns[0] < 200, await slice());
    assert.deepEqual([rows[1] - rows[0], columns[1] - columns[0]], [288, 360]);
    assert.equal(await scrolled(), 200);
  });

  it('brings the frame with a tap', async () => {
    await touch(canvas, [[0.1, 0.9]]); // biome-ignore format: points
    assert.equal(await slice(), '192:, :360');
  });

  it('draws a new frame where it begins sideways, as the page says, and the page does not scroll', async () => {
    await place.page.getByText('Drag across for a new frame').waitFor();
    await touch(canvas, [[0.02, 0.1], [0.1, 0.12], [0.2, 0.3], [0.25, 0.5]]); // biome-ignore format: points
    await becomes(/^4\d:2[34]\d, 1[345]:1[78]\d$/);
    assert.equal(await scrolled(), 200);
  });

  it('draws a new frame after it was held, and the page does not scroll', async () => {
    await touch(canvas, [[0.02, 0.1], [0.1, 0.2], [0.2, 0.3], [0.25, 0.5]], HELD_MS); // biome-ignore format: points
    await becomes(/^4\d:2[34]\d, 1[345]:1[78]\d$/);
    assert.equal(await scrolled(), 200);
  });

  it('scrolls where it moves at once', async () => {
    await touch(canvas, [[0.1, 0.9], [0.1, 0.6], [0.1, 0.3], [0.1, 0.1], [0.1, -0.2]]); // biome-ignore format: points
    assert.equal(await slice(), '96:384, 252:612');
    assert.ok((await scrolled()) > 210);
  });

  for (const [how, points, wait] of /** @type {[string, number[][], number][]} */ ([
    ['after it was held', [[0.3, 0.4], [0.5, 0.5], [0.7, 0.9]], HELD_MS],
    ['where it begins sideways', [[0.3, 0.4], [0.5, 0.4], [0.7, 0.9]], 0],
  ])) // biome-ignore format: points
    it(`takes cells ${how}`, async () => {
      await show(place.page, STATES.lists);
      const grid = '[aria-label="x [4, 6]"]';
      await place.page.locator(grid).scrollIntoViewIfNeeded();
      await touch(grid, points, wait);
      const { starts, ends } = (await read(place.page)).values;
      assert.deepEqual([starts, ends], ['1, 1', '4, 5']);
    });
});
