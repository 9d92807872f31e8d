// What is typed, token by token: a sentence for each index, bound, step and axis, below its field.
import type { Integer } from '../../lib/index.ts';
import { boundsOf, type Result, toNode, toRanges } from './cut.ts';
import { sizeOf, toIntegers, WORDS } from './integers.ts';
import { itemsOf, sliceNames, takesSlice, toNotation } from './slice.ts';
import { ordinal } from './words.ts';

export type Told = { token: string; says: string };

/** @returns by field */
export function explainFields(result: Result): Record<string, Told[]> {
  const { state, joins, dims } = result;
  const cells = `${plural(dims.length, 'axis', 'axes')}, ${plural(sizeOf(dims), 'cell', 'cells')}`;
  const says = dims.length === 0 ? 'a scalar: no axis, 1 cell' : joins ? `joined: ${cells}` : cells;
  const told = result.order
    ? { pattern: explainNames(result) }
    : takesSlice(state.op)
      ? explainSlice(result)
      : explainAxis(result);
  return { dims: [{ token: '', says }], ...told };
}

function explainSlice({ state, dims }: Result): Record<string, Told[]> {
  const bounds = boundsOf(state.op, toNode(state).values, dims.length);
  const tell = (say: (bound: (typeof bounds)[number], size: number) => [Integer, string]) =>
    bounds.map((bound) => {
      const [integer, said] = say(bound, dims[bound.axis]);
      const says = dims[bound.axis] === 0 ? 'nothing, because the axis has size 0' : said;
      return { token: nameOf(integer), says: bounds.length > 1 ? `axis ${bound.axis}: ${says}` : says };
    });
  const { starts, ends, axes, steps } = sliceNames(state.op);
  return {
    s: explainNotation(state, dims),
    [starts]: tell(({ start, step }, size) => [start, sayIndex(start, size, step < 0)]),
    [ends]: tell(({ end, step }, size) => [end, sayEnd(end, size, step < 0)]),
    [axes]: bounds.map(({ axis }) => ({ token: String(axis), says: sayAxis(axis, dims.length) })),
    [steps]: tell(({ step }, size) => [step, sayStep(step, size)]),
  };
}

/** The names of a pattern. */
const explainNames = ({ walk }: Result): Told[] =>
  walk.flatMap(({ lines }) => lines.map(({ name, text }) => ({ token: name, says: text })));

/** A split, or a join along an axis. */
function explainAxis({ dims, walk: [{ axis, lines }] }: Result) {
  const told: Record<string, Told[]> = { axis: [{ token: String(axis), says: sayAxis(axis, dims.length) }] };
  for (const { name, text } of lines) told[name] = [{ token: '', says: text }];
  return told;
}

function explainNotation(state: Result['state'], dims: readonly number[]): Told[] {
  const { ranges } = toRanges(state);
  const notation = state.notation ?? toNotation(ranges, dims);
  return itemsOf(notation, dims)
    .map((token, axis) => ({
      token,
      says: `axis ${axis}: ${sayItem(token, dims[axis], ranges[axis].count)}`,
    }))
    .filter(({ token }) => token !== ':');
}

/** @param count of indices that it takes */
function sayItem(item: string, size: number, count: number) {
  const [start, end, step = 1] = item.split(':').map((part) => toIntegers(part)[0]);
  if (!item.includes(':')) return `${sayIndex(start, size, false)}; the axis is dropped`;
  if (count === 0) return 'takes nothing';
  const isBack = step < 0;
  const from = sayIndex(start ?? (isBack ? -1 : 0), size, isBack);
  return `starts at ${from} and ${sayEnd(end, size, isBack)}${step === 1 ? '' : `, ${sayStep(step, size)}`}`;
}

function sayIndex(start: Integer, size: number, isBack: boolean) {
  const index = toIndex(start, size);
  if (index < 0) return `the first (${nameOf(start)} is before it)`;
  if (index >= size) return isBack ? `the last (${nameOf(start)} is after it)` : 'after the last';
  if (size === 1) return 'the only index';
  if (index === 0) return 'the first';
  if (start > 0) return `index ${index}`;
  return index === size - 1 ? 'the last' : `index ${index} (${ordinal(size - index)} from the end)`;
}

/** @param end undefined: left out */
function sayEnd(end: Integer | undefined, size: number, isBack: boolean) {
  const goesOn = `goes on to the ${isBack ? 'beginning' : 'end'}`;
  if (end === undefined) return goesOn;
  const index = toIndex(end, size);
  if (isBack && index < 0) return `${goesOn} (${nameOf(end)} is before the first; -1 would mean the last)`;
  if (!isBack && index >= size) return `${goesOn} (${nameOf(end)} is after the last)`;
  return `stops before ${sayIndex(end, size, isBack)}`;
}

function sayStep(step: Integer, size: number) {
  const every = Math.abs(Number(step));
  if (every === 1) return step < 0 ? 'backwards' : 'each index';
  if (every >= size) return 'one index at most, because the axis ends before the next';
  return `every ${ordinal(every)} index${step < 0 ? ', backwards' : ''}`;
}

function sayAxis(axis: number, rank: number) {
  if (rank === 1) return 'the only axis';
  if (axis === 0) return 'the first axis';
  return axis === rank - 1 ? 'the last axis' : `axis ${axis}`;
}

const toIndex = (given: Integer, size: number) => Number(given < 0 ? BigInt(given) + BigInt(size) : given);

/** The number, or the documents' word for it. */
const nameOf = (integer: Integer) =>
  Object.keys(WORDS).find((word) => BigInt(WORDS[word]) === BigInt(integer)) ?? String(integer);

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
