// Puts a cut of a picture onto a canvas: [rows, columns, 4] as colours, [rows, columns, 1] as shades of grey.

/** @typedef {{ dims: readonly number[], data: Uint8ClampedArray<ArrayBuffer> }} Part */

/** Reused, because planes become pixels in every frame. */
let shades = new Uint8ClampedArray(0);

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Part} part with at least one pixel
 */
export function showPart(canvas, { dims, data }) {
  const [height, width, channels] = dims;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pixels = channels === 4 ? data : shade(data);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.putImageData(new ImageData(pixels, width, height), 0, 0);
}

/** @param {Uint8ClampedArray} plane */
export function shade(plane) {
  if (shades.length < 4 * plane.length) shades = new Uint8ClampedArray(4 * plane.length);
  const pixels = new Uint32Array(shades.buffer, 0, plane.length);
  for (let i = 0; i < plane.length; ++i) pixels[i] = 0xff000000 | (plane[i] * 0x010101);
  return shades.subarray(0, 4 * plane.length);
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
export const toPng = (canvas) =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be saved.'))),
      'image/png',
    );
  });
