// Pixels from a built-in picture, a file, or a frame of the camera.

/** @import { DRAWN } from './drawn.js' */

/** @typedef {{ type: 'uint8', dims: [rows: number, columns: number, channels: 4], data: Uint8ClampedArray<ArrayBuffer> }} Pixels */

/** Larger pictures are scaled down: a dozen arrays and canvases of that size must fit into memory. */
const MOST_PIXELS = 2 ** 24;
/** Pixels across. */
const THUMBNAIL = 192;

/** @param {(typeof DRAWN)[number]} drawn @returns {Pixels} */
export function drawPicture({ width, height, draw }) {
  const context = newContext(width, height);
  draw(context, width, height);
  return toPixels(context);
}

/** The same, small. @param {(typeof DRAWN)[number]} drawn */
export function drawThumbnail({ width, height, draw }) {
  const context = newContext(THUMBNAIL, Math.round((THUMBNAIL * 5) / 8));
  context.scale(context.canvas.width / width, context.canvas.height / height);
  draw(context, width, height);
  context.canvas.setAttribute('aria-hidden', 'true');
  return context.canvas;
}

/**
 * For a worker, because it takes a while.
 * @param {Blob} file
 * @returns {Promise<{ image: Pixels, note: string }>} a note if it had to be scaled down
 * @throws {Error} with a sentence for the user
 */
export async function readPicture(file) {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('The browser cannot read this file as a picture.');
  });
  const { width, height } = bitmap;
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const canvas = new OffscreenCanvas(Math.floor(width * scale) || 1, Math.floor(height * scale) || 1);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    canvas.getContext('2d', { willReadFrequently: true })
  );
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const note = scale < 1 ? `scaled down from ${width} × ${height}` : '';
  return { image: toPixels(context), note };
}

/**
 * @param {number} width
 * @param {number} height
 */
export function newContext(width, height) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser cannot draw.');
  return context;
}

/**
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context
 * @returns {Pixels}
 */
export function toPixels(context) {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  return { type: 'uint8', dims: [height, width, 4], data: /** @type {Pixels['data']} */ (data) };
}
