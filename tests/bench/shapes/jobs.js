// THE table of jobs that once took far longer than the elements that they touch. Each is compared with a loop by hand, or with
// another call that touches as much, and must not take more than `most` times as long. To watch another job, add a row.
import { encode, entriesOf } from '../../../docs/rules/elements.js';
import { dense, loopsOf, turned } from './by_hand.js';
import { mustBeSame } from './measure.js';
import { fillFor } from './storages.js';

/** @import { Library } from './storages.js' */
/** @typedef {() => unknown} Run */

/**
 * @typedef {object} Timed
 * @property {string} id
 * @property {string} title
 * @property {number} most
 * @property {string} other what it is compared with
 * @property {(library: Library) => { ours: Run, other: Run }} make checks what both write
 */

/**
 * @typedef {object} Counted
 * @property {string} id
 * @property {string} title
 * @property {number} most
 * @property {(library: Library) => number} count
 */

/** @typedef {Timed | Counted} Job */

const HAND = 'a loop by hand';
const SIDE = 4096;

/** An array of packed elements. @param {string} type @param {number} count */
const packed = (type, count) => fillFor(new Uint8Array(entriesOf(type, count)), type);

/**
 * Runs both, and compares what they have written.
 * @param {{ ours: Run, other: Run }} runs
 * @param {readonly (readonly [written: any, expected: any])[]} pairs
 */
function checked(runs, pairs) {
  runs.other();
  runs.ours();
  for (const [written, expected] of pairs) mustBeSame(written, expected);
  return runs;
}

/**
 * A matrix transposed, in some way that writes all of it into `out`.
 * @param {string} way
 * @param {string} type
 * @param {(library: Library, x: any, turned: any, out: any) => Run} run `turned`: the matrix with its strides exchanged
 * @param {boolean} [inArena]
 * @returns {Timed}
 */
const transpose = (way, type, run, inArena = false) => ({
  ...{ id: `turn-${way}`, most: 1.5, other: HAND },
  title: `${type} [${SIDE}, ${SIDE}] transposed: ${TRANSPOSED[way] ?? '`rearrange`'}`,
  make(library) {
    const dims = [SIDE, SIDE];
    const make = () =>
      inArena ? library.allocate(type, dims) : new Uint8Array(entriesOf(type, SIDE * SIDE));
    const [data, out] = [fillFor(make(), type), make()];
    const byHand = new Uint8Array(out.length);
    const copy = loopsOf(type);
    const box = {
      sizes: /** @type {[number, number]} */ ([SIDE, SIDE]),
      from: turned(SIDE),
      to: dense(SIDE),
    };
    const ours = run(library, { type, dims, data }, { type, shape: dims, stride: [1, SIDE], data }, out);
    return checked({ ours, other: () => copy(data, byHand, box) }, [[out, byHand]]);
  },
});

/** @type {Record<string, string>} */
const TRANSPOSED = {
  concat: '`concat` of transposed inputs',
  assign: '`assign` of a transposed tensor',
  input: '`rearrange` of a transposed input',
  out: '`rearrange` into a transposed `out`',
  arena: '`rearrange` in the arena',
};

/** @type {(library: Library, x: any, turned: any, out: any) => Run} */
const rearranged =
  ({ rearrange }, x, _, out) =>
  () =>
    rearrange(x, 'a b -> b a', { out });

const OPENVINO = { domain: 'openvino' };
const INT_MAX = 2 ** 31 - 1;

/** 500 rows, in no order that a cache likes. @param {number} side */
const rowsOf = (side) => Int32Array.from({ length: 500 }, (_, i) => (i * 389) % side);

/** @param {Library} library @param {number} side @returns {{ run: Run, check: Run }} */
function gatherRows({ evaluate }, side) {
  const x = { type: 'u4', dims: [side, side], data: packed('u4', side * side) };
  const list = rowsOf(side);
  const out = new Uint8Array(entriesOf('u4', list.length * side));
  const expected = out.slice();
  const box = {
    sizes: /** @type {[number, number]} */ ([list.length, side]),
    from: dense(side),
    to: dense(side),
    listed: list,
  };
  return {
    run: () => evaluate('Gather', [x, list, 0], { ...OPENVINO, out }),
    check() {
      loopsOf('u4')(x.data, expected, box);
      mustBeSame(out, expected);
    },
  };
}

/** @param {Library} library @param {object} layout @param {number} step @returns {{ run: Run, pair: [any, any] }} */
function gatherAt({ gather }, layout, step) {
  const count = 4_000_000;
  const x = { dims: [256], data: fillFor(new Uint8Array(256), 'uint8') };
  const data = new Int32Array(count * step);
  for (let i = 0; i < count; ++i) data[i * step] = (i * 389) & 255;
  const out = new Uint8Array(count);
  const expected = out.map((_, i) => x.data[data[i * step]]);
  return { run: () => gather(x, { type: 'int32', ...layout, data }, {}, { out }), pair: [out, expected] };
}

