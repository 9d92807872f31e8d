// The second draw of the tournament: jobs of users' code, by number and seed. Shapes, layouts and calls are those of docs/recipes.md
// and of public reports, with odd ranks and sizes among them. Nothing here follows from how the library chooses its ways. To add a
// kind, add a row to KINDS.
import { Random } from '../../random/random.js';
import { product } from '../rows/geometry.js';
import { endOf, narrow, place } from './places.js';

/** @import { Call, Copy, Job, Work } from './jobs.js' */
/** @import { Place } from './places.js' */

const LEAST_BYTES = 1e4;
const MOST_BYTES = 4e6;
const MOST_INPUT = 128e6;

/** As the arguments of a call hold them. */
const CLASSES = {
  ...{ uint8: 'Uint8Array', uint16: 'Uint16Array', float16: 'Uint16Array' },
  ...{ float32: 'Float32Array', float64: 'Float64Array', int64: 'BigInt64Array' },
};

/** @typedef {keyof typeof CLASSES} Type */

/** Sizes with spaces between them. @param {...string} shapes */
const oneOf =
  (...shapes) =>
  (/** @type {Random} */ random) =>
    random.pick(shapes).split(' ').map(Number);

const PICTURES = ['480 640', '640 640', '224 224', '256 256', '720 1280', '1080 1920'];
const picture = oneOf(...PICTURES, '64 48', '333 500', '127 189');

const ODD = [2, 3, 4, 5, 7, 8, 9, 13, 19, 21, 31, 37, 60, 79, 84, 117, 222, 370, 1024];

/** Tensors that users hold. @type {Record<string, { types: Type[], dims: (random: Random) => number[] }>} */
const HELD = {
  image: { types: ['uint8', 'uint8', 'float32'], dims: (random) => [...picture(random), random.pick([3, 4])] },
  planes: { types: ['float32', 'float16', 'uint8'], dims: (random) => [random.pick([1, 2, 4]), 3, ...picture(random)] },
  plane: { types: ['uint8', 'uint16', 'float32', 'int64'], dims: picture },
  frames: { types: ['uint8'], dims: (random) => [random.between(3, 16), 120, 160, 3] },
  audio: { types: ['float32', 'uint16'], dims: oneOf('2 16000', '2 44100', '2 160000', '16000 2', '44100 2', '160000 2') },
  cache: { types: ['float16', 'float32'], dims: (random) => [random.between(1, 2), random.pick([4, 8]), random.pick([256, 1024]), 64] },
  hidden: { types: ['float32', 'float16'], dims: (random) => [1, random.pick([7, 77, 128, 197, 512]), random.pick([384, 768, 1000])] },
  embeddings: { types: ['float32', 'float16', 'uint8'],
    dims: (random) => [random.pick([1000, 8192, 50_000]), random.pick([384, 768])] },
  detections: { types: ['float32', 'float16'], dims: oneOf('1 84 8400', '1 8400 84', '84 2100') },
  patches: { types: ['float32', 'float16'], dims: oneOf('14 14 16 16 1', '14 14 16 16 3') },
  table: { types: ['float64', 'int64', 'float32', 'uint16', 'uint8'],
    dims: (random) => [random.pick([77, 370, 1021, 8581, 50_000]), random.pick([5, 7, 19, 21, 37])] },
  series: { types: ['float64', 'int64', 'float32'], dims: oneOf('4097', '8581', '100003', '400000') },
  tokens: { types: ['int64'], dims: (random) => [random.pick([8, 21, 64]), random.pick([128, 512, 1024])] },
  logits: { types: ['float32', 'float16'], dims: oneOf('1 7 32000', '1 32 32000') },
  chunk: { types: ['uint16', 'float32', 'float64'], dims: oneOf('64 37 64', '64 64 64') },
  odd: { types: ['uint8', 'uint16', 'float16', 'float32', 'float64', 'int64'],
    dims: (random) => Array.from({ length: random.between(1, 6) }, () => random.pick(ODD)) },
}; // biome-ignore format: a table

