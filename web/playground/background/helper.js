// A worker, seen from the page: questions with answers, progress between them, and an end at any time. The worker itself is a
// table of functions: serve.js.

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** The work was ended by stop(): nobody wants the answer any more. */
export class Stopped extends Error {}

/** @typedef {(part: number, text: string) => void} Tell is told the part that is done, 0 to 1, and what is being done */

/**
 * @typedef {object} Asking
 * @property {Transferable[]} [transfer] what the worker may keep
 * @property {Tell} [onProgress]
 */

export class Helper {
  /** @type {() => Worker} */ #make;
  /** @type {Worker | null} */ #worker = null;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, asking: Asking }>} */ #open =
    new Map();
  #asked = 0;
  /** @type {Promise<any> | null} what the worker was told to hold */ #held = null;

  /** @param {() => Worker} make `new Worker(new URL(...), { type: 'module' })`, spelled out so that Vite finds it */
  constructor(make) {
    this.#make = make;
  }

  /**
   * What the worker must know before it is asked: told once, and again to the next worker, which knows nothing.
   * @template T
   * @param {() => Promise<T>} tell
   * @returns {Promise<T>}
   */
  hold(tell) {
    if (this.#held !== null) return this.#held;
    const held = tell();
    this.#held = held;
    held.catch(() => {
      if (this.#held === held) this.#held = null;
    });
    return held;
  }

  /**
   * @param {string} what a name in the worker's table
   * @param {unknown} [message]
   * @param {Asking} [asking]
   * @returns {Promise<any>}
   */
  ask(what, message, asking = {}) {
    const worker = this.#start();
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject, asking });
      worker.postMessage({ id, what, message }, asking.transfer ?? []);
    });
  }

  /** What the worker holds is out of date. */
  forget() {
    this.#held = null;
  }

  /** Ends all work. Nothing else stops a busy worker, so it is ended; an idle one stays for the next question. */
  stop() {
    if (this.#open.size > 0) this.end();
    this.forget();
  }

  /** Ends the worker, also an idle one: the next one loads its modules again. */
  end() {
    this.#end(new Stopped('stopped'));
  }

  #start() {
    if (this.#worker !== null) return this.#worker;
    const worker = this.#make();
    worker.addEventListener('message', ({ data }) => this.#hear(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#end(new Error(event.message || 'The worker could not be loaded.'));
    });
    this.#worker = worker;
    return worker;
  }

  /** @param {{ id: number, result?: unknown, error?: { message: string, param?: string }, progress?: [number, string] }} answer */
  #hear({ id, result, error, progress }) {
    const open = this.#open.get(id);
    if (open === undefined) return;
    if (progress) {
      open.asking.onProgress?.(...progress);
      return;
    }
    this.#open.delete(id);
    if (error === undefined) open.resolve(result);
    else open.reject(Object.assign(new Error(error.message), { param: error.param }));
  }

  /** @param {Error} error */
  #end(error) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#held = null;
    const waiting = [...this.#open.values()];
    this.#open.clear();
    for (const { reject } of waiting) reject(error);
  }
}
