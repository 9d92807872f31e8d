// All that `microtome/source` needs from the other folders: where a cut of a tensor in a file is, and the functions
// that read and check the same arguments for calls in memory.

import { readSlice } from '../arguments/fast.ts';
import { readIndices } from '../arguments/indices.ts';
import { readMasked } from '../arguments/masks.ts';
import { readSpecBeside } from '../arguments/parameters.ts';
import { readTensors } from '../arguments/tensors.ts';
import { Mistake } from '../base/mistake.ts';
import { getCore, needModule } from '../core/core.ts';
import { REST } from '../core/inlined_rest.ts';
import { findVersion } from '../core/operators.ts';
import { ABSENT, ANY_TYPE, type Request, withRequest } from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import { dimsAt } from '../core/tensor_words.ts';
import type { OutputView } from '../core/wire.ts';
import { CUTS, GATHERS, type Nodes, needing } from './functions.ts';
import { runOnce } from './run.ts';

export { parseIndexString } from '../arguments/index_string.ts';
export { isNumber } from '../arguments/numbers.ts';
export { toText } from '../arguments/parameters.ts';
export { checkRank, toType } from '../arguments/tensors.ts';
export { type Out, readOuts } from '../bind/outputs.ts';
export { checkApart, overlapsInput, rangeOf } from '../bind/overlap.ts';
export { getCore } from '../core/core.ts';
export { classNameFor, DTYPES, MAX_OUTPUTS, typeNamed, unitOf } from '../core/tables.ts';
export type { OutputView } from '../core/wire.ts';
export { assignOnce } from './call.ts';

/** A tensor of a file. */
export interface Described {
  readonly type: unknown;
  readonly dims: unknown;
  readonly stride?: unknown;
  readonly offset?: unknown;
}

/** Which version of an operator. */
export interface Choice {
  readonly opset?: unknown;
  readonly domain?: unknown;
}

/**
 * Where the outputs of a cut are in the tensor, in elements. Arguments are read as for any call, with one difference:
 * all fixed-size types can be cut, even those that the operator's document does not list.
 * @param op_type
 * @param tensor
 * @param spec parameters by name, or a slice string
 * @param choice
 */
export const decideViews = (
  op_type: string,
  tensor: Described,
  spec: unknown,
  choice?: Choice,
): OutputView[] =>
  decide(CUTS, op_type, tensor, spec, choice, (request) => getCore().instance.planViews(request));

/** Type and sizes of a tensor in memory. */
export const describeTensor = (tensor: unknown): { type: string; dims: number[] } =>
  withRequest((request) => {
    getCore(CUTS.needs);
    request.begin(findVersion('Slice', undefined, undefined));
    readTensors(request, [tensor]);
    const [{ type, at }] = request.tensors;
    return { type: DTYPES[type].name, dims: dimsAt(request.words, at) };
  });

/** Which indices of an axis a gather takes. */
export interface Gathered {
  /** Of the output. */
  readonly dims: readonly number[];
  readonly axis: number;
  /** From 0 on, in row-major order. */
  readonly indices: Float64Array;
}

/** The same for Gather. `spec`: all parameters except the indices. */
export const decideIndices = (
  tensor: Described,
  indices: unknown,
  spec: unknown,
  choice?: Choice,
): Gathered =>
  decide(GATHER, 'Gather', tensor, spec, choice, indicesIn, (request, named) =>
    readIndices(request, indices, named, {}),
  );

/** The same for Compress. */
export const decideCondition = (
  tensor: Described,
  condition: unknown,
  spec: unknown,
  choice?: Choice,
): Gathered =>
  decide(GATHER, 'Compress', tensor, spec, choice, indicesIn, (request, named) => {
    readSpecBeside(request, named, { beside: { condition } }, readMasked);
    const { words, tensorsEnd: at } = request; // the number of dropped axes, type, rank, count and values, then the axis
    if (words[at + 1] !== ABSENT && words[at + 4 + words[at + 3]] === ABSENT)
      throw new Mistake('missing', 'is required for a tensor of a file', 'axis');
  });

/** Carries out a gather in memory, for any fixed-size type. */
export const gatherInto = (out: unknown, tensor: Described, indices: unknown, axis: number): void =>
  decide(
    GATHER,
    'Gather',
    tensor,
    { axis },
    {},
    (request) => void runOnce(request, out, undefined),
    (request, named) => readIndices(request, indices, named, {}),
  );

const GATHER = /* @__PURE__ */ needing(GATHERS, /* @__PURE__ */ needModule('rest', REST));

function decide<R>(
  { needs }: Nodes,
  op_type: string,
  tensor: Described,
  spec: unknown,
  { opset, domain }: Choice = {},
  answer: (request: Request) => R,
  read: (request: Request, spec: unknown) => void = readSlice,
): R {
  return withRequest((request) => {
    request.op = op_type;
    getCore(needs);
    request.begin(findVersion(op_type, domain, opset));
    request.addFlag(ANY_TYPE);
    readTensors(request, [tensor]);
    read(request, spec);
    return answer(request);
  });
}

/** The parameters of a Gather or Compress that the core has checked: a list, and the axis. They follow the list of dropped axes, which is empty. */
function indicesIn(request: Request): Gathered {
  const [dims] = getCore().instance.plan(request).dims;
  const { words, tensors, tensorsEnd, version } = request;
  const sizes = dimsAt(words, tensors[0].at);
  const rank = version.parameters[0].anyRank ? words[tensorsEnd + 2] : 0; // the sizes come next
  const at = tensorsEnd + 4 + rank; // after the type, the rank, the sizes and the count
  const count = words[at - 1];
  const axis = words[at + count] === ABSENT ? 0 : words[at + count + 3];
  const counted = (index: number, size: number) => (index < 0 ? index + size : index);
  const along = counted(axis, sizes.length);
  const indices = words.slice(at, at + count);
  for (let i = 0; i < count; ++i) indices[i] = counted(indices[i], sizes[along]);
  return { dims, axis: along, indices };
}
