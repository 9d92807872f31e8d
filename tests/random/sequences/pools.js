// One array of the arena, in which a caller keeps all tensors: inputs and outputs are at offsets in it, dense or strided, and never where
// another one is. A copy of the whole array says what it must hold: calls write their outputs, and nothing else.
import { countElements, hash } from '../../../docs/rules/elements.js';
import { dense, strided, writable } from '../layouts.js';
import { drawPattern } from '../patterns.js';
import { differenceOfNew, placesOf } from '../placed.js';
import { inputOf, must, outputsOf, planOf } from './calls.js';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */
/** @import { Placed } from '../layouts.js' */
/** @import { Random } from '../random.js' */
/** @import { Output } from './calls.js' */
/** @import { Library, World } from './world.js' */

/** @typedef {any} Any */
/** `wanted`: what `data` must hold. @typedef {{ type: string, data: Any, wanted: Any, bound: Job[] }} Pool */

/**
 * What a call on the pool does: where in it the elements are that it reads, and where those go that each output takes.
 * @typedef {object} Job
 * @property {string} what
 * @property {() => Any} call
 * @property {number[]} from
 * @property {{ places: number[], elements: number[] }[]} to
 */

/** A call to be placed: the dims of its inputs, and its outputs. @typedef {{ what: string, inputs: number[][], outputs: Output[], bind: (library: Library, given: Any[]) => (options: Any) => () => Any }} Drawn */

const ENTRIES = 1 << 18;
const MOST_BOUND = 8;
/** Elements of a tensor: some calls are moved one by one, some by many tiles. */
const SIZES = [30, 500, 20_000, 60_000];

/** @param {Library} library that has an arena @param {'float32' | 'uint8' | 'uint16'} type @returns {Pool} */
export function makePool(library, type) {
  const data = /** @type {Any} */ (library.allocate(type, [ENTRIES]));
  for (let k = 0; k < ENTRIES; ++k) data[k] = hash(k);
  return { type, data, wanted: data.slice(), bound: [] };
}

/** @param {number | bigint} value */
const scalar = (value) => ({ type: '', dims: [], values: [BigInt(value)] });
/** @param {string} text */
const word = (text) => ({ type: '', dims: [], values: [], text });
/** @param {readonly number[]} values */
const list = (values) => ({ type: 'int64', dims: [values.length], values: values.map(BigInt) });

/** Dims of about so many elements; the last axis is sometimes short, as channels are. @param {Random} random */
function drawDims(random) {
  const most = random.pick(SIZES);
  const last = random.chance(0.4) ? random.between(1, 4) : random.size(Math.ceil(Math.sqrt(most)) + 1);
  return [Math.max(1, Math.floor(most / last / random.between(1, 2))), last];
}

/** @param {Node} node @param {number[][]} inputs @returns {Drawn} */
function drawnNode(node, inputs) {
  const outputs = outputsOf(node);
  if (outputs === undefined) throw new Error(`${node.op_type} is a mistake`);
  return {
    what: node.op_type,
    inputs,
    outputs,
    bind: (library, given) => (options) =>
      planOf(library, node).bind(inputOf(node, { tensors: given, layouts: [], elements: [] }), options),
  };
}

/** A range of an axis of this size: [start, stop, step]. @param {Random} random @param {number} size */
function drawRange(random, size) {
  const step = random.pick([1, 1, 2, 3, -1, -2]);
  const [low, high] = [random.below(size), random.below(size)].sort((a, b) => a - b);
  return step > 0 ? [low, high + 1, step] : [high, low - 1 - (low === 0 ? size : 0), step];
}

/** Calls on a pool. To add one, add a row. @type {((random: Random, type: string) => Drawn)[]} */
const CALLS = [
  (random, type) => {
    const dims = drawDims(random);
    const ranges = dims.map((size) => drawRange(random, size));
    const [starts, ends, steps] = [0, 1, 2].map((i) => list(ranges.map((range) => range[i])));
    const inputs = new Map(Object.entries({ starts, ends, axes: list([0, 1]), steps }));
    return drawnNode({ op_type: 'Slice', opset: 13, type, dims, inputs, attributes: new Map() }, [dims]);
  },
  (random, type) => {
    const dims = drawDims(random);
    const axis = random.below(2);
    const attributes = { axis: scalar(axis), num_outputs: scalar(random.between(1, Math.min(4, dims[axis]))) };
    return drawnNode(
      { op_type: 'Split', opset: 18, type, dims, inputs: new Map(), attributes: new Map(Object.entries(attributes)) },
      [dims],
    );
  }, // biome-ignore format: as the others
  (random, type) => {
    const dims = drawDims(random);
    const axis = random.below(2);
    const count = random.size(2 * dims[axis]);
    const step = random.between(-2, 2); // 0: anywhere
    const indices = list(
      Array.from({ length: count }, (_, i) => {
        const at = (step === 0 ? random.below(dims[axis]) : i * step) % dims[axis];
        return random.chance(0.5) && at > 0 ? at - dims[axis] : at;
      }),
    );
    const attributes = new Map([['axis', scalar(axis)]]);
    return drawnNode({ op_type: 'Gather', opset: 13, type, dims, inputs: new Map([['indices', indices]]), attributes }, [dims]); // biome-ignore format: one line
  },
  (random, type) => {
    const dims = drawDims(random);
    const mode = random.pick(['edge', 'reflect', 'wrap']); // the value of `constant` is in no pool
    const pads = list(Array.from({ length: 4 }, () => random.between(-1, 5)));
    const isGrown = dims.every((size) => size > 2);
    const inputs = new Map(isGrown ? [['pads', pads]] : [['pads', list([0, 1, 2, 3])]]);
    const attributes = new Map([['mode', word(mode)]]);
    return drawnNode({ op_type: 'Pad', opset: 25, type, dims, tensors: [{ type, dims }], inputs, attributes }, [dims]); // biome-ignore format: one line
  },
  (random, type) => {
    const dims = drawDims(random);
    const axis = random.below(2);
    const all = Array.from({ length: random.between(1, 3) }, () => dims.with(axis, random.size(dims[axis])));
    const tensors = all.map((each) => ({ type, dims: each }));
    const attributes = new Map([['axis', scalar(axis)]]);
    return drawnNode({ op_type: 'Concat', opset: 13, type, dims: all[0], tensors, inputs: new Map(), attributes }, all); // biome-ignore format: one line
  },
  (random, type) => {
    const { pattern, sizes, dims, made, places } = drawPattern(random, random.pick(SIZES));
    const attributes = { pattern, sizes };
    return {
      what: `Rearrange ${pattern}`,
      inputs: [dims],
      outputs: [{ dims: made, elements: places }],
      bind:
        ({ plan }, [input]) =>
        (options) =>
          plan('Rearrange', /** @type {Any} */ ([{ type, dims }]), { attributes }).bind(input, options),
    };
  },
];

