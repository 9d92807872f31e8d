// The fast path: `slice`, `split`, `concat` and `assign`, as they are usually called. A few long functions do what call.ts does,
// because V8 optimizes a function for everything that it has met: shared with all calls, each takes longer.
// It has no rules of its own: it writes the same words, the core decides, and few.ts reads the records. Whatever is unusual, such as
// a tensor with strides, it leaves to the general functions, after it has read each property once and in the same order.

import { readFast, readSlice, readSpec } from '../arguments/fast.ts';
import { beginCall } from '../arguments/options.ts';
import { checkData, readTensors } from '../arguments/tensors.ts';
import { bufferOf, CLASSES, classNameOf, lengthOf } from '../base/arrays.ts';
import { isNamed } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { checkLengths } from '../bind/bind.ts';
import { getCore } from '../core/core.ts';
import { tensorName, type Version } from '../core/operators.ts';
import {
  AXIS,
  FIRST,
  HEADER,
  LISTED,
  PACKED,
  RANK,
  REPEATED,
  STREAM,
  STREAMS,
  wayAt,
} from '../core/record.ts';
import {
  giveBack,
  type ReadTensor,
  type Request,
  takeRequest,
  toCallError,
  withRequest,
} from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import { isDense } from '../core/tensor_words.ts';
import { copyAt, entriesOf, FAR, FEW, LINES, readLines } from '../move/few.ts';
import { runAssign } from './assign.ts';
import { lastDecisionsOf } from './decide.ts';
import { type Callable, writing } from './functions.ts';
import { runOnce } from './run.ts';

/** Cuts one tensor. */
export function cutFast(
  { operators, usage, legal }: Callable,
  input: unknown,
  spec: unknown,
  options: unknown,
): any[] {
  const request = takeRequest(usage);
  try {
    getCore();
    const { out, view } = beginCall(request, operators[0][0].op_type, options, legal);
    const { version } = request;
    if (typeof input !== 'object' || input === null) readTensors(request, [input]);
    request.param = tensorName(version, 0);
    request.beginTensors(1);
    const tensor = readFast(request, input);
    request.tensors[0] = tensor;
    request.endTensors();
    readSlice(request, spec);
    if (tensor.data === null) checkData(request);
    return (view ? null : cutFew(request, out)) ?? runOnce(request, out, view);
  } catch (thrown) {
    throw toCallError(request, thrown);
  } finally {
    giveBack(request);
  }
}

/** Joins a list of tensors. */
export const joinFast = (
  { operators, usage, legal }: Callable,
  inputs: unknown,
  spec: unknown,
  options: unknown,
): any[] =>
  withRequest((request) => {
    getCore();
    const { out, view } = beginCall(request, operators[0][0].op_type, options, legal);
    readTensors(request, inputs, undefined, readFast);
    readSpec(request, spec);
    checkData(request);
    return (out === undefined ? joinFew(request) : null) ?? runOnce(request, out, view);
  }, usage);

/** Writes a tensor into a slice of another one. */
export function assignFast(
  request: Request,
  version: Version,
  target: unknown,
  spec: unknown,
  updates: unknown,
): void {
  request.begin(version);
  readTensors(request, [target, updates], undefined, readFast);
  try {
    readSlice(request, spec);
  } catch (thrown) {
    readPlacesOf(request, spec, thrown);
    checkData(request);
    runAssign(request); // the order of its moves matters
    return;
  }
  checkData(request);
  if (!assignFew(request)) runAssign(request);
}

/** Reads a spec that is not that of a slice. */
export function readPlacesOf(request: Request, spec: unknown, thrown: unknown): void {
  if (writing === undefined)
    throw listsPositions(spec) ? new Mistake('bad_argument', NO_WRITING, 'spec') : thrown;
  writing.read(request, spec, thrown);
  getCore(writing.needs);
}

const listsPositions = (spec: any) => isNamed(spec) && ('indices' in spec || 'condition' in spec);
const NO_WRITING =
  "lists positions, for which this page has no code; call plan('Assign', [target, spec, updates]), and run the plan";

/** Of several parts together: more of them may move by another way in less time. */
const MOST_ENTRIES = 2048;
/** More into the caller's array move faster by steps that are kept, which need no new views. */
const MOST_INTO = 128;

/** Where the lines of part 0 are among the numbers of `readParts`: after the number of parts, the axis, the rank and its sizes. */
const partsAt = (numbers: Int32Array) => 3 + numbers[2];
/** Numbers of a part: its number, those of its lines, and its size along the axis. */
const LINES_AT = 1;
const SIZE_AT = LINES_AT + LINES;
const PART = SIZE_AT + 1;

