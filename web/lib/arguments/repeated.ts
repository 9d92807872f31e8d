// The text that was read last, and the words that it became: loops repeat one, and parsing it takes a third of a small
// call or more. Its characters are compared, because to keep the caller's string could keep a much longer one alive.
import type { Request } from '../core/request.ts';

/** Remembers one slice string or one pattern, in less than 3 KB. */
export class Repeated {
  readonly #codes = new Uint16Array(64);
  readonly #words = new Float64Array(256);
  #length = 0;
  /** Where the parameters are in the words; -1: nothing is remembered. */
  #begin = -1;
  #end = 0;

  /** Adds the parameters if the text, and the words of the request before them, are those that were remembered. */
  repeat(request: Request, text: string): boolean {
    const begin = this.#begin;
    const codes = this.#codes;
    const { length } = text;
    if (request.length !== begin || length !== this.#length || !request.isSame(this.#words, begin))
      return false;
    for (let i = 0; i < length; ++i) if (text.charCodeAt(i) !== codes[i]) return false;
    request.pushWords(this.#words, begin, this.#end);
    return true;
  }

  /** Remembers a text and its parameters, which begin at `at`. Of a longer text, the characters that are not kept never match. */
  remember(request: Request, text: string, at: number): void {
    this.#begin = -1; // the engine may end the call between any two of these lines
    this.#length = text.length;
    this.#end = request.length;
    if (this.#end > this.#words.length) return;
    for (let i = 0; i < text.length; ++i) this.#codes[i] = text.charCodeAt(i);
    request.copyWords(this.#words);
    this.#begin = at;
  }
}
