// The NumPy code of a result, executed; execute.py compares what comes out with what the library takes.

import { toCut } from '../../../web/playground/code/cut.ts';
import { toNumPy } from '../../../web/playground/code/numpy.ts';
import { sizeOf } from '../../../web/playground/model/integers.ts';
import { KINDS, valueAt } from '../../../web/playground/model/values.ts';
import { takenBy } from '../../node/page/taken.js';

/** @import { Result } from '../../../web/playground/model/cut.ts' */

/** Kinds of which an element is written as the value that it has. */
const PLAIN = ['float', 'integer', 'bool', 'string'];

/**
 * @param {Result} result
 * @param {{ ask: (request: object) => Promise<any> }} python
 * @returns {Promise<{ wrong?: string }>}
 */
export function askNumpy(result, python) {
  const { state, row, dims } = result;
  const values = state.data ?? Array.from({ length: sizeOf(dims) }, (_, place) => valueAt(state.type, place));
  return python.ask({
    code: toNumPy(toCut(result)),
    input: row.inputs[0].name,
    dims,
    kind: PLAIN.includes(KINDS[state.type].is) ? KINDS[state.type].is : '',
    values,
    outputs: takenBy(result),
  });
}
