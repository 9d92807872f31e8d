// The differences between two versions of an operator: their declarations, from the operator table, and their rules and rulings,
// from the rows of docs/conformance.md.
import { toNode } from '../model/cut.js';
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
 * @property {string | RegExp} [shows] a pattern of calls that the rule is about, written as a line of the corpus
 * @property {string} [document]
 * @property {string} [reference]
 * @property {string} [ort]
 * @property {string} [openvino]
 * @property {string} [ours]
 */

/**
 * What only one of two versions has.
 * @typedef {object} Side
 * @property {string} name `Split-18`
 * @property {string[]} parameters
 * @property {string[]} types
 * @property {Rule[]} rules that matter for this input
 * @property {Rule[]} others
 */

/** What is cut, as a rule sees it. `sizes`: of the pieces, if there are any. @typedef {{ line: string, size: number, count: number, starts: number[] }} Input */

/** When a rule matters whose pattern says too little. @type {Record<string, (input: Input) => boolean>} */
const WHEN = {
  D1: ({ starts, size }) => starts.some((start) => start < -size),
  D13: ({ size }) => size === 0,
  D16: ({ size, count }) => Math.ceil(size / count) * (count - 1) >= size && count <= size,
  D17: ({ size, count }) => count > size && size > 0,
  D18: ({ size }) => size === 0,
  D40: () => false, // no form leaves an input without a name
  'equal-parts-of-none': ({ size }) => size === 0,
};

/**
 * The call as a line of the corpus, which the patterns of rules are about.
 * @param {Pick<Result, 'state' | 'row' | 'dims' | 'walk' | 'count'>} result
 * @returns {Input}
 */
export function inputOf({ state, row, dims, walk, count }) {
  const { parameters } = toNode(state);
  const marks = { input: ' ', attribute: ' @', node: ' ' };
  const given = parameters
    .filter(({ value }) => value !== null)
    .map(({ name, place, value }) => {
      const text = Array.isArray(value) ? `[${value}]` : value;
      return `${marks[place]}${place === 'node' ? 'outputs' : name}=${text}`;
    });
  const starts = parameters.find(({ name }) => name === 'starts')?.value;
  return {
    line: `${row.op_type}-${row.since_version} ${state.type} [${dims}]${given.join('')}`,
    size: walk[0]?.size ?? 1,
    count,
    starts: Array.isArray(starts) ? starts.map(Number) : [],
  };
}

/**
 * @param {readonly Rule[]} rules and rulings
 * @param {OperatorRow} row
 * @param {OperatorRow} other
 * @param {string} outcome of this cut at `row`: 'outputs', or the code of the mistake
 * @param {Input} input
 * @returns {Side} what `row` has and `other` lacks
 */
export function sideOf(rules, row, other, outcome, input) {
  const [name, otherName] = [row, other].map(({ op_type, since_version }) => `${op_type}-${since_version}`);
  const namesOf = (/** @type {OperatorRow} */ each) =>
    parametersOf(each).map(
      ({ name: parameter, place }) => `${parameter}${place === 'attribute' ? ' (attribute)' : ''}`,
    );
  const line = input.line.replace(/^\S+/, name);
  const matters = (/** @type {Rule} */ { tag, gives, shows }) => {
    if (!gives.includes(outcome)) return false;
    if (outcome !== 'outputs') return true;
    return shows !== undefined && new RegExp(shows).test(line) && (WHEN[tag]?.(input) ?? true);
  };
  const its = rules.filter(({ on }) => on.includes(name) && !on.includes(otherName));
  return {
    name,
    parameters: namesOf(row).filter((each) => !namesOf(other).includes(each)),
    types: row.types.filter((type) => !other.types.includes(type)),
    rules: its.filter(matters),
    others: its.filter((rule) => !matters(rule)),
  };
}

/**
 * Whether two versions cut the same input in the same way.
 * @param {Pick<Result, 'parts' | 'count' | 'walk'>} a
 * @param {Pick<Result, 'parts' | 'count' | 'walk'>} b
 */
export function isSame(a, b) {
  if (a.count !== b.count || JSON.stringify(a.parts) !== JSON.stringify(b.parts)) return false;
  return a.parts.every((dims) => dims.includes(0)) || takenBy(a) === takenBy(b);
}

/** What the outputs take of the axes that are cut. @param {Pick<Result, 'walk'>} result */
const takenBy = ({ walk }) =>
  JSON.stringify(walk.filter((axis) => !isWhole(axis)).map(({ axis, pieces }) => [axis, pieces]));
