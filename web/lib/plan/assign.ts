// `assign`: a join of the target and the updates, written into the target.
import { Mistake } from '../base/mistake.ts';
import { bindTo, checkLengths } from '../bind/bind.ts';
import { checkClass, describeOverlapping, outAt } from '../bind/outs.ts';
import { share } from '../bind/overlap.ts';
import { Request } from '../core/request.ts';
import { denseWords, dimsAt, layoutAt } from '../core/tensor_words.ts';
import { move } from '../move/move.ts';
import { areApart } from '../shape.ts';
import { copyDense } from './copy.ts';
import { decideOnce } from './decide.ts';
import { spreadOnce } from './run.ts';

/** Carries out an Assign, whose first tensor is also its output. */
export function runAssign(request: Request): void {
  const { words, given, version } = request;
  const { type, data, at, holder, length } = given[0];
  checkClass(data, 0, [holder]);
  const dense = decideOnce(request);
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
  const apart = share(data, given[1].data) ? withCopy(request) : request;
  const decision = apart === request ? dense : decideOnce(apart);
  move(bindTo(decision, apart, [out], spreadOnce), 'updates');
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
  const at = apart.length;
  apart.pushWords(denseWords(updates.type, data.length, dimsAt(words, updates.at)));
  apart.given[1] = { ...updates, data, length: data.length, at };
  apart.endTensors();
  apart.pushWords(words, tensorsEnd, request.length);
  return apart;
}
