// Pictures as pixels: the page's own, and files.
import type { Pixels } from '../view/picture.ts';

/** Pixels; more need more memory than a page should take. */
const MOST = 40e6;

/** @param url of an SVG or any other picture that the page may read */
export async function readPicture(url: string, name: string): Promise<Pixels> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return toPixels(image, image.naturalWidth, image.naturalHeight, name, url);
}

/** @throws {RangeError} what is wrong with the file */
export async function openPicture(file: File): Promise<Pixels> {
  const name = file.name || 'pasted.png';
  if (file.type === 'image/svg+xml') {
    const url = URL.createObjectURL(file);
    const picture = await readPicture(url, name).catch(() => null);
    URL.revokeObjectURL(url);
    if (picture) return { ...picture, url: name };
    throw new RangeError('The SVG cannot be drawn; give it a width and a height, or save it as a PNG.');
  }
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) throw new RangeError('The browser cannot read this picture; save it as a PNG.');
  const { width, height } = bitmap;
  const pixels = width * height <= MOST ? toPixels(bitmap, width, height, name, name) : null;
  bitmap.close();
  if (pixels) return pixels;
  throw new RangeError(
    `The picture has ${width} by ${height} pixels; at most ${MOST.toLocaleString('en')} can be opened.`,
  );
}

function toPixels(
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
