// The model of a sequence of calls: copies of the library, and what calls before have left with their caller. Results are kept beside
// copies of them, because nothing may write into them later; plans and bound plans are kept to be used again.
import { Arena } from '../../soak/arena.js';
import { copyOf, isSame, mustBe } from '../../support/equal.js';
import { makePool } from './pools.js';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */
/** @import { Place } from '../placed.js' */
/** @import { Random } from '../random.js' */
/** @import { KeptBound, KeptPlan } from './plans.js' */
/** @import { Pool } from './pools.js' */

/** @typedef {any} Any */
/** @typedef {typeof import('microtome')} Library */

/** A copy of the library, which has an arena. @typedef {{ library: Library, arena: Arena, pools: Pool[] }} Member */

/** Element types of pools. */
const POOLS = /** @type {const} */ (['float32', 'uint8', 'uint16']);
const MOST_KEPT = 30;
/** Of a result with many outputs. */
const MOST_OUTPUTS = 6;

export class World {
  /** @type {Member[]} */ members;
  nodes;
  /** Entries of the last long list. */
  entries = 1;
  /** @type {KeptPlan[]} */ plans = [];
  /** @type {KeptBound[]} */ bound = [];
  /** @type {{ what: string, tensors: Any[], copies: Any[] }[]} */ #results = [];

  /**
   * @param {readonly Library[]} libraries that have been initialized with an arena
   * @param {readonly Node[]} nodes of which calls are drawn
   * @param {number} most entries of a list, about
   */
  constructor(libraries, nodes, most) {
    this.nodes = nodes;
    this.most = most;
    this.members = libraries.map((library) => ({
      library,
      arena: new Arena(library, 0),
      pools: POOLS.map((type) => makePool(library, type)),
    }));
  }

  /** @param {Random} random */
  member(random) {
    return random.pick(this.members);
  }

  /** A copy in any copy's arena, or none: arrays of one are ordinary arrays to the other. @type {Place} */
  place = (random, array) => this.member(random).arena.place(random, array);

  /** A call is over, and what it placed may be used otherwise. @param {Random} random */
  clear(random) {
    for (const { arena } of this.members) arena.clear(random);
  }

  /** Keeps some tensors of a result. @param {Random} random @param {string} what @param {readonly Any[]} tensors */
  keep(random, what, tensors) {
    const first = random.below(Math.max(1, tensors.length - MOST_OUTPUTS));
    const some = tensors.slice(first, first + MOST_OUTPUTS);
    this.#results.push({ what, tensors: some, copies: copyOf(some) });
    if (this.#results.length > MOST_KEPT)
      checkKept(this.#results.splice(random.below(this.#results.length), 1)[0]);
  }

  /** Everything that is kept is as it was. */
  look() {
    this.#results.forEach(checkKept);
  }

  /** @template T @param {T[]} list @param {T} entry @param {Random} random @returns {T | undefined} what had to go */
  static push(list, entry, random) {
    list.push(entry);
    return list.length > MOST_KEPT ? list.splice(random.below(list.length), 1)[0] : undefined;
  }

  /** Looks once more, and gives back what is in arenas. */
  end() {
    this.look();
    for (const { give } of this.bound.splice(0)) give();
    for (const { library, arena, pools } of this.members) {
      arena.end();
      for (const { data } of pools) library.release(data);
    }
  }
}

/** @param {{ what: string, tensors: Any[], copies: Any[] }} kept */
function checkKept({ what, tensors, copies }) {
  if (!isSame(tensors, copies)) mustBe(tensors, copies, `what ${what} gave before`);
}
