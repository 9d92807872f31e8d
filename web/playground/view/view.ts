// Parts that the views of the stage have in common: captions of results, and segments of rulers with the numbers of their ends.
import type { Result } from '../model/result.ts';
import { givesMany, isJoin, resultName } from '../model/rows.ts';
import { extentOf } from '../model/slice.ts';
import { colour, h } from '../page/dom.ts';
import { plural, sayDims } from '../page/say.ts';

/** `[4, 6]`, each size in the colour of its axis. @param axes the axis of each size, if axes were dropped or moved */
export function dimsOf(dims: readonly number[], axes: readonly number[] = [...dims.keys()]) {
  const sizeAt = (size: number, i: number) =>
    axes[i] >= 0 ? h(`i.${colour('axis', axes[i])}`, String(size)) : String(size);
  return h('span.dims', '[', ...dims.flatMap((size, i) => [i > 0 && ', ', sizeAt(size, i)]), ']');
}

/** The name that each axis of the input of a pattern is, in the order of the pattern; -1: it has several. */
export const namesOf = ({ order }: Result): number[] | undefined => {
  const names = [...new Set(order?.input.flatMap((each) => each.names))];
  return order?.input.map((each) => (each.names.length === 1 ? names.indexOf(each.names[0]) : -1));
};

/** The axis of the tensor that each axis of the result is. */
export function axesOf({ ranges, order, outputs, taken, axis, row, whole }: Result): number[] {
  const axes = [...(outputs[0]?.dims ?? []).keys()];
  if (ranges && !isJoin(row)) return ranges.flatMap(({ drops }, i) => (drops ? [] : [i]));
  if (order) {
    const names = [...new Set([...order.input, ...order.output].flatMap((each) => each.names))];
    return order.output.map((each) => (each.names.length === 1 ? names.indexOf(each.names[0]) : -1));
  }
  if (taken && axis < 0) return [-1]; // of all elements
  const isDropped = taken && axes.length < whole.length;
  return isDropped ? axes.map((i) => (i < axis ? i : i + 1)) : axes;
}

/** The caption of the result: its name, and its dims or how many tensors it is. @param choice of its type */
export function captionOf(result: Result, choice: HTMLElement | null = null): HTMLElement {
  const { outputs, count, row } = result;
  const type = outputs[0]?.type ?? result.state.type;
  const name = h('b', resultName(row));
  if (givesMany(row)) return h('div.cap', name, h('span.m', `${plural(count, 'tensor')}, ${type}`));
  return h('div.cap', name, choice ?? h('span.m', type), dimsOf(outputs[0].dims, axesOf(result)));
}

/** The text in place of a result without elements. */
export function whyEmpty({ ranges, outputs, count }: Result) {
  if (count === 0) return 'There are no pieces: the axis has size 0.';
  const axis = ranges?.findIndex((range) => range.count === 0) ?? -1;
  const why = axis >= 0 ? `, because the slice of axis ${axis} is empty` : '';
  return `${sayDims(outputs[0].dims)}: nothing is taken${why}.`;
}

/** A part of an axis, from a to b. `name`: that of its colour. */
export type Segment = { a: number; b: number; name: string; text: string };

/** The part that a slice takes. */
export function rangeSegments({ ranges }: Result, axis: number): Segment[] {
  const range = (ranges ?? [])[axis];
  const name = colour('axis', axis);
  const [a, b] = extentOf(range);
  const own = Math.abs(range.step) > 1 && range.count > 1 ? `${name} step` : name;
  return range.count === 0 ? [] : [{ a, b, name: own, text: '' }];
}

export const barsOf = (segments: readonly Segment[], size: number) =>
  segments.map(({ a, b, name, text }) => h('u', { className: name, '--a': a / size, '--b': b / size }, text));

/** The ends of segments and of the axis; those that would overlap are left out. @param room of a number, as a part of the axis */
export function numbersOf(segments: readonly Segment[], size: number, room: number) {
  const all = Math.max(1, size);
  const some = [...segments.slice(0, 12), { a: 0, b: size, name: '' }];
  const isNarrow = segments.length === 1 && (segments[0].b - segments[0].a) / all <= room;
  const ends = some.flatMap(({ a, b, name }) =>
    [a, b].map((at, i) => ({ at, className: name && `v ${name}${isNarrow ? [' lo', ' hi'][i] : ''}` })),
  );
  const shown: typeof ends = isNarrow ? ends.splice(0, 2) : []; // on either side of the segment
  for (const end of ends) if (shown.every(({ at }) => Math.abs(at - end.at) / all > room)) shown.push(end);
  return shown.map(({ at, className }) => h('span', { className, '--at': at / all }, String(at)));
}
