// Where pixels come from: a picture that the page draws itself, or a file.

/** @import { Tensor } from '../../../lib/types.js' */

/** @typedef {Tensor<'uint8', Uint8ClampedArray>} Pixels [rows, columns, 4] */

const WIDTH = 1280;
const HEIGHT = 720;

/** A longer side is scaled down: five copies of it must fit into memory. */
const LONGEST = 4096;

/**
 * Hills from back to front: height, depth, wave length, phase, colour.
 * @type {[number, number, number, number, string][]}
 */
const HILLS = [
  [430, 46, 300, 0.4, '#b3567a'],
  [500, 58, 230, 2.2, '#7a3b6f'],
  [575, 44, 180, 4.0, '#46295a'],
  [650, 34, 130, 1.1, '#1f1838'],
];

/** An evening, clear at the upper left edge, so that alpha has something to show. */
export function drawPicture() {
  const context = newContext(WIDTH, HEIGHT);
  drawSky(context);
  for (const hill of HILLS) drawHill(context, ...hill);
  const fade = context.createRadialGradient(0, 0, 60, 0, 0, 560);
  fade.addColorStop(0, 'rgb(0 0 0 / 90%)');
  fade.addColorStop(1, 'rgb(0 0 0 / 0%)');
  context.globalCompositeOperation = 'destination-out';
  context.fillStyle = fade;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  return toPixels(context);
}

/** @param {CanvasRenderingContext2D} context */
function drawSky(context) {
  const sky = context.createLinearGradient(0, 0, 0, HEIGHT);
  sky.addColorStop(0, '#1c4e80');
  sky.addColorStop(0.35, '#5aa9c9');
  sky.addColorStop(0.6, '#f6c177');
  sky.addColorStop(1, '#e2725b');
  context.fillStyle = sky;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (let ring = 0; ring < 5; ++ring) {
    context.fillStyle = ring === 4 ? '#fff3c4' : 'rgb(255 226 150 / 22%)';
    context.beginPath();
    context.arc(900, 300, 190 - 30 * ring, 0, 2 * Math.PI);
    context.fill();
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} height
 * @param {number} depth
 * @param {number} wave
 * @param {number} phase
 * @param {string} colour
 */
function drawHill(context, height, depth, wave, phase, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(0, HEIGHT);
  for (let x = 0; x <= WIDTH; x += 4) {
    const small = 0.3 * Math.sin((2.7 * x) / wave + 2 * phase);
    context.lineTo(x, height - depth * (Math.sin(x / wave + phase) + small));
  }
  context.lineTo(WIDTH, HEIGHT);
  context.fill();
}

/**
 * @param {Blob} file
 * @throws {Error} with a sentence for the user
 */
export async function readPicture(file) {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that the browser can read.');
  });
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const context = newContext(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
  context.drawImage(bitmap, 0, 0, context.canvas.width, context.canvas.height);
  bitmap.close();
  return toPixels(context);
}

/**
 * @param {number} width
 * @param {number} height
 */
function newContext(width, height) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser cannot draw.');
  return context;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @returns {Pixels}
 */
function toPixels(context) {
  const { width, height } = context.canvas;
  return { type: 'uint8', dims: [height, width, 4], data: context.getImageData(0, 0, width, height).data };
}
