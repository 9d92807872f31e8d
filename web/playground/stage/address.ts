// Writes the address of what is shown. Browsers refuse to change it too often: Firefox and WebKit with an exception, Chromium
// silently. A refused address is written a little later.

const LATER_MS = 1000;

export class Address {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isNew = false;

  constructor() {
    addEventListener('hashchange', () => this.#forget()); // a link, or back and forward
  }

  /**
   * @param hash with its '#'
   * @param isNew whether it becomes a new entry in the history
   */
  write(hash: string, isNew: boolean) {
    const before = location.hash;
    const asNew = isNew || this.#isNew; // a refused one may have been new
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