const axesOf = (/** @type {readonly unknown[]} */ list) => list.map((_, a) => a);

const LAYOUTS = ['pool', 'rows apart', 'transposed', 'stepped', 'backwards'];

/** @param {Random} random */
const anyLayout = (random) => random.pick([...LAYOUTS, 'repeated']);
/** @param {Random} random */
const mostlyDense = (random) => (random.chance(0.6) ? 'dense' : anyLayout(random));

/** A tensor of this shape in an array of its own. @param {Random} random @param {number[]} shape @param {string} layout @returns {Place} */
function laid(random, shape, layout, array = 0) {
  const result = place(array, shape.slice());
  if (layout === 'dense') return result;
  const axes = axesOf(shape);
  const rowMajor = axes.toReversed(); // the innermost first
  const turned = random.shuffle(axes);
  const order = layout !== 'transposed' ? rowMajor : turned.join() === rowMajor.join() ? axes : turned;
  const chosen = random.chance(0.5) ? shape.length - 1 : random.below(shape.length);
  let span = 1;
  for (const a of order) {
    result.stride[a] = layout === 'repeated' && a === chosen ? 0 : span;
    if (layout === 'stepped' && a === chosen) result.stride[a] *= random.between(2, 4);
    if (result.stride[a] !== 0) span = result.stride[a] * shape[a];
    if (layout === 'rows apart' && a === shape.length - 1) span += random.pick([1, 16, 64, shape[a]]);
  }
  if (layout === 'pool') result.offset = random.between(1, 5000);
  for (const a of axes)
    if (layout === 'backwards' && (a === chosen || random.chance(0.2))) {
      result.offset += (shape[a] - 1) * result.stride[a];
      result.stride[a] *= -1;
    }
  return result;
}

/** The same places one after the other in array 0. @param {Place[]} places */
function pooled(places) {
  let end = 0;
  return places.map((each) => {
    const offset = end + each.offset;
    end += endOf(each);
    return { ...each, array: 0, offset };
  });
}

/** Parts in arrays of their own, or in one. @param {Random} random @param {number[][]} shapes @param {string} layout */
function parts(random, shapes, layout) {
  const places = shapes.map((shape, j) => laid(random, shape, layout, j));
  return random.chance(0.25) ? pooled(places) : places;
}

/** @param {readonly Place[]} places */
function lengthsOf(places) {
  /** @type {number[]} */
  const lengths = [];
  for (const each of places) lengths[each.array] = Math.max(lengths[each.array] ?? 0, endOf(each));
  return lengths;
}

/** @param {Call} call @param {Copy[]} copies @returns {Work} */
const work = (call, copies) => ({
  inputs: lengthsOf(call.tensors),
  outs: lengthsOf(call.outs),
  copies,
  call,
});

/** What is taken of an axis; `drop`: a single index. @typedef {{ start: number, size: number, step: number, drop?: boolean }} Range */

/** @param {number} size @returns {Range} */
const all = (size) => ({ start: 0, size, step: 1 });

/** @param {Random} random @param {number} length of the axis @param {number} [step] @returns {Range} */
function someOf(random, length, step = 1) {
  const most = Math.ceil(length / Math.abs(step));
  const size = random.chance(0.4) ? most : random.between(Math.ceil(most / 5), most);
  const span = (size - 1) * Math.abs(step) + 1;
  const first = random.below(length - span + 1);
  return { start: step < 0 ? first + span - 1 : first, size, step };
}

/** @param {Place} whole @param {readonly Range[]} ranges @returns {Place} */
function cut(whole, ranges) {
  const kept = axesOf(ranges).filter((a) => !ranges[a].drop);
  const { array, shape, stride, offset } = ranges.reduce(
    (part, { start, size, step }, a) => narrow(part, a, start, size, step),
    whole,
  );
  return { array, shape: kept.map((a) => shape[a]), stride: kept.map((a) => stride[a]), offset };
}

