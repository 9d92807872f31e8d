// Decides a request: the core plans it, and what it says becomes plain data that everything else reads. A
// decision depends on nothing but the request's words, so a call with the same words as the one before has
// the same decision.
import { getCore } from '../core/core.ts';
import type { Request } from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import { arrayLength } from '../shape.ts';
import type { Move } from '../types.ts';

export interface Decision {
  /** Sizes of each output. */
  readonly dims: readonly number[][];
  /** Entries of each output's array. */
  readonly lengths: readonly number[];
  /** Of the lengths. */
  readonly total: number;
  readonly moves: readonly Move[];
  /** Ways of each move, for every place that its arrays may be in (core/wire.ts). */
  readonly ways: readonly number[];
  /** Of an element. */
  readonly bits: number;
  /** Axis of the moves along which a conversion differs; -1: none. */
  readonly along: number;
}

/**
 * Words and outputs that are remembered: with more, comparing takes longer than planning, or too much is
 * kept.
 */
const MOST_WORDS = 512;
const MOST_OUTPUTS = 64;

/** The last decision, and the words that it was for. */
export class Memory {
  #words: number[] = [];
  #decision: Decision | null = null;

  decide(request: Request): Decision {
    const { length } = request;
    if (this.#decision !== null && length === this.#words.length && request.isSame(this.#words, length))
      return this.#decision;
    const decision = decide(request);
    if (length > MOST_WORDS || decision.dims.length > MOST_OUTPUTS) return decision;
    this.#words = request.copyWords();
    this.#decision = decision;
    return decision;
  }
}

function decide(request: Request): Decision {
  const row = DTYPES[request.outType];
  const { dims, moves, ways, along } = getCore().instance.plan(request);
  const lengths = new Array<number>(dims.length);
  let total = 0;
  for (let i = 0; i < dims.length; ++i) total += lengths[i] = arrayLength(row, dims[i]);
  return { dims, lengths, total, moves, ways, bits: row.bits, along };
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
