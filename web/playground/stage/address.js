// The address of what is shown. Browsers refuse what is written too often, Firefox and WebKit with an exception, Chromium without
// a word; what was refused is written a little later.

const LATER_MS = 1000;

export class Address {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #isNew = false;

  constructor() {
    addEventListener('hashchange', () => this.#forget()); // somebody has gone elsewhere
  }

  /**
   * @param {string} hash with its '#'
   * @param {boolean} isNew an entry of its own in the history
   */
  write(hash, isNew) {
    const before = location.hash;
    const asNew = isNew || this.#isNew; // what was refused may have been one
    this.#forget();
    if (hash === before) return;
    try {
      if (asNew) history.pushState(null, '', hash);
      else history.replaceState(null, '', hash);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
    if (location.hash !== before) return;
    this.#isNew = asNew;
    this.#timer = setTimeout(() => this.write(hash, asNew), LATER_MS);
  }

  #forget() {
    clearTimeout(this.#timer);
    this.#isNew = false;
  }
}
