// The tensors of a call: as many as the operator takes, or a list of them.
import { className } from '../base/arrays.ts';
import { describe } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { tensorName, type Version } from '../core/operators.ts';
import type { Request } from '../core/request.ts';
import { MAX_OUTPUTS } from '../core/tables.ts';
import { isDense } from '../core/tensor_words.ts';
import { readLength } from './numbers.ts';
import { isPlain } from './parameters.ts';
import { readTensor } from './tensor.ts';

/**
 * Adds the tensors of a call: as many as the operator takes, or all of the caller's list, whose `length` may
 * be known.
 */
export function readTensors(request: Request, inputs: unknown, length?: number): void {
  const { version } = request;
  const { isList } = version;
  request.param = tensorName(version, 0);
  const count = isList ? checkListLength(length ?? readListLength(inputs, version)) : version.tensors;
  request.beginTensors(count);
  for (let i = 0; i < count; ++i) {
    request.tensor = -1;
    const input = (inputs as readonly unknown[])[i];
    if (!isList) request.param = tensorName(version, i);
    if (input === undefined || input === null)
      throw new Mistake('missing', isList ? `tensor ${i} is missing` : 'required input is missing');
    if (isList) request.tensor = i;
    request.given[i] = readTensor(request, input);
  }
  request.endTensors();
}

function readListLength(list: unknown, version: Version): number {
  if (className(list) !== 'Array') {
    const isSequence = version.operator.inputs[0].sequence === true && isPlain(list);
    const hint = isSequence ? '; a sequence is one input, so wrap the list: [tensors]' : '';
    throw new Mistake('bad_input', `expected an array of tensors, not ${describe(list)}${hint}`);
  }
  return readLength(list);
}

function checkListLength(count: number): number {
  if (count === 0) throw new Mistake('missing', 'there is no tensor; at least one is needed');
  if (count > MAX_OUTPUTS)
    throw new Mistake('too_many_inputs', `${count} tensors; at most ${MAX_OUTPUTS} are joined`);
  return count;
}

/** A run needs data. */
export function checkData(request: Request): void {
  const { given, version, words } = request;
  let isOneArray = given.length > 1 && version.isList && !isDense(words, given[0].at);
  for (let i = 0; i < given.length; ++i) {
    if (given[i].data !== given[0].data) isOneArray = false;
    if (given[i].data !== null) continue;
    const which = version.isList ? `tensor ${i} ` : '';
    const what = given[i].isStored
      ? "is a tensor of a file; import the function from 'microtome/source'"
      : 'has no data';
    throw new Mistake('bad_input', `${which}${what}`, tensorName(version, i));
  }
  if (isOneArray && given[0].holder !== 'Array') request.takeOneArray();
}

/** Adds what a plan is run on: one tensor, or a list of those that are joined. */
export function readRunInput(request: Request, input: unknown): void {
  const { joins, isList, tensors } = request.version;
  request.param = tensorName(request.version, 0);
  if (!joins) {
    request.beginTensors(1);
    request.given[0] = readTensor(request, input);
    request.endTensors();
    return;
  }
  if (isList) {
    readTensors(request, input);
    return;
  }
  if (className(input) !== 'Array')
    throw new Mistake('bad_input', `expected an array of tensors, not ${describe(input)}`);
  const count = readLength(input);
  if (count > tensors) throw new Mistake('too_many_inputs', `${count} tensors; it joins ${tensors}`, '');
  readTensors(request, input);
}
