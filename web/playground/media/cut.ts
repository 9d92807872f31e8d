// A cut of real data, by the library's plans.

import { type Plan, plan, type Type } from '../../lib/index.ts';
import { stridesOf } from '../model/integers.ts';
import { type View, viewOf, viewsOf } from '../model/moves.ts';
import { type Range, rangesOf, toParameters } from '../model/slice.ts';

type Split = { axis: number; num_outputs: number };

/** First the ranges, then either windows along the first axis, or splits, each of every piece that the split before has made. */
export interface Cut {
  ranges: readonly Range[]; // one per axis
  splits?: readonly Split[];
  windows?: { size: number; hop: number };
}

/** An array of a tensor's class. */
// biome-ignore lint/suspicious/noExplicitAny: only running code knows which
export type Data = any;
export type Source = { type: Type; dims: readonly number[]; stride?: readonly number[]; data: Data };
/** An output. */
export type Made = { type: Type; dims: readonly number[]; data: Data };
/** A plan, and the view of the source that it cuts. */
type Part = { planned: Plan<Data>; view: View };

/** What may be selected in a panel, and its names in an error message. */
type Wanted = Record<'what' | 'takes' | 'units', string> & { fits: (dims: readonly number[]) => boolean };

/** Ranges that a panel can show. @throws {MicrotomeError | RangeError} with a sentence for the user */
export function select(spec: string, dims: readonly number[], { what, takes, units, fits }: Wanted) {
  const ranges = rangesOf(spec, dims);
  const made = sizesOf(ranges);
  if (!fits(made)) throw new RangeError(`[${made.join(', ')}] is not ${what}: select ${takes}.`);
  if (made.includes(0))
    throw new RangeError(`This takes no ${units}: the result would be [${made.join(', ')}].`);
  return ranges;
}

/** What ranges select, without the axes of single indices. */
const sizesOf = (ranges: readonly Range[]) => ranges.filter(({ drops }) => !drops).map(({ count }) => count);

/**
 * What the ranges and windows select, before it is split. Axes of single indices stay, with size 1. Windows may overlap, which no
 * operator can say, but strides can.
 */
export function selectionOf(
  { dims, stride = stridesOf(dims) }: Pick<Source, 'dims' | 'stride'>,
  { ranges, windows }: Pick<Cut, 'ranges' | 'windows'>,
): View {
  const { starts, ends, axes, steps } = toParameters(ranges);
  const view = viewOf(plan('Slice', [{ type: 'uint8', shape: dims, stride }, starts, ends, axes, steps]));
  if (dims.length === 0) return { offset: 0, shape: [1], stride: [1] }; // operators that split take no scalars
  if (!windows) return view;
  const { size, hop } = windows;
  const [length, ...rest] = view.shape;
  const count = Math.max(0, Math.floor((length - size) / hop) + 1);
  return { ...view, shape: [count, size, ...rest], stride: [hop * view.stride[0], ...view.stride] };
}

/** A view as code. */
export const sayView = ({ shape, stride, offset }: View, type: Type, data: string) =>
  `{ type: '${type}', shape: [${shape.join(', ')}], stride: [${stride.join(', ')}], offset: ${offset}, data: ${data} }`;

/** Views of the source are cut where they are, so nothing is copied but the outputs. */
export function planCut(source: Pick<Source, 'type' | 'dims' | 'stride'>, cut: Cut): Part[] {
  const { type } = source;
  const { splits = [] } = cut;
  const last = splits.at(-1);
  const domain = type.startsWith('complex') ? 'ai.onnx' : 'openvino'; // whose document has the type
  let views = [selectionOf(source, cut)];
  for (const attributes of splits.slice(0, -1))
    views = views.flatMap((view) => viewsOf(plan('Split', [{ type: 'uint8', ...view }], { attributes })));
  return views.map((view) => {
    const input = { type, ...view };
    if (last) return { view, planned: plan('Split', [input], { attributes: last }) };
    return { view, planned: plan('Slice', [input, '...'], { domain }) };
  });
}

/** Into new arrays. Axes of single indices are dropped, as a slice string says, unless more is done. */
export function cutOnce(source: Source, cut: Cut): Made[] {
  const { type, data } = source;
  const { ranges, splits, windows } = cut;
  return planCut(source, cut).flatMap(({ planned, view }) =>
    planned.run({ type, ...view, data }).map((output) => ({
      type,
      dims: splits || windows ? output.dims : sizesOf(ranges),
      data: output.data,
    })),
  );
}
