// Which part of a drawing a viewport shows: the arithmetic of zooming and panning.

/**
 * A point (x, y) of the drawing is shown at (x * scale + left, y * scale + top).
 * @typedef {{ scale: number, left: number, top: number }} Camera
 * @typedef {{ width: number, height: number }} Extent
 */

const CLOSEST = 2;
const STEP = 48;

/**
 * All of the drawing, but never larger than its full size.
 * @param {Extent} drawing
 * @param {Extent} viewport
 * @returns {Camera}
 */
export function fit(drawing, viewport) {
  const scale = Math.min(1, viewport.width / drawing.width, viewport.height / drawing.height);
  return hold({ scale, left: 0, top: 0 }, drawing, viewport);
}

/**
 * What is shown first: as much as fills the viewport both ways, so that the cells of a long, flat drawing can still be told apart.
 * @param {Extent} drawing
 * @param {Extent} viewport
 * @returns {Camera}
 */
export function fill(drawing, viewport) {
  const scale = Math.min(1, Math.max(viewport.width / drawing.width, viewport.height / drawing.height));
  return hold({ scale, left: 0, top: 0 }, drawing, viewport);
}

/**
 * Zooms so that the point under (x, y) stays there.
 * @param {Camera} camera
 * @param {number} factor
 * @param {{ x: number, y: number }} point of the viewport
 * @param {Extent} drawing
 * @param {Extent} viewport
 */
export function zoom(camera, factor, { x, y }, drawing, viewport) {
  const scale = Math.max(fit(drawing, viewport).scale, Math.min(CLOSEST, camera.scale * factor));
  const ratio = scale / camera.scale;
  return hold(
    { scale, left: x - (x - camera.left) * ratio, top: y - (y - camera.top) * ratio },
    drawing,
    viewport,
  );
}

/**
 * @param {Camera} camera
 * @param {number} dx
 * @param {number} dy
 * @param {Extent} drawing
 * @param {Extent} viewport
 */
export const pan = (camera, dx, dy, drawing, viewport) =>
  hold({ ...camera, left: camera.left + dx, top: camera.top + dy }, drawing, viewport);

/**
 * Pans until a rectangle of the drawing is visible.
 * @param {Camera} camera
 * @param {{ x: number, y: number, width: number, height: number }} part
 * @param {Extent} drawing
 * @param {Extent} viewport
 */
export function reveal(camera, part, drawing, viewport) {
  const need = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ room) =>
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

/**
 * Shows nothing beyond the edges; a drawing that is smaller than the viewport is aligned to its start.
 * @param {Camera} camera
 * @param {Extent} drawing
 * @param {Extent} viewport
 */
function hold({ scale, left, top }, drawing, viewport) {
  const within = (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ room) =>
    Math.min(0, Math.max(at, room - length * scale));
  return {
    scale,
    left: within(left, drawing.width, viewport.width),
    top: within(top, drawing.height, viewport.height),
  };
}
