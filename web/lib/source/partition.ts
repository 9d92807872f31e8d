// Divides a slice among machines. Each part is a slice string, because that says all that a spec can say:
// ranges, and the axes that indices drop. The core decides what the spec takes of each axis; here, one of them
// is divided.
import { describe } from '../base/describe.ts';
import { Mistake } from '../base/mistake.ts';
import { decideViews, isNumber, MAX_OUTPUTS, parseIndexString, toText } from '../call/for_files.ts';
import { rowMajor } from '../shape.ts';
import type { Place } from './stored_tensor.ts';

/** What a spec takes of an axis of the tensor: `count` indices, `step` apart. */
interface Range {
  readonly first: number;
  readonly step: number;
  readonly count: number;
  /** Of the axis. */
  readonly size: number;
  /** An index that drops the axis. */
  readonly isIndex: boolean;
  /** How slow the axis is in the file: as its stride. */
  readonly stride: number;
}

/** `n` slice strings. Their outputs, joined along `axis` of the output, are the output of `spec`. */
export function partsOfSpec(place: Place, spec: unknown, n: unknown, axis: unknown): string[] {
  const ranges = rangesOf(place, spec);
  const kept = ranges.filter(({ isIndex }) => !isIndex);
  const count = readCount(n);
  if (kept.length === 0) {
    const what = 'the output has no axis to divide; give a range such as 3:4 instead of an index';
    if (count > 1 || axis !== undefined) throw new Mistake('bad_rank', what, 'spec');
    return [stringOf(ranges)];
  }
  const divided = rangeAlong(axis, kept);
  const least = Math.floor(divided.count / count);
  const larger = divided.count % count; // parts that have one index more
  return Array.from({ length: count }, (_, i) => {
    const begin = i * least + Math.min(i, larger);
    const first = divided.first + begin * divided.step;
    const part = { ...divided, first, count: least + (i < larger ? 1 : 0) };
    return stringOf(ranges.map((range) => (range === divided ? part : range)));
  });
}

/**
 * What a spec takes of each axis: in row-major order, the first element's offset says its index on each of
 * them. Nothing is taken of an empty tensor, and then the counts are all that matters.
 */
function rangesOf({ type, dims, stride: inFile }: Place, spec: unknown): Range[] {
  const [view] = decideViews('Slice', { type: type.name, dims }, spec);
  const text = toText(spec);
  const drops = text === undefined ? [] : parseIndexString(text, dims).drops;
  const unit = rowMajor(dims);
  let kept = 0;
  return dims.map((size, axis) => {
    const isIndex = drops.includes(axis);
    const first = Math.floor(view.offset / unit[axis]) % size || 0;
    const count = isIndex ? 1 : view.dims[kept];
    const step = count > 1 ? view.stride[kept] / unit[axis] || 1 : 1;
    if (!isIndex) kept += 1;
    return { first, step, count, size, isIndex, stride: inFile?.[axis] ?? -axis };
  });
}

const stringOf = (ranges: readonly Range[]) => ranges.map(itemOf).join(', ');

/** A range, as an item of a slice string. */
function itemOf({ first, step, count, size, isIndex }: Range): string {
  if (isIndex) return `${first}`;
  if (count === 0) return '0:0';
  if (count === size && step === 1) return ':';
  const last = first + (count - 1) * step;
  if (count === 1 || step === 1) return `${first}:${last + 1}`;
  const end = step > 0 ? last + 1 : last - 1;
  return `${first}:${end < 0 ? '' : end}:${step}`; // -1 would be the last index
}

function readCount(n: unknown): number {
  const count = readInteger(n, 'n');
  if (count < 1) throw new Mistake('bad_count', `must be at least 1, not ${count}`, 'n');
  if (count > MAX_OUTPUTS)
    throw new Mistake('too_many_outputs', `${count} parts; at most ${MAX_OUTPUTS} are possible`, 'n');
  return count;
}

/** The range of the axis that is divided; by default, of the slowest axis of the file with more than one index. */
function rangeAlong(axis: unknown, ranges: readonly Range[]): Range {
  if (axis === undefined) {
    const keyOf = ({ count, stride }: Range) => (count > 1 ? stride : Number.NEGATIVE_INFINITY);
    return ranges.reduce((slowest, range) => (keyOf(range) > keyOf(slowest) ? range : slowest));
  }
  const index = readInteger(axis, 'axis');
  const range = ranges.at(index);
  if (range !== undefined) return range;
  const rank = ranges.length;
  const what = `is ${index}; an output of rank ${rank} has axes ${-rank} to ${rank - 1}`;
  throw new Mistake('bad_axis', what, 'axis');
}

function readInteger(value: unknown, param: string): number {
  const number = isNumber(value) ? Number(value) : Number.NaN;
  if (Number.isInteger(number)) return number;
  throw new Mistake('not_integer', `must be an integer, not ${describe(value)}`, param);
}
