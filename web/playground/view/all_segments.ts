// What a call of any kind takes of an axis, as segments of a ruler.
import type { Result } from '../model/result.ts';
import { isJoin } from '../model/rows.ts';
import { boundsOf } from '../model/sizes.ts';
import { colour, letterOf } from '../page/dom.ts';
import { rangeSegments, type Segment } from './segments.ts';

/** Segments of an axis that are drawn one by one. */
const MOST = 200;

/** Only what is input can be marked: pads have none. */
export function segmentsOf(result: Result, axis: number): Segment[] {
  const { ranges, sizes, axis: along, taken, tensors, row, whole } = result;
  const name = colour('axis', axis);
  if (ranges) return rangeSegments(result, axis);
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
