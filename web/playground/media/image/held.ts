// Pictures in the worker: read, drawn as pixels that the page only has to paint, and written as .png files.

import { DRAWN } from '../../pictures.ts';
import type { Made } from '../cut.ts';
import type { Held } from '../held.ts';
import type { Taken } from '../kind.ts';

/** Larger pictures are scaled down: a dozen arrays and canvases of that size must fit into memory. */
const MOST_PIXELS = 2 ** 24;

export async function read({ file, example }: Taken): Promise<Held> {
  const drawn = DRAWN.find(({ name }) => name === example);
  if (drawn) {
    const context = newContext(drawn.width, drawn.height);
    drawn.draw(context, drawn.width, drawn.height);
    return toHeld(context);
  }
  const bitmap = await createImageBitmap(file as Blob).catch(() => {
    throw new Error('The browser cannot read this file as a picture.');
  });
  const { width, height } = bitmap;
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const context = newContext(Math.floor(width * scale) || 1, Math.floor(height * scale) || 1);
  context.drawImage(bitmap, 0, 0, context.canvas.width, context.canvas.height);
  bitmap.close();
  return toHeld(context, scale < 1 ? `, scaled down from ${width} × ${height}` : '');
}

const newContext = (width: number, height: number) =>
  new OffscreenCanvas(width, height).getContext('2d', {
    willReadFrequently: true,
  }) as OffscreenCanvasRenderingContext2D;

function toHeld(context: OffscreenCanvasRenderingContext2D, note = ''): Held {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const source = { type: 'uint8' as const, dims: [height, width, 4], data };
  return { source, about: { type: source.type, dims: source.dims, note } };
}

export const drawWhole = ({ source }: Held) => ({ data: source?.data.slice() });

/** As colours: [rows, columns, 4] as they are, planes as shades of grey. */
export function draw({ dims, data }: Pick<Made, 'dims' | 'data'>) {
  if (dims[2] === 4) return { data };
  const pixels = new Uint32Array(data.length);
  for (let i = 0; i < data.length; ++i) pixels[i] = 0xff000000 | (data[i] * 0x010101);
  return { data: new Uint8ClampedArray(pixels.buffer) };
}

export const formats = {
  png({ dims, data }: Made) {
    const [height, width] = dims;
    const context = newContext(width, height);
    context.putImageData(new ImageData(draw({ dims, data }).data, width, height), 0, 0);
    return context.canvas.convertToBlob({ type: 'image/png' });
  },
};
