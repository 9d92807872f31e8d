// Random calls of everything public, each compared with the oracle: an endless life of one copy of the library. The same in
// Node and in browsers, on a main thread and in a worker. What a cut does with its outputs is a row of WAYS; joins are in joins.js,
// and rearrangements in rearranges.js.

import { bytesOf, PACKED } from '../../docs/rules/elements.js';
import { versionsOf } from '../../docs/rules/operators.js';
import {
  cutsOf,
  dimsOf,
  isApart,
  largestCut,
  layoutOf,
  lengthsOf,
  randomCut,
  sizesOf,
} from '../random/cuts.js';
import { differenceAt, differenceOf, isOneRun } from '../random/oracle.js';
import { Random } from '../random/random.js';
import { spell } from '../random/spell.js';
import { Blocks } from './blocks.js';
import { Inputs } from './inputs.js';
import { Joins } from './joins.js';
import { MISTAKES } from './mistakes.js';
import { Outs } from './outs.js';
import { rearrangeOnce } from './rearranges.js';

/** @import { Layout } from '../random/oracle.js' */
/** @import { Cut, Limits } from '../random/cuts.js' */
/** @import { Library, Spelling } from '../random/spell.js' */
/** @import { Spread } from './outs.js' */

/** @typedef {any} Any */
/** @typedef {{ name: string }} Named what the input's type is called, and so the outputs' */

/** @typedef {{ calls: number, mistakes: number, bytes: number }} Counts bytes of outputs */

const MISTAKEN = 0.1;
const JOINED = 0.3;
const REARRANGED = 0.15;
const ALLOCATED = 0.1;
const PLANNED = 0.4;
const KEPT_PLANS = 16;

/** What is asked of the outputs; some more often. */
const WAYS = /** @type {const} */ (['fresh', 'fresh', 'out', 'out', 'view', 'spread']);

/** Types that the newest version of every operator takes that MISTAKES have. */
const COMMON = typesOf('VariadicSplit').filter((type) => typesOf('Slice').includes(type));

/** @param {string} op_type */
function typesOf(op_type) {
  return versionsOf(op_type).slice(-1)[0].types;
}

/**
 * A short life, from the largest calls to a look at the inputs.
 * @param {Library} library that has been initialized
 * @param {number} seed
 * @param {number} calls
 * @param {Limits} limits
 */
export function live(library, seed, calls, limits) {
  const soak = new Soak(library, seed, limits);
  try {
    soak.stretch();
    while (soak.counts.calls < calls) soak.step();
    soak.checkInputs();
  } finally {
    soak.end();
  }
  return soak.counts;
}

export class Soak {
  #library;
  #rows;
  #seed;
  #limits;
  #inputs;
  #outs;
  #blocks;
  #tools;
  #joins;
  /** @type {{ plan: Any, cut: Cut & Named }[]} */ #plans = [];
  /** @type {Counts} */ counts = { calls: 0, mistakes: 0, bytes: 0 };

  /** @param {Library} library that has been initialized @param {number} seed @param {Limits} limits */
  constructor(library, seed, limits) {
    this.#library = library;
    this.#rows = cutsOf(library);
    this.#seed = seed;
    this.#limits = limits;
    this.#inputs = new Inputs(new Random(seed), limits, library);
    this.#outs = new Outs(limits, library);
    this.#tools = { library, inputs: this.#inputs, outs: this.#outs, limits };
    this.#joins = new Joins(this.#tools);
    this.#blocks = limits.arena > 0 ? new Blocks(library, limits) : undefined;
  }

