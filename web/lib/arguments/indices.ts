// The indices of `gather` and `scatterUpdate`, beside their other parameters.
import { Mistake } from '../base/mistake.ts';
import type { Request } from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import { readSpecBeside } from './parameters.ts';

/** Adds all parameters, of which the indices are the first. */
export function readIndices(
  request: Request,
  indices: unknown,
  spec: unknown,
  fallbacks: Readonly<Record<string, unknown>>,
): void {
  try {
    readSpecBeside(request, spec, { beside: { indices }, fallbacks });
  } catch (thrown) {
    const isList = Array.isArray(indices) && typeof indices[0] === 'boolean';
    const isMask = isList && thrown instanceof Mistake && thrown.code === 'not_integer';
    throw isMask ? maskGiven(request, 'mask') : thrown;
  }
  const type = request.words[request.tensorsEnd + 1]; // after the number of dropped axes, which is 0
  if (type >= 0 && DTYPES[type].name === 'bool') throw maskGiven(request, 'mask.data');
}

/** The types that Compress does not have. */
const OTHERS = /^(bfloat16|f[48]|nf4|[iu]\d$)/;

/** Says which call takes a mask. @param list its entries */
function maskGiven({ version, tensors }: Request, list: string): Mistake {
  const { name } = DTYPES[tensors[0].type];
  const call = version.joins
    ? 'call assign(x, { condition: mask, axis }, updates)'
    : OTHERS.test(name)
      ? `compress does not take ${name}, so give the positions: [...${list}.keys()].filter((i) => ${list}[i])`
      : 'call compress(x, mask, { axis })';
  return new Mistake('bad_type', `is a mask of booleans, not indices; ${call}`, 'indices');
}
