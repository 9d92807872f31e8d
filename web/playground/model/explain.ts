// What is typed, token by token: a sentence for each index, bound, step and axis, for the field that it stands in.
import type { Integer } from '../../lib/types.js';
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
  const told = takesSlice(state.op) ? explainSlice(result) : explainAxis(result);
  return { dims: [{ token: '', says }], ...told };
}

function explainSlice({ state, dims }: Result): Record<string, Told[]> {
  const bounds = boundsOf(state.op, toNode(state).values, dims.length);
  const tell = (say: (bound: (typeof bounds)[number], size: number) => [Integer, string]) =>
    bounds.map((bound) => {
      const [integer, says] = say(bound, dims[bound.axis]);
      return { token: nameOf(integer), says: bounds.length > 1 ? `axis ${bound.axis}: ${says}` : says };
    });
  const { starts, ends, axes, steps } = sliceNames(state.op);
  return {
    s: explainNotation(state, dims),
    [starts]: tell(({ start, step }, size) => [start, sayStart(start, size, step < 0)]),
    [ends]: tell(({ end, step }, size) => [end, sayEnd(end, size, step < 0)]),
    [axes]: bounds.map(({ axis }) => ({ token: String(axis), says: sayAxis(axis, dims.length) })),
    [steps]: tell(({ step }) => [step, sayStep(step)]),
  };
}

/** A split, or a join along an axis. */
function explainAxis({ dims, walk: [{ axis, lines }] }: Result) {
  const told: Record<string, Told[]> = { axis: [{ token: String(axis), says: sayAxis(axis, dims.length) }] };
  for (const { name, text } of lines) if (name !== 'axis') told[name] = [{ token: '', says: text }];
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
  if (!item.includes(':')) return `${sayStart(start, size, false)}; the axis is dropped`;
  if (count === 0) return 'takes nothing';
  const isBack = step < 0;
  const from = start === undefined ? `the ${isBack ? 'last' : 'first'}` : sayStart(start, size, isBack);
  const to = end === undefined ? `the ${isBack ? 'first' : 'last'}` : sayEnd(end, size, isBack);
  return `from ${from} to ${to}${step === 1 ? '' : `, ${sayStep(step)}`}`;
}

function sayStart(start: Integer, size: number, isBack: boolean) {
  const index = toIndex(start, size);
  if (index < 0) return 'the first, because the axis begins there';
  if (index >= size) return isBack ? 'the last, because the axis ends there' : 'after the last';
  return sayIndex(index, size, start < 0);
}

function sayEnd(end: Integer, size: number, isBack: boolean) {
  const index = toIndex(end, size);
  if (isBack && index < 0) return 'before index 0, because -1 would mean the last';
  if (!isBack && index >= size) return 'the end';
  const at = index < 0 ? 'the first' : sayIndex(Math.min(index, size - 1), size, end < 0);
  return `${at}, which is not taken`;
}

export function sayStep(step: Integer) {
  const every = Math.abs(Number(step));
  if (every === 1) return step < 0 ? 'backwards' : 'each index';
  return `every ${ordinal(every)} index${step < 0 ? ', backwards' : ''}`;
}

function sayAxis(axis: number, rank: number) {
  if (rank === 1) return 'the only axis';
  if (axis === 0) return 'the first axis';
  return axis === rank - 1 ? 'the last axis' : `axis ${axis}`;
}

/** @param isNegative as it was given */
function sayIndex(index: number, size: number, isNegative: boolean) {
  if (index === size - 1) return isNegative ? 'the last' : `index ${index}, the last`;
  if (index === 0) return 'the first';
  return `index ${index}${isNegative ? ', counted from the end' : ''}`;
}

const toIndex = (given: Integer, size: number) => Number(given < 0 ? BigInt(given) + BigInt(size) : given);

/** The number, or the documents' word for it. */
const nameOf = (integer: Integer) =>
  Object.keys(WORDS).find((word) => BigInt(WORDS[word]) === BigInt(integer)) ?? String(integer);

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
