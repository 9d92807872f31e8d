// The newest version of an operator, as errors and plans name it. A test of a call without an opset names it so, and stays right when a
// version is added.
import { REARRANGE, versionsOf } from '../../docs/rules/operators.js';

/** `Split-18`. @param {string} op_type */
export function newest(op_type) {
  const row = op_type === REARRANGE.op_type ? REARRANGE : versionsOf(op_type).slice(-1)[0];
  return `${op_type}-${row.since_version}`;
}
