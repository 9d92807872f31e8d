// Where outputs may be: apart from each other, and from the inputs. Outputs that share memory with an input
// or with each other would change what is still to be read or was written before. What counts is the
// elements, not what is between them: moves are carried out one after another, and one that writes to a byte,
// or to a row of a tile, writes the rest of it as it was. So packed elements may even share a byte.
import { byteLengthOf, byteOffsetOf, entryBytes, memoryOf } from '../base/arrays.ts';
import { Mistake } from '../base/mistake.ts';
import type { Request } from '../core/request.ts';
import { DTYPES, MAX_RANK } from '../core/tables.ts';
import { dimsAt, placeAt } from '../core/tensor_words.ts';
import { isOneRun } from '../core/wire.ts';
import type { Decision } from '../plan/decide.ts';
import { countOf, hullOf, type Layout } from '../shape.ts';
import type { Out } from './outs.ts';

/** So many indices, `step` bits apart. */
interface Axis {
  readonly size: number;
  readonly step: number;
}

/** The bits of a tensor's elements, in its memory. A string counts as a byte. */
export interface Range {
  readonly memory: unknown;
  /** Number of the input or output. */
  readonly i: number;
  /** The bytes that it reaches. */
  readonly begin: number;
  readonly end: number;
  /** Where its groups of three bytes begin, in which elements may be packed; else 0. */
  readonly phase: number;
  /** Its elements are runs of so many bits: the lowest one at `first`, and one at each index of the axes. */
  readonly first: number;
  readonly run: number;
  /** The largest step comes first. Steps are positive. */
  readonly axes: readonly Axis[];
  /** It does not fill its array in row-major order. */
  readonly isSpread: boolean;
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
  { given, words, version, outType }: Request,
  first: number,
  outs: readonly Out[],
): boolean {
  if (outs.length === 1) {
    let i = first;
    while (i < given.length && !share(given[i].data, outs[0].array)) ++i;
    if (i === given.length) return false;
  }
  // `set` copies a run as if by way of a third array, but elements that are converted become wider or narrower
  const mayConvert = version.operator.op_type === 'Rearrange';
  const mayOverlap = !version.joins && !mayConvert && outs.length === 1 && moves.every(isOneRun);
  const outputs = outs.map(({ array, layout }, i) => rangeOf(array, layout, dims[i], outType, i));
  checkApart(outputs);
  const inputs = given
    .slice(first)
    .map(({ data, type, at }, i) => rangeOf(data, placeAt(words, at), dimsAt(words, at), type, i));
  return overlapsInput(inputs, outputs, mayOverlap);
}

/** Do two arrays have memory in common, whatever is in it? */
export function share(a: any, b: any): boolean {
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
    const suspects = ranges.every(({ phase }) => phase === ranges[0].phase) ? findSuspects(ranges) : [];
    if (suspects === null) continue;
    const pair =
      findPair(ranges.filter(({ i }) => suspects.some((each) => each.i === i))) ?? findPair(ranges);
    if (pair === null) continue;
    const [a, b] = pair.map(({ i }) => i).sort((i, j) => i - j);
    throw badOut(`outputs ${a} and ${b} overlap`);
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
      if (range.memory !== input.memory || !meet(input, range)) continue;
      overlaps = true;
      if (mayOverlap && !range.isSpread) continue;
      const which = inputs.length > 1 ? 'an' : 'the';
      throw badOut(`output ${range.i} overlaps ${which} input; give it memory of its own`);
    }
  return overlaps;
}

/**
 * @param array
 * @param layout null: it fills the array
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
  const { group, entries, bits } = DTYPES[type];
  const axes: Axis[] = [];
  let [begin, end, first, run] = [start, start, 8 * start, 0];
  if (layout === null) {
    end += isList ? countOf(dims) : byteLengthOf(array);
    run = 8 * (end - begin);
  } else if (!dims.includes(0)) {
    const width = bits || 8;
    const bytes = isList ? 1 : entries * entryBytes(array); // of a group
    const hull = hullOf(dims, layout);
    begin += Math.floor(hull.first / group) * bytes;
    end += (Math.floor(hull.last / group) + 1) * bytes;
    first += hull.first * width;
    run = width;
    for (let a = 0; a < dims.length; ++a) {
      const step = Math.abs(layout.stride[a]) * width;
      if (dims[a] > 1 && step > 0) axes.push({ size: dims[a], step });
    }
    axes.sort((a, b) => b.step - a.step);
    while (axes.length > 0 && axes[axes.length - 1].step <= run) run += spanOf([axes.pop() as Axis]);
  }
  const phase = bits % 8 === 0 ? 0 : start % entries;
  return { memory, i, begin, end, phase, first, run, axes, isSpread: layout !== null };
}

/** Bits from the first index of the axes to the last, without the run. */
function spanOf(axes: readonly Axis[]): number {
  let sum = 0;
  for (let a = 0; a < axes.length; ++a) sum += (axes[a].size - 1) * axes[a].step;
  return sum;
}

