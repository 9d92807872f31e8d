// The operators that the imported functions bring from the core's table, and which version of an operator a call means.
import { describe, nearest } from '../base/describe.ts';
import { deepFreeze } from '../base/freeze.ts';
import { Mistake } from '../base/mistake.ts';
import type { OperatorRow } from '../types.ts';
import { type DescribedRow, DTYPES, type Reading } from './tables.ts';
import { everything } from './wasm/operators.js';

export * from './wasm/operators.js';

export interface Parameter extends Readonly<Reading> {
  readonly name: string;
  /** It is an input, not an attribute. */
  readonly isInput: boolean;
  /** It is always a list, never a number. The core checks this for the other attributes. */
  readonly isList: boolean;
  /** The legal words, if it is a word. */
  readonly choices: readonly string[] | undefined;
}

/** An operator version with what is needed to call it. */
export interface Version {
  /** Of the operator table. */
  readonly row: number;
  /** `Split-18` */
  readonly op: string;
  readonly operator: OperatorRow;
  /** In the order of the wire: inputs, then attributes. */
  readonly parameters: readonly Parameter[];
  /**
   * Number of the parameter of a name. If an input and an attribute share a name (Split-1), the
   * attribute's.
   */
  readonly numbers: ReadonlyMap<string, number>;
  /** The names of the parameters in their order; '' for one whose name belongs to another. */
  readonly names: readonly string[];
  /** Several tensors become one. */
  readonly joins: boolean;
  /** A join whose second part is a value, which fills a region. */
  readonly fills: boolean;
  /** It writes into its first tensor. */
  readonly assigns: boolean;
  /** Its output is never a view of an input, and overlaps none, unless it is exactly the first input of a join. */
  readonly neverViews: boolean;
  /** Number of its inputs that are tensors; 0 if it takes a list. */
  readonly tensorCount: number;
  /** Which input is the second tensor, if there are two. */
  readonly second: number;
  /** It takes a list of tensors. */
  readonly isList: boolean;
  /** A slice string can replace its parameters, because these are lists per axis. */
  readonly takesString: boolean;
  /** Its parameters are a pattern and what belongs to it. */
  readonly takesPattern: boolean;
  /** `num_outputs` is a parameter of its function, but not of the operator: in this version it belongs to the node. */
  readonly takesCount: boolean;
}

/** A function's name for a parameter: `pad` says `value` and `mode` for `constant_value`, `pad_value` and `pad_mode`. */
export const shortName = (name: string) => name.replace(/^(constant|pad)_/, '');

/** The parameter that gives the number of outputs, in versions in which the node does not. */
export const COUNT = 'num_outputs';

/** The element types of a set: bit i is row i of their table. */
const typesIn = (set: number) => DTYPES.filter((_, row) => (set >> row) & 1).map(({ name }) => name);

/** A version as callers see it. */
function publicRow({
  row: _,
  neverViews: __,
  fills: ___,
  assigns: ____,
  ...version
}: DescribedRow): OperatorRow {
  const inputs = version.inputs.map(({ onePer: _, int64: __, anyRank: ___, mask: ____, ...input }) => ({
    ...input,
    types: typesIn(input.types),
  }));
  const attributes = version.attributes.map(
    ({ onePer: _, int64: __, value: ___, ...attribute }) => attribute,
  );
  return { ...version, inputs, attributes, types: inputs[0].types };
}

/** Built by the first caller. */
let listed: readonly OperatorRow[] | undefined;

export const listOperators = (): readonly OperatorRow[] => {
  listed ??= everything
    .flat()
    .filter(({ hidden }) => !hidden)
    .sort((a, b) => a.row - b.row)
    .map(publicRow);
  return deepFreeze(listed);
};

const isCount = ({ name }: { readonly name: string }) => name === COUNT;

/** A version among all of its operator. */
function toVersion(described: DescribedRow, _: number, all: readonly DescribedRow[]): Version {
  const {
    row,
    inputs,
    attributes,
    neverViews,
    fills = false,
    assigns = false,
    op_type,
    since_version,
  } = described;
  const operator = publicRow(described);
  const [{ variadic, sequence }] = inputs;
  const isSeveral = variadic === true || sequence === true;
  const isTensor = ({ rank, anyRank }: (typeof inputs)[number]) => rank === 'any' && !anyRank;
  const several = inputs.filter(isTensor).length;
  const joins = isSeveral || several > 1 || fills;
  const parameters: Parameter[] = [
    ...inputs.flatMap((input) => {
      const { name, rank, onePer, int64, value, anyRank, mask } = input;
      const more = { choices: undefined, onePer, int64, value, anyRank, mask };
      return isTensor(input) ? [] : [{ name, isInput: true, isList: rank === 1, ...more }];
    }),
    ...attributes.map(({ name, choices, onePer, int64, value }) => {
      const none = { anyRank: undefined, mask: undefined }; // so that engines give all parameters one shape
      return { name, isInput: false, isList: onePer === 'axis', choices, onePer, int64, value, ...none };
    }),
  ];
  const numbers = new Map(parameters.map(({ name }, i) => [name, i]));
  return {
    row,
    op: `${op_type}-${since_version}`,
    operator,
    parameters,
    numbers,
    names: parameters.map(({ name }, i) => (numbers.get(name) === i ? name : '')),
    joins,
    neverViews: joins || neverViews === true,
    fills,
    assigns,
    tensorCount: isSeveral ? 0 : several,
    second: inputs.findLastIndex(isTensor),
    isList: isSeveral,
    takesString: parameters.some(({ onePer }) => onePer === 'axis'),
    takesPattern: attributes.some(({ type, choices }) => type === 'string' && !choices),
    takesCount: !parameters.some(isCount) && all.some((each) => each.attributes.some(isCount)),
  };
}

