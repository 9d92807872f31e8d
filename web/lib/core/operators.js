// The core's operator table: which version of an operator a call means.
import { mistake } from '../base/mistake.js';
import { describe, toNumber } from '../base/read.js';
import described from './wasm/tables.js';

/** @import { OperatorRow } from '../types.js' */

/**
 * An operator version with what is needed to call it.
 * @typedef {object} Version
 * @property {number} row of the operator table
 * @property {string} op `Split-18`
 * @property {OperatorRow} operator
 * @property {{ name: string, input: boolean }[]} parameters in the order of the wire
 */

export const OPERATORS = described.operators;

/** Versions of each operator, oldest first. @type {Map<string, Version[]>} */
const VERSIONS = new Map(OPERATORS.map(({ op_type }) => [op_type, []]));

OPERATORS.forEach((operator, row) => {
  const inputs = operator.inputs.slice(1).map(({ name }) => ({ name, input: true }));
  const attributes = operator.attributes.map(({ name }) => ({ name, input: false }));
  const op = `${operator.op_type}-${operator.since_version}`;
  versionsOf(operator.op_type).push({ row, op, operator, parameters: [...inputs, ...attributes] });
});

/** @param {string} op_type */
function versionsOf(op_type) {
  return VERSIONS.get(op_type) ?? [];
}

/**
 * What a caller called an operator, whatever that was.
 * @param {unknown} op_type
 */
export const nameOf = (op_type) => (typeof op_type === 'string' ? op_type.slice(0, 40) : describe(op_type));

/**
 * The version of an operator that is in effect at an opset; the newest without one.
 * @param {string} op_type
 * @param {string | undefined} domain
 * @param {number | bigint | undefined} opset
 */
export function findVersion(op_type, domain, opset) {
  const wanted = domain === '' ? 'ai.onnx' : domain;
  const all = versionsOf(op_type).filter(
    ({ operator }) => wanted === undefined || operator.domain === wanted,
  );
  if (all.length === 0) {
    const known = [...new Set(OPERATORS.map((row) => `${row.domain} ${row.op_type}`))].join(', ');
    const where = wanted === undefined ? '' : ` in domain ${describe(wanted)}`;
    throw mistake('unknown_operator', nameOf(op_type), '', `no such operator${where}; known are ${known}`);
  }
  const number = opset === undefined ? Number.MAX_VALUE : toNumber(opset);
  const version = all.findLast(
    ({ operator }) => Number.isInteger(number) && operator.since_version <= number,
  );
  if (version !== undefined) return version;
  const first = all[0].operator.since_version;
  const what = `opset must be an integer of ${first} or more, not ${describe(opset)}`;
  throw mistake('bad_opset', nameOf(op_type), '', what);
}

/**
 * The first version of the same operator that has such a parameter.
 * @param {Version} version
 * @param {(parameter: { name: string, input: boolean }) => boolean} is
 */
export const firstVersionWith = ({ operator }, is) =>
  versionsOf(operator.op_type).find(({ parameters }) => parameters.some(is));
