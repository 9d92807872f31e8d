// The operator versions that the page shows: all that the library has, but for Pad and Gather, whose borders and lists it does not
// draw.

import { type OperatorRow, operators } from '../../lib/index.ts';

/** A version, and what the page calls its operator: OpenVINO's, if ONNX has one of that name, is `openvino.Slice`. */
export type Row = OperatorRow & { op: string };

let rows: readonly Row[] = [];

/** @returns those of one operator together, oldest first */
export function versions(): readonly Row[] {
  if (rows.length > 0) return rows;
  const all = operators().filter(({ op_type }) => !['Pad', 'Gather'].includes(op_type));
  rows = all.map((row) => {
    const first = all.find(({ op_type }) => op_type === row.op_type);
    return { ...row, op: first?.domain === row.domain ? row.op_type : `${row.domain}.${row.op_type}` };
  });
  return rows;
}

/** `Slice`, or `OpenVINO Slice` beside ONNX's. */
export const labelOf = ({ op, op_type }: Row) => (op === op_type ? op : `OpenVINO ${op_type}`);

/** `Slice-13` */
export const nameOf = (row: Row) => `${labelOf(row)}-${row.since_version}`;

/** The tensors among the inputs of an operator. */
export const tensorsOf = ({ inputs }: OperatorRow) => inputs.filter(({ rank }) => rank === 'any');

/** Does it take any number of tensors? */
export const takesAny = (row: OperatorRow) =>
  tensorsOf(row).some(({ variadic, sequence }) => variadic || sequence);

/** Does it take several tensors, and give one? */
export const isJoin = (row: OperatorRow) => takesAny(row) || tensorsOf(row).length > 1;
