// Decides a request: the core plans it, and what it says becomes plain data that everything else reads. A
// decision depends on nothing but the request's words, so a call with the same words as the one before has
// the same decision.
import { getCore } from '../core/core.ts';
import type { Request } from '../core/request.ts';
import type { Decision } from '../core/wire.ts';

export type { Decision } from '../core/wire.ts';

/**
 * Words and outputs that are remembered: with more, comparing takes longer than planning, or too much is
 * kept.
 */
const MOST_WORDS = 512;
const MOST_OUTPUTS = 64;

/** The last decision, and the words that it was for. */
export class Memory {
  /** The array is kept for the next decision, which may need fewer of its entries. */
  readonly #words = new Float64Array(MOST_WORDS);
  #length = -1;
  #decision = null as unknown as Decision;

  decide(request: Request): Decision {
    const { length } = request;
    if (length === this.#length && request.isSame(this.#words, length)) return this.#decision;
    const decision = getCore().instance.plan(request);
    if (length > MOST_WORDS || decision.lengths.length > MOST_OUTPUTS) return decision;
    request.copyWords(this.#words);
    this.#length = length;
    this.#decision = decision;
    return decision;
  }
}

/** Decides, with a memory for each version: the row of the operator table. */
function remembering(): (request: Request) => Decision {
  const memories: Memory[] = [];
  return (request) => {
    const { row } = request.version;
    memories[row] ??= new Memory();
    return memories[row].decide(request);
  };
}

export const decideOnce = remembering();
/** For calls whose outputs are not all in row-major order, so that they do not push out the others. */
export const decideSpread = remembering();
