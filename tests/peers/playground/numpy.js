// The NumPy code of a result, executed; execute.py compares what comes out with the places that the page shows.
import { KINDS, valueAt } from '../../../web/playground/model/values.js';
import { toCut } from '../../../web/playground/take_home/cut.js';
import { toNumPy } from '../../../web/playground/take_home/numpy.js';

/** @import { Result } from '../../../web/playground/model/cut.js' */

/** Kinds of which an element is written as the value that it has. */
const PLAIN = ['float', 'integer', 'bool', 'string'];

/**
 * @param {Result} result
 * @param {{ ask: (request: object) => Promise<any> }} python
 * @returns {Promise<{ wrong?: string }>}
 */
export function askNumpy(result, python) {
  const { state, row, outputs, cells, dims } = result;
  const size = cells?.twin.length ?? 0;
  const values = state.data ?? Array.from({ length: size }, (_, place) => valueAt(state.type, place));
  return python.ask({
    code: toNumPy(toCut(result)),
    input: row.inputs[0].name,
    dims,
    kind: PLAIN.includes(KINDS[state.type].is) ? KINDS[state.type].is : '',
    values,
    outputs: outputs.map((shape, i) => ({
      dims: shape,
      places: [...(cells?.taken.subarray(cells.bases[i], cells.bases[i + 1]) ?? [])],
    })),
  });
}