/** Such ranges as a call takes them: NumPy's notation, or ONNX's lists. @param {Random} random @param {readonly Range[]} ranges @param {readonly number[]} shape */
function written(random, ranges, shape) {
  const ends = ranges.map(({ start, size, step }) => start + (size - 1) * step + Math.sign(step));
  if (random.chance(0.5) || ranges.some(({ drop }) => drop)) {
    const text = ranges.map(({ start, size, step, drop }, a) => {
      if (drop) return `${start}`;
      if (size === shape[a] && step === 1) return ':';
      return `${start}:${ends[a] < 0 ? '' : ends[a]}${step === 1 ? '' : `:${step}`}`;
    });
    return { spec: text.join(', '), rest: [text.join(', ')] };
  }
  const lists = {
    starts: ranges.map(({ start }) => start),
    ends: ends.map((end) => (end < 0 ? -(2 ** 31) : end)),
    axes: axesOf(ranges),
    steps: ranges.map(({ step }) => step),
  };
  return { spec: lists, rest: [lists.starts, lists.ends, lists.axes, lists.steps] };
}

/** @param {Random} random @param {Place} from @param {Range[]} ranges @param {string} [layout] of the output */
function sliced(random, from, ranges, layout = 'dense') {
  const part = cut(from, ranges);
  const to = laid(random, part.shape, layout);
  const call = { op: 'Slice', tensors: [from], ...written(random, ranges, from.shape), outs: [to] };
  return work(call, [{ from: part, to }]);
}

/** Some axes at least, by chance. @param {Random} random @param {readonly unknown[]} dims @param {number} most */
const someAxes = (random, dims, most) =>
  random.shuffle(axesOf(dims)).slice(0, random.between(1, Math.min(most, dims.length)));

/** Steps of some axes, others whole or cropped. @param {Random} random @param {readonly number[]} dims @param {readonly number[]} steps @param {number} most axes */
function ranged(random, dims, steps, most) {
  const chosen = someAxes(random, dims, most);
  return dims.map((size, a) => {
    if (chosen.includes(a)) return someOf(random, size, random.pick(steps));
    return random.chance(0.75) ? all(size) : someOf(random, size);
  });
}

/** Pieces along an axis: of one size or of several. @param {Random} random @param {number[]} dims @param {number} wanted pieces @returns {{ axis: number, sizes: number[] }} */
function piecesOf(random, dims, wanted) {
  const axis = random.chance(0.4) ? dims.length - 1 : random.below(dims.length);
  const length = dims[axis];
  const count = Math.min(length, wanted);
  if (length % count === 0) return { axis, sizes: new Array(count).fill(length / count) };
  const each = Math.floor(length / count);
  const sizes = Array.from({ length: count }, (_, j) => (j === 0 ? length - each * (count - 1) : each));
  return { axis, sizes: random.shuffle(sizes) };
}

/** The pieces of a place. @param {Place} whole @param {number} axis @param {readonly number[]} sizes */
function piecesIn(whole, axis, sizes) {
  let start = 0;
  return sizes.map((size) => {
    start += size;
    return narrow(whole, axis, start - size, size);
  });
}

/** @param {Place[]} tensors @param {number} axis @param {Place} to */
function joined(tensors, axis, to) {
  const copies = piecesIn(
    to,
    axis,
    tensors.map(({ shape }) => shape[axis]),
  ).map((piece, j) => ({ from: tensors[j], to: piece }));
  return work({ op: 'Concat', tensors, attributes: { axis }, spec: axis, outs: [to] }, copies);
}

/** @param {Random} random */
const few = (random) => random.between(2, 8);
/** @param {Random} random @param {number} most */
const many = (random, most) => Math.max(9, random.size(most));

