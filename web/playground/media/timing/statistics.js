// Statistics of a few times: their median and quartiles.

/** @typedef {{ ms: number, low: number, high: number }} Summary the median and the quartiles */

/**
 * @param {readonly number[]} values at least one
 * @param {number} part 0.5: the median
 */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const low = Math.floor(at);
  return sorted[low] + (sorted[Math.ceil(at)] - sorted[low]) * (at - low);
}

/**
 * @param {readonly number[]} times milliseconds
 * @returns {Summary}
 */
export const summarize = (times) => ({
  ms: quantile(times, 0.5),
  low: quantile(times, 0.25),
  high: quantile(times, 0.75),
});
