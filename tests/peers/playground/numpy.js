// The NumPy code of a result, executed; execute.py compares what comes out with what the library takes.

import { toCut } from '../../../web/playground/code/cut.ts';
import { toNumPy } from '../../../web/playground/code/python.ts';
import { cellsOf } from '../../../web/playground/model/twins.ts';
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
  const { state } = result;
  const cut = toCut(result);
  return python.ask({
    code: toNumPy(cut),
    inputs: Object.fromEntries(cut.tensors.map(({ name, dims }) => [name, dims])),
    kind: PLAIN.includes(KINDS[state.type].is) ? KINDS[state.type].is : '',
    values: state.data ?? Array.from({ length: cellsOf(result) }, (_, place) => valueAt(state.type, place)),
    outputs: takenBy(result),
  });
}
