// What the views of the stage have in common.
import { givesMany } from '../model/names.ts';
import type { Result } from '../model/result.ts';
import { isJoin } from '../model/rows.ts';
import type { State } from '../model/state.ts';
import { colour, h } from '../page/dom.ts';
import { plural, sayDims } from '../page/say.ts';

/** A state that was made by hand: all states of one gesture are one step back. */
export type Change = (state: State, gesture: string) => void;

/** `[4, 6]`, each size in the colour of its axis. @param axes the axis of each size, if axes were dropped or moved */
export const dimsOf = (dims: readonly number[], axes: readonly number[] = dims.map((_, i) => i)) =>
  h(
    'span.dims',
    '[',
    ...dims.flatMap((size, i) => [
      i > 0 ? ', ' : '',
      axes[i] >= 0 ? h(`i.${colour('axis', axes[i])}`, String(size)) : String(size),
    ]),
    ']',
  );

/** Which axis of the tensor each axis of the result is. */
export function axesOf({ ranges, order, outputs, taken, axis, row, state }: Result): number[] {
  const { dims } = outputs[0] ?? { dims: [] };
  if (ranges && !isJoin(row)) return ranges.flatMap(({ drops }, i) => (drops ? [] : [i]));
  if (order) {
    const names = [...new Set([...order.input, ...order.output].flatMap((each) => each.names))];
    return order.output.map((each) => (each.names.length === 1 ? names.indexOf(each.names[0]) : -1));
  }
  const isDropped = taken && !/[[(,]/.test(state.values.indices ?? '');
  if (isDropped) return dims.map((_, i) => (i < axis ? i : i + 1));
  return dims.map((_, i) => i);
}

/** The caption of the result: its name, and its dims or how many tensors it is. */
export function captionOf(result: Result, name: string): HTMLElement {
  const { outputs, count, row } = result;
  const type = outputs[0]?.type ?? result.state.type;
  if (!givesMany(row))
    return h('div.cap', h('b', name), h('span.m', type), dimsOf(outputs[0].dims, axesOf(result)));
  return h('div.cap', h('b', name), h('span.m', `${plural(count, 'tensor')}, ${type}`));
}

/** What is said in place of a result without elements. */
export function whyEmpty({ ranges, outputs, count }: Result) {
  if (count === 0) return 'There are no pieces: the axis has size 0.';
  const axis = ranges?.findIndex((range) => range.count === 0) ?? -1;
  const why = axis >= 0 ? `, because the slice of axis ${axis} is empty` : '';
  return `${sayDims(outputs[0].dims)}: nothing is taken${why}.`;
}
