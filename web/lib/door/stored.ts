// A cut of a tensor in a file. It comes through the same door as any call, with one difference: all
// fixed-size types can be cut, also those that the operator's document does not list.
import { blame } from '../base/mistake.ts';
import { getCore } from '../core/core.ts';
import { findVersion } from '../core/operators.ts';
import { returnRequest, takeRequest } from '../core/request.ts';
import { decideOnce } from '../plan/decide.ts';
import type { Move } from '../types.ts';
import { readSpec } from './parameters.ts';
import { readTensors } from './tensors.ts';

export interface StoredCut {
  /** Of each output. */
  readonly dims: readonly (readonly number[])[];
  readonly moves: readonly Move<'cut'>[];
}

/**
 * @param op_type
 * @param tensor `{ type, dims, stride? }`
 * @param spec parameters by name, or a slice string
 * @param version `opset` and `domain`
 */
export function decideStored(
  op_type: string,
  tensor: { readonly type: unknown; readonly dims: unknown; readonly stride?: unknown },
  spec: unknown,
  { opset, domain }: { readonly opset?: unknown; readonly domain?: unknown } = {},
): StoredCut {
  const request = takeRequest();
  request.op = op_type;
  try {
    getCore();
    request.begin(findVersion(op_type, domain, opset));
    request.takeAnyType();
    readTensors(request, [tensor]);
    readSpec(request, spec);
    const { dims, moves } = decideOnce(request);
    returnRequest(request);
    return { dims, moves: moves as readonly Move<'cut'>[] };
  } catch (thrown) {
    throw blame(thrown, request.op, request.param, request.tensor);
  }
}
