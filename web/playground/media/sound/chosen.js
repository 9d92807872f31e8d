// What has been chosen of a sound, read from its notation.
import { dimsOf, readRanges } from '../cut/ranges.js';

/**
 * @param {[samples: number, channels: number]} dims
 * @param {string} spec
 * @throws {import('../../../lib/index.js').MicrotomeError | RangeError} with a sentence for the user
 */
export function readChosen(dims, spec) {
  const ranges = readRanges(spec, dims);
  const made = dimsOf(ranges);
  if (made.length !== 2)
    throw new RangeError(`[${made.join(', ')}] is no sound: it takes samples and channels.`);
  if (made[0] * made[1] === 0) throw new RangeError(`[${made.join(', ')}] has no samples.`);
  return ranges;
}
