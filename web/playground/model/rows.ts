// The operator versions of the library, and what the page calls them.
import { type OperatorRow, operators } from '../../lib/index.ts';

/** A version, and what the page calls its operator: OpenVINO's, if ONNX has one of that name, is `openvino.Slice`. */
export type Row = OperatorRow & { op: string };

let rows: readonly Row[] = [];

/** @returns those of one operator together, oldest first */
export function versions(): readonly Row[] {
  if (rows.length > 0) return rows;
  const all = operators();
  const named = all.map((row) => {
    const first = all.find(({ op_type }) => op_type === row.op_type);
    return { ...row, op: first?.domain === row.domain ? row.op_type : `${row.domain}.${row.op_type}` };
  });
  const order = [...new Set(named.map(({ op }) => op))];
  rows = order.flatMap((op) => named.filter((row) => row.op === op));
  return rows;
}

/** The version of an operator that is in effect at an opset; without an opset, the newest. */
export const rowAt = (op: string, opset: number = Number.POSITIVE_INFINITY): Row | undefined =>
  versions().findLast((row) => row.op === op && row.since_version <= opset);

/** `Slice-13`, or `OpenVINO Slice-8` beside ONNX's. */
export const nameOf = ({ op, op_type, since_version }: Row) =>
  `${op === op_type ? '' : 'OpenVINO '}${op_type}-${since_version}`;

const DOMAINS: Record<string, string> = { 'ai.onnx': 'ONNX', openvino: 'OpenVINO', microtome: 'Microtome' };

/** Whose a version is: `ONNX 13`. Microtome's have no number. */
export const versionOf = ({ domain, since_version }: Row) =>
  `${DOMAINS[domain] ?? domain}${domain === 'microtome' ? '' : ` ${since_version}`}`;

/** The function of the library: `slice`. @param op with or without its domain */
export const functionOf = (op: string) =>
  op.replace(/^.*\./, '').replace(/^./, (letter) => letter.toLowerCase());

/** The tensors among the inputs of an operator. Gather's indices are typed into the call. */
export const tensorsOf = ({ inputs }: OperatorRow) =>
  inputs.filter(({ rank, name }) => rank === 'any' && name !== 'indices');

/** Does it take any number of tensors? */
export const takesAny = (row: OperatorRow) =>
  tensorsOf(row).some(({ variadic, sequence }) => variadic || sequence);

/** Does it take several tensors, and give one? */
export const isJoin = (row: OperatorRow) => takesAny(row) || tensorsOf(row).length > 1;

/** How many tensors are typed. */
export const joinedIn = ({ op, opset, dims }: { op: string; opset: number; dims: string }) =>
  isJoin(rowAt(op, opset) as Row) ? dims.split(';').length : 1;
