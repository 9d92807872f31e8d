// The jobs of the tournament: random cuts and joins by number and seed. A job says what has to move, for the programs by hand, and
// which call does that, for the library. To add a family, add a row to FAMILIES.
import { Random } from '../../random/random.js';
import { product } from '../rows/geometry.js';
import { dense, endOf, place } from './places.js';

/** @import { Place } from './places.js' */

/** @typedef {{ from: Place, to: Place }} Copy of all elements of `from`; both have the same shape */

/**
 * @typedef {object} Call
 * @property {string} op `assign` is SliceScatter in place
 * @property {Place[]} tensors its inputs
 * @property {unknown[]} [rest] what follows the first input, or the list of inputs
 * @property {unknown} [spec] the same, and the attributes, as the library's function takes them
 * @property {object} [attributes]
 * @property {Place[]} outs
 */

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {string} family
 * @property {string} holder class of all arrays
 * @property {string} [type] if it is not the one of the class
 * @property {string} [mode] how the library is called: `new`, `out`, `run` or `bound`, which is the default
 * @property {number[]} inputs lengths of the arrays that are read
 * @property {number[]} outs and of those that are written
 * @property {Copy[]} copies
 * @property {Call} call
 * @property {number} bytes that are written
 * @property {string} [what] the call in a line
 */

/** @typedef {Omit<Job, 'id' | 'family' | 'holder' | 'bytes'>} Work */

const LEAST_BYTES = 1e4;
const MOST_BYTES = 64e6;
const MOST_INPUT = 128e6;
const HOLDERS = ['Uint8Array', 'Uint8Array', 'Uint16Array', 'Float32Array', 'Float32Array', 'Float64Array'];
const WIDTHS = { Uint8Array: 1, Uint16Array: 2, Float32Array: 4, Float64Array: 8, BigInt64Array: 8 };

/** About `count` elements in `rank` axes, of which the last one is often short. @param {Random} random @param {number} count @param {number} rank */
function shapeOf(random, count, rank) {
  const last = rank > 1 && random.chance(0.3) ? [random.between(2, 8)] : [];
  let rest = Math.max(1, Math.round(count / product(last)));
  const sizes = [];
  while (sizes.length < rank - last.length - 1) {
    const size = Math.max(1, Math.round(rest ** (random.unit() / 1.2)));
    sizes.push(size);
    rest = Math.max(1, Math.round(rest / size));
  }
  return [...random.shuffle([...sizes, rest]), ...last];
}

/** @param {Place} from dense or not @param {Place} [to] @returns {Work} */
function sliceAll(from, to = place(0, from.shape)) {
  const call = { op: 'Slice', tensors: [from], rest: [[], []], outs: [to] };
  return { inputs: [endOf(from)], outs: [endOf(to)], copies: [{ from, to }], call };
}

/** A slice with these steps. @param {number[]} shape of what is cut @param {number[]} steps @param {number[]} [gaps] left before and after */
function stepped(shape, steps, gaps = shape.map(() => 0)) {
  const whole = shape.map((size, a) => (size - 1) * Math.abs(steps[a]) + 1 + 2 * gaps[a]);
  const strides = dense(whole);
  const starts = shape.map((_, a) => (steps[a] < 0 ? whole[a] - 1 - gaps[a] : gaps[a]));
  const ends = starts.map((start, a) => {
    const end = start + (shape[a] - 1) * steps[a] + Math.sign(steps[a]);
    return end < 0 ? -(2 ** 31) : end;
  });
  const offset = starts.reduce((sum, start, a) => sum + start * strides[a], 0);
  const stride = strides.map((each, a) => each * steps[a]);
  return { whole, starts, ends, from: place(0, shape, stride, offset) };
}

/** @param {ReturnType<typeof stepped>} cut @param {number[]} steps @returns {Work} */
function sliceOf({ whole, starts, ends, from }, steps) {
  const to = place(0, from.shape);
  const rest = [starts, ends, steps.map((_, a) => a), steps];
  const call = { op: 'Slice', tensors: [place(0, whole)], rest, outs: [to] };
  return { inputs: [product(whole)], outs: [product(from.shape)], copies: [{ from, to }], call };
}

