// Views of parts of an array, from which `set` copies. Making one takes as long as copying half a kilobyte, so a plan
// that runs again on the same arrays keeps its views.

/** Views that one plan keeps: a few megabytes of memory. */
export const MOST_VIEWS = 32768;

export class Views {
  #kept: any[] = [];
  #next = 0;
  readonly #most: number;
  #staging: unknown;

  /** @param most views that are kept */
  constructor(most = MOST_VIEWS) {
    this.#most = most;
  }

  /**
   * Begins a run, which will take the same views in the same order as the run before.
   * @param staging memory of the staging area; if it has moved, the old views are dropped
   */
  rewind(staging: unknown): void {
    if (staging !== this.#staging) this.#kept = [];
    this.#staging = staging;
    this.#next = 0;
  }

  /** The next view. `begin` is in bytes. */
  take(Class: any, buffer: ArrayBufferLike, begin: number, length: number): any {
    const i = this.#next;
    if (i < this.#kept.length) {
      this.#next = i + 1;
      return this.#kept[i];
    }
    const view = new Class(buffer, begin, length);
    if (i < this.#most) {
      this.#kept.push(view);
      this.#next = i + 1;
    }
    return view;
  }
}

/** Keeps no views: for a run that may be the only one. */
export const NEW_VIEWS = new Views(0);
