// Random numbers from a seed: the same on every host, so that a failure can be made again.

export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) | 1; // never 0, where it would stay
  }

  /** 32 bits, by Marsaglia's xorshift. */
  bits() {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return this.#state >>> 0;
  }

  /** In [0, 1). */
  unit() {
    return this.bits() / 2 ** 32;
  }

  /** An integer in [0, n). @param {number} n */
  below(n) {
    return Math.floor(this.unit() * n);
  }

  /** An integer in [least, most]. @param {number} least @param {number} most */
  between(least, most) {
    return least + this.below(most - least + 1);
  }

  /** @param {number} probability */
  chance(probability) {
    return this.unit() < probability;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.below(list.length)];
  }

  /** An integer in [1, most]: 1 to 10 as often as 10 to 100. @param {number} most */
  size(most) {
    return Math.min(most, Math.floor((most + 1) ** this.unit()));
  }

  /** @template T @param {readonly T[]} list @returns {T[]} */
  shuffle(list) {
    const rest = list.slice();
    return list.map(() => rest.splice(this.below(rest.length), 1)[0]);
  }
}
