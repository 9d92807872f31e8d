// Arrays that come and go in the arena: of zeros when they come, nobody else's while they are there, released or forgotten.
import { bytesOf } from '../../docs/rules/elements.js';

/** @import { Place } from '../random/placed.js' */
/** @import { Random } from '../random/random.js' */
/** @typedef {any} Any */

const SHARE = 1 / 3;
const MOST_HELD = 8;

export class Arena {
  #library;
  #forget;
  /** @type {Any[]} those of the call that runs */ #taken = [];
  /** @type {{ array: Any, mark: number }[]} those that stay for a while, and what fills them */ #held = [];

  /** @param {typeof import('microtome')} library that has an arena @param {number} forget the share of arrays that are left to the collector */
  constructor(library, forget) {
    this.#library = library;
    this.#forget = forget;
  }

  /** A copy in the arena, of some arrays and while there is room. @type {Place} */
  place = (random, array) => {
    if (!random.chance(SHARE)) return array;
    const copy = this.copy(array);
    if (copy !== array) this.#taken.push(copy);
    return copy;
  };

  /** A copy in the arena, for the caller to release; the array itself if there is no room or it holds strings. @param {Any} array */
  copy(array) {
    if (Array.isArray(array)) return array;
    const type = array.constructor.name.replace(/^Big|Array$/g, '').toLowerCase();
    const copy = this.#allocate(type, array.length);
    if (copy === undefined) return array;
    if (bytesOf(copy).some((byte) => byte !== 0)) throw new Error('an array of the arena is not of zeros');
    copy.set(array);
    return copy;
  }

  /** @param {string} type @param {number} length @returns {Any} undefined: no room, until the collector has been there */
  #allocate(type, length) {
    try {
      return this.#library.allocate(/** @type {Any} */ (type), [length]);
    } catch (/** @type {Any} */ error) {
      if (error.code !== 'arena_full') throw error;
      return undefined;
    }
  }

  /** The call is over: its arrays stay for a while. @param {Random} random */
  clear(random) {
    for (const array of this.#taken.splice(0)) {
      const mark = random.between(1, 255);
      bytesOf(array).fill(mark);
      this.#held.push({ array, mark });
    }
    while (this.#held.length > MOST_HELD) {
      const [{ array, mark }] = this.#held.splice(random.below(this.#held.length), 1);
      if (bytesOf(array).some((byte) => byte !== mark))
        throw new Error('an array of the arena has been written to');
      if (!random.chance(this.#forget)) this.#library.release(array);
    }
  }

  end() {
    for (const { array } of this.#held.splice(0)) this.#library.release(array);
  }
}