/** @param {number} count */
const strings = (count) => Array.from({ length: count }, (_, i) => `${i & 1023}`);

/** @param {(library: Library, count: number) => { run: Run, data: any[], written: number[] }} make @returns {Timed['make']} */
const inLongArrays = (make) => (library) => {
  const [long, short] = [1_000_000, 1000].map((count) => make(library, count));
  const before = strings(1_000_000);
  return checked({ ours: long.run, other: short.run }, [
    [long.data, before.map((each, i) => (long.written.includes(i) ? 'q' : each))],
    [short.data, before.slice(0, 1000).map((each, i) => (short.written.includes(i) ? 'q' : each))],
  ]);
};

/** 16 rows of an array with so many. @param {Library} library @param {Uint8Array} bytes @param {number} rows @returns {{ run: Run, pair: [any, any] }} */
function gatherFar({ gather }, bytes, rows) {
  const width = 2 ** 20 - 1;
  const list = Int32Array.from({ length: 16 }, (_, i) => (i * 389) % 2048);
  const x = { dims: [rows, width], data: bytes.subarray(0, rows * width) };
  for (const row of list) x.data[row * width + (row % width)] = row % 251;
  const out = new Uint8Array(16 * width);
  const expected = out.slice();
  for (let i = 0; i < 16; ++i)
    for (let j = 0; j < width; ++j) expected[i * width + j] = x.data[list[i] * width + j];
  return { run: () => gather(x, list, {}, { out }), pair: [out, expected] };
}

/** @param {Library} library @param {number} columns of bytes @param {any} target @param {number} first @param {any} value @returns {{ run: Run, data: any }} */
const fill = ({ assign }, columns, target, first, value) => ({
  run: () => assign(target, `:, ${first}:${first + columns}`, value),
  data: target.data,
});

/** A column of a matrix, converted. @param {number} stride @returns {Timed} */
const convertColumn = (stride) => ({
  ...{ id: `convert-${stride}`, most: 1.3, other: 'cut first, then converted' },
  title: `int16 [128, 128] at a stride of ${stride} as float32, bound`,
  make({ plan }) {
    const data = Int16Array.from({ length: 128 * 128 * stride }, (_, i) => i * 389);
    const type = 'int16';
    const x = { type, shape: [128, 128], stride: [128 * stride, stride], data };
    const [out, inTwo] = [0, 1].map(() => new Float32Array(128 * 128));
    const cut = { type, dims: [128, 128], data: new Int16Array(128 * 128) };
    const attributes = { pattern: 'a b -> a b', to: 'float32' };
    const first = plan('Slice', [x, [0], [INT_MAX]]).bind(x, { out: cut.data });
    const then = plan('Rearrange', [cut], { attributes }).bind(cut, { out: inTwo });
    return checked(
      {
        ours: plan('Rearrange', [x], { attributes }).bind(x, { out }),
        other() {
          first();
          then();
        },
      },
      [
        [out, out.map((_, k) => data[k * stride])],
        [inTwo, out],
      ],
    );
  },
});

/** Moves of a pad of small axes by these pads before each of them, and none after. @param {Library} library @param {number[]} begin @param {number[]} end */
const movesOfPad = ({ plan }, begin, end) =>
  plan('Pad', [{ type: 'uint8', dims: begin.map(() => 3) }, [...begin, ...end]], {
    attributes: { mode: 'reflect' },
  }).moves.length;

/**
 * A plan of items all of which pass the end of the cache, so each takes two moves, or those of a run.
 * @param {string} id
 * @param {string} how
 * @param {number} most
 * @param {(i: number) => bigint} around positions
 * @param {(i: number) => bigint} within of linear items
 * @returns {Timed}
 */
const scatterAround = (id, how, most, around, within) => ({
  ...{ id, most, other: 'with linear items' },
  title: `\`plan\` of TensorScatter with 2^20 circular items that wrap, ${how}`,
  make({ plan }) {
    const items = 2 ** 20;
    const cache = { type: 'float32', dims: [items, 8, 1], data: new Float32Array(8 * items) };
    const count = 4 * items;
    const data = Float32Array.from({ length: count }, (_, i) => i);
    const update = { type: 'float32', dims: [items, 4, 1], data };
    const planAt = (/** @type {(i: number) => bigint} */ at, /** @type {string} */ mode) => {
      const indices = BigInt64Array.from({ length: items }, (_, i) => at(i));
      return () => plan('TensorScatter', [cache, update, indices], { attributes: { mode } });
    };
    const ours = planAt(around, 'circular');
    const expected = cache.data.slice();
    for (let k = 0; k < count; ++k) {
      const item = Math.floor(k / 4);
      expected[8 * item + ((Number(around(item)) + (k % 4)) % 8)] = k;
    }
    ours().run([cache, update], { out: cache });
    mustBeSame(cache.data, expected);
    return { ours, other: planAt(within, 'linear') };
  },
});

