// Outputs must be apart from each other and from the inputs. Otherwise writing one could change elements that are still
// to be read, or that were written before. Two tensors overlap if the bytes from the first element to the last do.
// Outputs in one array are the exception: their elements may alternate, like the channels of an image. That is safe,
// because moves are carried out one after another, and a move that writes a part of a row of a tile, or of a byte,
// writes the rest back unchanged.
import { byteLengthOf, byteOffsetOf, entryBytes, memoryOf } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import { isShift } from '../core/record.ts';
import type { ReadTensor, Request } from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import { dimsAt, layoutAt } from '../core/tensor_words.ts';
import type { Decision } from '../core/wire.ts';
import { byStride, hullOf, isSame, type Layout } from '../shape.ts';
import type { Out } from './outputs.ts';

/** The bytes of memory from a tensor's first element to its last; for strings, the entries. */
export interface Range {
  readonly memory: unknown;
  /** Number of the input or output. */
  readonly i: number;
  readonly begin: number;
  readonly end: number;
  readonly array: unknown;
  /** Where its array begins. */
  readonly start: number;
  /** Where its elements are; null: it fills the array. */
  readonly layout: Layout | null;
  readonly dims: readonly number[];
}

/**
 * Refuses outputs that overlap where they must not.
 * @param decision for these outputs
 * @param request
 * @param first the first input that is compared
 * @param outs
 * @returns whether an output overlaps an input legally
 */
export function checkOverlap(
  decision: Decision,
  { tensors, words, version, outType }: Request,
  first: number,
  outs: readonly Out[],
): boolean {
  if (outs.length === 1) {
    let i = first;
    while (i < tensors.length && !share(tensors[i].data, outs[0].array)) ++i;
    if (i === tensors.length) return false;
  } else if (haveOwnMemory(tensors, outs)) return false;
  const { op_type } = version.operator;
  const mayOverlap =
    version.assigns || // `assign` copies the updates first
    (!version.neverViews &&
      op_type !== 'Rearrange' && // elements that are converted become wider or narrower
      outs.length === 1 &&
      isShift(decision.words, decision.first));
  const outputs = outs.map(({ array, layout }, i) => rangeOf(array, layout, decision.dims[i], outType, i));
  checkApart(outputs);
  const inputs = tensors
    .slice(first)
    .map(({ data, type, at }, i) => rangeOf(data, layoutAt(words, at), dimsAt(words, at), type, first + i));
  return overlapsInput(inputs, outputs, mayOverlap);
}

/** Does each output have memory that no other output or input has? Most do, and need no ranges. */
function haveOwnMemory(tensors: readonly ReadTensor[], outs: readonly Out[]): boolean {
  const memories = new Set<unknown>();
  for (let i = 0; i < outs.length; ++i) memories.add(memoryOf(outs[i].array));
  if (memories.size < outs.length) return false;
  for (let i = 0; i < tensors.length; ++i) if (memories.has(memoryOf(tensors[i].data))) return false;
  return true;
}

/** Do two arrays have bytes in common? */
function share(a: any, b: any): boolean {
  if (memoryOf(a) !== memoryOf(b)) return false;
  if (Array.isArray(a)) return true;
  const [begin, other] = [byteOffsetOf(a), byteOffsetOf(b)];
  return begin < other + byteLengthOf(b) && other < begin + byteLengthOf(a);
}

const badOut = (what: string) => new Mistake('bad_out', what, 'out');

/** Refuses outputs that overlap each other. */
export function checkApart(outputs: readonly Range[]): void {
  const byMemory = new Map<unknown, Range[]>();
  for (const range of outputs) {
    if (range.begin === range.end) continue;
    const ranges = byMemory.get(range.memory);
    if (ranges === undefined) byMemory.set(range.memory, [range]);
    else ranges.push(range);
  }
  for (const ranges of byMemory.values()) {
    ranges.sort((a, b) => a.begin - b.begin || a.i - b.i);
    let first = 0; // of a group in which each range overlaps the one before
    for (let k = 1; k <= ranges.length; ++k) {
      if (k < ranges.length && ranges[k].begin < ranges[k - 1].end) {
        if (!mayAlternate(ranges[k - 1], ranges[k])) throw overlapping(ranges[k - 1], ranges[k]);
        continue;
      }
      if (k - first > 1) checkAlternating(ranges.slice(first, k));
      first = k;
    }
  }
}

