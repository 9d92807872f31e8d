// The core's operator table: which version of an operator a call means.
import { mistake } from '../base/mistake.js';
import { describe, toNumber } from '../base/read.js';
import { DTYPES } from './tables.js';
import described from './wasm/tables.js';

/** @import { OperatorRow } from '../types.js' */

/**
 * An operator version with what is needed to call it.
 * @typedef {object} Version
 * @property {number} row of the operator table
 * @property {string} op `Split-18`
 * @property {OperatorRow} operator
 * @property {{ name: string, input: boolean, choices?: readonly string[] }[]} parameters in the order of the wire
 * @property {boolean} joins several tensors become one
 * @property {number} tensors so many of its first inputs are tensors; 0: any number
 */

/** The domain of what no document has: calls of this library's own. */
const OURS = 'microtome';

/** The element types of a set, which the core writes as one bit per row of their table. @param {number} set */
const typesIn = (set) => DTYPES.filter((_, row) => (set >> row) & 1).map(({ name }) => name);

/** @type {readonly OperatorRow[]} */
const ROWS = described.operators.map((row) => {
  const inputs = row.inputs.map((input) => ({ ...input, types: typesIn(input.types) }));
  return { ...row, inputs, types: inputs[0].types };
});

/** Those of documents. */
export const OPERATORS = ROWS.filter(({ domain }) => domain !== OURS);

const ALL = ROWS.map((operator, row) => {
  const isSeveral = operator.inputs[0].variadic === true || operator.inputs[0].sequence === true;
  const several = operator.inputs.filter(({ rank }) => rank === 'any').length;
  const inputs = operator.inputs
    .slice(several)
    .map(({ name }) => ({ name, input: true, choices: undefined }));
  const attributes = operator.attributes.map(({ name, choices }) => ({ name, input: false, choices }));
  return {
    row,
    op: `${operator.op_type}-${operator.since_version}`,
    operator,
    parameters: [...inputs, ...attributes],
    joins: isSeveral || several > 1,
    tensors: isSeveral ? 0 : several,
  };
});

/** Versions of each operator, oldest first, those of ai.onnx before OpenVINO's. @type {Map<string, Version[]>} */
const VERSIONS = new Map();
for (const version of ALL) {
  const { domain, op_type } = version.operator;
  if (domain !== OURS) VERSIONS.set(op_type, [...versionsOf(op_type), version]);
}

/** @param {string} op_type */
function versionsOf(op_type) {
  return VERSIONS.get(op_type) ?? [];
}

/** Operators that take any number of inputs. @type {Set<unknown>} */
export const VARIADIC = new Set(
  OPERATORS.filter(({ inputs }) => inputs[0].variadic).map(({ op_type }) => op_type),
);

/**
 * One of this library's own calls, made in the name of another.
 * @param {'Assign' | 'Copy'} op_type
 * @param {string} op to blame
 * @returns {Version}
 */
export const ownVersion = (op_type, op) => ({
  .../** @type {Version} */ (ALL.find(({ operator }) => operator.op_type === op_type)),
  op,
});

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
  const named = versionsOf(op_type);
  const home = wanted ?? named[0]?.operator.domain;
  const all = named.filter(({ operator }) => operator.domain === home);
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
  versionsOf(operator.op_type).find(
    (other) => other.operator.domain === operator.domain && other.parameters.some(is),
  );
