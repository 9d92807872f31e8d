// Decides a request: the core plans it, and its response becomes plain data that everything else reads. A decision
// depends only on the request's words, so a call with the words of one of the last few gets the same decision.
import { getCore } from '../core/core.ts';
import type { Version } from '../core/operators.ts';
import type { Request } from '../core/request.ts';
import type { Decision } from '../core/wire.ts';

export type { Decision } from '../core/wire.ts';

/** Most requests that are remembered together: loops take turns with a few tensors. */
const MOST_REQUESTS = 4;
/** Most words of a request whose decision is remembered: comparing more would take longer than planning. */
const MOST_WORDS = 512;
/** Few requests have more. */
const FEW_WORDS = 64;
/** Most outputs and words of a remembered decision: more would keep too much. */
const MOST_OUTPUTS = 64;
const MOST_DECIDED = 4096;
/** Most numbers that are read from a response: 60 parts have fewer. */
const MOST_NUMBERS = 640;

/** A request that is remembered. Its arrays are used again for another one. */
class Remembered {
  words = new Float64Array(FEW_WORDS);
  /** Number of words; -1: nothing is remembered. */
  length = -1;
  decision: Decision | null = null;
  /** What readResponse() returned; undefined: it was not asked. */
  read: Int32Array | null | undefined;
  numbers: Int32Array | null = null;

  keep(request: Request, decision: Decision | null, read: Int32Array | null | undefined): void {
    const { length } = request;
    this.length = -1; // first: a stack overflow may end the call between any two of these lines
    if (length > this.words.length) this.words = new Float64Array(MOST_WORDS);
    request.copyWords(this.words);
    this.decision = decision;
    this.read = read;
    this.length = length;
  }
}

/** Remembers the last decisions, and the words of their requests. */
export class LastDecisions {
  readonly #all: Remembered[] = [];
  /** Where the last one is. */
  #at = 0;

  decide(request: Request): Decision {
    const found = this.#find(request);
    if (found !== null && found.decision !== null) return found.decision;
    return this.#keep(found, request, getCore().instance.plan(request), found?.read);
  }

  /**
   * The numbers that `read` writes from the response, none of which are the caller's data. They are remembered. If it returns false,
   * the result is null, and the decision is remembered.
   * @param request
   * @param read
   */
  readResponse(
    request: Request,
    read: (response: Float64Array, request: Request, numbers: Int32Array) => boolean,
  ): Int32Array | null {
    if (request.length > MOST_WORDS) return null;
    const found = this.#find(request);
    if (found !== null && found.read !== undefined) return found.read;
    const { instance } = getCore();
    const count = instance.ask(request);
    const own = found ?? this.#next();
    own.length = -1; // its numbers are written
    own.numbers ??= new Int32Array(MOST_NUMBERS);
    if (read(instance.responseOf(count), request, own.numbers)) {
      own.keep(request, null, own.numbers);
      return own.numbers;
    }
    this.#keep(own, request, instance.decisionOf(request, count), null);
    return null;
  }

  /** The one with the words of the request. Those that take turns are found in the order of their turns. */
  #find(request: Request): Remembered | null {
    const all = this.#all;
    const { length } = request;
    for (let left = all.length, i = this.#at; left > 0; --left) {
      const each = all[i];
      if (each.length === length && request.isSame(each.words, length)) {
        this.#at = i;
        return each;
      }
      i = i + 1 < all.length ? i + 1 : 0;
    }
    return null;
  }

  /** A new one, or the one that has been there longest. */
  #next(): Remembered {
    const all = this.#all;
    if (all.length < MOST_REQUESTS) this.#at = all.push(new Remembered()) - 1;
    else this.#at = (this.#at + 1) % MOST_REQUESTS;
    return all[this.#at];
  }

  #keep(
    found: Remembered | null,
    request: Request,
    decision: Decision,
    read: Int32Array | null | undefined,
  ): Decision {
    const isSmall =
      request.length <= MOST_WORDS &&
      decision.lengths.length <= MOST_OUTPUTS &&
      decision.words.length <= MOST_DECIDED;
    if (isSmall) (found ?? this.#next()).keep(request, decision, read);
    return decision;
  }
}

/** The last decisions of each row of the operator table. */
const ONCE: LastDecisions[] = [];
/** For calls whose outputs are not all in row-major order, so that their decisions do not replace the others. */
const STRIDED_OUT: LastDecisions[] = [];

export function lastDecisionsOf({ row }: Version, all = ONCE): LastDecisions {
  all[row] ??= new LastDecisions();
  return all[row];
}

export const decideOnce = (request: Request): Decision => lastDecisionsOf(request.version).decide(request);

export const decideStridedOut = (request: Request): Decision =>
  lastDecisionsOf(request.version, STRIDED_OUT).decide(request);