/** Reads a response as numbers for loops, one for each part. False: not each of them can be copied in one short loop. */
function readParts(words: Float64Array, { version, tensors }: Request, numbers: Int32Array): boolean {
  const { className, type } = tensors[0];
  const few = FEW[className];
  if (few === undefined || DTYPES[type].group !== 1) return false;
  for (let i = 0; i < tensors.length; ++i)
    if (tensors[i].className !== className || tensors[i].length >= FAR) return false;
  const { per } = few;
  const { assigns, joins } = version;
  const outputs = words[0];
  const axis = words[1] | 0;
  const rank = words[2] | 0;
  numbers[1] = axis;
  numbers[2] = rank;
  for (let a = 0; a < rank; ++a) numbers[3 + a] = words[3 + a];
  let at = 3 + rank + (axis >= 0 ? outputs | 0 : 0) + 2;
  let k = 3 + rank;
  let entries = 0;
  let count = 0;
  for (let left = words[at - 2] | 0; left > 0; --left) {
    const first = words[at + FIRST] | 0;
    const begin = at + HEADER + AXIS * (words[at + RANK] | 0);
    const end = begin + STREAM * (words[at + STREAMS] | 0);
    if (!assigns || first !== 0) {
      // the target stays
      if (
        words[at + REPEATED] >= 0 ||
        words[at + LISTED] >= 0 ||
        words[at + PACKED] !== 0 ||
        (begin > at + HEADER && wayAt(words, at, 0) !== 'few')
      )
        return false;
      for (let i = first, stream = begin; stream < end; ++i, stream += STREAM, k += PART) {
        if (k + PART > numbers.length) return false;
        const loops = readLines(words, at, stream, per, numbers, k + LINES_AT);
        entries += entriesOf(numbers, k + LINES_AT);
        if (loops > at + HEADER || entries > MOST_ENTRIES) return false;
        numbers[k] = i;
        numbers[k + SIZE_AT] = axis >= 0 ? words[3 + rank + i] : 0;
        ++count;
      }
    }
    at = end;
  }
  numbers[0] = count;
  return joins ? count > 0 : count === outputs;
}

/** The numbers for a call; null: it has none, or there is an arena, by which the core may choose another way. */
const numbersFor = (request: Request) =>
  getCore().arena === null ? lastDecisionsOf(request.version).readResponse(request, readParts) : null;

/** The sizes of the output that is the part at `k`, or the whole. */
function dimsAt(numbers: Int32Array, k: number): number[] {
  const rank = numbers[2];
  const dims = new Array(rank);
  for (let a = 0; a < rank; ++a) dims[a] = numbers[3 + a];
  if (numbers[1] >= 0) dims[numbers[1]] = numbers[k + SIZE_AT];
  return dims;
}

/**
 * Cuts by short loops; null: nothing has been cut, because a loop has met a NaN, or there are too many entries.
 * @param out undefined, or what the caller gave
 */
function cutFew(request: Request, out: unknown): any[] | null {
  const { version, tensors, spelling } = request;
  const { data, length, className } = tensors[0];
  const few = FEW[className]; // arrays of strings have none
  if (few === undefined || (out !== undefined && (classNameOf(out) !== className || !isFew(out, data))))
    return null;
  const numbers = numbersFor(request);
  if (numbers === null) return null;
  if (lengthOf(data) !== length) checkLengths(version, tensors, []);
  const count = numbers[0];
  const outputs = new Array(count);
  const Class = CLASSES[className];
  for (let left = count, k = partsAt(numbers); left > 0; --left, k += PART) {
    const entries = entriesOf(numbers, k + LINES_AT);
    if (out !== undefined && (count > 1 || lengthOf(out) !== entries)) return null; // which is to be said
    const part = out ?? new Class(entries);
    if (!copyAt(few, data, part, numbers, k + LINES_AT, false)) return null;
    outputs[numbers[k]] = { type: spelling, dims: dimsAt(numbers, k), data: part };
  }
  return outputs;
}

/** Is it a short array, whose memory is not that of the data? */
const isFew = (out: unknown, data: unknown) => lengthOf(out) <= MOST_INTO && bufferOf(out) !== bufferOf(data);

/** Joins in the same way. */
function joinFew(request: Request): any[] | null {
  const { version, tensors, spelling } = request;
  const numbers = numbersFor(request);
  if (numbers === null) return null;
  checkLengths(version, tensors, []);
  const k = partsAt(numbers);
  let entries = 0;
  for (let i = numbers[0], part = k; i > 0; --i, part += PART) entries += entriesOf(numbers, part + LINES_AT);
  const data = new CLASSES[tensors[0].className](entries);
  return copyIn(numbers, tensors, data) ? [{ type: spelling, dims: dimsAt(numbers, k), data }] : null;
}

/** Copies parts into the whole; false: a loop has met a NaN. */
function copyIn(numbers: Int32Array, tensors: readonly ReadTensor[], whole: any): boolean {
  const few = FEW[tensors[0].className];
  for (let left = numbers[0], k = partsAt(numbers); left > 0; --left, k += PART)
    if (!copyAt(few, tensors[numbers[k]].data, whole, numbers, k + LINES_AT, true)) return false;
  return true;
}

/** Writes into the target in the same way, if the updates are elsewhere; false: it is not, or not completely, written. */
function assignFew(request: Request): boolean {
  const { version, tensors, words } = request;
  const target = tensors[0];
  const updates = tensors[1];
  if (!isDense(words, target.at)) return false;
  const numbers = numbersFor(request);
  if (numbers === null || bufferOf(target.data) === bufferOf(updates.data)) return false;
  checkLengths(version, tensors, []);
  return copyIn(numbers, tensors, target.data);
}
