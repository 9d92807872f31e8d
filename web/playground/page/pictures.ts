// A picture as pixels.
import type { Pixels } from '../view/scale.ts';

/** @param url of an SVG or any other picture that the page may read */
export async function readPicture(url: string, name: string): Promise<Pixels> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return toPixels(image, image.naturalWidth, image.naturalHeight, name, url);
}

export function toPixels(
  image: CanvasImageSource,
  width: number,
  height: number,
  name: string,
  url: string,
): Pixels {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  context.drawImage(image, 0, 0);
  return { name, url, width, height, data: context.getImageData(0, 0, width, height).data };
}
