// Canvases of the page, compared pixel by pixel with the picture that they were cut from.

import { isPainted } from './reading.js';

/** @import { Page } from 'playwright-core' */

/** Which pixel of the source is at (y, x) of a job's canvas, when [top:, left:] of [h, w] is chosen. */
export const PIXELS = {
  crop: ['top + y', 'left + x'],
  mirror: ['top + y', 'left + w - 1 - x'],
  flip: ['top + h - 1 - y', 'left + x'],
};

/** Until everything that is shown is cut as it was asked for. @param {Page} page */
export const settle = async (page) => {
  await isPainted(page);
  await page.waitForFunction(
    () => document.querySelector('[role=tabpanel]:not([hidden]) .job.stale') === null,
  );
};

/**
 * How many values of a canvas are not those of the source at the given places.
 * @param {Page} page
 * @param {string} selector
 * @param {{ y: string, x: string, top: number, left: number, h: number, w: number }} places formulas and what they name
 */
export function comparePixels(page, selector, { y, x, ...names }) {
  const script = `(() => {
    const { top, left, h, w } = ${JSON.stringify(names)};
    const read = (canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const source = read(document.querySelector('#image-source'));
    const made = read(document.querySelector('${selector}'));
    let wrong = 0;
    for (let y = 0; y < made.height; ++y) for (let x = 0; x < made.width; ++x) for (let c = 0; c < 4; ++c) {
      if (made.data[4 * (y * made.width + x) + c] !== source.data[4 * ((${y}) * source.width + (${x})) + c]) wrong += 1;
    }
    return { size: [made.height, made.width], wrong };
  })()`;
  return /** @type {Promise<{ size: number[], wrong: number }>} */ (page.evaluate(script));
}

/**
 * How many pixels of each plane are not the grey of the source's channel.
 * @param {Page} page
 * @param {number} top
 * @param {number} left
 */
export function comparePlanes(page, top, left) {
  return page.evaluate(
    ([y0, x0]) => {
      const read = (/** @type {string} */ selector) => {
        const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(selector));
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        return context.getImageData(0, 0, canvas.width, canvas.height);
      };
      const source = read('#image-source');
      return ['red', 'green', 'blue', 'alpha'].map((name, channel) => {
        const plane = read(`.job.planes [aria-label="${name}"]`);
        let wrong = 0;
        for (let i = 0; i < plane.width * plane.height; ++i) {
          const [y, x] = [y0 + Math.floor(i / plane.width), x0 + (i % plane.width)];
          const grey = source.data[4 * (y * source.width + x) + channel];
          const pixel = plane.data.subarray(4 * i, 4 * i + 4);
          if (pixel[0] !== grey || pixel[1] !== grey || pixel[2] !== grey || pixel[3] !== 255) wrong += 1;
        }
        return wrong;
      });
    },
    [top, left],
  );
}

/**
 * How many values of a .png file, as the browser reads it, are not those of the canvas.
 * @param {Page} page
 * @param {number[]} bytes
 * @param {string} label of the canvas
 */
export function comparePng(page, bytes, label) {
  return page.evaluate(
    async ([file, name]) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(/** @type {number[]} */ (file))]));
      const canvas = /** @type {HTMLCanvasElement} */ (
        document.querySelector(`canvas[aria-label="${name}"]`)
      );
      const { width, height } = canvas;
      const other = Object.assign(document.createElement('canvas'), {
        width: bitmap.width,
        height: bitmap.height,
      });
      other.getContext('2d')?.drawImage(bitmap, 0, 0);
      const read = (/** @type {HTMLCanvasElement} */ each) =>
        each.getContext('2d')?.getImageData(0, 0, width, height).data;
      const [some, others] = [read(canvas) ?? [], read(other) ?? []];
      const sizes = bitmap.width === width && bitmap.height === height ? 0 : 1;
      return sizes + Array.from(some).filter((value, i) => value !== others[i]).length;
    },
    /** @type {const} */ ([bytes, label]),
  );
}
