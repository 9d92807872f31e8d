// Runs slow jobs in turn while the request keeps changing. Each job starts with the request of that moment, and the rounds end when
// every job has done the latest request.

/** @typedef {(name: string) => Promise<() => void>} Do starts on the current request; the function it returns shows the result */

export class Rounds {
  #names;
  #do;
  #wanted = 0;
  /** @type {Map<string, number>} the last request that each has done */ #done = new Map();
  /** @type {Promise<void> | null} */ #going = null;

  /**
   * @param {readonly string[]} names of the jobs
   * @param {Do} work
   */
  constructor(names, work) {
    this.#names = names;
    this.#do = work;
  }

  /** Leaves the current request to others, and does not show what is being done. */
  skip() {
    this.#wanted += 1;
    for (const name of this.#names) this.#done.set(name, this.#wanted);
  }

  /**
   * Starts on a new request.
   * @returns {Promise<void>} when all is done
   * @throws what a job has thrown; the next call starts again
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
      if (own <= (this.#done.get(name) ?? 0)) continue; // out of date
      this.#done.set(name, own);
      show();
    }
  }

  /** The next job that has something to do. @param {string} last */
  #next(last) {
    const after = this.#names.indexOf(last) + 1;
    const inTurn = [...this.#names.slice(after), ...this.#names.slice(0, after)];
    return inTurn.find((name) => this.#done.get(name) !== this.#wanted);
  }
}
