// The operator versions that the page shows: each operator in one domain, cuts before joins.
import { operators } from '../../lib/index.js';

/** @import { OperatorRow } from '../../lib/types.js' */

/** @type {readonly OperatorRow[]} */
let rows = [];

/** @returns {readonly OperatorRow[]} those of one operator together, oldest first */
export function versions() {
  if (rows.length === 0) rows = operators().filter(isFirstDomain);
  return rows;
}

/** The versions that take one tensor. */
export const cuts = () => versions().filter((row) => !isJoin(row));

/** The tensors among the inputs of an operator. @param {OperatorRow} row */
export const tensorsOf = ({ inputs }) => inputs.filter(({ rank }) => rank === 'any');

/** Does it take any number of tensors? @param {OperatorRow} row */
export const takesAny = (row) => tensorsOf(row).some(({ variadic, sequence }) => variadic || sequence);

/** Does it take several tensors, and give one? @param {OperatorRow} row */
export const isJoin = (row) => takesAny(row) || tensorsOf(row).length > 1;

/** Is it of the domain that has the operator without being named? @param {OperatorRow} row */
const isFirstDomain = ({ op_type, domain }) =>
  operators().find((row) => row.op_type === op_type)?.domain === domain;
