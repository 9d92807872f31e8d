// How moves that only some functions need are carried out. Those functions bring it (call/functions.ts), so that a page
// without them does not load it.
import type { Views } from '../base/views.ts';
import type { Records } from '../core/record.ts';
import type { Converted } from '../core/request.ts';
import type { Way } from '../core/tables.ts';
import type { Decision } from '../core/wire.ts';

export interface Movers {
  /** Prepares a move that reads listed positions: `prepareListed`. */
  listed: (
    way: Way,
    words: Records,
    at: number,
    whole: any,
    parts: readonly any[],
    isRepeated: boolean,
  ) => () => void;
  /** Prepares a conversion: `prepareConversion`. */
  conversion: (
    decision: Decision,
    converted: Converted,
    source: any,
    out: any,
    isRepeated: boolean,
    param: string,
  ) => (views: Views) => void;
}

/** Those that are here. */
export const movers = {} as Movers;
