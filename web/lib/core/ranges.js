// Ranges of [0, size) that are taken and given back, first fit: what an allocator has to know, apart from what it hands out.

/** @typedef {{ begin: number, end: number }} Range half-open */

export class Ranges {
  /** @type {Range[]} in order; between two of them something is taken */
  #free;

  /** @param {number} size */
  constructor(size) {
    this.#free = [{ begin: 0, end: size }];
  }

  /**
   * Takes the first range that is large enough, or a part of it; null if there is none.
   * @param {number} size 1 or more
   * @returns {Range | null}
   */
  take(size) {
    const i = this.#free.findIndex(({ begin, end }) => end - begin >= size);
    if (i < 0) return null;
    const { begin, end } = this.#free[i];
    if (end - begin === size) this.#free.splice(i, 1);
    else this.#free[i] = { begin: begin + size, end };
    return { begin, end: begin + size };
  }

  /**
   * Gives back what was taken, which merges with what is free beside it.
   * @param {Range} range
   */
  give({ begin, end }) {
    const next = this.#free.findIndex((each) => each.begin >= end);
    const i = next < 0 ? this.#free.length : next;
    const before = this.#free[i - 1];
    const after = this.#free[i];
    const joinsBefore = before?.end === begin;
    const joinsAfter = after?.begin === end;
    this.#free.splice(joinsBefore ? i - 1 : i, Number(joinsBefore) + Number(joinsAfter), {
      begin: joinsBefore ? before.begin : begin,
      end: joinsAfter ? after.end : end,
    });
  }

  /** Sizes of what is free. */
  sizes() {
    return this.#free.map(({ begin, end }) => end - begin);
  }
}
