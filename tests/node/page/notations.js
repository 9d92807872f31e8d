// A slice in NumPy's notation, for tests of both ways to write one.
import { toRanges } from '../../../web/playground/model/cut.ts';
import { toNotation } from '../../../web/playground/model/slice.ts';

/** @import { Result } from '../../../web/playground/model/cut.ts' */
/** @import { State } from '../../../web/playground/model/state.ts' */

/**
 * The same slice in the notation; another cut stays as it is.
 * @param {Result} result
 * @returns {State}
 */
export function withNotation({ state }) {
  if (state.op !== 'Slice') return state;
  const { ranges, dims } = toRanges(state);
  return { ...state, notation: toNotation(ranges, dims) };
}
