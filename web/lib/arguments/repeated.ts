// The texts that were read last, and the words that they became: loops repeat one, or take turns with a few, and parsing takes a third
// of a small call or more. Characters are compared, because to keep the caller's string could keep a much longer one alive.
import type { Request } from '../core/request.ts';

/** Most texts that are remembered together, and words of each. */
const MOST_TEXTS = 4;
const MOST_WORDS = 256;

/** A text in less than 3 KB. */
class Remembered {
  readonly codes = new Uint16Array(64);
  readonly words = new Float64Array(MOST_WORDS);
  length = 0;
  /** Where the parameters are in the words; -1: nothing is remembered. */
  begin = -1;
  end = 0;

  is(request: Request, text: string): boolean {
    const { begin, codes, length } = this;
    if (request.length !== begin || length !== text.length) return false;
    for (let i = 0; i < length; ++i) if (text.charCodeAt(i) !== codes[i]) return false;
    return request.isSame(this.words, begin);
  }

  keep(request: Request, text: string, at: number): void {
    this.begin = -1; // the engine may end the call between any two of these lines
    this.length = text.length;
    this.end = request.length;
    for (let i = 0; i < text.length; ++i) this.codes[i] = text.charCodeAt(i);
    request.copyWords(this.words);
    this.begin = at;
  }
}

/** Remembers slice strings or patterns. */
export class Repeated {
  readonly #all: Remembered[] = [];
  /** Where the last one is. */
  #at = 0;

  /** Adds the parameters if the text, and the words of the request before them, are some that were remembered. */
  repeat(request: Request, text: string): boolean {
    const all = this.#all;
    for (let left = all.length, i = this.#at; left > 0; --left) {
      const each = all[i];
      if (each.is(request, text)) {
        this.#at = i;
        request.pushWords(each.words, each.begin, each.end);
        return true;
      }
      i = i + 1 < all.length ? i + 1 : 0;
    }
    return false;
  }

  /** Remembers a text and its parameters, which begin at `at`. Of a longer text, the characters that are not kept never match. */
  remember(request: Request, text: string, at: number): void {
    if (request.length > MOST_WORDS) return;
    const all = this.#all;
    if (all.length < MOST_TEXTS) this.#at = all.push(new Remembered()) - 1;
    else this.#at = (this.#at + 1) % MOST_TEXTS;
    all[this.#at].keep(request, text, at);
  }
}
