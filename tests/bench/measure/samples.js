// How many calls make a sample, and what many samples say. Knows nothing of the library that is measured.

/** @import { Runner } from './runner.js' */

const SAMPLE_MS = 5;

/** Calls until the compiler is done with them, and how many of them make a sample. @param {Runner} runner */
export async function calibrate(runner) {
  let calls = 1;
  for (;;) {
    const ms = await runner.time(calls);
    if (ms >= SAMPLE_MS) return { calls, ms: ms / calls };
    calls = ms < SAMPLE_MS / 16 ? calls * 16 : Math.ceil((calls * SAMPLE_MS * 1.2) / ms);
  }
}

/** @param {readonly number[]} values @param {number} part 0.5: the median */
export function quantile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const low = Math.floor(at);
  return sorted[low] + (sorted[Math.ceil(at)] - sorted[low]) * (at - low);
}
