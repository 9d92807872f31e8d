// Copies a strided tensor into row-major order.
import { restated } from '../base/mistake.ts';
import { checkLengths } from '../bind/bind.ts';
import type { Parameter } from '../core/operators.ts';
import { type ReadTensor, type Request, requestCopy } from '../core/request.ts';
import { moveIntoNew } from '../move/move.ts';
import { decideOnce } from './decide.ts';

/**
 * @param words of a request with the tensor
 * @param tensor the tensor
 * @param end of its words
 * @param param its name in messages
 * @returns the elements in a new array
 * @throws {Mistake} sizes, strides and data do not fit together
 */
export function copyDense(words: Float64Array, tensor: ReadTensor, end: number, param: string): any {
  const copy = requestCopy(tensor, words, tensor.at, end);
  checkLengths(copy.version, copy.tensors, [], param);
  return moveIntoNew(decideOnce(copy), copy, false, param)[0];
}

/** Copies a value that is given as a tensor. */
export function copyValue(request: Request): void {
  const { tensorValue } = request;
  if (tensorValue === null) return;
  const { words } = tensorValue;
  const { name, isInput } = request.version.parameters.find(({ value }) => value) as Parameter;
  request.param = name;
  try {
    const value = copyDense(words, tensorValue, words.length, '');
    if (!isInput && value instanceof Float64Array) value[0] = Math.fround(value[0]); // an attribute is a float
    request.value = value;
  } catch (thrown) {
    throw restated(thrown);
  }
}
