// Sequences of calls: what a call leaves behind must not harm a later one. A step is a kind and a seed of its own, so that a step that
// is left out does not change what the others draw. It runs in every host, and gets its nodes from outside, as a soak does.
import { judgeNode } from '../judge_node.js';
import { judgeRearrange } from '../judge_rearrange.js';
import { Random } from '../random.js';
import { callWrong } from './failures.js';
import { callList } from './lists.js';
import { callTooDeep } from './overflows.js';
import { bindPlan, callBound, makePlan, runPlan } from './plans.js';
import { callPool } from './pools.js';
import { World } from './world.js';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */
/** @import { Library } from './world.js' */

/** @typedef {{ kind: string, seed: number }} Step */
/** @typedef {(world: World, random: Random) => void} Call */

/** THE kinds of steps, and how often each is drawn. To add one, add a row. @type {Record<string, [number, Call]>} */
const KINDS = {
  node: [4, callNode],
  rearrange: [4, callRearrange],
  list: [6, callList],
  'make a plan': [2, makePlan],
  'run a plan': [4, runPlan],
  'bind a plan': [2, bindPlan],
  'call what is bound': [4, callBound],
  pool: [3, callPool],
  fail: [4, callWrong],
  overflow: [1, callTooDeep],
  look: [1, (world) => world.look()],
};

/** Entries of the longest lists: buffers that have grown for longer ones do not move for shorter ones. */
const LONGEST = [4200, 9000, 4200, 50_000];

const DRAWN = Object.entries(KINDS).flatMap(([kind, [share]]) => new Array(share).fill(kind));

/** A random node in every way; nodes that are mistakes fail. @type {Call} */
function callNode(world, random) {
  judgeNode(world.member(random).library, random, random.pick(world.nodes), world.place);
  world.clear(random);
}

/** @type {Call} */
function callRearrange(world, random) {
  judgeRearrange(world.member(random).library, random, world.place);
  world.clear(random);
}

/** The step of this number in the sequence of a seed. @param {number} seed @param {number} i @returns {Step} */
export function stepAt(seed, i) {
  const random = new Random(seed * 1_000_003 + i);
  return { kind: random.pick(DRAWN), seed: random.below(2 ** 30) };
}

export class Sequence {
  #world;
  #seed;
  #count = 0;

  /** @param {readonly Library[]} libraries that have been initialized with an arena @param {readonly Node[]} nodes of which calls are drawn @param {number} seed */
  constructor(libraries, nodes, seed) {
    this.#seed = seed;
    this.#world = new World(libraries, nodes, LONGEST[seed % LONGEST.length]);
  }

  /** The next step of the seed. */
  next() {
    const i = this.#count++;
    try {
      this.step(stepAt(this.#seed, i));
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : cause;
      throw new Error(`sequence of seed ${this.#seed}, step ${i}: ${what}`, { cause });
    }
  }

  /** @param {Step} step */
  step({ kind, seed }) {
    try {
      KINDS[kind][1](this.#world, new Random(seed));
    } catch (cause) {
      throw new Error(`${kind} ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }

  /** Compares once more what was kept, and gives back what is in arenas. */
  end() {
    this.#world.end();
  }
}
