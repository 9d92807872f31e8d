// The differences between two versions of an operator: their declarations, from the operator table, and their rules and rulings,
// from the rows of docs/conformance.md.
import { parametersOf } from '../model/parameters.js';
import { isWhole } from '../model/walk.js';

/** @import { OperatorRow } from '../../lib/types.js' */
/** @import { Result } from '../model/cut.js' */

/**
 * A rule or a ruling, as tests/cases/rules and tests/cases/rulings have them.
 * @typedef {object} Rule
 * @property {string} tag
 * @property {string} text
 * @property {string[]} on
 * @property {string[]} gives
 * @property {string} [document]
 * @property {string} [reference]
 * @property {string} [ort]
 * @property {string} [openvino]
 * @property {string} [ours]
 */

/** @typedef {{ rule: Rule, decides: boolean }} Told decides: it is the reason for the mistake that was made */

/**
 * What only one of two versions has.
 * @typedef {object} Side
 * @property {string} name `Split-18`
 * @property {string[]} parameters
 * @property {string[]} types
 * @property {Told[]} rules with those that decide first
 */

/**
 * @param {readonly Rule[]} rules and rulings
 * @param {OperatorRow} row
 * @param {OperatorRow} other
 * @param {string} outcome of this cut at `row`: 'outputs', or the code of the mistake
 * @returns {Side} what `row` has and `other` lacks
 */
export function sideOf(rules, row, other, outcome) {
  const [name, otherName] = [row, other].map(({ op_type, since_version }) => `${op_type}-${since_version}`);
  const namesOf = (/** @type {OperatorRow} */ each) =>
    parametersOf(each).map(
      ({ name: parameter, place }) => `${parameter}${place === 'attribute' ? ' (attribute)' : ''}`,
    );
  const its = rules.filter(({ on }) => on.includes(name) && !on.includes(otherName));
  const told = its.map((rule) => ({ rule, decides: outcome !== 'outputs' && rule.gives.includes(outcome) }));
  return {
    name,
    parameters: namesOf(row).filter((each) => !namesOf(other).includes(each)),
    types: row.types.filter((type) => !other.types.includes(type)),
    rules: told.sort((a, b) => Number(b.decides) - Number(a.decides)),
  };
}

/**
 * Whether two versions cut the same input in the same way.
 * @param {Pick<Result, 'outputs' | 'count' | 'walk'>} a
 * @param {Pick<Result, 'outputs' | 'count' | 'walk'>} b
 */
export function isSame(a, b) {
  if (a.count !== b.count || JSON.stringify(a.outputs) !== JSON.stringify(b.outputs)) return false;
  return a.outputs.every((dims) => dims.includes(0)) || takenBy(a) === takenBy(b);
}

/** What the outputs take of the axes that are cut. @param {Pick<Result, 'walk'>} result */
const takenBy = ({ walk }) =>
  JSON.stringify(walk.filter((axis) => !isWhole(axis)).map(({ axis, pieces }) => [axis, pieces]));
