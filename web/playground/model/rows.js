// The operator versions that the page shows: the cuts, each operator in one domain.
import { operators } from '../../lib/index.js';

/** @import { OperatorRow } from '../../lib/types.js' */

/** @type {readonly OperatorRow[]} */
let rows = [];

/** @returns {readonly OperatorRow[]} those of one operator together, oldest first */
export function cuts() {
  if (rows.length === 0) rows = operators().filter((row) => isCut(row) && isFirstDomain(row));
  return rows;
}

/** Does it take one tensor? @param {OperatorRow} row */
function isCut({ inputs }) {
  const tensors = inputs.filter(({ rank }) => rank === 'any');
  return tensors.length === 1 && !tensors[0].variadic && !tensors[0].sequence;
}

/** Is it of the domain that has the operator without being named? @param {OperatorRow} row */
const isFirstDomain = ({ op_type, domain }) =>
  operators().find((row) => row.op_type === op_type)?.domain === domain;
