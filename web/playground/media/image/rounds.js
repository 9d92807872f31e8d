// Jobs that take a while, done in turn while what is wanted goes on changing: each takes what is wanted when its turn comes, and
// the rounds end when all have done what is wanted last.

/** @typedef {(name: string) => Promise<() => void>} Do begins with what is wanted now; what it gives shows the result */

export class Rounds {
  #names;
  #do;
  #wanted = 0;
  /** @type {Map<string, number>} what each has done last */ #done = new Map();
  /** @type {Promise<void> | null} */ #going = null;

  /**
   * @param {readonly string[]} names of the jobs
   * @param {Do} work
   */
  constructor(names, work) {
    this.#names = names;
    this.#do = work;
  }

  /** What is wanted by now is not to be done here, and what is being done not to be shown. */
  skip() {
    this.#wanted += 1;
    for (const name of this.#names) this.#done.set(name, this.#wanted);
  }

  /**
   * Something else is wanted.
   * @returns {Promise<void>} when all is done
   * @throws what a job has thrown; the next call begins anew
   */
  go() {
    this.#wanted += 1;
    this.#going ??= this.#run().finally(() => {
      this.#going = null;
    });
    return this.#going;
  }

  async #run() {
    for (let name = this.#next(''); name !== undefined; name = this.#next(name)) {
      const own = this.#wanted;
      const show = await this.#do(name);
      if (own <= (this.#done.get(name) ?? 0)) continue; // nobody wants it any more
      this.#done.set(name, own);
      show();
    }
  }

  /** The next one that has something to do. @param {string} last */
  #next(last) {
    const after = this.#names.indexOf(last) + 1;
    const inTurn = [...this.#names.slice(after), ...this.#names.slice(0, after)];
    return inTurn.find((name) => this.#done.get(name) !== this.#wanted);
  }
}
