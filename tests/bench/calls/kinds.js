// THE table of small calls: ours, NumPy's and, where there is one, the same by hand. `parameters` gives the numbers of each call;
// building lists and strings from them belongs to the call. To measure another call, add a row.

import { Blank } from '../measure/runner.js';
import { runsByLoop } from '../rows/by_hand.js';

/** @typedef {any} Library what `import('microtome')` gives; any build of it */
/** @typedef {(parameters: any) => any} Call returns a tensor, a list of them, or what `result` makes a tensor of */

/**
 * @typedef {object} Kind
 * @property {string} id
 * @property {string} title
 * @property {(i: number) => Record<string, number>} parameters of call number i; in NumPy's statement, variables of these names
 * @property {(library: Library) => Call} ours
 * @property {() => Call} [byHand]
 * @property {{ prepare: string, call: string }} numpy statements; `y` is the result, or the list of results
 * @property {(result: any) => any} [result] makes a tensor of what the call returns
 * @property {boolean} [early] also measured in the first calls of a process
 */

const SIDE = 64;
const HEADS = 32;
const POSITIONS = 512;
const WIDTH = 64;

/** @param {number} count 0, 1, 2 and so on */
const counting = (count) => Float32Array.from({ length: count }, (_, i) => i);

/** @param {number[]} dims */
const tensor = (...dims) => ({ dims, data: counting(dims.reduce((all, size) => all * size)) });

const square = () => tensor(SIDE, SIDE);

/** From 2 x 2 to 8 x 8 elements, in no order that repeats soon. @param {number} i */
const window = (i) => {
  const [r, c] = [(i * 5) % 53, (i * 7) % 47];
  return { r, c, r2: r + 2 + (i % 7), c2: c + 2 + ((i >> 3) % 7) };
};
const pixels = (/** @type {number} */ i) => ({ h: 1 + (i % 4) });
const still = () => ({ r: 4, c: 8, r2: 8, c2: 12 });
const none = () => ({});

/** Images of 0 to 4 rows, 8 columns and 3 channels. @param {(count: number) => any} make */
const imagesOf = (make) => [0, 1, 2, 3, 4].map((h) => ({ dims: [h, 8, 3], data: make(h * 24) }));
const bytes = (/** @type {number} */ count) => Uint8Array.from({ length: count }, (_, i) => i);

/** @param {{ dims: number[], stride: number[], offset: number, data: Float32Array }} strided of rank 2 */
function denseOf({ dims, stride, offset, data }) {
  const [rows, columns] = dims;
  const at = (/** @type {number} */ k) =>
    offset + Math.floor(k / columns) * stride[0] + (k % columns) * stride[1];
  return { dims, data: Float32Array.from({ length: rows * columns }, (_, k) => data[at(k)]) };
}

const IMAGE = 'x = numpy.arange(96, dtype="u1").reshape(4, 8, 3)';
const X = 'x = numpy.arange(4096, dtype="f4").reshape(64, 64)';
const CUT = { prepare: X, call: 'y = x[r:r2, c:c2].copy()' };

/** @type {(library: Library) => Call} */
const sliceByLists = ({ slice }) => {
  const x = square();
  return ({ r, c, r2, c2 }) => slice(x, { starts: [r, c], ends: [r2, c2], axes: [0, 1], steps: [1, 1] });
};

/** @type {(library: Library) => any} of 4 x 4 elements */
const planned = ({ plan }) => plan('Slice', [{ type: 'float32', dims: [SIDE, SIDE] }, [4, 8], [8, 12]]);

