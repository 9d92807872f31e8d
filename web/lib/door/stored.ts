// A cut of a tensor in a file. It comes through the same door as any call, with one difference: all
// fixed-size types can be cut, also those that the operator's document does not list.
import { getCore } from '../core/core.ts';
import { findVersion } from '../core/operators.ts';
import { ask } from '../core/request.ts';
import { type Decision, decideOnce } from '../plan/decide.ts';
import { readSpec } from './parameters.ts';
import { readTensors } from './tensors.ts';

/**
 * @param op_type
 * @param tensor `{ type, dims, stride? }`
 * @param spec parameters by name, or a slice string
 * @param version `opset` and `domain`
 */
export const decideStored = (
  op_type: string,
  tensor: { readonly type: unknown; readonly dims: unknown; readonly stride?: unknown },
  spec: unknown,
  { opset, domain }: { readonly opset?: unknown; readonly domain?: unknown } = {},
): Decision =>
  ask((request) => {
    request.op = op_type;
    getCore();
    request.begin(findVersion(op_type, domain, opset));
    request.takeAnyType();
    readTensors(request, [tensor]);
    readSpec(request, spec);
    return decideOnce(request);
  });
