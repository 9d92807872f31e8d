// Where outputs may be: apart from each other, and from the inputs. Outputs that share memory with an input
// or with each other would change what is still to be read or was written before.
import { byteOffsetOf, className } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import { areApart, isSame, type Layout } from '../shape.ts';

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
 * Does an output overlap an input?
 * @param inputs
 * @param outputs
 * @param mayOverlap a cut with a single, contiguous output
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
