// An output in parts that fit into memory, one after another in row-major order.
import { boxesOf, inBox, toNested, toPattern } from './axes.js';
import { toOuts } from './outs.js';
import { countRequests } from './requests.js';
import { transfer } from './transfer.js';

/** @import { Pattern } from './axes.js' */
/** @import { Cut } from './calls.js' */
/** @import { Watch } from './options.js' */
/** @import { Place } from './stored.js' */

/**
 * A part: a range of the output's elements, and its shape.
 * @typedef {{ low: number, high: number, dims: readonly number[] }} Part
 */

/**
 * The parts of an output. Each is one index of the outer axes, a range of the axis behind, and all of the inner axes.
 * @param {readonly number[]} dims
 * @param {number} most elements of a part
 * @param {number} step the ranges have multiples of so many indices, but for the last
 * @returns {Generator<Part, void, void>}
 */
export function* partsOf(dims, most, step) {
  const total = dims.reduce((product, size) => product * size, 1);
  if (total === 0) return;
  let axis = dims.length;
  let row = 1;
  while (axis > 0 && row * dims[axis - 1] <= most) row *= dims[--axis];
  if (axis === 0) {
    yield { low: 0, high: total, dims };
    return;
  }
  const size = dims[axis - 1];
  const rows = Math.max(step, Math.floor(most / row / step) * step);
  for (let outer = 0; outer < total; outer += size * row)
    for (let begin = 0; begin < size; begin += rows) {
      const count = Math.min(rows, size - begin);
      const low = outer + begin * row;
      yield {
        low,
        high: low + count * row,
        dims: [...dims.slice(0, axis - 1).fill(1), count, ...dims.slice(axis)],
      };
    }
}

/**
 * The elements that a part takes: one pattern, unless the part crosses rows.
 * @param {Pattern} stream
 * @param {Part} part
 * @returns {Pattern[]}
 */
const within = (stream, { low, high }) =>
  boxesOf(
    stream.axes.map(({ size }) => size),
    low,
    high,
  ).map((box) => {
    const piece = inBox(stream, box);
    return toPattern({ ...piece, to: piece.to - low });
  });

/**
 * Fetches one part after another.
 * @param {Place} place
 * @param {Cut} cut of one output
 * @param {{ most: number, step: number, dims: readonly number[] }} size of the parts, and of the output
 * @param {Watch} watch
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* fetchParts(place, { op, streams }, { most, step, dims }, { signal, onprogress }) {
  const costOf = (/** @type {Part} */ part) =>
    countRequests(within(streams[0], part), place.type, place.limits, op).bytes;
  let total = 0;
  let done = 0;
  if (onprogress !== undefined) for (const part of partsOf(dims, most, step)) total += costOf(part);
  for (const part of partsOf(dims, most, step)) {
    const pieces = within(streams[0], part);
    const { arrays, finish } = toOuts(place, [part.dims], undefined, op);
    const tell =
      onprogress &&
      ((/** @type {{ bytes: number }} */ { bytes }) => onprogress({ bytes: done + bytes, total }));
    await transfer(
      place,
      pieces,
      pieces.flatMap(toNested),
      arrays,
      { signal, onprogress: tell, total: Number.POSITIVE_INFINITY },
      op,
    );
    if (onprogress !== undefined) done += costOf(part);
    yield finish()[0];
  }
}
