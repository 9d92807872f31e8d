// The straight lane: `slice`, `split`, `concat` and `assign`, as they are usually called. A few long functions do what call.ts does,
// because V8 optimizes a function for everything that it has met: shared with all calls, each takes longer.
// It has no rules of its own: it writes the same words, the core decides, and few.ts reads the records. Whatever is unusual, such as
// a tensor with strides, it leaves to the general functions, after it has read each property once and in the same order.

import { beginCall } from '../arguments/options.ts';
import { readSlice, readSpec, readStraight } from '../arguments/straight.ts';
import { checkData, readTensors } from '../arguments/tensors.ts';
import { bufferOf, CLASSES, lengthOf } from '../base/arrays.ts';
import { isNamed } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { checkLengths } from '../bind/bind.ts';
import { getCore } from '../core/core.ts';
import { tensorName, type Version } from '../core/operators.ts';
import {
  endOf,
  FIRST,
  HEADER,
  LISTED,
  PACKED,
  RANK,
  REPEATED,
  STREAM,
  streamsAt,
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
import { afterDims, dimsOf } from '../core/wire.ts';
import { FAR, FEW, type Lines, linesAt } from '../move/few.ts';
import { runAssign } from './assign.ts';
import { memoryFor } from './decide.ts';
import { type Callable, writing } from './functions.ts';
import { runOnce } from './run.ts';

/** Cuts one tensor. */
export function cutStraight(
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
    const given = readStraight(request, input);
    request.given[0] = given;
    request.endTensors();
    readSlice(request, spec);
    if (given.data === null) checkData(request);
    return (out === undefined && !view ? cutFew(request) : null) ?? runOnce(request, out, view);
  } catch (thrown) {
    throw toCallError(request, thrown);
  } finally {
    giveBack(request);
  }
}

/** Joins a list of tensors. */
export const joinStraight = (
  { operators, usage, legal }: Callable,
  inputs: unknown,
  spec: unknown,
  options: unknown,
): any[] =>
  withRequest((request) => {
    getCore();
    const { out, view } = beginCall(request, operators[0][0].op_type, options, legal);
    readTensors(request, inputs, undefined, readStraight);
    readSpec(request, spec);
    checkData(request);
    return (out === undefined ? joinFew(request) : null) ?? runOnce(request, out, view);
  }, usage);

/** Writes a tensor into a slice of another one. */
export function assignStraight(
  request: Request,
  version: Version,
  target: unknown,
  spec: unknown,
  updates: unknown,
): void {
  request.begin(version);
  readTensors(request, [target, updates], undefined, readStraight);
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

/** A part that one loop copies. */
interface Part {
  readonly i: number;
  readonly place: Lines;
  /** Its entries, and the sizes of output `i`. */
  readonly entries: number;
  readonly dims: readonly number[];
  readonly next: Part | null;
}

/** Of several parts together: more of them may move by another way in less time. */
const MOST_ENTRIES = 2048;

/** The parts of a response, last one first; null: not each of them can be copied in one short loop. */
function readParts(words: Float64Array, { version, given }: Request): Part | null {
  const outputs = words[0];
  const { className, type } = given[0];
  if (className === 'Array' || className === '' || DTYPES[type].group !== 1 || getCore().arena !== null)
    return null;
  for (let i = 0; i < given.length; ++i)
    if (given[i].className !== className || given[i].length >= FAR) return null;
  const { per } = FEW[className];
  let end = afterDims(words) + 2;
  let parts: Part | null = null;
  let entries = 0;
  let count = 0;
  for (let left = words[end - 2]; left > 0; --left) {
    const at = end;
    end = endOf(words, at);
    if (version.assigns && words[at + FIRST] === 0) continue; // the target stays
    const isRun = words[at + RANK] === 0;
    const way = wayAt(words, at, 0);
    if (
      words[at + REPEATED] >= 0 ||
      words[at + LISTED] >= 0 ||
      words[at + PACKED] !== 0 ||
      (way !== 'few' && !isRun)
    )
      return null;
    for (let i = words[at + FIRST], stream = streamsAt(words, at); stream < end; ++i, stream += STREAM) {
      const place = linesAt(words, at, stream, per);
      const own = place.lines * place.size;
      entries += own;
      ++count;
      if (place.end > at + HEADER || entries > MOST_ENTRIES) return null;
      parts = { i, place, entries: own, dims: dimsOf(words, version.joins ? 0 : i), next: parts };
    }
  }
  return version.joins || count === outputs ? parts : null;
}

/** Cuts by short loops; null: nothing has been cut, because a loop has met a NaN, or there are too many entries. */
function cutFew(request: Request): any[] | null {
  const { version, given, spelling } = request;
  let part = memoryFor(version).readOnce(request, readParts);
  if (part === null) return null;
  const { data, length, className } = given[0];
  if (lengthOf(data) !== length) checkLengths(version, given, []);
  const { copyLines } = FEW[className];
  const Class = CLASSES[className];
  const tensors = new Array(part.i + 1);
  while (part !== null) {
    const { i, entries, dims, place } = part;
    const { a, f1, f, b, t1, t, lines, size } = place;
    const out = new Class(entries);
    if (!copyLines(data, a, f1, f, out, b, t1, t, lines, size)) return null;
    tensors[i] = { type: spelling, dims: dims.slice(), data: out };
    part = part.next;
  }
  return tensors;
}

/** Joins in the same way. */
function joinFew(request: Request): any[] | null {
  const { version, given, spelling } = request;
  const first = memoryFor(version).readOnce(request, readParts);
  if (first === null) return null;
  checkLengths(version, given, []);
  const { className } = given[0];
  let entries = 0;
  for (let part: Part | null = first; part !== null; part = part.next) entries += part.entries;
  const data = new CLASSES[className](entries);
  return copyIn(first, given, data) ? [{ type: spelling, dims: first.dims.slice(), data }] : null;
}

/** Copies parts into the whole; false: a loop has met a NaN. */
function copyIn(first: Part, given: readonly ReadTensor[], whole: any): boolean {
  const { copyLines } = FEW[given[0].className];
  for (let part: Part | null = first; part !== null; part = part.next) {
    const { a, f1, f, b, t1, t, lines, size } = part.place;
    if (!copyLines(given[part.i].data, b, t1, t, whole, a, f1, f, lines, size)) return false;
  }
  return true;
}

/** Writes into the target in the same way, if the updates are elsewhere; false: it is not, or not completely, written. */
function assignFew(request: Request): boolean {
  const { version, given, words } = request;
  const target = given[0];
  const updates = given[1];
  if (!isDense(words, target.at)) return false;
  const first = memoryFor(version).readOnce(request, readParts);
  if (first === null || bufferOf(target.data) === bufferOf(updates.data)) return false;
  checkLengths(version, given, []);
  return copyIn(first, given, target.data);
}
