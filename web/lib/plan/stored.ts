// All that `microtome/source` needs of the rooms below it: where a cut of a tensor in a file is, and what
// reads and checks the same arguments for calls in memory.
import { getCore } from '../core/core.ts';
import { findVersion } from '../core/operators.ts';
import { ANY_TYPE, withRequest } from '../core/request.ts';
import type { OutputView } from '../core/wire.ts';
import { readSpec } from '../door/parameters.ts';
import { readTensors } from '../door/tensors.ts';

export { type Out, readOuts } from '../bind/outs.ts';
export { checkApart, overlapsInput, rangeOf } from '../bind/overlap.ts';
export { getCore } from '../core/core.ts';
export { DTYPES, holderOf, MAX_OUTPUTS, typeNamed, unitOf } from '../core/tables.ts';
export { parseIndexString } from '../door/index_string.ts';
export { isNumber } from '../door/numbers.ts';
export { toType } from '../door/tensors.ts';
export { assignOnce } from './calls.ts';

/** A tensor that a file has. */
export interface Described {
  readonly type: unknown;
  readonly dims: unknown;
  readonly stride?: unknown;
}

/** Which version of an operator. */
export interface Choice {
  readonly opset?: unknown;
  readonly domain?: unknown;
}

/**
 * Where the outputs of a cut are in the tensor, in elements. It goes through the same door as any call, with one
 * difference: all fixed-size types can be cut, also those that the operator's document does not list.
 * @param op_type
 * @param tensor
 * @param spec parameters by name, or a slice string
 * @param choice
 */
export const decideViews = (
  op_type: string,
  tensor: Described,
  spec: unknown,
  { opset, domain }: Choice = {},
): OutputView[] =>
  withRequest((request) => {
    request.op = op_type;
    const { instance } = getCore();
    request.begin(findVersion(op_type, domain, opset));
    request.addFlag(ANY_TYPE);
    readTensors(request, [tensor]);
    readSpec(request, spec);
    return instance.planViews(request);
  });
