// Writes the address of what is shown. What is typed or dragged replaces the entry of the history; a pause, or the end of a drag, makes
// the next change a new one. Browsers refuse to change it too often: Firefox and WebKit with an exception, Chromium silently. A
// refused address is written a little later.

const PAUSE_MS = 1000;

export class Address {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gesture = '';
  #last = 0;

  /** @param hash with its '#' @param gesture '' for a change that is complete */
  write(
    hash: string,
    gesture: string,
    isNew = gesture === '' || gesture !== this.#gesture || Date.now() - this.#last > PAUSE_MS,
  ) {
    clearTimeout(this.#timer);
    this.#gesture = gesture;
    this.#last = Date.now();
    const before = location.hash;
    if (hash === before) return;
    try {
      if (isNew) history.pushState(history.state, '', hash);
      else history.replaceState(history.state, '', hash);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
    if (location.hash === before) this.#timer = setTimeout(() => this.write(hash, gesture, isNew), PAUSE_MS);
  }

  /** A link, or back and forward. */
  forget() {
    clearTimeout(this.#timer);
    this.#gesture = '';
  }
}
