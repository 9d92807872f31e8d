// Arrays that come and go in the arena: of zeros when they come, nobody else's while they are there, released or forgotten.
import { bytesOf, classOf, countElements, entriesOf, TYPES } from '../../docs/rules/elements.js';

/** @import { Limits } from '../random/cuts.js' */
/** @import { Random } from '../random/random.js' */
/** @import { Library } from '../random/spell.js' */

/** @typedef {any} Any */

const MOST = 8;

export class Blocks {
  #library;
  #most;
  #forget;
  /** @type {{ array: Any, mark: number }[]} */ #held = [];

  /** @param {Library} library @param {Limits} limits */
  constructor(library, { arena, forget }) {
    this.#library = library;
    this.#most = arena >> 5;
    this.#forget = forget;
  }

  /** One comes, and one goes if there are many or there is no room. @param {Random} random */
  step(random) {
    const type = random.pick(TYPES.filter((each) => each !== 'string'));
    const dims = [random.size(this.#most >> 4), random.between(0, 2)];
    const array = this.#allocate(type, dims);
    if (array !== undefined) {
      const bytes = bytesOf(array);
      if (bytes.some((byte) => byte !== 0)) throw new Error('an array of the arena is not of zeros');
      if (array.length !== entriesOf(type, countElements(dims))) throw new Error(`${array.length} entries`);
      if (type !== 'float16' && array.constructor !== classOf(type)) throw new Error('a strange class');
      const mark = random.between(1, 255);
      bytes.fill(mark);
      this.#held.push({ array, mark });
    }
    if (array === undefined || this.#held.length > MOST) this.#letGo(random);
  }

  /** @param {string} type @param {number[]} dims @returns {Any} undefined: no room, until the collector has been there */
  #allocate(type, dims) {
    try {
      return this.#library.allocate(/** @type {Any} */ (type), dims);
    } catch (/** @type {Any} */ error) {
      if (error.code !== 'arena_full') throw error;
      return undefined;
    }
  }

  end() {
    for (const { array } of this.#held) this.#library.release(array);
  }

  /** @param {Random} random */
  #letGo(random) {
    const [block] = this.#held.splice(random.below(this.#held.length), 1);
    if (block === undefined) return;
    const { array, mark } = block;
    if (bytesOf(array).some((byte) => byte !== mark))
      throw new Error('an array of the arena has been written to');
    if (!random.chance(this.#forget)) this.#library.release(array);
  }
}
