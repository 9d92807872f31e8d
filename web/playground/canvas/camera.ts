// Which part of a drawing a viewport shows: the arithmetic of zooming and panning.

/** A point (x, y) of the drawing is shown at (x * scale + left, y * scale + top). */
export type Camera = { scale: number; left: number; top: number };

type Extent = { width: number; height: number };

const CLOSEST = 2;
const STEP = 48;

/** All of the drawing, but never larger than its full size. */
export function fit(drawing: Extent, viewport: Extent): Camera {
  const scale = Math.min(1, viewport.width / drawing.width, viewport.height / drawing.height);
  return hold({ scale, left: 0, top: 0 }, drawing, viewport);
}

/**
 * What is shown first: as much as fills the viewport both ways, so that the cells of a long, flat drawing can still be told apart.
 */
export function fill(drawing: Extent, viewport: Extent): Camera {
  const scale = Math.min(1, Math.max(viewport.width / drawing.width, viewport.height / drawing.height));
  return hold({ scale, left: 0, top: 0 }, drawing, viewport);
}

/** Zooms so that the point under (x, y) stays there. @param point of the viewport */
export function zoom(
  camera: Camera,
  factor: number,
  { x, y }: { x: number; y: number },
  drawing: Extent,
  viewport: Extent,
) {
  const scale = Math.max(fit(drawing, viewport).scale, Math.min(CLOSEST, camera.scale * factor));
  const ratio = scale / camera.scale;
  return hold(
    { scale, left: x - (x - camera.left) * ratio, top: y - (y - camera.top) * ratio },
    drawing,
    viewport,
  );
}

export const pan = (camera: Camera, dx: number, dy: number, drawing: Extent, viewport: Extent) =>
  hold({ ...camera, left: camera.left + dx, top: camera.top + dy }, drawing, viewport);

/** Pans until a rectangle of the drawing is visible. */
export function reveal(
  camera: Camera,
  part: { x: number; y: number; width: number; height: number },
  drawing: Extent,
  viewport: Extent,
) {
  const need = (from: number, length: number, room: number) =>
    from < 0
      ? Math.min(room / 2, STEP) - from
      : from + length > room
        ? room - from - length - Math.min(room / 4, STEP)
        : 0;
  const { scale, left, top } = camera;
  const dx = need(part.x * scale + left, part.width * scale, viewport.width);
  const dy = need(part.y * scale + top, part.height * scale, viewport.height);
  return pan(camera, dx, dy, drawing, viewport);
}

/** Shows nothing beyond the edges; a drawing that is smaller than the viewport is aligned to its start. */
function hold({ scale, left, top }: Camera, drawing: Extent, viewport: Extent) {
  const within = (at: number, length: number, room: number) =>
    Math.min(0, Math.max(at, room - length * scale));
  return {
    scale,
    left: within(left, drawing.width, viewport.width),
    top: within(top, drawing.height, viewport.height),
  };
}
