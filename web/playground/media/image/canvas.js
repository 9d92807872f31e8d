// Puts a cut of a picture onto a canvas: [rows, columns, 4] as colours, [rows, columns, 1] as shades of grey.

/** @import { Part } from './jobs.js' */

/**
 * @param {Part} part
 * @returns {string} why it cannot be shown; '' where it can
 */
export function whyNotShown({ dims }) {
  const shape = `[${dims.join(', ')}]`;
  if (dims.length !== 3 || (dims[2] !== 4 && dims[2] !== 1)) {
    return `${shape} is no picture: it takes rows, columns and 4 channels.`;
  }
  return dims[0] * dims[1] === 0 ? `${shape} has no pixels.` : '';
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Part} part
 */
export function showPart(canvas, { dims, data }) {
  const [height, width, channels] = dims;
  Object.assign(canvas, { width, height });
  const image = new ImageData(width, height);
  if (channels === 4) image.data.set(data);
  else shade(image.data, data);
  canvas.getContext('2d', { willReadFrequently: true })?.putImageData(image, 0, 0);
}

/**
 * @param {Uint8ClampedArray} rgba
 * @param {Uint8ClampedArray} plane
 */
function shade(rgba, plane) {
  const pixels = new Uint32Array(rgba.buffer);
  for (let i = 0; i < plane.length; ++i) pixels[i] = 0xff000000 | (plane[i] * 0x010101);
}
