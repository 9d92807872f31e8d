// Which part of a drawing a viewport shows: the arithmetic of zooming and panning.

/** A point (x, y) of the drawing is shown at (x * scale + left, y * scale + top). */
export type Camera = { scale: number; left: number; top: number };

export type Point = { x: number; y: number };
type Extent = { width: number; height: number };
export type Extents = { drawing: Extent; viewport: Extent };

const CLOSEST = 2;
const STEP = 48;

/** All of the drawing, but never larger than its full size. */
export const fit = (extents: Extents) => begin(Math.min(...ratios(extents)), extents);

/**
 * What is shown first: as much as fills the viewport both ways, so that the cells of a long, flat drawing can still be told apart.
 */
export const fill = (extents: Extents) => begin(Math.max(...ratios(extents)), extents);

const ratios = ({ drawing, viewport }: Extents) => [
  viewport.width / drawing.width,
  viewport.height / drawing.height,
];

const begin = (scale: number, extents: Extents) =>
  hold({ scale: Math.min(1, scale), left: 0, top: 0 }, extents);

/** Zooms so that the point under (x, y) stays there. @param point of the viewport */
export function zoom(camera: Camera, factor: number, { x, y }: Point, extents: Extents) {
  const scale = Math.max(fit(extents).scale, Math.min(CLOSEST, camera.scale * factor));
  const ratio = scale / camera.scale;
  return hold({ scale, left: x - (x - camera.left) * ratio, top: y - (y - camera.top) * ratio }, extents);
}

export const pan = (camera: Camera, dx: number, dy: number, extents: Extents) =>
  hold({ ...camera, left: camera.left + dx, top: camera.top + dy }, extents);

/** Pans until a rectangle of the drawing is visible. */
export function reveal(camera: Camera, { x, y, width, height }: Point & Extent, extents: Extents) {
  const need = (from: number, length: number, room: number) =>
    from < 0
      ? Math.min(room / 2, STEP) - from
      : from + length > room
        ? room - from - length - Math.min(room / 4, STEP)
        : 0;
  const { scale, left, top } = camera;
  const dx = need(x * scale + left, width * scale, extents.viewport.width);
  const dy = need(y * scale + top, height * scale, extents.viewport.height);
  return pan(camera, dx, dy, extents);
}

/** Shows nothing beyond the edges; a drawing that is smaller than the viewport is aligned to its start. */
function hold({ scale, left, top }: Camera, { drawing, viewport }: Extents): Camera {
  const within = (at: number, length: number, room: number) =>
    Math.min(0, Math.max(at, room - length * scale));
  return {
    scale,
    left: within(left, drawing.width, viewport.width),
    top: within(top, drawing.height, viewport.height),
  };
}
