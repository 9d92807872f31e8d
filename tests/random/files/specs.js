// Slice strings, as they are drawn here: which indices they take, and what a cut gives, by a loop over the elements.

/** @import { Held } from './contents.js' */
/** @import { Call } from './watch.js' */

/** Which indices of each axis a slice string takes, as those are that are drawn here; the axis is kept, unless it is one index. @param {string} spec @param {readonly number[]} dims */
export function picksOf(spec, dims) {
  const items = spec === '...' ? [] : spec.split(', ');
  return dims.map((size, axis) => {
    const item = items[axis] ?? '::';
    if (!item.includes(':')) return { kept: false, list: [Number(item)] };
    const [begin = '', end = '', step = ''] = item.split(':');
    const by = Number(step || 1);
    const list = [];
    const stop = end === '' ? (by > 0 ? size : -1) : Number(end);
    for (
      let i = begin === '' ? (by > 0 ? 0 : size - 1) : Number(begin);
      by > 0 ? i < Math.min(stop, size) : i > stop;
      i += by
    )
      list.push(i);
    return { kept: true, list };
  });
}

/** The shapes of the outputs. @param {readonly number[]} dims @param {Call} call @returns {number[][]} */
export function dimsOf(dims, { kind, specs, pieces }) {
  if (kind !== 'split')
    return specs.map((spec) => picksOf(spec, dims).flatMap(({ kept, list }) => (kept ? [list.length] : [])));
  const most = Math.ceil(dims[0] / pieces);
  return Array.from({ length: pieces }, (_, i) => [
    Math.max(0, Math.min(most, dims[0] - i * most)),
    ...dims.slice(1),
  ]);
}

/** What a cut of a tensor gives, in order. @param {Held} held @param {Call} call @returns {Uint8Array} */
export function expectedOf({ dims, data, width }, { kind, specs }) {
  if (kind === 'split') return data; // outputs one after another are the tensor again
  return Buffer.concat(
    specs.map((spec) =>
      gather(
        data,
        width,
        dims,
        picksOf(spec, dims).map(({ list }) => list),
      ),
    ),
  );
}

/** @param {Uint8Array} data @param {number} width @param {readonly number[]} dims @param {number[][]} picks */
function gather(data, width, dims, picks) {
  const made = new Uint8Array(picks.reduce((count, list) => count * list.length, width));
  const stride = dims.map((_, axis) => dims.slice(axis + 1).reduce((a, b) => a * b, width));
  let next = 0;
  const last = dims.length - 1;
  const isRun = last >= 0 && picks[last].every((index, i) => index === picks[last][0] + i);
  const walk = (/** @type {number} */ axis, /** @type {number} */ at) => {
    if (axis > last || (axis === last && isRun)) {
      const from = axis > last ? at : at + picks[last][0] * width;
      const bytes = axis > last ? width : picks[last].length * width;
      made.set(data.subarray(from, from + bytes), next);
      next += bytes;
    } else for (const index of picks[axis]) walk(axis + 1, at + index * stride[axis]);
  };
  if (made.length > 0) walk(0, 0);
  return made;
}
