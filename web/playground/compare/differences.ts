// The differences between two versions of an operator: their declarations, from the operator table, and their rules and rulings,
// from the rows of docs/conformance.md.
import type { Rule as Row, Ruling } from '../../../docs/rules/rule.js';
import type { OperatorRow } from '../../lib/index.ts';
import { type Result, toNode } from '../model/cut.ts';
import { parametersOf } from '../model/parameters.ts';
import { isWhole } from '../model/walk.ts';

/** A rule or a ruling. `shows`: a pattern of calls that it is about, written as a line of the corpus. */
export type Rule = Omit<Row, 'shows' | 'tests'> &
  Partial<Omit<Ruling, keyof Row>> & { shows?: string | RegExp };

/** What only one of two versions has. */
export type Side = ReturnType<typeof sideOf>;

/** What is cut, as a rule sees it. `sizes`: of the pieces, if there are any. */
type Input = { line: string; size: number; count: number; starts: number[] };

/** When a rule matters whose pattern says too little. */
const WHEN: Record<string, (input: Input) => boolean> = {
  D1: ({ starts, size }) => starts.some((start) => start < -size),
  D13: ({ size }) => size === 0,
  D16: ({ size, count }) => Math.ceil(size / count) * (count - 1) >= size && count <= size,
  D17: ({ size, count }) => count > size && size > 0,
  D18: ({ size }) => size === 0,
  D40: () => false, // no form leaves an input without a name
  'equal-parts-of-none': ({ size }) => size === 0,
};

/** The call as a line of the corpus, which the patterns of rules are about. */
export function inputOf({ state, row, dims, walk, count }: Result): Input {
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
 * @param rules and rulings
 * @param outcome of this cut at `row`: 'outputs', or the code of the mistake
 * @returns what `row` has and `other` lacks
 */
export function sideOf(
  rules: readonly Rule[],
  row: OperatorRow,
  other: OperatorRow,
  outcome: string,
  input: Input,
) {
  const [name, otherName] = [row, other].map(({ op_type, since_version }) => `${op_type}-${since_version}`);
  const namesOf = (each: OperatorRow) =>
    parametersOf(each).map((its) => (its.place === 'attribute' ? `${its.name} (attribute)` : its.name));
  const line = input.line.replace(/^\S+/, name);
  const fits = ({ tag, shows }: Rule) =>
    shows !== undefined && new RegExp(shows).test(line) && (WHEN[tag]?.(input) ?? true);
  const matters = (rule: Rule) => rule.gives.includes(outcome) && (outcome !== 'outputs' || fits(rule));
  const its = rules.filter(({ on }) => on.includes(name) && !on.includes(otherName));
  return {
    name,
    parameters: namesOf(row).filter((each) => !namesOf(other).includes(each)),
    types: row.types.filter((type) => !other.types.includes(type)),
    rules: its.filter(matters), // for this input
    others: its.filter((rule) => !matters(rule)),
  };
}

/** Whether two versions cut the same input in the same way. */
export function isSame(a: Result, b: Result) {
  if (a.count !== b.count || JSON.stringify(a.parts) !== JSON.stringify(b.parts)) return false;
  return a.parts.every((dims) => dims.includes(0)) || takenBy(a) === takenBy(b);
}

/** What the outputs take of the axes that are cut. */
const takenBy = ({ walk }: Result) =>
  JSON.stringify(walk.filter((axis) => !isWhole(axis)).map(({ axis, pieces }) => [axis, pieces]));
