// Decides a request: the core plans it, and its response becomes plain data that everything else reads. A decision
// depends only on the request's words, so a call with the same words as the one before gets the same decision.
import { getCore } from '../core/core.ts';
import type { Request } from '../core/request.ts';
import type { Decision } from '../core/wire.ts';

export type { Decision } from '../core/wire.ts';

/** Most words of a request whose decision is remembered: comparing more would take longer than planning. */
const MOST_WORDS = 512;
/** Most outputs and words of a remembered decision: more would keep too much. */
const MOST_OUTPUTS = 64;
const MOST_DECIDED = 4096;

/** Remembers the last decision, and the words of its request. */
export class Memory {
  /** Reused by every decision; only the first entries belong to the last one. */
  readonly #words = new Float64Array(MOST_WORDS);
  #length = -1;
  #decision = null as unknown as Decision;

  decide(request: Request): Decision {
    const { length } = request;
    if (length === this.#length && request.isSame(this.#words, length)) return this.#decision;
    const decision = getCore().instance.plan(request);
    if (length > MOST_WORDS || decision.lengths.length > MOST_OUTPUTS) return decision;
    if (decision.words.length > MOST_DECIDED) return decision;
    this.#length = -1; // the engine may end the call between any two of these lines
    request.copyWords(this.#words);
    this.#decision = decision;
    this.#length = length;
    return decision;
  }
}

/** Makes a function that decides requests, with a memory for each row of the operator table. */
function remembering(): (request: Request) => Decision {
  const memories: Memory[] = [];
  return (request) => {
    const { row } = request.version;
    memories[row] ??= new Memory();
    return memories[row].decide(request);
  };
}

export const decideOnce = remembering();
/** For calls whose outputs are not all in row-major order, so that their decisions do not replace the others. */
export const decideSpread = remembering();
