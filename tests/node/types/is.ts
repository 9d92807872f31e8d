// How a type test says what a type is. The tests are not run: tsc compiles them, and every @ts-expect-error must be one.

import type { ArrayOf, Data, New, Result, TypeName } from '../../../web/lib/index.ts';

/** A result in a new array. */
export type Fresh<T extends TypeName = TypeName> = Result<T, TypeName extends T ? New<Data> : ArrayOf<T>>;

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles if and only if the value's type is exactly this. */
export const is =
  <Wanted>() =>
  <Given>(_value: Given, _same: Same<Given, Wanted>) => {};
