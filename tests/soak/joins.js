// The joins of a soak: pieces of a random cut put together again, slices written in place, and updates of caches. A kind is a row of
// KINDS. Where each element must be follows from the ranges that were drawn, as for cuts.

import { countElements, entriesOf } from '../../docs/rules/elements.js';
import { rowAt, versionsOf } from '../../docs/rules/operators.js';
import { isApart, layoutOf, randomCut, sizesOf } from '../random/cuts.js';
import { dense } from '../random/layouts.js';
import { differenceAt } from '../random/oracle.js';
import { spellOpenVinoRanges, spellRanges } from '../random/spell.js';

/** @import { Cut, Limits, Range } from '../random/cuts.js' */
/** @import { Layout } from '../random/oracle.js' */
/** @import { Random } from '../random/random.js' */
/** @import { Library } from '../random/spell.js' */
/** @import { Inputs } from './inputs.js' */
/** @import { Outs } from './outs.js' */

/** @typedef {any} Any */
/** A tensor, and where its elements are in its data. @typedef {{ input: Any, layout: Layout }} Made */
/** What a soak has. @typedef {{ library: Library, inputs: Inputs, outs: Outs, limits: Limits }} Tools */
/** Elements that must be equal: those of a range in the result, and a tensor or a range of it. @typedef {{ data: Any, place: Layout, source: Any, layout: Layout }} Pair */

const [WHOLE_SPLIT] = versionsOf('VariadicSplit');
const NEWEST_SPLIT = /** @type {Cut['row']} */ (rowAt('Split', 18));
const NEWEST_SLICE = /** @type {Cut['row']} */ (rowAt('Slice', 13));
const [OPENVINO_SLICE] = versionsOf('Slice', 'openvino');
const CONCAT = rowAt('Concat', 13)?.types ?? [];
const OPENVINO_CONCAT = rowAt('Concat', 1, 'openvino')?.types ?? [];
const SCATTER = rowAt('SliceScatter', 15)?.types ?? [];
const CACHED = /** @type {Cut['row']} */ (rowAt('TensorScatter', 24));
const MOST_ITEMS = 64;
const KEPT_PLANS = 8;

export class Joins {
  #tools;
  /** @type {{ plan: Any, cut: Cut }[]} */ #plans = [];

  /** @param {Tools} tools */
  constructor(tools) {
    this.#tools = tools;
  }

