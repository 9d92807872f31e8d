// A cut of a stored tensor, decided: the shapes of its outputs, and which elements of the file go where.
import { type Choice, type Described, decideViews } from '../plan/stored.ts';
import { countOf, rowMajor } from '../shape.ts';
import type { Axis, Pattern } from './axes.ts';
import type { ElementType } from './elements.ts';

export interface Cut {
  /** Of each output. */
  readonly dims: readonly (readonly number[])[];
  /** One per output that has elements, with its axes in the output's order, and as few as possible. */
  readonly streams: readonly Pattern[];
}

/** `spec` is parameters by name, or a slice string. */
export function decideCut(
  { type, dims, stride }: Described & { readonly type: ElementType },
  op_type: string,
  spec: unknown,
  choice?: Choice,
): Cut {
  const views = decideViews(op_type, { type: type.name, dims, stride }, spec, choice);
  const streams = views.flatMap(({ dims, stride, offset }, output) =>
    countOf(dims) === 0 ? [] : [{ output, first: offset, to: 0, axes: axesOf(dims, stride) }],
  );
  return { dims: views.map(({ dims }) => dims), streams };
}

/** Axes that follow each other in the file as they do in the output are one. */
function axesOf(dims: readonly number[], stride: readonly number[]): Axis[] {
  const axes: Axis[] = [];
  const inOutput = rowMajor(dims);
  dims.forEach((size, a) => {
    const last = axes.at(-1);
    const axis = { size, stride: stride[a], to: inOutput[a] };
    if (size === 1) return;
    if (last?.stride === size * axis.stride) axes.splice(-1, 1, { ...axis, size: last.size * size });
    else axes.push(axis);
  });
  return axes;
}