/** @param {Random} random @param {number[]} dims @param {number} count @param {string} layout of the output */
function splitIn(random, dims, count, layout) {
  const { axis, sizes } = piecesOf(random, dims, count);
  const from = laid(random, dims, mostlyDense(random));
  const pieces = piecesIn(from, axis, sizes);
  const shapes = pieces.map(({ shape }) => shape);
  const outs = parts(random, shapes, layout);
  const isEven = sizes.every((size) => size === sizes[0]);
  const spec = isEven ? { axis, num_outputs: sizes.length } : { axis, split: sizes };
  const given = isEven ? { attributes: spec } : { rest: [sizes], attributes: { axis } };
  const copies = pieces.map((piece, j) => ({ from: piece, to: outs[j] }));
  return work({ op: 'Split', tensors: [from], ...given, spec, outs }, copies);
}

/** @param {Random} random @param {number[]} dims @param {number} count @param {string} layout of the inputs @param {string} into layout of the output */
function joinedPieces(random, dims, count, layout, into = 'dense') {
  const { axis, sizes } = piecesOf(random, dims, count);
  const shapes = sizes.map((size) => dims.with(axis, size));
  return joined(parts(random, shapes, layout), axis, laid(random, dims, into));
}

/** Groups of names: `(y h) w` is [[y, h], [w]]. @param {string} side of a pattern */
const groupsOf = (side) => (side.match(/\([^)]*\)|\w+/g) ?? []).map((group) => group.match(/\w+/g) ?? []);

/** @param {Random} random @param {string} pattern @param {Record<string, number>} lengths by name @param {string} [layout] */
function rearranged(random, pattern, lengths, layout = 'dense') {
  const [left, right] = pattern.split('->').map(groupsOf);
  const whole = (/** @type {string[][]} */ groups) =>
    groups.map((group) => product(group.map((name) => lengths[name])));
  const from = laid(random, whole(left), layout);
  /** @type {Record<string, number>} */
  const strides = {};
  left.forEach((group, a) => {
    group.reduceRight((span, name) => {
      strides[name] = span;
      return span * lengths[name];
    }, from.stride[a]);
  });
  const names = right.flat();
  const shape = names.map((name) => lengths[name]);
  const stride = names.map((name) => strides[name] ?? 0); // a new name repeats
  const told = names.filter((name) => !left.some((group) => group.length === 1 && group[0] === name));
  const attributes = { pattern, sizes: Object.fromEntries(told.map((name) => [name, lengths[name]])) };
  const call = {
    op: 'Rearrange',
    tensors: [from],
    attributes,
    spec: pattern,
    outs: [place(0, whole(right))],
  };
  return work(call, [{ from: { ...from, shape, stride }, to: place(0, shape) }]);
}

/** @param {Random} random @param {Place} target @param {readonly Range[]} ranges @param {string} layout of what is written there */
function assigned(random, target, ranges, layout) {
  const to = cut(target, ranges);
  const from = laid(random, to.shape, layout);
  const { spec, rest } = written(random, ranges, target.shape);
  const inOrder = rest.length > 1 ? [rest[0], rest[1], rest[3], rest[2]] : rest; // SliceScatter takes steps before axes
  return work({ op: 'assign', tensors: [from], spec, rest: inOrder, outs: [target] }, [{ from, to }]);
}

/** @param {Random} random */
const grid = (random) => {
  const p = random.pick([7, 8, 14, 16, 32]);
  return { y: random.between(2, 16), x: random.between(2, 16), h: p, w: p, c: random.pick([1, 3, 4]) };
};
/** @param {Random} random */
const depth = (random) => {
  const p = random.pick([2, 2, 4]);
  const [y, x] = [random.pick([20, 32, 37, 64]), random.pick([20, 32, 37, 64])];
  return { b: 1, c: random.pick([1, 3, 16, 64]), y, x, h: p, w: p };
};
/** @param {Random} random */
const attention = (random) => ({
  ...{ b: random.between(1, 2), s: random.pick([7, 77, 128, 197, 512]), k: 3 },
  ...{ h: random.pick([4, 8, 12]), d: random.pick([32, 64, 80]) },
});

