// Paints what a viewport shows of a tensor, and nothing else: one colour per pixel when zoomed out, one rectangle per cell when
// zoomed in, and values where they fit. The time depends on the viewport, not on the tensor.
import { cornerOf, type Geometry, partAt, partsBetween } from '../cells/geometry.ts';
import type { Drawn } from '../cells/tensor.ts';
import type { Camera } from './camera.ts';
import type { Palette } from './palette.ts';

export interface Scene {
  drawn: Drawn;
  geometry: Geometry;
  camera: Camera;
  palette: Palette;
  lit: number; // place of the selected cell; -1: none
  corner: number; // place of the cell where a rectangle begins that ends at the selected one; -1: none
}

/** Smaller cells, in device pixels, are painted pixel by pixel. */
const SMALLEST = 5;
/** Smaller cells, in CSS pixels, show no values. */
const SMALLEST_WITH_VALUE = 26;
/** CSS pixels of the frame around the selected cell. */
const LEAST_LIT = 9;

/** @param density pixels of the device per pixel of the page */
export function paint(context: CanvasRenderingContext2D, scene: Scene, density: number) {
  const { geometry, camera } = scene;
  context.setTransform(density, 0, 0, density, 0, 0); // image data is put without it
  const smallest = Math.min(geometry.cellWidth, geometry.cellHeight) * camera.scale;
  if (smallest * density < SMALLEST) paintPixels(context, scene, density);
  else paintCells(context, scene, density, geometry.cellWidth * camera.scale >= SMALLEST_WITH_VALUE);
  if (scene.lit >= 0) paintLit(context, scene);
}

function paintPixels(
  context: CanvasRenderingContext2D,
  { drawn, geometry, camera, palette }: Scene,
  density: number,
) {
  const { width, height } = context.canvas;
  const image = imageOf(context);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = Uint32Array.from(palette.fills, toPixel);
  const ground = toPixel(palette.ground);
  const partOf = (along: 'x' | 'y', at: number, shift: number) =>
    partAt(geometry, along, ((at + 0.5) / density - shift) / camera.scale, true);
  const across = Float64Array.from({ length: width }, (_, x) => partOf('x', x, camera.left));
  const { byColumn, byRow, byCell } = colourers(drawn, geometry);
  const columns = Uint8Array.from(across, (part) => (part < 0 ? 0 : byColumn(part)));
  for (let y = 0, i = 0, before = Number.NaN; y < height; ++y) {
    const down = partOf('y', y, camera.top);
    if (down === before) pixels.copyWithin(i, i - width, i);
    else if (down < 0) pixels.fill(ground, i, i + width);
    else {
      const row = byRow(down);
      for (let x = 0; x < width; ++x) {
        const place = across[x] + down;
        if (across[x] < 0 || place >= geometry.size) {
          pixels[i + x] = ground;
          continue;
        }
        const colour = byCell ? byCell(place) : row === 0 || columns[x] === 0 ? 0 : Math.max(row, columns[x]);
        pixels[i + x] = colours[colour];
      }
    }
    before = down;
    i += width;
  }
  context.putImageData(image, 0, 0);
}

/** How cells get their colours: by column and by row, which is quick, or by cell, if lines of a long list share an axis. */
function colourers({ colour, isApart }: Drawn, { digits }: Geometry) {
  if (typeof colour === 'number') return { byColumn: () => colour, byRow: () => colour, byCell: null };
  const axesOf = (along: 'x' | 'y') =>
    digits.filter((digit) => digit.along === along).map(({ axis }) => axis);
  const [xs, ys] = [axesOf('x'), axesOf('y')];
  const isShared = !isApart || xs.some((axis) => ys.includes(axis));
  return {
    byColumn: isShared ? () => 0 : colour(xs),
    byRow: isShared ? () => 0 : colour(ys),
    byCell: isShared ? colour() : null,
  };
}

/** Kept from frame to frame, because each has megabytes. */
const images = new WeakMap<CanvasRenderingContext2D, ImageData>();

function imageOf(context: CanvasRenderingContext2D) {
  const { width, height } = context.canvas;
  const kept = images.get(context);
  if (kept?.width === width && kept.height === height) return kept;
  const image = context.createImageData(width, height);
  images.set(context, image);
  return image;
}

function paintCells(
  context: CanvasRenderingContext2D,
  { drawn, geometry, camera, palette }: Scene,
  density: number,
  withValues: boolean,
) {
  const { width, height } = context.canvas;
  const { scale, left, top } = camera;
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, width / density, height / density);
  const columns = partsBetween(geometry, 'x', -left / scale, (width / density - left) / scale);
  const rows = partsBetween(geometry, 'y', -top / scale, (height / density - top) / scale);
  const [wide, high] = [geometry.cellWidth * scale, geometry.cellHeight * scale];
  const colourOf = typeof drawn.colour === 'number' ? drawn.colour : drawn.colour();
  context.font = palette.font.replace(/[\d.]+px/, `${(13 * Math.min(1, scale)).toFixed(1)}px`);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const row of rows) {
    for (const column of columns) {
      const place = row.part + column.part;
      if (place >= geometry.size) continue;
      const colour = typeof colourOf === 'number' ? colourOf : colourOf(place);
      const [x, y] = [column.at * scale + left, row.at * scale + top];
      context.fillStyle = palette.fills[colour];
      context.fillRect(x, y, wide, high);
      if (!withValues) continue;
      context.fillStyle = colour === 0 ? palette.inkOfNone : palette.ink;
      context.fillText(drawn.shownAt(place), x + wide / 2, y + high / 2);
    }
  }
}

function paintLit(context: CanvasRenderingContext2D, { geometry, camera, palette, lit, corner }: Scene) {
  const { scale, left, top } = camera;
  const ends = [lit, corner < 0 ? lit : corner].map((place) => cornerOf(geometry, place));
  const side = (along: 'x' | 'y', cell: number, shift: number) => {
    const [low, high] = [Math.min(ends[0][along], ends[1][along]), Math.max(ends[0][along], ends[1][along])];
    const length = Math.max(LEAST_LIT, (high - low + cell) * scale);
    return [((low + high + cell) / 2) * scale + shift - length / 2, length];
  };
  const [x, width] = side('x', geometry.cellWidth, left);
  const [y, height] = side('y', geometry.cellHeight, top);
  context.lineWidth = 2.5;
  context.strokeStyle = palette.twin;
  context.strokeRect(x, y, width, height);
}

/** A colour such as #7cc4ee as a pixel of image data. */
function toPixel(colour: string) {
  const rgb = Number.parseInt(colour.slice(1), 16);
  return ((255 << 24) | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}
