// Where outputs may be: apart from each other, and from the inputs. Outputs that share memory with an input
// or with each other would change what is still to be read or was written before.
import { byteLengthOf, byteOffsetOf, className, entryBytes, memoryOf } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import type { Request } from '../core/request.ts';
import { DTYPES } from '../core/tables.ts';
import { isOneRun } from '../core/wire.ts';
import type { Decision } from '../plan/decide.ts';
import { areApart, hullOf, isSame, type Layout } from '../shape.ts';
import type { Out } from './outs.ts';

/** The bytes that a tensor reaches, in its memory. */
export interface Range {
  readonly memory: unknown;
  /** Number of the input or output. */
  readonly i: number;
  readonly begin: number;
  readonly end: number;
  readonly array: unknown;
  /** Where its elements are; null: it fills the array. */
  readonly layout: Layout | null;
  readonly dims: readonly number[];
}

/**
 * Refuses outputs that overlap what they must not.
 * @param decision
 * @param request
 * @param first input that counts
 * @param outs
 * @returns whether a cut's output overlaps its input
 */
export function checkOverlap(
  { dims, moves }: Decision,
  { given, version, outType }: Request,
  first: number,
  outs: readonly Out[],
): boolean {
  if (outs.length === 1) {
    const memory = memoryOf(outs[0].array);
    let i = first;
    while (i < given.length && memoryOf(given[i].data) !== memory) ++i;
    if (i === given.length) return false;
  }
  const { type } = given[0];
  // `set` copies a run as if by way of a third array, but elements that are converted become wider or narrower
  const mayConvert = version.operator.op_type === 'Rearrange';
  const mayOverlap = !version.joins && !mayConvert && outs.length === 1 && moves.every(isOneRun);
  const outputs = outs.map(({ array, layout }, i) => rangeOf(array, layout, dims[i], outType, i));
  checkApart(outputs);
  const inputs = given.slice(first).map(({ data }, i) => rangeOf(data, null, [], type, i));
  return overlapsInput(inputs, outputs, mayOverlap);
}

const badOut = (what: string) => new Mistake('bad_out', what, 'out');

/** Refuses outputs that overlap each other. */
export function checkApart(outputs: readonly Range[]): void {
  const byMemory = new Map<unknown, Range[]>();
  for (const range of outputs) {
    const ranges = byMemory.get(range.memory);
    if (ranges === undefined) byMemory.set(range.memory, [range]);
    else ranges.push(range);
  }
  for (const ranges of byMemory.values()) {
    ranges.sort((a, b) => a.begin - b.begin || a.i - b.i);
    for (let k = 1, first = 0; k < ranges.length; ++k) {
      while (first < k && ranges[first].end <= ranges[k].begin) ++first;
      for (let other = first; other < k; ++other) {
        if (ranges[other].end <= ranges[k].begin || areInterleaved(ranges[other], ranges[k])) continue;
        const [a, b] = [ranges[other].i, ranges[k].i].sort((i, j) => i - j);
        throw badOut(`outputs ${a} and ${b} overlap`);
      }
    }
  }
}

/**
 * Refuses outputs that overlap an input.
 * @param inputs
 * @param outputs
 * @param mayOverlap a cut with a single, contiguous output may
 * @returns whether it does
 */
export function overlapsInput(
  inputs: readonly Range[],
  outputs: readonly Range[],
  mayOverlap: boolean,
): boolean {
  let overlaps = false;
  for (const input of inputs)
    for (const range of outputs) {
      if (range.memory !== input.memory || range.begin >= input.end || range.end <= input.begin) continue;
      overlaps = true;
      if (mayOverlap && range.layout === null) continue;
      const which = inputs.length > 1 ? 'an' : 'the';
      throw badOut(`output ${range.i} overlaps ${which} input; give it memory of its own`);
    }
  return overlaps;
}

/** The bytes that an output or an input reaches, in its memory. */
export function rangeOf(
  array: any,
  layout: Layout | null,
  dims: readonly number[],
  type: number,
  i: number,
): Range {
  const memory = memoryOf(array);
  const range = { memory, i, begin: 0, end: 1, array, layout, dims };
  if (memory === array) return range;
  range.begin = range.end = byteOffsetOf(array);
  if (layout === null) range.end += byteLengthOf(array);
  else if (!dims.includes(0)) {
    const { group, entries } = DTYPES[type];
    const { first, last } = hullOf(dims, layout);
    const bytes = entries * entryBytes(array); // of a group
    range.begin += Math.floor(first / group) * bytes;
    range.end += (Math.floor(last / group) + 1) * bytes;
  }
  return range;
}

/** Where an array begins in its memory. */
const startOf = (array: unknown) => (className(array) === 'Array' ? 0 : byteOffsetOf(array));

/**
 * Are these two outputs like channels of one image: of equal sizes and strides in one array, and with one
 * more axis, from one to the other, still apart?
 */
function areInterleaved({ array, layout, dims }: Range, other: Range): boolean {
  if (layout === null || other.layout === null || !isSame(dims, other.dims)) return false;
  if (startOf(array) !== startOf(other.array) || !isSame(layout.stride, other.layout.stride)) return false;
  return areApart([...dims, 2], [...layout.stride, other.layout.offset - layout.offset]);
}