/** @type {[pattern: string, lengths: (random: Random) => Record<string, number>][]} */
const PATTERNS = [
  ['(y h) (x w) c -> (y x) (h w c)', grid],
  ['(y h) (x w) c -> y x h w c', grid],
  ['(y x) (h w c) -> (y h) (x w) c', grid],
  ['c (y h) (x w) -> (y x) (c h w)', grid],
  ['b c (y h) (x w) -> b (c h w) y x', depth],
  ['b (c h w) y x -> b c (y h) (x w)', depth],
  ['b s (h d) -> b h s d', attention],
  ['b h s d -> b s (h d)', attention],
  ['b s (k h d) -> k b h s d', attention],
  ['s (d two) -> s (two d)', (random) => ({ ...attention(random), two: 2 })],
];

/** @type {Record<string, (random: Random, dims: number[]) => Work | null>} null: not a job for a tensor of these dims */
export const KINDS = {
  crop: (random, dims) =>
    sliced(random, laid(random, dims, mostlyDense(random)), ranged(random, dims, [1], 3)),
  step: (random, dims) =>
    sliced(random, laid(random, dims, mostlyDense(random)), ranged(random, dims, [2, 2, 3, 4], 2)),
  backwards: (random, dims) =>
    sliced(random, laid(random, dims, mostlyDense(random)), ranged(random, dims, [-1, -1, -1, -2, -9], 3)),
  index(random, dims) {
    if (dims.length === 1) return null;
    const ranges = ranged(random, dims, [1], 1);
    for (const a of someAxes(random, dims, Math.min(2, dims.length - 1)))
      ranges[a] = { start: random.below(dims[a]), size: 1, step: 1, drop: true };
    return sliced(random, laid(random, dims, mostlyDense(random)), ranges);
  },
  repeat(random, dims) {
    if (random.chance(0.4)) return sliced(random, laid(random, dims, 'repeated'), dims.map(all));
    const names = axesOf(dims).map((a) => `a${a}`);
    const right = names.toSpliced(random.below(names.length + 1), 0, 'n');
    const lengths = Object.fromEntries(names.map((name, a) => [name, dims[a]]));
    const n = random.pick([2, 3, 4, 8, 30]);
    return rearranged(random, `${names.join(' ')} -> ${right.join(' ')}`, { ...lengths, n });
  },
  fill(random, dims) {
    const one = dims.map(() => 0); // element, repeated
    return sliced(
      random,
      place(0, dims, one),
      dims.map(all),
      random.chance(0.7) ? 'dense' : random.pick(LAYOUTS),
    );
  },
  copy: (random, dims) => sliced(random, laid(random, dims, anyLayout(random)), dims.map(all)),
  'into a canvas': (random, dims) =>
    sliced(
      random,
      laid(random, dims, mostlyDense(random)),
      ranged(random, dims, [1], 2),
      random.pick(LAYOUTS),
    ),
  split: (random, dims) =>
    splitIn(random, dims, few(random), random.chance(0.7) ? 'dense' : random.pick(LAYOUTS)),
  'split into many': (random, dims) => splitIn(random, dims, many(random, 256), 'dense'),
  join: (random, dims) => joinedPieces(random, dims, few(random), 'dense'),
  'join of many': (random, dims) => joinedPieces(random, dims, many(random, 300), mostlyDense(random)),
  'join of views': (random, dims) => joinedPieces(random, dims, few(random), anyLayout(random)),
  'join into a canvas': (random, dims) =>
    joinedPieces(random, dims, few(random), mostlyDense(random), random.pick(LAYOUTS)),
  gather(random, dims) {
    const axis = random.below(dims.length);
    const count = Math.min(dims[axis], Math.max(2, random.size(300)));
    const whole = place(0, dims);
    const views = Array.from({ length: count }, () => narrow(whole, axis, random.below(dims[axis]), 1));
    return joined(views, axis, place(0, dims.with(axis, count)));
  },
  transpose(random, dims) {
    if (dims.length < 2 || dims.length > 5) return null;
    const names = axesOf(dims).map((a) => `a${a}`);
    const order = random.shuffle(names);
    if (order.join() === names.join()) return null;
    const lengths = Object.fromEntries(names.map((name, a) => [name, dims[a]]));
    return rearranged(random, `${names.join(' ')} -> ${order.join(' ')}`, lengths, mostlyDense(random));
  },
  patches(random) {
    const [pattern, lengths] = random.pick(PATTERNS);
    return rearranged(random, pattern, lengths(random), random.chance(0.8) ? 'dense' : anyLayout(random));
  },
  tile(random, dims) {
    const target = laid(random, dims, random.chance(0.7) ? 'dense' : random.pick(LAYOUTS));
    const steps = random.chance(0.7) ? [1] : [2, -1];
    return assigned(random, target, ranged(random, dims, steps, 3), mostlyDense(random));
  },
  tokens(random) {
    const dims = HELD.cache.dims(random);
    const ranges = dims.map(all);
    const size = random.between(1, 128);
    ranges[2] = { start: random.below(dims[2] - size + 1), size, step: 1 };
    return assigned(random, place(0, dims), ranges, random.pick(['dense', 'transposed']));
  },
  rows(random, dims) {
    const ranges = [someOf(random, dims[0]), ...dims.slice(1).map(all)];
    return assigned(random, place(0, dims), ranges, 'dense');
  },
};

