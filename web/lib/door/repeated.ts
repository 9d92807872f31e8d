// The slice string that was read last, and the request that it became. Loops repeat one, and parsing it takes a third of a
// small call. Its characters are compared, because to keep the caller's string could keep a much longer one alive.
import type { Request } from '../core/request.ts';

const codes = new Uint16Array(64);
const words = new Float64Array(256);
let length = 0;
/** Where the parameters are in the words; -1: nothing is remembered. */
let begin = -1;
let end = 0;

/** Adds the parameters if the text, and the words of the request before them, are those of the last call. */
export function repeatString(request: Request, text: string): boolean {
  if (request.length !== begin || text.length !== length || !request.isSame(words, begin)) return false;
  for (let i = 0; i < length; ++i) if (text.charCodeAt(i) !== codes[i]) return false;
  request.pushWords(words, begin, end);
  return true;
}

/** Remembers a text and its parameters, which begin at `at`. Of a longer text, the characters that are not kept never match. */
export function rememberString(request: Request, text: string, at: number): void {
  begin = -1; // the engine may end the call between any two of these lines
  length = text.length;
  end = request.length;
  if (end > words.length) return;
  for (let i = 0; i < length; ++i) codes[i] = text.charCodeAt(i);
  request.copyWords(words);
  begin = at;
}
