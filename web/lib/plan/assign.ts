// `assign`: a join of the target and the updates, written into the target.
import { copyInto } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import { type Bound, bindTo, checkLengths, type DecideSpread } from '../bind/bind.ts';
import { checkClass, describeOverlapping, outAt } from '../bind/outs.ts';
import { share } from '../bind/overlap.ts';
import { Request } from '../core/request.ts';
import { denseWords, dimsAt, layoutAt } from '../core/tensor_words.ts';
import { move } from '../move/move.ts';
import { areApart } from '../shape.ts';
import { copyDense } from './copy.ts';
import { type Decision, decideOnce } from './decide.ts';
import { spreadOnce } from './run.ts';

/** What the updates are called. */
export const UPDATES = 'updates';

/** Carries out an Assign. */
export const runAssign = (request: Request): void =>
  move(bindAssign(request, () => decideOnce(request), spreadOnce).bound, UPDATES);

/** An Assign that is bound, and what has to be done before each move. */
interface Assign {
  readonly bound: Bound;
  /** Reads updates again that share memory with the target: a copy of them is bound. null: they do not. */
  readonly copyUpdates: (() => void) | null;
}

/**
 * Binds an Assign, whose first tensor is also its output.
 * @param request all of its words
 * @param decide it
 * @param decideSpread
 */
export function bindAssign(request: Request, decide: () => Decision, decideSpread: DecideSpread): Assign {
  const { words, given, version, tensorsEnd } = request;
  const [{ type, data, at, holder, length }, updates] = given;
  checkClass(data, 0, [holder]);
  const dense = decide();
  checkLengths(version, given, []);
  const said = layoutAt(words, at);
  const dims = dimsAt(words, at);
  if (said !== null && !areApart(dims, said.stride))
    throw new Mistake('bad_out', describeOverlapping(said), 'target');
  const { lengths } = dense;
  const out =
    said === null
      ? { given: data, array: data, length, said, layout: null }
      : outAt(data, holder, length, said, 0, { dims: [dims], lengths, type, spelling: '', classes: [] });
  if (updates === undefined || !share(data, updates.data))
    // of a value, there is no tensor
    return { bound: bindTo(dense, request, [out], decideSpread), copyUpdates: null };
  const copy = copyDense(words, updates, tensorsEnd, UPDATES);
  const apart = withUpdates(request, copy);
  const bound = bindTo(decideOnce(apart), apart, [out], spreadOnce);
  const own = numbersOf(request);
  return {
    bound,
    copyUpdates: () => replaceAll(copy, copyDense(own, updates, tensorsEnd, UPDATES)),
  };
}

/** Gives an array the entries of another one, of its class and length. */
function replaceAll(array: any, by: any): void {
  if (!Array.isArray(array)) copyInto(array, by, 0);
  else for (let i = 0; i < array.length; ++i) array[i] = by[i];
}

/** The words of a request, which it will use again. */
const numbersOf = ({ words, length }: Request) => words.slice(0, length);

/** The same request with updates that are dense and in memory of their own. */
function withUpdates(request: Request, data: any): Request {
  const { words, given, tensorsEnd, version } = request;
  const [target, updates] = given;
  const apart = new Request();
  apart.begin(version);
  apart.beginTensors(2);
  apart.pushWords(words, target.at, updates.at);
  apart.given[0] = target;
  const at = apart.length;
  apart.pushWords(denseWords(updates.type, data.length, dimsAt(words, updates.at)));
  apart.given[1] = { ...updates, data, length: data.length, at };
  apart.endTensors();
  apart.pushWords(words, tensorsEnd, request.length);
  return apart;
}