export const MODES = ['new', 'out', 'run', 'bound'];

/** @param {Place} place */
const isDense = ({ shape, stride, offset }) =>
  offset === 0 && stride.join() === place(0, shape).stride.join();

/** How the library is called. @param {Random} random @param {Call} call */
function modeOf(random, { op, outs }) {
  const mode = random.pick([...MODES, 'bound', 'bound']);
  return mode === 'new' && (op === 'assign' || !outs.every(isDense) || outs.at(-1)?.array !== outs.length - 1)
    ? 'out'
    : mode;
}

/** @param {Place} place */
const textOf = (place) =>
  isDense(place)
    ? `[${place.shape}]`
    : `[${place.shape}] strides [${place.stride}]${place.offset ? ` + ${place.offset}` : ''}`;

/** A call in one line. @param {Call} call */
function sentenceOf({ op, tensors, spec, outs }) {
  const list = (/** @type {Place[]} */ places) =>
    `${places.length > 1 ? `${places.length} x ` : ''}${textOf(places[0])}`;
  const said = JSON.stringify(spec)
    .replaceAll('"', '')
    .replace(/(,[^,]*){40,}/, ',...'); // sizes of many outputs
  return `${op} ${list(tensors)} by ${said} to ${list(outs)}`;
}

/** Draws of a kind, of which the one that is closest to the wanted size is taken. */
const DRAWS = 12;

/** Job `id` of a seed: the same whichever others are made. @param {number} seed @param {number} id @returns {Job} */
export function usersJob(seed, id) {
  const random = new Random(seed * 100_003 + id);
  for (let i = 0; i < 20; ++i) random.bits(); // the first numbers of neighbouring seeds are alike
  const family = random.pick(Object.keys(KINDS));
  const wanted = LEAST_BYTES * (MOST_BYTES / LEAST_BYTES) ** random.unit();
  /** @type {Job[]} */
  const jobs = [];
  while (jobs.length < DRAWS) {
    const { types, dims } = random.chance(0.3) ? HELD.odd : random.pick(Object.values(HELD));
    const type = random.pick(types);
    const holder = CLASSES[type];
    const width = /** @type {any} */ (globalThis)[holder].BYTES_PER_ELEMENT;
    const made = KINDS[family](random, dims(random));
    const bytes = width * (made?.copies.reduce((sum, { to }) => sum + product(to.shape), 0) ?? 0);
    if (!made || bytes < LEAST_BYTES || bytes > MOST_BYTES) continue;
    if (width * Math.max(...made.inputs, ...made.outs) > MOST_INPUT) continue;
    jobs.push({ id, family, holder, type, bytes, ...made, what: sentenceOf(made.call) });
  }
  const far = (/** @type {Job} */ { bytes }) => Math.abs(Math.log(bytes / wanted));
  const job = jobs.reduce((best, each) => (far(each) < far(best) ? each : best));
  return { ...job, mode: modeOf(random, job.call) };
}