/** The first pair that overlaps. */
function findPair(ranges: readonly Range[]): readonly Range[] | null {
  const sorted = [...ranges].sort((a, b) => a.begin - b.begin || a.i - b.i);
  for (let k = 1, first = 0; k < sorted.length; ++k) {
    while (first < k && sorted[first].end <= sorted[k].begin) ++first;
    for (let other = first; other < k; ++other)
      if (meet(sorted[other], sorted[k])) return [sorted[other], sorted[k]];
  }
  return null;
}

/** Is an element of one tensor where an element of the other is? */
function meet(a: Range, b: Range): boolean {
  if (Math.max(a.begin, b.begin) >= Math.min(a.end, b.end)) return false;
  if (a.phase !== b.phase) return true;
  // differences of two places are sums of steps too, if the second tensor's axes run backwards from its end
  const sizes = new Map<number, number>();
  for (const { size, step } of [...a.axes, ...b.axes]) sizes.set(step, (sizes.get(step) ?? 1) + size - 1);
  const axes = [...sizes].map(([step, size]) => ({ size, step })).sort((c, d) => d.step - c.step);
  const from = b.first + spanOf(b.axes) - a.first;
  return hits(axes, from + 1 - a.run, from + b.run - 1, { left: MOST_SUMS });
}

/** Sums that are tried for one pair of tensors. Only strides that nest badly take as many. */
const MOST_SUMS = 1 << 14;

/**
 * Is a sum of steps, each taken at most size - 1 times, from `low` to `high`? It also says so if there are too
 * many sums to try.
 */
function hits(axes: readonly Axis[], low: number, high: number, sums: { left: number }): boolean {
  if (low <= 0 && high >= 0) return true; // 0 is one
  const span = spanOf(axes);
  if (high < 0 || low > span) return false;
  if (--sums.left < 0) return true;
  const divisor = axes.reduce((all, { step }) => commonDivisor(step, all), 0);
  if (Math.ceil(low / divisor) * divisor > high) return false;
  const [{ size, step }, ...others] = axes;
  const least = Math.max(0, Math.ceil((low - spanOf(others)) / step));
  for (let k = Math.min(size - 1, Math.floor(high / step)); k >= least; --k)
    if (hits(others, low - k * step, high - k * step, sums)) return true;
  return false;
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/** What of a tensor is looked at. */
type Piece = Pick<Range, 'i' | 'first' | 'run' | 'axes'>;

const endOf = ({ first, run, axes }: Piece) => first + spanOf(axes) + run;

/**
 * Two tensors that may overlap; null: no two of all do. It takes about n log n, where looking at all pairs
 * takes n * n. Tensors that alternate are looked at modulo their largest step, where each is one piece.
 */
function findSuspects(pieces: readonly Piece[], depth = 0): Piece[] | null {
  const sorted = [...pieces].sort((a, b) => a.first - b.first);
  for (let begin = 0, end = 1; begin < sorted.length; begin = end++) {
    let reach = endOf(sorted[begin]);
    for (; end < sorted.length && sorted[end].first < reach; ++end)
      reach = Math.max(reach, endOf(sorted[end]));
    if (end - begin === 1) continue;
    const group = sorted.slice(begin, end);
    const step = group.reduce((most, { axes }) => Math.max(most, axes[0]?.step ?? 0), 0);
    const folded = group.map(({ i, first, run, axes }) => ({
      i,
      first: (first - group[0].first) % step,
      run,
      axes: axes[0]?.step === step ? axes.slice(1) : axes,
    }));
    const isFlat = step === 0 || depth > MAX_RANK || folded.some((each) => endOf(each) > step);
    const suspects = isFlat ? group.slice(0, 2) : findSuspects(folded, depth + 1);
    if (suspects !== null) return suspects;
  }
  return null;
}
