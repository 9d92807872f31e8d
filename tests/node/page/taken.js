// What a cut takes, by the library itself: it cuts a tensor in which each element holds its own place.
import { evaluate, slice } from '../../../web/lib/index.js';
import { toNode } from '../../../web/playground/model/cut.js';

/** @import { Result } from '../../../web/playground/model/cut.js' */

/**
 * @param {Pick<Result, 'state' | 'row' | 'dims'>} result
 * @returns {{ dims: number[], places: number[] }[]} per output
 */
export function takenBy({ state, row, dims }) {
  const isInteger = row.types.includes('int32'); // floats hold the places of small tensors exactly, too
  const size = dims.reduce((n, each) => n * each, 1);
  const data = new (isInteger ? Int32Array : Float32Array)(size).map((_, place) => place);
  /** @type {any} */
  const places = { type: isInteger ? 'int32' : 'float32', dims, data };
  const { inputs, options } = toNode(state);
  const outputs =
    state.notation === null
      ? evaluate(row.op_type, [places, ...inputs], options)
      : [slice(places, state.notation, { opset: row.since_version })];
  return outputs.map((output) => ({ dims: [...output.dims], places: Array.from(output.data, Number) }));
}
