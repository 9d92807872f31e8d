// What has been chosen of a picture: read from its notation, said as code, and as a rectangle around it.
import { chosenView } from '../cut/cut.js';
import { dimsOf, endsOf, readRanges } from '../cut/ranges.js';

/** @import { Range } from '../cut/ranges.js' */
/** @import { Pixels } from './picture.js' */
/** @import { Rectangle } from './selection.js' */

/**
 * @param {Pixels} image
 * @param {string} spec
 * @throws {import('../../../lib/index.js').MicrotomeError | RangeError} with a sentence for the user
 */
export function readChosen({ dims }, spec) {
  const ranges = readRanges(spec, dims);
  const made = dimsOf(ranges);
  if (made.length !== 3 || made[2] !== 4)
    throw new RangeError(`[${made.join(', ')}] is no picture: it takes rows, columns and 4 channels.`);
  if (made[0] * made[1] === 0) throw new RangeError(`[${made.join(', ')}] has no pixels.`);
  return ranges;
}

/**
 * @param {Pixels} image
 * @param {readonly Range[]} ranges
 */
export function sayChosen(image, ranges) {
  const { offset, sizes, strides } = chosenView(image, { ranges, splits: [] });
  const layout = `shape: [${sizes.join(', ')}], stride: [${strides.join(', ')}], offset: ${offset}`;
  return `chosen = { type: 'uint8', ${layout}, data: image.data } // a view: nothing is copied`;
}

/**
 * Around all pixels that are taken.
 * @param {readonly Range[]} ranges
 * @returns {Rectangle}
 */
export function rectangleOf([rows, columns]) {
  const [top, bottom] = endsOf(rows);
  const [left, right] = endsOf(columns);
  return { top, left, height: bottom - top, width: right - left };
}
