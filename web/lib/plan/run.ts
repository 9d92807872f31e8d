// Carries out a call once: decides it, binds it to `out` if there is one, and moves. Views with strides move
// nothing, and `assign` writes into its first tensor.

import { memoryOf } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import { NEW_VIEWS } from '../base/views.ts';
import {
  type Bound,
  bind,
  bindTo,
  checkLengths,
  type DecideSpread,
  tensorsIn,
  tensorsOf,
} from '../bind/bind.ts';
import { checkClass, placeOut } from '../bind/outs.ts';
import { getCore } from '../core/core.ts';
import { tensorName } from '../core/operators.ts';
import { dimsAt, layoutAt, Request } from '../core/request.ts';
import { convertIntoNew } from '../move/convert.ts';
import { move, moveIntoNew } from '../move/move.ts';
import { areApart } from '../shape.ts';
import type { Result } from '../types.ts';
import { copyDense } from './copy.ts';
import { type Decision, decideOnce, decideSpread } from './decide.ts';

/** Carries out a request. */
export const runOnce = (request: Request, out: unknown, view: unknown): Result<any, any>[] =>
  run(decideOnce(request), request, out, view, spreadOnce);

const spreadOnce: DecideSpread = (request, outs) => {
  request.pushOuts(outs);
  return decideSpread(request);
};

/** Carries out a decision on the inputs of a request, into `out` or into new arrays. */
export function run(
  decision: Decision,
  request: Request,
  out: unknown,
  view: unknown,
  spread: DecideSpread,
): Result<any, any>[] {
  const { version, given } = request;
  const param = tensorName(version, 0);
  if (view === 'strided' && !version.joins) return placeStrided(request, out);
  if (out === undefined) {
    checkLengths(given[0].holder, given, [], param);
    const { converted } = request;
    const arrays =
      converted === null
        ? moveIntoNew(decision, request, Boolean(view), param)
        : [convertIntoNew(decision, converted, given[0].data, param)];
    return tensorsIn(decision, request, arrays);
  }
  const bound = bind(decision, request, out, spread);
  carryOutBound(bound, param);
  return tensorsOf(bound.decision, request, bound.outs);
}

/** Tensors over the data of the input: nothing moves. */
function placeStrided(request: Request, out: unknown): Result<any, any>[] {
  const { given, spelling, toHolder } = request;
  if (out !== undefined || toHolder !== null)
    throw new Mistake(
      'conflict',
      `view: 'strided' moves nothing, so it cannot take ${out ? 'out' : 'to'}`,
      'options',
    );
  const [{ data }] = given;
  const placed = getCore().instance.place(request);
  return placed.map((each) => ({ type: spelling as any, ...each, data }));
}

function carryOutBound(bound: Bound, param: string): void {
  checkLengths(bound.holder, bound.given, bound.outs, param);
  move(bound, NEW_VIEWS, param);
}

/** Carries out an Assign, whose first tensor is also its output. */
export function runAssign(request: Request): void {
  const { words, given } = request;
  const { type, data, at, holder, length } = given[0];
  checkClass(data, 0, [holder]);
  const dense = decideOnce(request);
  const said = layoutAt(words, at);
  const dims = dimsAt(words, at);
  if (said !== null && !areApart(dims, said.stride))
    throw new Mistake('bad_out', `with strides [${said.stride}] its elements overlap`, 'target');
  const { lengths } = dense;
  const out =
    said === null
      ? { given: data, array: data, length, said, layout: null }
      : placeOut(data, holder, length, said, 0, { dims: [dims], lengths, type, spelling: '', classes: [] });
  const apart = memoryOf(data) === memoryOf(given[1].data) ? withCopy(request) : request;
  const decision = apart === request ? dense : decideOnce(apart);
  carryOutBound(bindTo(decision, apart, [out], spreadOnce), 'updates');
}

/** The same request with updates that are a copy in memory of its own. */
function withCopy(request: Request): Request {
  const { words, given, tensorsEnd, version } = request;
  const [target, updates] = given;
  const data = copyDense(words, updates, tensorsEnd, 'updates');
  const apart = new Request();
  apart.begin(version);
  apart.beginTensors(2);
  apart.pushWords(words, target.at, updates.at);
  apart.given[0] = target;
  const dims = dimsAt(words, updates.at);
  const at = apart.length;
  for (const word of [updates.type, data.length, dims.length, ...dims, 0]) apart.push(word);
  apart.given[1] = { ...updates, data, length: data.length, at };
  apart.endTensors();
  apart.pushWords(words, tensorsEnd, request.length);
  return apart;
}