/**
 * Layouts one after another in the pool, in any order, with gaps; dense ones if others do not fit. Undefined: too many elements.
 * @param {Random} random
 * @param {readonly { dims: number[], isOut: boolean }[]} tensors
 * @returns {Placed[] | undefined} with offsets in the pool
 */
function arrange(random, tensors) {
  for (let left = 3; left >= 0; --left) {
    const layouts = tensors.map(({ dims, isOut }) =>
      left === 0 || random.chance(0.3) ? dense(dims) : (isOut ? writable : strided)(random, dims),
    );
    let at = random.below(100);
    for (const i of random.shuffle(layouts.map((_, k) => k))) {
      const layout = layouts[i];
      layouts[i] = { ...layout, offset: layout.offset + at };
      at += layout.extent + random.below(100);
    }
    if (at <= ENTRIES) return layouts;
  }
  return undefined;
}

/** A tensor where its layout says: in the whole pool, or in a part of it. @param {Random} random @param {Pool} pool @param {Placed} layout */
function tensorAt(random, { type, data }, layout) {
  const { shape, stride, offset, extent } = layout;
  if (random.chance(0.5)) return { type, data, shape, stride, offset };
  const least = countElements(shape) === 0 ? offset : placesOf(layout).reduce((a, b) => Math.min(a, b));
  return { type, data: data.subarray(least, least + extent), shape, stride, offset: offset - least };
}

/** One call on a pool, or one that was bound to it before. @param {World} world @param {Random} random */
export function callPool(world, random) {
  const pool = random.pick(world.member(random).pools);
  if (pool.bound.length > 0 && random.chance(0.3)) return perform(pool, random.pick(pool.bound));
  const drawn = random.pick(CALLS)(random, pool.type);
  const hasOut = random.chance(0.8);
  const outs = hasOut ? drawn.outputs.map(({ dims }) => ({ dims, isOut: true })) : [];
  const layouts = arrange(random, [...drawn.inputs.map((dims) => ({ dims, isOut: false })), ...outs]);
  if (layouts === undefined) return;
  const [inputs, places] = [layouts.slice(0, drawn.inputs.length), layouts.slice(drawn.inputs.length)];
  const { library } = world.member(random);
  const bind = drawn.bind(library, inputs.map((layout) => tensorAt(random, pool, layout))); // biome-ignore format: one line
  const from = inputs.flatMap(placesOf);
  if (!hasOut) {
    const values = from.map((place) => pool.wanted[place]);
    const results = bind({})();
    drawn.outputs.forEach(({ dims, elements }, i) => {
      must(differenceOfNew(results[i], pool.type, dims, elements.map((k) => values[k])), drawn.what);
    }); // biome-ignore format: one line
    return world.keep(random, `${drawn.what} of a pool`, results);
  }
  const out = places.map((layout) => tensorAt(random, pool, layout));
  const to = drawn.outputs.map(({ elements }, i) => ({ places: placesOf(places[i]), elements }));
  const job = { what: drawn.what, call: bind({ out }), from, to };
  perform(pool, job);
  if (pool.bound.length < MOST_BOUND) pool.bound.push(job);
  else pool.bound[random.below(MOST_BOUND)] = job;
}

/** Calls, and compares all of the pool. @param {Pool} pool @param {Job} job */
function perform({ data, wanted }, { what, call, from, to }) {
  const values = from.map((place) => wanted[place]);
  for (const { places, elements } of to)
    places.forEach((place, k) => {
      wanted[place] = values[elements[k]];
    });
  call();
  const wrong = data.findIndex((/** @type {number} */ each, /** @type {number} */ k) => each !== wanted[k]);
  must(wrong < 0 ? '' : `entry ${wrong} is ${data[wrong]}, not ${wanted[wrong]}`, `${what} in a pool`);
}
