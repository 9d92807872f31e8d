// Carries out a call once: decides it, binds it to `out` if that is given, and moves. Strided views move nothing.
import { Mistake } from '../base/mistake.ts';
import {
  bindTo,
  checkLengths,
  type DecideStridedOut,
  readOutsOf,
  tensorsIn,
  tensorsOf,
} from '../bind/bind.ts';
import { getCore } from '../core/core.ts';
import { tensorName } from '../core/operators.ts';
import type { Request } from '../core/request.ts';
import { move, moveIntoNew } from '../move/move.ts';
import type { Result } from '../types.ts';
import { type Decision, decideOnce, decideStridedOut } from './decide.ts';
import { keepSteps, runKept } from './kept.ts';

/** Carries out a request. */
export const runOnce = (request: Request, out: unknown, view: unknown): Result<any, any>[] =>
  run(decideOnce(request), request, out, view, decideStridedOnce);

export const decideStridedOnce: DecideStridedOut = (request, outs) => {
  request.pushOuts(outs);
  return decideStridedOut(request);
};

/** Carries out a decision on the inputs of a request, into `out` or into new arrays. */
export function run(
  decision: Decision,
  request: Request,
  out: unknown,
  view: unknown,
  decideStrided: DecideStridedOut,
): Result<any, any>[] {
  const { version, tensors } = request;
  const param = tensorName(version, 0);
  if (view === 'strided' && !version.joins) return viewStrided(decision, request, out);
  if (out === undefined) {
    checkLengths(version, tensors, []);
    return tensorsIn(decision, request, moveIntoNew(decision, request, Boolean(view), param));
  }
  const outs = readOutsOf(decision, request, out);
  const kept = runKept(decision, request, outs);
  if (kept !== null) return kept;
  const bound = bindTo(decision, request, outs, decideStrided);
  if (!keepSteps(decision, request, bound, param)) move(bound, param);
  return tensorsOf(bound.decision, request, bound.outs);
}

/** Tensors over the data of the input: nothing moves. */
function viewStrided(decision: Decision, request: Request, out: unknown): Result<any, any>[] {
  const { tensors, spelling, classForTo } = request;
  if (out !== undefined || classForTo !== null)
    throw new Mistake(
      'conflict',
      `view: 'strided' moves nothing, so it cannot take ${out ? 'out' : 'to'}`,
      'options',
    );
  const [{ data }] = tensors;
  decision.views ??= getCore().instance.planViews(request);
  const type: any = spelling;
  return decision.views.map(({ dims, stride, offset }) => ({
    type,
    dims: dims.slice(),
    stride: stride.slice(),
    offset,
    data,
  }));
}
