// Which ranges of the file are requested. Ranges that are close together are one request. Neighbours on an
// axis are equally far apart, so merging them is one comparison per axis, and a million requests are counted
// as fast as one. Only several patterns (`slices`) are merged range by range.
import { Mistake } from '../base/mistake.ts';
import { type Axis, type Pattern, widened } from './axes.ts';
import { bytesOf, type Unit } from './elements.ts';
import type { Region } from './stored_tensor.ts';
import { type Limits, PIECE, type Range } from './stores/store.ts';

/** Ranges of several patterns that are sorted: sorting more takes longer than fetching what is allowed. */
const MOST_RANGES = 2 ** 20;

/** Requests of a pattern, which all have one extent. */
interface Merged {
  /** Elements from the first to the last of a request. */
  readonly extent: number;
  /** The axes that count the requests. */
  readonly outer: readonly Axis[];
  readonly count: number;
}

/** Merges neighbours from the innermost axis outwards. */
function mergeAxes({ axes }: Pattern, { group, bytes }: Unit, gap: number): Merged {
  let inner = axes.length;
  let extent = 1;
  while (inner > 0) {
    const { size, stride } = axes[inner - 1];
    if (((stride - extent) / group) * bytes > gap) break;
    extent += (size - 1) * stride;
    inner -= 1;
  }
  const outer = axes.slice(0, inner);
  return { extent, outer, count: outer.reduce((n, { size }) => n * size, 1) };
}

/** Requests and bytes that the patterns take. `counted`: blocks of a cache that came before, to which these are added. */
export function countRequests(
  narrow: readonly Pattern[],
  { unit, width, limits, store, at }: Omit<Region, 'endian' | 'type'>,
  counted?: Set<number>,
) {
  const patterns = widened(narrow, width);
  if (store.ahead) return store.ahead.count(requestsOf(patterns, unit, limits), at, counted);
  const most = pieceOf(unit, limits);
  let requests = 0;
  let bytes = 0;
  const add = (length: number, times: number) => {
    requests += Math.ceil(length / most) * times;
    bytes += length * times;
  };
  if (patterns.length === 1) {
    const { extent, outer } = mergeAxes(patterns[0], unit, limits.gap);
    const phases = phasesOf(patterns[0].first, outer, unit.group);
    phases.forEach((times, phase) => {
      if (times > 0) add(bytesOf(unit, phase + extent), times);
    });
  } else for (const { begin, end } of mergeRanges(patterns, unit, limits.gap)) add(end - begin, 1);
  return { requests, bytes };
}

/**
 * How many requests begin at each place of a group of packed elements: those that begin at its end reach
 * further.
 */
function phasesOf(first: number, outer: readonly Axis[], group: number): number[] {
  let phases = new Array<number>(group).fill(0);
  phases[first % group] = 1;
  for (const { size, stride } of outer) {
    const next = new Array<number>(group).fill(0);
    for (let index = 0; index < Math.min(group, size); ++index) {
      const times = Math.ceil((size - index) / group); // indices that leave the same remainder
      const shift = (index * (stride % group)) % group;
      for (let phase = 0; phase < group; ++phase) next[(phase + shift) % group] += phases[phase] * times;
    }
    phases = next;
  }
  return phases;
}

/** The requests themselves, one after another. They count from the tensor's first byte. */
function* requestsOf(patterns: readonly Pattern[], unit: Unit, limits: Limits): Generator<Range, void, void> {
  const most = pieceOf(unit, limits);
  const ranges =
    patterns.length === 1 ? rangesOf(patterns[0], unit, limits.gap) : mergeRanges(patterns, unit, limits.gap);
  for (const { begin, end } of ranges)
    for (let at = begin; at < end; at += most) yield { begin: at, end: Math.min(end, at + most) };
}

/** Bytes of a piece of a request that is too long: whole elements. */
const pieceOf = ({ bytes }: Unit, { maxRequest }: Limits) =>
  Math.max(bytes, Math.floor(maxRequest / bytes) * bytes);

/** The requests of a transfer. Of a file that is read at once, each ends where a row does, if it can: it is one box then. */
export function readsOf(
  patterns: readonly Pattern[],
  { unit, limits, store }: Region,
): Generator<Range, void, void> {
  if (!store.readNow) return requestsOf(patterns, unit, limits);
  const most = Math.min(limits.maxRequest, PIECE);
  const rows = patterns.length === 1 ? patterns[0].axes : [];
  const inBytes = rows.map(({ stride }) =>
    stride % unit.group === 0 ? (stride / unit.group) * unit.bytes : 0,
  );
  const row = inBytes.find((bytes) => bytes > 0 && bytes <= most);
  return requestsOf(patterns, unit, { ...limits, maxRequest: row ? Math.floor(most / row) * row : most });
}

function* rangesOf(pattern: Pattern, unit: Unit, gap: number): Generator<Range, void, void> {
  const { extent, outer } = mergeAxes(pattern, unit, gap);
  const { group, bytes } = unit;
  const index = outer.map(() => 0);
  for (let element = pattern.first; ; ) {
    yield { begin: Math.floor(element / group) * bytes, end: bytesOf(unit, element + extent) };
    let axis = outer.length - 1;
    for (; axis >= 0 && index[axis] === outer[axis].size - 1; --axis) {
      element -= index[axis] * outer[axis].stride;
      index[axis] = 0;
    }
    if (axis < 0) return;
    index[axis] += 1;
    element += outer[axis].stride;
  }
}

function mergeRanges(patterns: readonly Pattern[], unit: Unit, gap: number): Range[] {
  const count = patterns.reduce((sum, each) => sum + mergeAxes(each, unit, gap).count, 0);
  if (count > MOST_RANGES) {
    const what = `takes ${count} ranges, and at most ${MOST_RANGES} can be merged; ask for fewer at a time, or raise gap`;
    throw new Mistake('too_costly', what, '');
  }
  const ranges = patterns.flatMap((each) => [...rangesOf(each, unit, gap)]);
  ranges.sort((a, b) => a.begin - b.begin);
  const merged: { begin: number; end: number }[] = [];
  for (const { begin, end } of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && begin - last.end <= gap) last.end = Math.max(last.end, end);
    else merged.push({ begin, end });
  }
  return merged;
}
