// Asks the library which elements a cut takes or a join writes: each element of the inputs holds its own number, counted over all
// of them.
import { evaluate, slice, sliceScatter } from '../../../web/lib/index.ts';
import { toNode } from '../../../web/playground/model/cut.ts';

/** @import { Result } from '../../../web/playground/model/cut.ts' */

/** @param {Pick<Result, 'joins' | 'dims' | 'parts' | 'hasBase'>} result */
export const dimsOfInputs = ({ joins, dims, parts, hasBase }) =>
  joins ? [...(hasBase ? [dims] : []), ...parts] : [dims];

/**
 * @param {Pick<Result, 'row' | 'joins' | 'dims' | 'parts' | 'hasBase'>} result
 * @returns {any[]} tensors
 */
export function numberedInputs(result) {
  const isInteger = result.row.types.includes('int32'); // floats hold the places of small tensors exactly, too
  let start = 0;
  return dimsOfInputs(result).map((dims) => {
    const size = dims.reduce((n, each) => n * each, 1);
    const data = new (isInteger ? Int32Array : Float32Array)(size).map((_, place) => start + place);
    start += size;
    return { type: isInteger ? 'int32' : 'float32', dims, data };
  });
}

/**
 * @param {Pick<Result, 'state' | 'row' | 'joins' | 'dims' | 'parts' | 'hasBase'>} result
 * @returns {{ dims: number[], places: number[] }[]} per output
 */
export function takenBy(result) {
  const { state, row } = result;
  const tensors = numberedInputs(result);
  const { inputs, options } = toNode(state);
  const given = row.inputs[0].sequence ? [tensors] : tensors;
  const outputs =
    state.notation === null
      ? evaluate(row.op_type, [...given, ...inputs], options)
      : row.op_type === 'Slice'
        ? [slice(tensors[0], state.notation, { opset: row.op === 'Slice' ? row.since_version : 13 })]
        : [sliceScatter(tensors[0], tensors[1], state.notation)];
  return outputs.map((output) => ({ dims: [...output.dims], places: Array.from(output.data, Number) }));
}
