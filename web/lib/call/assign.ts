// `assign`: a join of the target and the updates, written into the target.
import { copyInto } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import { type Bound, bindTo, checkLengths, type DecideStridedOut } from '../bind/bind.ts';
import { checkClass, describeOverlapping, outAt } from '../bind/outputs.ts';
import { endOf, isShift, LISTED } from '../core/record.ts';
import { Request } from '../core/request.ts';
import { denseWords, dimsAt, layoutAt } from '../core/tensor_words.ts';
import { move } from '../move/move.ts';
import { movers } from '../move/movers.ts';
import { readReplacing } from '../move/replacing.ts';
import { stridesNest } from '../shape.ts';
import { copyDense } from './copy.ts';
import { type Decision, decideOnce } from './decide.ts';
import { decideStridedOnce } from './run.ts';

/** The name of the updates in messages. */
export const UPDATES = 'updates';

/** Carries out an Assign. */
export const runAssign = (request: Request): void =>
  move(bindAssign(request, () => decideOnce(request), decideStridedOnce).bound, UPDATES);

/** A bound Assign, and what must be done before each move. */
interface Assign {
  readonly bound: Bound;
  /** Copies the updates again, if a copy is bound because they share memory with the target; null: none is. */
  readonly copyUpdates: (() => void) | null;
}

/**
 * Binds an Assign, whose first tensor is also its output.
 * @param request all of its words
 * @param decide it
 * @param decideStridedOut
 */
export function bindAssign(
  request: Request,
  decide: () => Decision,
  decideStridedOut: DecideStridedOut,
): Assign {
  const { words, tensors, version, tensorsEnd, length: end } = request;
  const [{ type, data, at, className, length }, updates] = tensors;
  movers.replacing = readReplacing; // also in pages whose only join is this one
  checkClass(data, -1, [className]);
  const dense = decide();
  checkLengths(version, tensors, []);
  const stated = layoutAt(words, at);
  const dims = dimsAt(words, at);
  if (stated !== null && !stridesNest(dims, stated.stride))
    throw new Mistake('bad_out', describeOverlapping(stated), 'target');
  const { lengths } = dense;
  const out =
    stated === null
      ? { data, array: data, length, stated, layout: null }
      : outAt(data, className, length, stated, 0, { dims: [dims], lengths, type, spelling: '' });
  const bound = bindTo(dense, request, [out], decideStridedOut);
  // all strings are read before any is written
  if (!bound.overlaps || className === 'Array' || areShifted(bound.decision))
    return { bound, copyUpdates: null };
  const own = request.words.slice(0, end); // the request will use its words again
  own[end - 1] = 0; // all outputs are in row-major order, as far as this copy says
  const copyUpdates = () => copyDense(own, updates, tensorsEnd, UPDATES);
  const copy = copyUpdates();
  const apart = withUpdates(request, own, copy);
  return {
    bound: bindTo(decideOnce(apart), apart, [out], decideStridedOnce),
    copyUpdates: () => copyInto(copy, copyUpdates(), 0),
  };
}

/** Do all updates move by one distance? Their record follows that of the target, which does not move. */
function areShifted({ words, first, count }: Decision): boolean {
  const at = count > 1 ? endOf(words, first) : first;
  return count <= 2 && words[at + LISTED] < 0 && isShift(words, at);
}

/** The request with these words, but with updates that are dense and in separate memory. */
function withUpdates(request: Request, words: Float64Array, data: any): Request {
  const { tensors, tensorsEnd, version } = request;
  const [target, updates] = tensors;
  const apart = new Request();
  apart.begin(version);
  apart.beginTensors(2);
  apart.pushWords(words, target.at, updates.at);
  apart.tensors[0] = target;
  const at = apart.length;
  apart.pushWords(denseWords(updates.type, data.length, dimsAt(words, updates.at)));
  apart.tensors[1] = { ...updates, data, length: data.length, at };
  apart.endTensors();
  apart.pushWords(words, tensorsEnd);
  return apart;
}