  /** The largest calls, so that what grows with the largest has grown. */
  stretch() {
    for (const row of this.#rows.filter(({ op_type }) => op_type !== 'Slice'))
      this.#attempt(new Random(this.#seed), largestCut(row, this.#limits));
  }

  /** One more call. Its random numbers depend on the seed and on how many there were. */
  step() {
    const random = new Random(this.#seed * 1_000_003 + this.counts.calls);
    this.counts.calls += 1;
    if (random.chance(ALLOCATED)) this.#blocks?.step(random);
    if (random.chance(MISTAKEN)) return this.#mistake(random);
    if (random.chance(JOINED)) return this.#count('a join', () => this.#joins.step(random));
    if (random.chance(REARRANGED)) return this.#count('rearrange', () => rearrangeOnce(random, this.#tools));
    return this.#attempt(random, randomCut(random, this.#limits, this.#rows));
  }

  /** @param {string} what @param {() => number} step that gives bytes */
  #count(what, step) {
    try {
      this.counts.bytes += step();
    } catch (error) {
      throw this.#failure(`${what}: ${error instanceof Error ? error.stack : error}`);
    }
  }

  /** Are the inputs as they were? */
  checkInputs() {
    this.#inputs.check();
  }

  /** Gives back what it has of the arena. */
  end() {
    this.#inputs.end();
    this.#outs.end();
    this.#blocks?.end();
  }

  /** @param {Random} random */
  #mistake(random) {
    const type = random.pick(COMMON);
    const dims = [random.size(99), random.size(9)];
    const { input } = this.#inputs.make(random, { type, dims });
    const out = this.#outs.carve(random, input.data, [input.data.length]);
    const [code, call] = random.pick(MISTAKES);
    this.counts.mistakes += 1;
    try {
      call(this.#library, input, out);
    } catch (/** @type {Any} */ error) {
      const right = error instanceof this.#library.MicrotomeError && error.code === code;
      if (!right) throw this.#failure(`${code} expected of ${type} [${dims}], not ${error}`);
      return this.#outs.checkUntouched(out);
    }
    throw this.#failure(`${code} expected of ${type} [${dims}], but the call went well`);
  }

  /** @param {Random} random @param {Cut} cut */
  #attempt(random, cut) {
    const spelling = spell(random, cut);
    const { input, layout } = this.#inputs.make(random, cut);
    const way = random.pick(WAYS);
    try {
      if (random.chance(PLANNED)) return this.#runPlan(random, cut, spelling);
      const isNode = random.chance(0.4);
      const drops = isNode ? [] : spelling.drops;
      const { options, spreads } = this.#optionsFor(random, way, cut, input, drops);
      const { op_type, inputs } = spelling;
      const outputs = isNode
        ? this.#library.evaluate(op_type, /** @type {Any} */ ([input, ...inputs]), {
            ...spelling.options,
            ...options,
          })
        : spelling.direct(this.#library, input, options);
      const named = { ...cut, name: nameOf(input, cut) };
      this.#check(outputs, named, input.data, layout, way, options.out, spreads, drops);
    } catch (error) {
      throw this.#failure(`${way} ${describe(cut)}: ${error instanceof Error ? error.stack : error}`);
    }
  }

  /** A plan is made, run, kept for a while, and run again on other inputs. @param {Random} random @param {Cut} cut @param {Spelling} spelling */
  #runPlan(random, cut, spelling) {
    const { input } = this.#inputs.make(random, cut);
    const layout = random.chance(0.5) ? input : { type: cut.type, dims: cut.dims };
    const plan = this.#library.plan(
      spelling.op_type,
      /** @type {Any} */ ([layout, ...spelling.inputs]),
      spelling.options,
    );
    if (plan.explain().length === 0) throw new Error('nothing explained');
    const planned = { plan, cut: { ...cut, name: nameOf(layout, cut) } };
    this.#plans[random.below(KEPT_PLANS)] = planned;
    const kept = random.pick(this.#plans.filter(Boolean));
    this.#runOnce(random, planned.plan, planned.cut);
    this.#runOnce(random, kept.plan, kept.cut);
  }

  /** @param {Random} random @param {Any} plan @param {Cut & Named} cut */
  #runOnce(random, plan, cut) {
    const { input, layout } = this.#inputs.make(random, cut);
    const way = random.pick(WAYS);
    const { options, spreads } = this.#optionsFor(random, way, cut, input, []);
    const outputs = plan.run(input, options);
    this.#check(outputs, cut, input.data, layout, way, options.out, spreads, []);
    if (options.out === undefined) return;
    if (spreads === undefined) options.out.forEach(blank); // the others are of guards again
    const bound = plan.bind(input, options);
    this.#check(bound(), cut, input.data, layout, way, options.out, spreads, []);
  }

  /** @param {Random} random @param {string} way @param {Cut} cut @param {Any} input @param {number[]} drops @returns {{ options: Any, spreads?: Spread[] }} */
  #optionsFor(random, way, cut, input, drops) {
    if (way === 'fresh') return { options: {} };
    if (way === 'view') return { options: { view: true } };
    if (way === 'out' || !isApart(cut.type))
      return { options: { out: this.#outs.carve(random, input.data, lengthsOf(cut)) } };
    const dropped = cut.split?.drop ? [cut.split.axis] : drops;
    const spreads = this.#outs.carveSpread(random, cut.type, input.data, cut.pieces.map(sizesOf));
    const stays = (/** @type {unknown} */ _, /** @type {number} */ axis) => !dropped.includes(axis);
    const out = spreads.map(({ data, layout: { shape, stride, offset } }) => ({
      data,
      shape: shape.filter(stays),
      stride: stride.filter(stays),
      offset,
    }));
    return { options: { out }, spreads };
  }

  /**
   * @param {Any[]} outputs
   * @param {Cut & Named} cut
   * @param {Any} data of the input
   * @param {Layout} layout of the input
   * @param {string} way
   * @param {Any[] | undefined} out
   * @param {Spread[] | undefined} spreads
   * @param {number[]} drops
   */
  #check(outputs, cut, data, layout, way, out, spreads, drops) {
    const dims = dimsOf(cut, drops);
    if (outputs.length !== dims.length) throw new Error(`${outputs.length} outputs, not ${dims.length}`);
    outputs.forEach((output, i) => {
      const piece = layoutOf(layout, cut.pieces[i]);
      const wrong = spreads
        ? differenceAt(cut.type, output.data, spreads[i].layout, data, piece)
        : differenceOf(cut.type, output.data, data, piece);
      const what = wrong || strangenessOf(output, cut, dims[i], data);
      const isThere = out
        ? output.data === (spreads?.[i].data ?? out[i])
        : mayBeAt(output, cut, data, piece, way === 'view');
      if (what || !isThere) throw new Error(`output ${i}: ${isThere ? what : 'not where it should be'}`);
      this.counts.bytes += output.data.byteLength ?? 0;
    });
    if (spreads) this.#outs.checkSpread(cut.type, spreads);
    else if (out) this.#outs.checkGuards();
  }

  /** @param {string} what */
  #failure(what) {
    return new Error(`seed ${this.#seed}, call ${this.counts.calls}: ${what}`);
  }
}