/** @param {number[]} whole @param {number} axis @param {number[]} sizes @param {boolean} joins @returns {Work} */
function pieces(whole, axis, sizes, joins) {
  const strides = dense(whole);
  let start = 0;
  const both = sizes.map((size, j) => {
    const shape = whole.map((all, a) => (a === axis ? size : all));
    start += size;
    return [place(0, shape, strides, (start - size) * strides[axis]), place(j, shape)];
  });
  const lengths = both.map(([, part]) => product(part.shape));
  const parts = both.map(([, part]) => part);
  const all = place(0, whole);
  if (joins) {
    const copies = both.map(([to, from]) => ({ from, to }));
    const call = { op: 'Concat', tensors: parts, attributes: { axis }, outs: [all] };
    return { inputs: lengths, outs: [product(whole)], copies, call };
  }
  const copies = both.map(([from, to]) => ({ from, to }));
  const call = { op: 'Split', tensors: [all], rest: [sizes], attributes: { axis }, outs: parts };
  return { inputs: [product(whole)], outs: lengths, copies, call };
}

/** @param {Random} random @param {number} n @param {boolean} joins */
function randomPieces(random, n, joins) {
  const whole = shapeOf(random, n, random.between(2, 4));
  const axis = random.below(whole.length);
  const count = Math.max(2, random.size(random.chance(0.3) ? 256 : 12));
  if (random.chance(0.5)) {
    const each = Math.max(1, Math.round(whole[axis] / count));
    whole[axis] = each * count;
    return pieces(whole, axis, new Array(count).fill(each), joins);
  }
  whole[axis] = Math.max(whole[axis], count);
  const ends = random.shuffle(Array.from({ length: Math.min(whole[axis] - 1, 10_000) }, (_, i) => i + 1));
  const cuts = [...ends.slice(0, count - 1).sort((a, b) => a - b), whole[axis]];
  return pieces(
    whole,
    axis,
    cuts.map((end, j) => end - (cuts[j - 1] ?? 0)),
    joins,
  );
}

/** Planes of an image, columns of a table: a short last axis, one piece each. @param {Random} random @param {number} n @param {boolean} joins */
function planes(random, n, joins) {
  const k = random.chance(0.7) ? random.between(2, 8) : random.between(9, 40);
  return pieces([Math.max(1, Math.round(n / k)), k], 1, new Array(k).fill(1), joins);
}

/** Planes on one side, and on the other all of them alternate in one array. @param {Random} random @param {number} n @param {boolean} reads */
function alternating(random, n, reads) {
  const k = random.between(2, 6);
  const size = Math.max(1, Math.round(n / k));
  const dims = [k, size];
  const all = place(0, dims);
  const single = Array.from({ length: k }, (_, j) => place(0, [1, size], [size * k, k], j));
  const rows = single.map((_, j) => place(0, [1, size], [size, 1], j * size));
  const copies = single.map((each, j) => (reads ? { from: each, to: rows[j] } : { from: rows[j], to: each }));
  const call = reads
    ? { op: 'Concat', tensors: single, attributes: { axis: 0 }, outs: [all] }
    : { op: 'Split', tensors: [all], rest: [new Array(k).fill(1)], attributes: { axis: 0 }, outs: single };
  return { inputs: [k * size], outs: [k * size], copies, call };
}

/** @param {Random} random @param {number} n @param {number} leastRank */
function permuted(random, n, leastRank) {
  const shape = shapeOf(random, n, random.between(leastRank, random.chance(0.2) ? 8 : 4));
  const strides = dense(shape);
  const order = random.shuffle(shape.map((_, a) => a));
  return place(
    0,
    order.map((a) => shape[a]),
    order.map((a) => strides[a]),
  );
}

/** Steps and gaps of a region. @param {Random} random @param {readonly number[]} given its shape */
const region = (random, given) => {
  const shape = given.slice();
  const far = shape.map(() => (random.chance(0.3) ? random.between(2, 4) : 1));
  return stepped(
    shape,
    random.chance(0.5) ? far : shape.map(() => 1),
    shape.map((size) => (random.chance(0.6) ? Math.ceil(size / 4) : 0)),
  );
};

