// The NumPy code of a result, executed; execute.py compares what comes out with where the library says that it is from.

import { NUMPY } from '../../../web/playground/code/libraries.ts';
import { textOf } from '../../../web/playground/code/program.ts';
import { toPython } from '../../../web/playground/code/python.ts';
import { elementsOf, heldBy, sourcesOf } from '../../../web/playground/model/elements.ts';
import { resultName } from '../../../web/playground/model/rows.ts';
import { kindOf } from '../../../web/playground/model/values.ts';

/** @import { Result } from '../../../web/playground/model/result.ts' */

/** Kinds of which an element is written as the value that it has. */
const PLAIN = ['float', 'integer', 'bool', 'string'];

const WHERE = {
  picture: { name: '', url: '', width: 0, height: 0 },
  file: { name: '', isUrl: false, layout: '' },
};

/** For each output, its dims and where each element is from; -1: from nowhere. @param {Result} result */
export const takenBy = (result) =>
  (sourcesOf(result) ?? []).map((source, i) => ({
    dims: [...result.outputs[i].dims],
    places: Array.from(source, (number) => number - 1),
  }));

/**
 * @param {Result} result
 * @param {{ ask: (request: object) => Promise<any> }} python
 * @returns {Promise<{ lacks?: string, wrong?: string }>}
 */
export function askNumpy(result, python) {
  const { state, tensors, row } = result;
  const code = textOf(toPython(result, NUMPY, WHERE));
  if (code.startsWith('#')) return Promise.resolve({ lacks: code });
  const { is } = kindOf(state.type);
  return python.ask({
    code,
    name: resultName(row),
    inputs: Object.fromEntries(tensors.map(({ name, dims }) => [name, dims])),
    kind: PLAIN.includes(is) ? is : '',
    values: Array.from({ length: elementsOf(tensors) }, (_, k) => heldBy(state, k)),
    outputs: takenBy(result),
  });
}