  /** One join, compared. @param {Random} random @returns {number} bytes that it gave */
  step(random) {
    return random.pick(KINDS)(random, this.#tools, (each) => this.#keep(random, each));
  }

  /** Keeps a plan, and gives one of those that are kept. @param {Random} random @param {{ plan: Any, cut: Cut }} one */
  #keep(random, one) {
    this.#plans[random.below(KEPT_PLANS)] = one;
    return random.pick(this.#plans.filter(Boolean));
  }
}

/** @typedef {(random: Random, tools: Tools, keep: (one: { plan: Any, cut: Cut }) => { plan: Any, cut: Cut }) => number} Kind */

/** @type {readonly Kind[]} */
const KINDS = [concat, concatAgain, inPlace, cacheInPlace, cacheAnew];

/** @param {readonly Pair[]} pairs @param {string} type @param {string} what */
function mustBeEqual(pairs, type, what) {
  for (const { data, place, source, layout } of pairs) {
    if (countElements(layout.shape) === 0) continue;
    const wrong = differenceAt(type, data, place, source, layout);
    if (wrong) throw new Error(`${what}: ${wrong}`);
  }
}

/** @param {Random} random @param {Limits} limits @returns {Cut & { split: NonNullable<Cut['split']> }} of which the pieces are all */
function randomPieces(random, limits) {
  const cut = randomCut(random, limits, [WHOLE_SPLIT, NEWEST_SPLIT]);
  return cut.split && cut.split.sizes.length > 0 && !cut.split.drop
    ? { ...cut, split: cut.split }
    : randomPieces(random, limits);
}

/** The domain of a Concat that takes the type. @param {Random} random @param {string} type */
function domainFor(random, type) {
  if (!OPENVINO_CONCAT.includes(type)) return 'ai.onnx';
  return CONCAT.includes(type) && random.chance(0.5) ? 'ai.onnx' : 'openvino';
}

/**
 * Joins pieces by `join`, into a new array, into one that is given, or between strides, and compares each with its place.
 * @param {Random} random
 * @param {Tools} tools
 * @param {Cut} cut
 * @param {(inputs: Any[], options: Any) => Any} join
 */
function joinAndCompare(random, tools, { type, dims, pieces }, join) {
  const made = pieces.map((ranges) => tools.inputs.make(random, { type, dims: sizesOf(ranges) }));
  const list = made.map(({ input }) => input);
  const [{ data: first }] = list;
  const way = random.pick(isApart(type) ? ['fresh', 'out', 'spread'] : ['fresh', 'out']);
  const spreads = way === 'spread' ? tools.outs.carveSpread(random, type, first, [dims]) : [];
  const out = way === 'out' ? tools.outs.carve(random, first, [entriesOf(type, countElements(dims))]) : [];
  const [{ data, layout } = { data: out[0], layout: dense(dims) }] = spreads;
  const given = { data, shape: dims, stride: layout.stride, offset: layout.offset };
  const result = join(list, way === 'fresh' ? {} : { out: way === 'out' ? out : [given] });
  const isThere = way === 'fresh' ? !list.some((each) => each.data === result.data) : result.data === data;
  if (!isThere) throw new Error(`${way}: the result is not where it should be`);
  if (result.dims.join() !== dims.join()) throw new Error(`dims ${result.dims}, not ${dims}`);
  if (result.data.constructor !== first.constructor)
    throw new Error(`an array of class ${result.data.constructor.name}`);
  const pairs = pieces.map((ranges, i) => ({
    data: result.data,
    place: layoutOf(layout, ranges),
    source: list[i].data,
    layout: made[i].layout,
  }));
  mustBeEqual(pairs, type, `${way} ${type} [${dims}] of ${pieces.length}`);
  if (way === 'out') tools.outs.checkGuards();
  if (way === 'spread') tools.outs.checkSpread(type, spreads);
  return result.data.byteLength ?? 0;
}

/** @type {Kind} */
function concat(random, tools) {
  const cut = randomPieces(random, tools.limits);
  const { type, dims, split } = cut;
  const domain = domainFor(random, type);
  const axis = random.chance(0.3) ? split.axis - dims.length : split.axis;
  const { library } = tools;
  return joinAndCompare(random, tools, cut, (list, options) =>
    random.chance(0.5)
      ? library.concat(list, axis, { domain, ...options })
      : library.evaluate('Concat', list, { domain, attributes: { axis }, ...options })[0],
  );
}

/** By a plan, and by one that was kept. @type {Kind} */
function concatAgain(random, tools, keep) {
  const cut = randomPieces(random, tools.limits);
  const { type, pieces, split } = cut;
  const layouts = pieces.map((ranges) => ({ type, dims: sizesOf(ranges) }));
  const options = { domain: domainFor(random, type), attributes: { axis: split.axis } };
  const plan = tools.library.plan('Concat', /** @type {Any} */ (layouts), options);
  const kept = keep({ plan, cut });
  let bytes = 0;
  for (const each of [{ plan, cut }, kept])
    bytes += joinAndCompare(random, tools, each.cut, (list, given) => {
      const [result] = each.plan.run(list, given);
      return given.out ? each.plan.bind(list, given)()[0] : result; // again, into what it has written
    });
  return bytes;
}

/** A tensor that may be written. @param {string} type @param {Any} data @param {Layout} layout @returns {Any} */
const written = (type, data, { shape, stride, offset }) => ({ type, data, shape, stride, offset });

/** A slice of what is there is written; what is beside it stays. @type {Kind} */
function inPlace(random, { library, inputs, outs, limits }) {
  const row = random.pick([NEWEST_SLICE, OPENVINO_SLICE]);
  const cut = randomCut(random, limits, [row]);
  const { type, dims, pieces } = cut;
  const [ranges] = pieces;
  const { input: updates, layout: from } = inputs.make(random, { type, dims: sizesOf(ranges) });
  const spreads = isApart(type) ? outs.carveSpread(random, type, updates.data, [dims]) : [];
  const [
    { data, layout } = {
      data: outs.carve(random, updates.data, [entriesOf(type, countElements(dims))])[0],
      layout: dense(dims),
    },
  ] = spreads;
  const target = written(type, data, layout);
  if (SCATTER.includes(type) && dims.length > 0 && random.chance(0.5))
    scatterInto(random, library, target, updates, ranges, dims);
  else {
    const { named, ...lists } = spellRanges(random, ranges, dims);
    const { axes, ...rest } = lists;
    library.assign(target, named ? lists : { ...rest, ...(random.chance(0.5) && { axes }) }, updates);
  }
  mustBeEqual(
    [{ data, place: layoutOf(layout, ranges), source: updates.data, layout: from }],
    type,
    `${type} [${dims}] at ${JSON.stringify(ranges)}`,
  );
  if (isApart(type))
    outs.checkSpread(type, [{ data, layout: /** @type {Any} */ (layoutOf(layout, ranges)) }]);
  else outs.checkGuards();
  return updates.data.byteLength ?? 0;
}

/** @param {Random} random @param {Library} library @param {Any} target @param {Any} updates @param {Range[]} ranges @param {number[]} dims */
function scatterInto(random, library, target, updates, ranges, dims) {
  const [start, stop, step, axes] = spellOpenVinoRanges(random, ranges, dims);
  if (random.chance(0.5))
    return library.sliceScatter(target, updates, { start, stop, step, axes }, { out: target });
  const inputs = /** @type {Any} */ ([target, updates, start, stop, step, axes ?? null]);
  const planned = library.plan('SliceScatter', inputs, { domain: 'openvino' });
  const bound = planned.bind(inputs.slice(0, 2), { out: [target] });
  return bound() && bound();
}

/**
 * A random update of a cache.
 * @param {Random} random
 * @param {Tools} tools
 */
function randomUpdate(random, { inputs, limits }) {
  const { type, dims: drawn } = randomCut(random, limits, [{ ...OPENVINO_SLICE, types: CACHED.types }]);
  const dims = [
    Math.min(drawn[0], MOST_ITEMS),
    ...drawn.slice(1),
    ...(drawn.length < 2 ? [random.size(9)] : []),
  ];
  const axis = random.between(1, dims.length - 1);
  const size = dims[axis];
  const count = random.between(0, size);
  const mode = random.pick(/** @type {const} */ (['linear', 'circular']));
  const firsts = Array.from({ length: dims[0] }, () =>
    mode === 'linear' ? random.between(0, size - count) : random.between(-2 * size, 2 * size),
  );
  const made = inputs.make(random, { type, dims: dims.map((each, i) => (i === axis ? count : each)) });
  const lists = [firsts, firsts.map(BigInt), BigInt64Array.from(firsts, BigInt)];
  const spec = {
    axis: random.chance(0.3) ? axis - dims.length : axis,
    mode,
    write_indices: random.pick(lists),
  };
  return { type, dims, axis, size, count, firsts, ...made, spec };
}

/** @typedef {ReturnType<typeof randomUpdate>} Update */

/**
 * Ranges of an axis, of one item: what the update writes, and from where it comes.
 * @param {Update} update
 * @param {number} first
 * @returns {{ at: number, from: number, count: number }[]}
 */
function runsOf({ size, count }, first) {
  const at = size === 0 ? 0 : ((first % size) + size) % size;
  const before = Math.min(count, size - at);
  return [
    { at, from: 0, count: before },
    { at: 0, from: before, count: count - before },
  ];
}

/** What the axis has of an item besides. @param {Update} update @param {number} first */
function restOf(update, first) {
  const [run, wrapped] = runsOf(update, first);
  const end = run.at + run.count;
  return [
    { at: wrapped.count, from: wrapped.count, count: Math.max(0, run.at - wrapped.count) },
    { at: end, from: end, count: update.size - end },
  ];
}

/** Of every item. @param {Update} update @param {(update: Update, first: number) => { at: number, from: number, count: number }[]} runs @param {Any} data @param {Layout} whole @param {Any} source @param {Layout} layout @returns {Pair[]} */
function pairsOf(update, runs, data, whole, source, layout) {
  const { dims, axis, firsts } = update;
  const ranges = (/** @type {number} */ item, /** @type {number} */ start, /** @type {number} */ count) =>
    dims.map((each, i) => {
      if (i === 0) return { start: item, step: 1, count: 1 };
      return i === axis ? { start, step: 1, count } : { start: 0, step: 1, count: each };
    });
  return firsts.flatMap((first, item) =>
    runs(update, first).map(({ at, from, count }) => ({
      data,
      place: layoutOf(whole, ranges(item, at, count)),
      source,
      layout: layoutOf(layout, ranges(item, from, count)),
    })),
  );
}

/** @type {Kind} */
function cacheInPlace(random, tools) {
  const update = randomUpdate(random, tools);
  const { type, dims, input, layout, spec } = update;
  if (!isApart(type)) return 0;
  const [{ data, layout: whole }] = tools.outs.carveSpread(random, type, input.data, [dims]);
  const cache = written(type, data, whole);
  tools.library.tensorScatter(cache, input, spec, { out: cache });
  const pairs = pairsOf(update, runsOf, data, whole, input.data, layout);
  mustBeEqual(pairs, type, `${type} [${dims}] at ${spec.axis}, ${spec.mode}`);
  tools.outs.checkSpread(
    type,
    pairs.map(({ place }) => ({ data, layout: /** @type {Any} */ (place) })),
  );
  return input.data.byteLength ?? 0;
}

/** @type {Kind} */
function cacheAnew(random, tools) {
  const update = randomUpdate(random, tools);
  const { type, dims, input, layout, spec } = update;
  const { input: cache, layout: whole } = tools.inputs.make(random, { type, dims });
  const { data } = tools.library.tensorScatter(cache, input, spec);
  const at = dense(dims);
  const what = `${type} [${dims}] at ${spec.axis}, ${spec.mode}`;
  mustBeEqual(pairsOf(update, runsOf, data, at, input.data, layout), type, what);
  mustBeEqual(pairsOf(update, restOf, data, at, cache.data, whole), type, `what stays of ${what}`);
  return data.byteLength ?? 0;
}