function overlapping(...pair: [Range, Range]): Mistake {
  const [a, b] = pair.map(({ i }) => i).sort((i, j) => i - j);
  return badOut(`outputs ${a} and ${b} overlap`);
}

/** Do two tensors have equal sizes and strides, in one array? */
const mayAlternate = (a: Range, b: Range) =>
  a.layout !== null &&
  b.layout !== null &&
  a.start === b.start &&
  isSame(a.dims, b.dims) &&
  isSame(a.layout.stride, b.layout.stride);

/**
 * Refuses tensors of equal sizes and strides whose elements may overlap. They differ only in where they begin, so two of
 * them are one tensor with one more axis, whose stride is their distance. `stridesNest` has the rule for it: it must exceed
 * what the axes with smaller strides span, and with them it must stay below each larger stride.
 *
 * ```text
 * sizes [2, 3], strides [10, 2]    a . a . a . . . . . a . a . a
 * distance 1, between elements       b . b . b . . . . . b . b . b       below the stride 2
 * distance 5, between rows                   b . b . b . . . . . b . b . b     a row spans 4, and 5 + 4 < 10
 * distance 15, after everything    all of a spans 14
 * refused: 0, 2 to 4, and 6 to 14
 * ```
 *
 * So an axis refuses the distances up to its `span`, from the first one at which the second tensor no longer fits before
 * the next index of that axis, or of an axis with a larger stride.
 */
function checkAlternating(alike: Range[]): void {
  const [{ dims, layout }] = alike;
  const at = (k: number) => (alike[k].layout as Layout).offset;
  /** Refuses two outputs whose distance is from `least` to `most`. */
  const refuse = (least: number, most: number) => {
    for (let k = 0, other = 1; k < alike.length; ++k) {
      while (other < alike.length && (other <= k || at(other) - at(k) < least)) ++other;
      if (other < alike.length && at(other) - at(k) <= most) throw overlapping(alike[k], alike[other]);
    }
  };
  alike.sort((a, b) => (a.layout as Layout).offset - (b.layout as Layout).offset || a.i - b.i);
  refuse(0, 0);
  const axes = byStride(dims, (layout as Layout).stride);
  for (let a = axes.length - 1, least = Infinity; a >= 0; --a) {
    least = Math.min(least, axes[a].stride - axes[a].before);
    refuse(least, axes[a].span);
  }
}

/**
 * Refuses outputs that overlap an input.
 * @param inputs
 * @param outputs
 * @param mayOverlap the call allows it
 * @returns whether one does
 */
export function overlapsInput(
  inputs: readonly Range[],
  outputs: readonly Range[],
  mayOverlap: boolean,
): boolean {
  let overlaps = false;
  for (const input of inputs)
    for (const range of outputs) {
      const rangesDisjoint = Math.max(range.begin, input.begin) >= Math.min(range.end, input.end);
      if (range.memory !== input.memory || rangesDisjoint) continue;
      overlaps = true;
      if (mayOverlap) continue;
      const which = inputs.length === 1 && input.i === 0 ? 'the input' : `input ${input.i}`;
      throw badOut(`output ${range.i} overlaps ${which}; give it memory of its own`);
    }
  return overlaps;
}

/**
 * @param array
 * @param layout null: the tensor fills the array
 * @param dims
 * @param type of its elements
 * @param i
 */
export function rangeOf(
  array: any,
  layout: Layout | null,
  dims: readonly number[],
  type: number,
  i: number,
): Range {
  const memory = memoryOf(array);
  const isList = memory === array;
  const start = isList ? 0 : byteOffsetOf(array);
  let [begin, end] = [start, start];
  if (layout === null) end += isList ? array.length : byteLengthOf(array);
  else if (!dims.includes(0)) {
    const { group, entries } = DTYPES[type];
    const bytes = isList ? 1 : entries * entryBytes(array); // of a group
    const { first, last } = hullOf(dims, layout);
    begin += Math.floor(first / group) * bytes;
    end += (Math.floor(last / group) + 1) * bytes;
  }
  return { memory, i, begin, end, array, start, layout, dims };
}
