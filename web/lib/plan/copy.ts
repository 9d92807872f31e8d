// Copies a strided tensor into row-major order.
import { checkLengths } from '../bind/bind.ts';
import { type Given, requestCopy } from '../core/request.ts';
import { moveIntoNew } from '../move/move.ts';
import { decideOnce } from './decide.ts';

/**
 * @param words of a request with the tensor
 * @param given the tensor
 * @param end of its words
 * @param param its name in messages
 * @returns the elements in a new array
 * @throws {Mistake} sizes, strides and data do not fit together
 */
export function copyDense(words: Float64Array, given: Given, end: number, param: string): any {
  const copy = requestCopy(given, words, given.at, end);
  checkLengths(copy.version, copy.given, [], param);
  return moveIntoNew(decideOnce(copy), copy, false, param)[0];
}
