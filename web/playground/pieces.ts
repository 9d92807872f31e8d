// Runs long work on the main thread in pieces, such as drawing hundreds of cells. The work is a generator that yields wherever it
// may be interrupted. Between pieces the browser paints and handles events. If the generator yields a promise, it is awaited.

/** The very first drawing gets the most time, and small ones finish at once. Slow processors lay out and paint later pieces in 50 ms. */
const LOAD_MS = 30;
const FIRST_MS = 12;
const NEXT_MS = 5;

export type Work = Generator<unknown, void, unknown>;

/** After the current task and pending events; before the next frame, if the browser supports that. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    if ('scheduler' in globalThis) scheduler.postTask(resolve, { priority: 'user-blocking' });
    else setTimeout(resolve);
  });

/** After the next frame has been laid out and painted. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export class Pieces {
  #waiting: Work[] = [];
  #turn = 0;
  #element;
  #whenDone = () => {};
  /** Resolves when nothing is left to do. */ done: Promise<void> = Promise.resolve();

  /** @param element that is marked as busy meanwhile, for assistive technology */
  constructor(element: HTMLElement) {
    this.#element = element;
  }

  get #isBusy() {
    return this.#element.ariaBusy === 'true';
  }

  /** Drops all other work and does this. */
  begin(work: Work) {
    this.#waiting = [];
    this.add(work);
  }

  /** Does this after all other work. */
  add(work: Work) {
    this.#waiting.push(work);
    if (this.#waiting.length > 1) return;
    if (!this.#isBusy) {
      this.#element.ariaBusy = 'true';
      this.done = new Promise((resolve) => {
        this.#whenDone = resolve;
      });
    }
    this.#pause(nextTask(), ++this.#turn, this.#turn === 1 ? LOAD_MS : FIRST_MS);
  }

  /**
   * @param most milliseconds
   * @param answer to what was yielded last
   */
  #go(turn: number, most: number, answer: unknown) {
    const end = performance.now() + most;
    while (this.#waiting.length > 0) {
      const { done, value } = this.#waiting[0].next(answer);
      answer = undefined;
      if (done) this.#waiting.shift();
      else if (value instanceof Promise) return this.#pause(value, turn);
      else if (performance.now() > end) return this.#pause(nextFrame(), turn);
    }
    this.#element.ariaBusy = 'false';
    this.#whenDone();
  }

  #pause(pause: Promise<unknown>, turn: number, most: number = NEXT_MS) {
    const goOn = (answer: unknown) => turn === this.#turn && this.#go(turn, most, answer);
    pause.then(goOn, (error) => {
      if (turn === this.#turn) this.#waiting.shift();
      goOn(undefined);
      throw error;
    });
  }
}
