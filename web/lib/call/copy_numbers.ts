// Copies the numbers of a conversion from the tensors that hold them: by a Rearrange, which also puts their axes into the
// order of the output's, and converts them to the type in which the conversion computes.

import { checkZeros } from '../arguments/conversion.ts';
import { restated } from '../base/mistake.ts';
import { checkLengths } from '../bind/bind.ts';
import { ownVersion, Rearrange } from '../core/operators.ts';
import { type Conversion, type Pending, Request } from '../core/request.ts';
import { classNameFor, DTYPES, NUMBERS } from '../core/tables.ts';
import { moveIntoNew } from '../move/move.ts';
import { decideOnce } from './decide.ts';

const VERSION = /* @__PURE__ */ ownVersion(Rearrange, '');

/** Completes the conversion of a request. */
export function copyNumbers(request: Request): void {
  const { conversion } = request;
  if (conversion === null) return;
  for (const each of conversion.pending) {
    request.param = 'to';
    try {
      request.conversion = { ...(request.conversion as Conversion), [each.key]: copyOf(each, conversion) };
    } catch (thrown) {
      throw restated(thrown, `${each.name}: `);
    }
  }
}

/** Doubles do not hold all integers of 64 bits, so these are looked at first. */
function copyOf(pending: Pending, conversion: Conversion): any {
  const { tensor, dims } = pending;
  const { bits, integer } = DTYPES[tensor.type];
  if (bits === 64 && integer !== undefined)
    checkZeros(rearranged({ ...pending, type: tensor.type, order: dims.map((_, i) => i) }, conversion));
  return rearranged(pending, conversion);
}

/** The elements of a tensor, with its axes in another order, as another type. */
function rearranged({ tensor, words, dims, order, type }: Pending, conversion: Conversion): any {
  const request = new Request();
  request.begin(VERSION);
  request.beginTensors(1);
  request.tensors[0] = { ...tensor, at: request.length };
  request.pushWords(words);
  request.endTensors();
  request.beginParameters();
  const axes = order.flatMap((axis) => [dims[axis], axis, 1]);
  const list = [order.length, ...order.map(() => 1), ...axes];
  request.pushList(list, list.length);
  request.pushAbsent();
  if (type === tensor.type) request.pushAbsent();
  else {
    request.pushList([type, 0, NUMBERS.byValues], 3);
    request.classForTo = classNameFor(DTYPES[type]);
    request.conversion = { ...conversion, type, zeros: null, scales: null, biases: null };
  }
  request.endParameters();
  checkLengths(VERSION, request.tensors, [], '');
  return moveIntoNew(decideOnce(request), request, false, '')[0];
}
