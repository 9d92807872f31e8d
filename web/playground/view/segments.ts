// What a call takes of an axis, as segments of a ruler, with the numbers of their ends.
import { extentOf } from '../model/drag.ts';
import type { Result } from '../model/result.ts';
import { colour, h } from '../page/dom.ts';

export interface Segment {
  a: number;
  b: number;
  name: string; // of its colour
  text: string;
}

/** Of a slice. */
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