/** @type {readonly Job[]} */
export const JOBS = [
  transpose('u4', 'u4', rearranged),
  transpose('u1', 'u1', rearranged),
  transpose('u3', 'u3', rearranged),
  transpose('concat', 'u4', ({ concat }, x, _, out) => {
    const half = { type: x.type, shape: [SIDE, SIDE / 2], stride: [1, SIDE], data: x.data };
    const parts = [half, { ...half, offset: (SIDE / 2) * SIDE }];
    return () => concat(parts, 1, { ...OPENVINO, out });
  }),
  transpose('assign', 'u4', ({ assign }, x, turned, out) => {
    const target = { ...x, data: out };
    return () => assign(target, '...', turned);
  }),
  transpose('input', 'u4', ({ rearrange }, _, turned, out) => () => rearrange(turned, 'a b -> a b', { out })),
  transpose('out', 'u4', ({ rearrange }, x, turned, out) => {
    const into = { ...turned, data: out };
    return () => rearrange(x, 'a b -> a b', { out: into });
  }),
  transpose('arena', 'u4', rearranged, true),
  { id: 'crop', title: 'moves of `plan` for Pad, `reflect`, 24 axes only cropped', most: 1,
    count: (library) => movesOfPad(library, new Array(24).fill(-1), new Array(24).fill(0)) },
  { id: 'regions', title: 'moves of `plan` for Pad, `reflect`, 8 axes mirrored and 2 cropped', most: 4 ** 8,
    count: (library) => movesOfPad(library, [...new Array(8).fill(4), -1, -1], [...new Array(8).fill(4), 0, 0]) },
  { id: 'packed-rows', title: '`gather` of 500 rows of u4 [2047, 2047]', most: 4, other: 'the same of [2048, 2048]',
    make(library) {
      const [ours, other] = [2047, 2048].map((side) => gatherRows(library, side));
      for (const each of [ours, other]) {
        each.run();
        each.check();
      }
      return { ours: ours.run, other: other.run };
    } },
  { id: 'packed-column', title: 'one column of u4 [20000, 4097]', most: 2, other: HAND,
    make({ evaluate }) {
      const [rows, columns] = [20_000, 4097];
      const x = { type: 'u4', dims: [rows, columns], data: packed('u4', rows * columns) };
      const [out, byHand] = [0, 1].map(() => new Uint8Array(rows / 2));
      const copy = loopsOf('u4');
      return checked({
        ours: () => evaluate('Slice', [x, [5], [6], [1], [1]], { ...OPENVINO, out }),
        other: () => copy(x.data, byHand, { sizes: [rows, 1], from: dense(columns, 5), to: dense(1) }),
      }, [[out, byHand]]);
    } },
  { id: 'strided-indices', title: '`gather` at int32 [4000000, 1] of stride [2, 1]', most: 2, other: 'dense indices',
    make(library) {
      const ours = gatherAt(library, { shape: [4_000_000, 1], stride: [2, 1] }, 2);
      const other = gatherAt(library, { dims: [4_000_000, 1] }, 1);
      return checked({ ours: ours.run, other: other.run }, [ours.pair, other.pair]);
    } },
  { id: 'one-string', title: '`assign` of one string into 1,000,000', most: 2, other: 'into 1,000',
    make: inLongArrays(({ assign }, count) => {
      const x = { dims: [count], data: strings(count) };
      return { run: () => assign(x, '5', 'q'), data: x.data, written: [5] };
    }) },
  { id: 'one-string-bound', title: 'the same, bound', most: 2, other: 'into 1,000',
    make: inLongArrays(({ plan }, count) => {
      const x = { type: 'string', dims: [count], data: strings(count) };
      return { run: plan('Assign', [x, '5', 'q']).bind([x]), data: x.data, written: [5] };
    }) },
  { id: 'string-out', title: '`slice` of 4 strings into a strided `out` in an Array of 1,000,000', most: 2, other: 'of 1,000',
    make: inLongArrays(({ slice }, count) => {
      const x = { dims: [2, 2], data: ['q', 'q', 'q', 'q'] };
      const data = strings(count);
      const out = { data, shape: [2, 2], stride: [100, 3], offset: 7 };
      return { run: () => slice(x, '...', { out }), data, written: [7, 10, 107, 110] };
    }) },
  { id: 'far-rows', title: '`gather` of 16 rows of uint8 [2049, 1048575], 2^31 bytes or more', most: 1.5, other: 'the same of [2047, 1048575]',
    make(library) {
      const bytes = new Uint8Array(2049 * (2 ** 20 - 1));
      const [ours, other] = [2049, 2047].map((rows) => gatherFar(library, bytes, rows));
      return checked({ ours: ours.run, other: other.run }, [ours.pair, other.pair]);
    } },
  { id: 'gaps-of-list', title: '`gather` with [1500000, 2] into `out` of stride [3, 1]', most: 2.5, other: 'into a dense `out`',
    make({ gather }) {
      const rows = 1_500_000;
      const x = { dims: [1000], data: Float32Array.from({ length: 1000 }, (_, i) => i) };
      const indices = { type: 'int32', dims: [rows, 2], data: Int32Array.from({ length: 2 * rows }, (_, i) => (i * 389) % 1000) };
      const out = new Float32Array(2 * rows);
      const data = new Float32Array(3 * rows);
      const expected = data.map((_, k) => (k % 3 === 2 ? 0 : x.data[indices.data[2 * Math.floor(k / 3) + (k % 3)]]));
      const into = { data, shape: [rows, 2], stride: [3, 1] };
      return checked({ ours: () => gather(x, indices, {}, { out: into }), other: () => gather(x, indices, {}, { out }) }, [[data, expected]]);
    } },
  { id: 'packed-fill', title: '`assign` of a value to `:, 3:4001` of u4 [4096, 4096]', most: 3, other: 'to `:, 2:2001` of uint8 [4096, 2048]',
    make(library) {
      const bytes = { type: 'uint8', dims: [SIDE, SIDE / 2], data: fillFor(new Uint8Array((SIDE * SIDE) / 2), 'uint8') };
      const x = { type: 'u4', dims: [SIDE, SIDE], data: bytes.data.slice() };
      const expected = x.data.slice();
      loopsOf('u4')(encode('u4', [7]), expected, {
        sizes: [SIDE, 3998], from: { offset: 0, rows: 0, columns: 0 }, to: dense(SIDE, 3),
      });
      const [ours, other] = [fill(library, 3998, x, 3, 7), fill(library, 1999, bytes, 2, 0x77)];
      return checked({ ours: ours.run, other: other.run }, [[ours.data, expected]]);
    } },
  ...[16, 64, 128, 240].map(convertColumn),
  { id: 'yuyv', title: 'one split of YUYV [480, 640] into Y, twice, U and V, bound', most: 1.3, other: 'three slices',
    make({ plan }) {
      const [height, width] = [480, 640];
      const half = width / 2;
      const type = 'uint8';
      const data = fillFor(new Uint8Array(2 * height * width), type);
      const quads = { type, dims: [height, half, 4], data };
      const line = { type, dims: [height, 2 * width], data };
      const [y, u, v, y2, u2, v2] = [0, 1, 2, 3, 4, 5].map((i) => new Uint8Array(height * (i % 3 === 0 ? width : half)));
      const luma = (/** @type {number} */ offset) => ({ data: y, shape: [height, half, 1], stride: [width, 2, 1], offset });
      const slices = [[y2, 0, 2], [u2, 1, 4], [v2, 3, 4]].map(([out, first, step]) =>
        plan('Slice', [line, [first], [INT_MAX], [1], [step]]).bind(line, { out }));
      return checked({
        ours: plan('Split', [quads, [1, 1, 1, 1]], { attributes: { axis: 2 } }).bind(quads, { out: [luma(0), u, luma(1), v] }),
        other() {
          for (const cut of slices) cut();
        },
      }, [[y, y.map((_, k) => data[2 * k])], [y2, y], [u, u.map((_, k) => data[4 * k + 1])], [u2, u], [v, v.map((_, k) => data[4 * k + 3])], [v2, v]]);
    } },
  { id: 'long-list', title: '`plan` of Gather with 2^25 indices', most: 1.5, other: 'with 432 fewer',
    make({ plan }) {
      const x = { type: 'float32', dims: [1000] };
      const [ours, other] = [0, 432].map((fewer) => {
        const indices = new Int32Array(2 ** 25 - fewer);
        return () => plan('Gather', [x, indices]);
      });
      return { ours, other };
    } },
  scatterAround('circular', 'at one position', 1.5, () => 6n, () => 2n),
  scatterAround('circular-apart', 'each at another position than the one before it', 2, (i) => BigInt(5 + (i % 3)), (i) => BigInt(i % 3)),
]; // biome-ignore format: a table