/** Versions of each operator that is here, oldest first; those of ai.onnx come before OpenVINO's. */
const VERSIONS = new Map<unknown, Version[]>();

/** The newest version of each operator, in ai.onnx if it is there. */
const NEWEST = new Map<unknown, Version | undefined>();

/** Adds an operator, unless it is here: functions bring theirs. */
export function addOperator(rows: readonly DescribedRow[]): void {
  const [{ op_type, hidden }] = rows;
  if (hidden || VERSIONS.has(op_type)) return;
  const versions = rows.map(toVersion);
  const [{ operator: first }] = versions;
  VERSIONS.set(op_type, versions);
  NEWEST.set(
    op_type,
    versions.findLast(({ operator }) => operator.domain === first.domain),
  );
}

/** One of this library's own operators, under the name `op`. */
export const ownVersion = (rows: readonly DescribedRow[], op: string): Version =>
  Object.assign(toVersion(rows[0], 0, rows), { op });

/** The name of tensor `i` of a call in its document. */
export const tensorName = ({ isList, operator, second }: Version, i: number) =>
  operator.inputs[isList || i === 0 ? 0 : second].name;

/** The caller's name for an operator, which may be anything. */
export const nameOf = (op_type: unknown) =>
  typeof op_type === 'string' ? op_type.slice(0, 40) : describe(op_type);

/** The version of an operator that is in effect at an opset; without an opset, the newest. */
export function findVersion(op_type: unknown, domain: unknown, opset: unknown): Version {
  const newest = NEWEST.get(op_type);
  if (newest !== undefined && domain === undefined && opset === undefined) return newest;
  const home = domain === '' ? 'ai.onnx' : (domain ?? newest?.operator.domain);
  const all = (VERSIONS.get(op_type) ?? []).filter(({ operator }) => operator.domain === home);
  if (all.length === 0) throw unknownOperator(op_type, domain);
  const number = typeof opset === 'bigint' ? Number(opset) : (opset ?? Number.MAX_VALUE);
  const version = all.findLast(
    ({ operator }) => Number.isInteger(number) && operator.since_version <= (number as number),
  );
  if (version !== undefined) return version;
  const first = all[0].operator.since_version;
  throw new Mistake('bad_opset', `must be an integer of ${first} or more, not ${describe(opset)}`, 'opset');
}

function unknownOperator(op_type: unknown, domain: unknown) {
  const isKnown = VERSIONS.has(op_type);
  const meant = isKnown ? '' : nearest(nameOf(op_type), [...VERSIONS.keys()] as string[]);
  const all = [...VERSIONS.values()].flat();
  const known = [...new Set(all.map(({ operator: each }) => `${each.domain} ${each.op_type}`))].join(', ');
  const where = domain === undefined ? '' : ` in domain ${describe(domain)}`;
  const hint = meant === '' ? '' : `; did you mean '${meant}'?`;
  const what = `no such operator${where}; known are ${known}${hint}`;
  return new Mistake('unknown_operator', what, isKnown ? 'domain' : '');
}

/** The first version of the same operator that has such a parameter, in the same domain if possible. */
export function firstVersionWith({ operator }: Version, is: (parameter: Parameter) => boolean) {
  const all = VERSIONS.get(operator.op_type)?.filter(({ parameters }) => parameters.some(is));
  return all?.find((other) => other.operator.domain === operator.domain) ?? all?.[0];
}

/** Says which version takes a type that this version does not take; '' if there is none. */
export function whoTakes(version: Version, type: string): string {
  const takes = ({ operator: { types } }: Version) => (types as readonly string[]).includes(type);
  const other = VERSIONS.get(version.operator.op_type)?.find(takes);
  return other === undefined || takes(version) ? '' : `; ${whereIs(version, other)}`;
}

/** Says which version has what this version lacks. */
export const whereIs = ({ operator }: Version, { op, operator: { domain } }: Version) =>
  `${domain === operator.domain ? '' : `in domain '${domain}', `}${op} has it`;
