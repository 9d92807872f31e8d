// The verdict of a soak. The rule: through the second half of a series goes the line of least squares; the series is flat if
// that line does not rise, over the half, by more than twice the standard deviation of the points about it, nor by more than
// 1 % of their mean, whichever is more. The first half may do what it likes: caches fill, and so does an allocator.

/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} Verdict
 * @property {number} start
 * @property {number} middle
 * @property {number} end all three as the points have them
 * @property {number} slope of the second half
 * @property {number} rise of the line over the second half
 * @property {number} allowed
 * @property {boolean} flat
 */

const DEVIATIONS = 2;
const SHARE = 0.01;

/** @param {readonly Point[]} points in the order of x @returns {Verdict} */
export function verdictOf(points) {
  const half = points.slice(points.length >> 1);
  const { slope, mean, deviation } = fitLine(half);
  const rise = slope * (half[half.length - 1].x - half[0].x);
  const allowed = Math.max(DEVIATIONS * deviation, SHARE * mean);
  const [start, middle, end] = [points[0].y, half[0].y, half[half.length - 1].y];
  return { start, middle, end, slope, rise, allowed, flat: rise <= allowed };
}

/** @param {readonly Point[]} points */
function fitLine(points) {
  const average = (/** @type {(point: Point) => number} */ of) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const middle = average(({ x }) => x);
  const mean = average(({ y }) => y);
  const spread = average(({ x }) => (x - middle) ** 2);
  const slope = spread === 0 ? 0 : average(({ x, y }) => (x - middle) * (y - mean)) / spread;
  const deviation = Math.sqrt(average(({ x, y }) => (y - mean - slope * (x - middle)) ** 2));
  return { slope, mean, deviation };
}
