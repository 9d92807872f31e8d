// Decides a request: the core plans it, and its response becomes plain data that everything else reads. A decision
// depends only on the request's words, so a call with the same words as the one before gets the same decision.
import { getCore } from '../core/core.ts';
import type { Version } from '../core/operators.ts';
import type { Request } from '../core/request.ts';
import type { Decision } from '../core/wire.ts';

export type { Decision } from '../core/wire.ts';

/** Most words of a request whose decision is remembered: comparing more would take longer than planning. */
const MOST_WORDS = 512;
/** Most outputs and words of a remembered decision: more would keep too much. */
const MOST_OUTPUTS = 64;
const MOST_DECIDED = 4096;

/** Most numbers that it reads: 60 parts have fewer. */
const MOST_NUMBERS = 640;

/** Remembers the last decision, and the words of its request. */
export class LastDecision {
  /** Reused by every decision; only the first entries belong to the last one. */
  readonly #words = new Float64Array(MOST_WORDS);
  #length = -1;
  #decision: Decision | null = null;
  /** What readResponse() returned for the same words; undefined: it was not asked. */
  #read: Int32Array | null | undefined;
  /** Reused by all that it reads. */
  #numbers: Int32Array | undefined;

  decide(request: Request): Decision {
    const { length } = request;
    const isSame = length === this.#length && request.isSame(this.#words, length);
    if (isSame && this.#decision !== null) return this.#decision;
    return this.#keep(request, getCore().instance.plan(request), isSame ? this.#read : undefined);
  }

  #keep(request: Request, decision: Decision, read: Int32Array | null | undefined): Decision {
    const { length } = request;
    if (length > MOST_WORDS || decision.lengths.length > MOST_OUTPUTS) return decision;
    if (decision.words.length > MOST_DECIDED) return decision;
    this.#length = -1; // first: a stack overflow may end the call between any two of these lines
    request.copyWords(this.#words);
    this.#decision = decision;
    this.#read = read;
    this.#length = length;
    return decision;
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
    const { words, length } = request;
    if (length > MOST_WORDS) return null;
    const own = this.#words;
    let same = 0;
    if (length === this.#length) while (same < length && own[same] === words[same]) ++same;
    if (same === length && this.#read !== undefined) return this.#read;
    const { instance } = getCore();
    const count = instance.ask(request);
    this.#length = -1; // as above
    this.#numbers ??= new Int32Array(MOST_NUMBERS);
    if (!read(instance.responseOf(count), request, this.#numbers)) {
      this.#keep(request, instance.decisionOf(request, count), null);
      return null;
    }
    for (let i = same; i < length; ++i) own[i] = words[i];
    this.#decision = null;
    this.#read = this.#numbers;
    this.#length = length;
    return this.#numbers;
  }
}

/** The last decision of each row of the operator table. */
const ONCE: LastDecision[] = [];
/** For calls whose outputs are not all in row-major order, so that their decisions do not replace the others. */
const STRIDED_OUT: LastDecision[] = [];

export function lastDecisionOf({ row }: Version, all = ONCE): LastDecision {
  all[row] ??= new LastDecision();
  return all[row];
}

export const decideOnce = (request: Request): Decision => lastDecisionOf(request.version).decide(request);

export const decideStridedOut = (request: Request): Decision =>
  lastDecisionOf(request.version, STRIDED_OUT).decide(request);