/** @type {Record<string, (random: Random, n: number) => Work>} `n`: about so many elements are written */
const FAMILIES = {
  step(random, n) {
    const shape = shapeOf(random, n, random.between(1, 4));
    const steps = shape.map(() => (random.chance(0.4) ? random.between(2, 5) * random.pick([1, 1, -1]) : 1));
    if (random.chance(0.7)) steps[steps.length - 1] = random.between(2, 5);
    return sliceOf(stepped(shape, steps), steps);
  },
  crop(random, n) {
    const shape = shapeOf(random, n, random.between(2, 4));
    const steps = shape.map(() => 1);
    return sliceOf(
      stepped(
        shape,
        steps,
        shape.map((size) => (random.chance(0.6) ? Math.ceil(size / random.between(2, 9)) : 0)),
      ),
      steps,
    );
  },
  flip(random, n) {
    const shape = shapeOf(random, n, random.between(1, 4));
    const steps = shape.map(() => random.pick([1, -1]));
    if (random.chance(0.5)) steps[steps.length - 1] = -1;
    return sliceOf(stepped(shape, steps), steps);
  },
  planes: (random, n) => planes(random, n, false),
  'planes joined': (random, n) => planes(random, n, true),
  split: (random, n) => randomPieces(random, n, false),
  join: (random, n) => randomPieces(random, n, true),
  permute: (random, n) => sliceAll(permuted(random, n, 2)),
  'stride 0'(random, n) {
    const from = permuted(random, n, 1);
    const at = random.below(from.shape.length + 1);
    const shape = from.shape.map((size) => Math.max(1, Math.round(size / 2)));
    shape.splice(at, 0, 2 ** shape.length);
    return sliceAll(place(0, shape, from.stride.toSpliced(at, 0, 0)));
  },
  window(random, n) {
    const width = Math.max(2, random.size(512));
    const rows = Math.max(1, Math.round(n / width));
    return sliceAll(place(0, [rows, width], [Math.max(1, Math.round(width * random.unit())), 1]));
  },
  patches(random, n) {
    const [p, c] = [random.pick([2, 4, 8, 14, 16, 32]), random.pick([1, 3, 4])];
    const side = Math.max(1, Math.round(Math.sqrt(n / c) / p));
    const row = side * p * c;
    const axes = [
      [side, p * row],
      [side, p * c],
      [p, row],
      [p, c],
      [c, 1],
    ];
    const order = random.pick([
      [0, 1, 2, 3, 4],
      [0, 1, 4, 2, 3],
    ]);
    return sliceAll(
      place(
        0,
        order.map((a) => axes[a][0]),
        order.map((a) => axes[a][1]),
      ),
    );
  },
  'strided out'(random, n) {
    const shape = shapeOf(random, n, random.between(1, 4));
    const { from: to } = region(random, shape);
    return sliceAll(place(0, shape), random.chance(0.3) ? { ...permuted(random, n, 2) } : to);
  },
  'alternating outs': (random, n) => alternating(random, n, false),
  'alternating inputs': (random, n) => alternating(random, n, true),
  assign(random, n) {
    const shape = shapeOf(random, n, random.between(1, 4));
    const { whole, starts, ends, from: to } = region(random, shape);
    const steps = to.stride.map((stride, a) => stride / dense(whole)[a]);
    const from = place(0, shape);
    const axes = shape.map((_, a) => a);
    const call = {
      op: 'assign',
      tensors: [from],
      rest: [starts, ends, steps, axes],
      outs: [place(0, whole)],
    };
    return { inputs: [product(shape)], outs: [product(whole)], copies: [{ from, to }], call };
  },
};

/** A dense source for a place that is written. @param {Work} work @returns {Work} */
function withSource(work) {
  const [{ to }] = work.copies;
  return work.call.op === 'Slice' && to.shape.join() !== work.copies[0].from.shape.join()
    ? sliceAll(place(0, to.shape), to)
    : work;
}

/** Job `id` of a seed: the same whichever others are made. @param {number} seed @param {number} id @returns {Job} */
export function jobOf(seed, id) {
  const random = new Random(seed * 100_003 + id);
  for (let i = 0; i < 20; ++i) random.bits(); // the first numbers of neighbouring seeds are alike
  for (;;) {
    const family = random.pick(Object.keys(FAMILIES));
    const holder = random.chance(0.1) ? 'BigInt64Array' : random.pick(HOLDERS);
    const width = WIDTHS[/** @type {keyof typeof WIDTHS} */ (holder)];
    const wanted = LEAST_BYTES * (MOST_BYTES / LEAST_BYTES) ** random.unit();
    const work = withSource(FAMILIES[family](random, Math.ceil(wanted / width)));
    const bytes = width * work.copies.reduce((sum, { to }) => sum + product(to.shape), 0);
    const most = width * Math.max(...work.inputs, ...work.outs);
    if (bytes >= LEAST_BYTES && bytes <= MOST_BYTES && most <= MOST_INPUT)
      return { id, family, holder, bytes, ...work };
  }
}
