// Work on the page itself that may take long, such as drawing hundreds of cells: a generator that yields wherever it may be
// interrupted. It goes on until a frame is due, so that the page is drawn and hears keys and pointers in between; what it yields,
// if it is a promise, is waited for.

/** A slow processor lays out and paints in the rest of 50 ms what was made in these. */
const PIECE_MS = 10;

/** @typedef {Generator<unknown, void, any>} Work */

/** After the next frame has been laid out and painted. @returns {Promise<void>} */
export const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export class Pieces {
  /** @type {Work[]} */ #waiting = [];
  #turn = 0;
  #onBusy;

  /** @param {(isBusy: boolean) => void} onBusy */
  constructor(onBusy) {
    this.#onBusy = onBusy;
  }

  /** Forgets what is being done; the first piece of this is done when the call returns. @param {Work} work */
  begin(work) {
    this.#waiting = [];
    this.add(work);
  }

  /** Does this when all else is done. @param {Work} work */
  add(work) {
    this.#waiting.push(work);
    if (this.#waiting.length > 1) return;
    this.#onBusy(true);
    this.#go(++this.#turn);
  }

  /**
   * @param {number} turn
   * @param {unknown} [answer] to what was yielded last
   */
  #go(turn, answer) {
    const end = performance.now() + PIECE_MS;
    while (turn === this.#turn && this.#waiting.length > 0) {
      const { done, value } = this.#waiting[0].next(answer);
      answer = undefined;
      if (done) this.#waiting.shift();
      else if (value instanceof Promise) return this.#pause(value, turn);
      else if (performance.now() > end) return this.#pause(nextFrame(), turn);
    }
    if (turn === this.#turn) this.#onBusy(false);
  }

  /**
   * @param {Promise<unknown>} pause
   * @param {number} turn
   */
  #pause(pause, turn) {
    const goOn = (/** @type {unknown} */ answer) => turn === this.#turn && this.#go(turn, answer);
    pause.then(goOn, (error) => {
      this.#waiting.shift();
      goOn(undefined);
      throw error;
    });
  }
}
