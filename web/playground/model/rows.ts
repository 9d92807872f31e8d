// The operator versions that the page shows: each operator in one domain, cuts before joins.
import { operators } from '../../lib/index.js';
import type { OperatorRow } from '../../lib/types.js';

let rows: readonly OperatorRow[] = [];

/** @returns those of one operator together, oldest first */
export function versions(): readonly OperatorRow[] {
  if (rows.length === 0) rows = operators().filter(isFirstDomain);
  return rows;
}

/** The versions that take one tensor. */
export const cuts = () => versions().filter((row) => !isJoin(row));

/** The tensors among the inputs of an operator. */
export const tensorsOf = ({ inputs }: OperatorRow) => inputs.filter(({ rank }) => rank === 'any');

/** Does it take any number of tensors? */
export const takesAny = (row: OperatorRow) =>
  tensorsOf(row).some(({ variadic, sequence }) => variadic || sequence);

/** Does it take several tensors, and give one? */
export const isJoin = (row: OperatorRow) => takesAny(row) || tensorsOf(row).length > 1;

/** Is it of the domain that has the operator without being named? */
const isFirstDomain = ({ op_type, domain }: OperatorRow) =>
  operators().find((row) => row.op_type === op_type)?.domain === domain;
