// A cut of a stored tensor, decided: the shapes of its outputs, and which elements of the file go where.
import { movesOf } from '../core/wire.ts';
import { decideStored } from '../door/stored.ts';
import { rowMajor } from '../shape.ts';
import type { Move } from '../types.ts';
import type { Pattern } from './axes.ts';
import type { ElementType } from './elements.ts';

export interface Cut {
  /** Of each output. */
  readonly dims: readonly (readonly number[])[];
  /** One per output that has elements, with its axes in the output's order. */
  readonly streams: readonly Pattern[];
}

/** The version of the operator in effect. */
export interface Version {
  readonly opset?: unknown;
  readonly domain?: unknown;
}

/** `spec` is parameters by name, or a slice string. */
export function decideCut(
  { type, dims, stride }: { type: ElementType; dims: unknown; stride?: unknown },
  op_type: string,
  spec: unknown,
  version: Version = {},
): Cut {
  const decided = decideStored(op_type, { type: type.name, dims, stride }, spec, version);
  const moves = movesOf(decided) as readonly Move<'cut'>[];
  return { dims: decided.dims, streams: moves.flatMap((move) => streamsOf(move, type)) };
}

function streamsOf({ unit, sizes, strides, streams }: Move<'cut'>, { group, bytes }: ElementType): Pattern[] {
  const toElements = (units: number) => (unit === 'byte' ? (units / bytes) * group : units);
  const inFile = [...strides.map(toElements), 1];
  return streams.map(({ output, offset, run }) => {
    const shape = [...sizes, toElements(run)];
    const inOutput = rowMajor(shape);
    const axes = shape.map((size, i) => ({ size, stride: inFile[i], to: inOutput[i] }));
    return { output, first: toElements(offset), to: 0, axes };
  });
}