/** @param {Any} input @param {Cut} cut @returns {string} */
const nameOf = (input, cut) => input.type ?? input.dtype ?? cut.type;

/** @param {Any} output @param {Named} cut @param {number[]} dims @param {Any} data of the input */
function strangenessOf(output, { name }, dims, data) {
  if (output.type !== name) return `type ${output.type}`;
  if (output.dims.join() !== dims.join()) return `dims ${output.dims}, not ${dims}`;
  return output.data.constructor === data.constructor
    ? ''
    : `an array of class ${output.data.constructor.name}`;
}

/**
 * Whatever is one run is a view where views were asked for; packed elements may need to be moved nevertheless, by bits.
 * @param {Any} output
 * @param {Cut} cut
 * @param {Any} source data of the input
 * @param {Layout} layout of the output in it
 * @param {boolean} view
 */
function mayBeAt({ data }, { type }, source, layout, view) {
  if (data.length === 0) return true;
  const isShared = ArrayBuffer.isView(data) && data.buffer === source.buffer;
  const mayShare = view && ArrayBuffer.isView(data) && isOneRun(layout);
  return isShared === mayShare || (!isShared && PACKED.includes(type));
}

/** @param {Any} array */
const blank = (array) => (ArrayBuffer.isView(array) ? bytesOf(array).fill(0) : array.fill(''));

/** @param {Cut} cut */
const describe = ({ row, type, dims, pieces, split }) =>
  `${row.op_type}-${row.since_version} of ${type} [${dims}] ` +
  (split ? `${split.told} [${split.sizes.slice(0, 20)}] at ${split.axis}` : JSON.stringify(pieces[0]));
