// What the library takes for a call, and how it is planned and run.
import { plan } from '../../lib/index.ts';
import { toIntegers } from './integers.ts';
import { tensorNames } from './names.ts';
import type { Parameter, Typed } from './parameters.ts';
import { isJoin, type Row, rowAt, tensorsOf } from './rows.ts';
import type { State } from './state.ts';

/** A tensor without its data. */
export interface Shape {
  name: string;
  type: State['type'];
  dims: number[];
}

/** A field of the page says what is wrong with what was typed into it. */
export class Wrong extends Error {
  param: string;

  constructor(param: string, message: string) {
    super(message);
    this.param = param;
  }
}

export interface Given {
  row: Row;
  tensors: Shape[];
  parameters: (Parameter & { value: Typed })[];
  values: Record<string, string>;
  inputs: Typed[]; // after the tensors
  options: { domain: string; opset: number; attributes?: Record<string, Typed>; num_outputs?: number };
}

/** Of a slice whose notation is typed, and whose sizes are not. given.ts reads what is typed of all other calls. */
export function sliceGiven(state: State): Given {
  const row = rowAt(state.op, state.opset) as Row;
  const dims = toIntegers(state.dims).map(Number);
  return {
    row,
    tensors: [{ name: tensorNames(state, row, 1)[0], type: state.type, dims }],
    parameters: [],
    values: {},
    inputs: [state.notation],
    options: { domain: row.domain, opset: row.since_version },
  };
}

/** A plan of the call. @throws {Wrong | MicrotomeError} */
export function planOf({ row, tensors, inputs, options }: Given, type = tensors[0]?.type) {
  const shapes = tensors.map(({ dims }) => ({ type, dims }));
  const isSequence = tensorsOf(row).some(({ sequence }) => sequence);
  return plan(row.op_type, [...(isSequence ? [shapes] : shapes), ...inputs] as Typed, options as Typed);
}

/** Runs a plan on arrays, one per tensor. */
export function runOn(
  planned: ReturnType<typeof planOf>,
  { row, tensors }: Given,
  arrays: readonly Typed[],
  type = tensors[0]?.type,
) {
  const given = tensors.map(({ dims }, i) => ({ type, dims, data: arrays[i] }));
  return planned.run((isJoin(row) ? given : given[0]) as Typed);
}
