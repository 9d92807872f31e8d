// What a call takes of an axis, as segments of a ruler, with the numbers of their ends.
import { boundsOf, extentOf } from '../model/drag.ts';
import type { Result } from '../model/result.ts';
import { isJoin } from '../model/rows.ts';
import { colour, h, letterOf } from '../page/dom.ts';

/** Segments of an axis that are drawn one by one. */
const MOST = 200;

export interface Segment {
  a: number;
  b: number;
  name: string; // of its colour
  text: string;
}

/** Only what is input can be marked: pads have none. */
export function segmentsOf(result: Result, axis: number): Segment[] {
  const { ranges, sizes, axis: along, taken, tensors, row, whole } = result;
  const name = colour('axis', axis);
  const range = ranges?.[axis];
  if (range) {
    const [a, b] = extentOf(range);
    const own = Math.abs(range.step) > 1 && range.count > 1 ? `${name} step` : name;
    return range.count === 0 ? [] : [{ a, b, name: own, text: '' }];
  }
  if (sizes.length > MOST && axis === along) return [{ a: 0, b: whole[axis], name: 'piece step', text: '' }];
  if (sizes.length > 0 && axis === along)
    return boundsOf(sizes).map(([a, b], i) => {
      const text = isJoin(row) ? tensors[i].name : letterOf(i);
      return { a, b, name: colour('piece', i), text: (b - a) / whole[axis] > 0.03 ? text : '' };
    });
  if (taken && axis === along)
    return taken
      .filter((i) => i >= 0)
      .slice(0, MOST)
      .map((i) => ({ a: i, b: i + 1, name, text: '' }));
  return [{ a: 0, b: whole[axis], name, text: '' }];
}

export const barsOf = (segments: readonly Segment[], size: number) =>
  segments.map(({ a, b, name, text }) => h('u', { className: name, '--a': a / size, '--b': b / size }, text));

/** The ends of segments and of the axis; those that would overlap are left out. @param room of a number, as a part of the axis */
export function numbersOf(segments: readonly Segment[], size: number, room: number) {
  const ends = segments
    .slice(0, 12)
    .flatMap(({ a, b, name }) => [a, b].map((at) => ({ at, name: `v ${name}` })));
  const shown: typeof ends = [];
  for (const each of [...ends, { at: 0, name: '' }, { at: size, name: '' }])
    if (shown.every(({ at }) => Math.abs(at - each.at) / Math.max(1, size) > room)) shown.push(each);
  return shown.map(({ at, name }) =>
    h('span', { className: name, '--at': at / Math.max(1, size) }, String(at)),
  );
}