/** @type {readonly Kind[]} */
export const KINDS = [
  { id: 'same', title: '`slice` by lists, repeated', parameters: still, ours: sliceByLists, numpy: CUT },
  { id: 'lists', title: '`slice` by lists', parameters: window, ours: sliceByLists, numpy: CUT, early: true },
  { id: 'string', title: '`slice` by string', parameters: window,
    ours: ({ slice }) => {
      const x = square();
      return ({ r, c, r2, c2 }) => slice(x, `${r}:${r2}, ${c}:${c2}`);
    }, numpy: CUT, early: true },
  { id: 'split', title: '`split` into three', parameters: (i) => ({ a: 1 + (i % 11), b: 13 + (i % 9) }),
    ours: ({ split }) => {
      const x = tensor(24, 4);
      return ({ a, b }) => split(x, { axis: 0, split: [a, b - a, 24 - b] });
    },
    numpy: { prepare: 'x = numpy.arange(96, dtype="f4").reshape(24, 4)', call: 'y = [part.copy() for part in numpy.split(x, (a, b))]' },
    early: true },
  { id: 'concat', title: '`concat` of two', parameters: (i) => ({ m: 1 + (i % 7), n: 1 + (i % 5) }),
    ours: ({ concat }) => {
      const data = [0, 1, 2, 3, 4, 5, 6, 7].map((rows) => counting(rows * 8));
      return ({ m, n }) =>
        concat(
          [
            { dims: [m, 8], data: data[m] },
            { dims: [n, 8], data: data[n] },
          ],
          0,
        );
    },
    numpy: { prepare: 'x = [numpy.arange(rows * 8, dtype="f4").reshape(rows, 8) for rows in range(8)]', call: 'y = numpy.concatenate((x[m], x[n]))' },
    early: true },
  { id: 'rearrange', title: '`rearrange`, `h w c -> c h w`', parameters: pixels,
    ours: ({ rearrange }) => {
      const images = imagesOf(counting);
      return ({ h }) => rearrange(images[h], 'h w c -> c h w');
    },
    numpy: { prepare: 'x = numpy.arange(96, dtype="f4").reshape(4, 8, 3)', call: 'y = x[:h].transpose(2, 0, 1).copy()' },
    early: true },
  { id: 'convert', title: 'the same of uint8, with `to` and a scale', parameters: pixels,
    ours: ({ rearrange }) => {
      const images = imagesOf(bytes);
      return ({ h }) => rearrange(images[h], 'h w c -> c h w', { to: { type: 'float32', scale: 1 / 255 } });
    },
    numpy: { prepare: `${IMAGE}; s = numpy.float32(1 / 255)`, call: 'y = numpy.multiply(x[:h].transpose(2, 0, 1), s, order="C")' },
    early: true },
  { id: 'table', title: '`rearrange` by a table of 256', parameters: pixels,
    ours: ({ rearrange }) => {
      const images = imagesOf(bytes);
      const table = counting(256).map((x) => x / 2);
      return ({ h }) => rearrange(images[h], 'h w c -> c h w', { to: { type: 'float32', table } });
    },
    numpy: { prepare: `${IMAGE}; table = numpy.arange(256, dtype="f4") / 2`, call: 'y = table[x[:h].transpose(2, 0, 1)].copy(order="C")' },
    early: true },
  { id: 'view', title: '`slice` of rows, `view: true`', parameters: window,
    ours: ({ slice }) => {
      const x = square();
      return ({ r, r2 }) => slice(x, `${r}:${r2}`, { view: true });
    }, numpy: { prepare: X, call: 'y = x[r:r2]' }, early: true },
  { id: 'strided', title: "`slice` by string, `view: 'strided'`", parameters: window,
    ours: ({ slice }) => {
      const x = square();
      return ({ r, c, r2, c2 }) => slice(x, `${r}:${r2}, ${c}:${c2}`, { view: 'strided' });
    }, result: denseOf, numpy: { prepare: X, call: 'y = x[r:r2, c:c2]' }, early: true },
  { id: 'assign', title: '`assign` of 4 x 4 elements', parameters: (i) => ({ r: (i * 5) % 53, c: (i * 7) % 47 }),
    ours: ({ assign }) => {
      const x = square();
      const part = tensor(4, 4);
      return ({ r, c }) =>
        assign(x, { starts: [r, c], ends: [r + 4, c + 4], axes: [0, 1], steps: [1, 1] }, part);
    }, numpy: { prepare: `${X}; part = numpy.arange(16, dtype="f4").reshape(4, 4); y = x`, call: 'x[r:r + 4, c:c + 4] = part' },
    early: true },
  { id: 'plan', title: '`plan` of a slice (NumPy: the slice)', parameters: window,
    ours: ({ plan }) => {
      const x = { type: 'float32', dims: [SIDE, SIDE] };
      return ({ r, c, r2, c2 }) => plan('Slice', [x, [r, c], [r2, c2], [0, 1], [1, 1]]);
    }, result: (one) => one.run(square()), numpy: CUT },
  { id: 'run', title: '`planned.run` of a slice, new tensor object each time', parameters: still,
    ours: (library) => {
      const { data } = square();
      const one = planned(library);
      return () => one.run({ dims: [SIDE, SIDE], data });
    }, numpy: CUT, early: true },
  { id: 'bound', title: 'bound plan of 2 x 2 elements, repeated', parameters: none,
    ours: ({ plan }) => {
      const one = plan('Slice', [{ type: 'float32', dims: [4, 4] }, [1, 1], [3, 3]]);
      if (typeof one.bind !== 'function') throw new Blank('this build has no planned.bind');
      return one.bind(tensor(4, 4), { out: one.allocate() });
    },
    byHand: () => {
      const { data } = tensor(4, 4);
      const out = { dims: [2, 2], data: new Float32Array(4) };
      return () => {
        runsByLoop(data, out.data, 5, 4, 2, 2);
        return out;
      };
    },
    numpy: { prepare: 'x = numpy.arange(16, dtype="f4").reshape(4, 4)[1:3, 1:3]; y = numpy.empty((2, 2), dtype="f4")', call: 'numpy.copyto(y, x)' } },
  { id: 'token', title: '`tensorScatter` of a token into a cache (by hand: 32 `set`)', parameters: (i) => ({ at: i % POSITIONS }),
    ours: ({ tensorScatter }) => {
      const cache = tensor(1, HEADS, POSITIONS, WIDTH);
      const update = tensor(1, HEADS, 1, WIDTH);
      return ({ at }) => tensorScatter(cache, update, { write_indices: [at], axis: -2 }, { out: cache });
    },
    byHand: () => {
      const cache = tensor(1, HEADS, POSITIONS, WIDTH);
      const update = tensor(1, HEADS, 1, WIDTH);
      return ({ at }) => {
        for (let head = 0; head < HEADS; ++head) {
          const row = update.data.subarray(head * WIDTH, (head + 1) * WIDTH);
          cache.data.set(row, (head * POSITIONS + at) * WIDTH);
        }
        return cache;
      };
    },
    numpy: { prepare: 'x = numpy.arange(32 * 512 * 64, dtype="f4").reshape(1, 32, 512, 64); part = numpy.arange(32 * 64, dtype="f4").reshape(1, 32, 1, 64); y = x', call: 'x[:, :, at:at + 1] = part' } },
]; // biome-ignore format: a table
