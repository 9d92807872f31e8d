// How moves that only some functions need are carried out. Those functions bring it (call/functions.ts), so that a page
// without them does not load it.
import type { Views } from '../base/views.ts';
import type { Bound } from '../bind/bind.ts';
import type { Records, Sides } from '../core/record.ts';
import type { Converted } from '../core/request.ts';
import type { Way } from '../core/tables.ts';
import type { Decision } from '../core/wire.ts';
import type { Picks } from './picks.ts';

export interface Movers {
  /**
   * Prepares a move along listed positions (listed.ts). It has one stream.
   * @param isRepeated the step runs again and again, so views of the runs are made once
   */
  listed: (
    way: Way,
    words: Records,
    at: number,
    whole: any,
    parts: readonly any[],
    isRepeated: boolean,
  ) => () => void;
  /** Its loops, if these positions are read, and if they are written: `PICKS` and `PUTS`. */
  picks: Readonly<Record<number, Picks>>;
  puts: Readonly<Record<number, Picks>>;
  /** Visits the places of such a move: `eachListed`. */
  eachListed: (words: Records, at: number, sides: Sides, f: (from: number, to: number) => void) => void;
  /** Reads strings for a join into its first input (replacing.ts). */
  replacing: (bound: Bound, param: string) => { strings: string[]; places: number[] };
  /**
   * Prepares a conversion that may be carried out many times (convert.ts).
   * @param keepsOut `out` stays as it is if an integer does not fit
   * @param param the name of the input
   */
  conversion: (
    decision: Decision,
    converted: Converted,
    source: any,
    out: any,
    keepsOut: boolean,
    param: string,
  ) => (views: Views) => void;
}

/** Those that are here. */
export const movers = {} as Movers;
