// Binds a decision to arrays. Classes and overlap are checked once; lengths are checked before every run, because a
// buffer may have been resized or detached.
import {
  asClass,
  byteLengthOf,
  byteOffsetOf,
  classNameOf,
  DETACHED,
  isDetached,
  lengthOf,
  memoryOf,
} from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import { tensorName, type Version } from '../core/operators.ts';
import type { Converted, ReadTensor, Request } from '../core/request.ts';
import { dimsAt, isDense, placeAt } from '../core/tensor_words.ts';
import { type Decision, dimsOf } from '../core/wire.ts';
import { rowMajor } from '../shape.ts';
import type { Result } from '../types.ts';
import { type Out, readOuts } from './outputs.ts';
import { checkOverlap } from './overlap.ts';

/** A decision with its arrays: all that a move needs. */
export interface Bound {
  readonly decision: Decision;
  /** Several tensors become one. */
  readonly joins: boolean;
  /** The outputs are never views (see `Version`). */
  readonly neverViews: boolean;
  /** The output is the first tensor, by another name. */
  readonly assigns: boolean;
  /** Class of the arrays. */
  readonly className: string;
  /** The tensors as they were read, and their data in arrays of the first one's class. */
  readonly tensors: readonly ReadTensor[];
  readonly inputs: readonly any[];
  readonly outs: readonly Out[];
  /** The array of each output, or the subarray that it fills. */
  readonly arrays: readonly any[];
  /** An output overlaps an input. */
  readonly overlaps: boolean;
  /** The output of a join is its first input, which then does not move. */
  readonly isInPlace: boolean;
  /** null: elements do not change. */
  readonly converted: Converted | null;
}

/** Decides a request again, for outputs that are not in row-major order. */
export type DecideStridedOut = (request: Request, outs: readonly Out[]) => Decision;

/** Binds to the inputs of a request, and to `out`. Reading `out` may run the caller's code. */
export const bind = (
  decision: Decision,
  request: Request,
  out: unknown,
  decideStridedOut: DecideStridedOut,
): Bound => bindTo(decision, request, readOutsOf(decision, request, out), decideStridedOut);

/** Reads the outputs of a decided request. */
export function readOutsOf(decision: Decision, request: Request, out: unknown): Out[] {
  const { spelling, outType: type } = request;
  const { dims, lengths } = decision;
  return readOuts(out, { dims, lengths, type, spelling });
}

/** The same for outputs that have been read. From here on, none of the caller's code runs. */
export function bindTo(
  dense: Decision,
  request: Request,
  outs: readonly Out[],
  decideStridedOut: DecideStridedOut,
): Bound {
  const { version, tensors, classForTo, converted } = request;
  const { joins, neverViews, tensorCount, assigns } = version;
  checkLengths(version, tensors, outs);
  // without a conversion, all arrays have one class
  const className =
    classForTo === null || converted !== null ? tensors[0].className : classNameOf(outs[0].array);
  const isInPlace = (tensorCount === 2 || assigns) && isAt(request, tensors[0], outs[0]);
  const inputs = inputsOf(request, className);
  const arrays = new Array<any>(outs.length);
  let isStrided = false;
  for (let i = 0; i < outs.length; ++i) {
    const { array } = outs[i];
    arrays[i] = converted === null ? asClass(array, className) : array;
    if (outs[i].layout !== null) isStrided = true;
  }
  const decided = isStrided ? decideStridedOut(request, outs) : dense;
  const overlaps = checkOverlap(decided, request, isInPlace ? 1 : 0, outs);
  const decision = className === 'Array' ? dense : decided;
  return {
    decision,
    joins,
    neverViews,
    assigns,
    className,
    tensors,
    inputs,
    outs,
    arrays,
    overlaps,
    isInPlace,
    converted,
  };
}

/** The data of tensors, followed by the value if there is one, in arrays of one class. */
export function inputsOf({ tensors, value }: Request, className: string): any[] {
  const arrays = new Array<any>(tensors.length);
  for (let i = 0; i < tensors.length; ++i)
    arrays[i] = tensors[i].className === className ? tensors[i].data : asClass(tensors[i].data, className);
  if (value !== null) arrays.push(asClass(value, className));
  return arrays;
}

/** Is an input at the place of an output? */
function isAt({ words }: Request, { data, at }: ReadTensor, { data: other, stated }: Out): boolean {
  if (data !== other) {
    if (memoryOf(data) !== memoryOf(other)) return false;
    if (byteOffsetOf(data) !== byteOffsetOf(other) || byteLengthOf(data) !== byteLengthOf(other))
      return false;
  }
  if (stated === null && isDense(words, at)) return true;
  const dims = dimsAt(words, at);
  const own = placeAt(words, at);
  const place = stated ?? { stride: rowMajor(dims), offset: 0 };
  return (
    own.offset === place.offset && dims.every((size, a) => size === 1 || own.stride[a] === place.stride[a])
  );
}

/** The tensors that a call returns in new arrays. */
export function tensorsIn(
  { words }: Decision,
  { spelling }: Request,
  arrays: readonly any[],
): Result<any, any>[] {
  const type: any = spelling;
  const tensors = new Array(arrays.length);
  for (let i = 0; i < arrays.length; ++i) tensors[i] = { type, dims: dimsOf(words, i), data: arrays[i] };
  return tensors;
}

/** The tensors that a call returns in `out`. */
export function tensorsOf(decision: Decision, request: Request, outs: readonly Out[]): Result<any, any>[] {
  const type: any = request.spelling;
  const tensors = new Array(outs.length);
  for (let i = 0; i < outs.length; ++i) {
    const { data, stated } = outs[i];
    tensors[i] = { type, dims: decision.dims[i].slice(), data };
    if (stated !== null) Object.assign(tensors[i], { ...stated, stride: [...stated.stride] }); // a plan keeps its own
  }
  return tensors;
}

/**
 * Refuses arrays whose buffers have been resized or detached since they were read: by a getter during the call, or
 * between two runs of a bound plan. `param`: the name of the tensor, if it is not that of the version.
 */
export function checkLengths(
  version: Version,
  tensors: readonly ReadTensor[],
  outs: readonly Out[],
  param?: string,
): void {
  if (tensors[0].className === 'Array') return; // an array of strings has no buffer
  for (let i = 0; i < tensors.length; ++i)
    if (lengthOf(tensors[i].data) !== tensors[i].length) {
      const which = version.isList ? `tensor ${i}: ` : '';
      throw new Mistake('bad_input', which + describeResized(tensors[i]), param ?? tensorName(version, i));
    }
  for (let i = 0; i < outs.length; ++i)
    if (lengthOf(outs[i].data) !== outs[i].length)
      throw new Mistake('bad_out', `output ${i}: ${describeResized(outs[i])}`, 'out');
}

const describeResized = ({ data, length }: Pick<ReadTensor, 'data' | 'length'>) =>
  isDetached(data) ? DETACHED : `its array had length ${length} and has length ${lengthOf(data)} now`;
