// Runs slow jobs in turn while the request keeps changing. Each job starts with the request of that moment, and the rounds end when
// every job has done the latest request.

/** Starts on the current request; the function it returns shows the result. */
type Do = (name: string) => Promise<() => void>;

export class Rounds {
  #names;
  #do;
  #wanted = 0;
  /** The last request that each has done. */ #done = new Map<string, number>();
  #going: Promise<void> | null = null;

  /** @param names of the jobs */
  constructor(names: readonly string[], work: Do) {
    this.#names = names;
    this.#do = work;
  }

  /** Leaves the current request to others, and does not show what is being done. */
  skip() {
    this.#wanted += 1;
    for (const name of this.#names) this.#done.set(name, this.#wanted);
  }

  /** Starts on a new request, until all is done, or a job throws; the next call starts again. */
  go(): Promise<void> {
    this.#wanted += 1;
    this.#going ??= this.#run().finally(() => {
      this.#going = null;
    });
    return this.#going;
  }

  async #run() {
    for (let i = 0, idle = 0; idle < this.#names.length; i = (i + 1) % this.#names.length, ++idle) {
      const name = this.#names[i];
      const own = this.#wanted;
      if (this.#done.get(name) === own) continue;
      idle = -1;
      const show = await this.#do(name);
      if (own <= (this.#done.get(name) ?? 0)) continue; // out of date
      this.#done.set(name, own);
      show();
    }
  }
}
