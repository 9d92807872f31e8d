// The core's operator table, and which version of an operator a call means.
import { describe, nearest } from '../base/describe.ts';
import { deepFreeze } from '../base/freeze.ts';
import { Mistake } from '../base/mistake.ts';
import type { OperatorRow } from '../types.ts';
import { DTYPES, type Reading } from './tables.ts';
import { operators } from './wasm/tables.js';

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
  /** Several tensors become one. */
  readonly joins: boolean;
  /** A join whose second part is a value, which fills a region. */
  readonly fills: boolean;
  /** It writes into its first tensor. */
  readonly assigns: boolean;
  /** Its output is never a view of an input, and overlaps none, unless it is exactly the first input of a join. */
  readonly copies: boolean;
  /** Number of its inputs that are tensors, which come first; 0 if it takes a list. */
  readonly tensors: number;
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

const ROWS: readonly OperatorRow[] = operators.map(({ copies: ___, ...row }) => {
  const inputs = row.inputs.map(({ per: _, exact: __, shaped: ____, ...input }) => ({
    ...input,
    types: typesIn(input.types),
  }));
  const attributes = row.attributes.map(({ per: _, exact: __, value: ___, ...attribute }) => attribute);
  const { fills: _, ...known } = row;
  return { ...known, inputs, attributes, types: inputs[0].types };
});

const isHidden = (row: number) => operators[row].hidden === true;

const OPERATORS = ROWS.filter((_, row) => !isHidden(row));

const COUNTED = ROWS.filter(({ attributes }) => attributes.some(({ name }) => name === COUNT));

export const listOperators = (): readonly OperatorRow[] => deepFreeze(OPERATORS);

const ALL: readonly Version[] = ROWS.map((operator, row) => {
  const [{ variadic, sequence }] = operator.inputs;
  const isSeveral = variadic === true || sequence === true;
  const { inputs, attributes, copies, fills = false } = operators[row];
  const several = inputs.filter(({ rank, shaped }) => rank === 'any' && !shaped).length;
  const joins = isSeveral || several > 1 || fills;
  const parameters: Parameter[] = [
    ...inputs.slice(several).map(({ name, rank, per, exact, value, shaped }) => {
      return { name, isInput: true, isList: rank === 1, choices: undefined, per, exact, value, shaped };
    }),
    ...attributes.map(({ name, choices, per, exact, value }) => {
      return { name, isInput: false, isList: per === 'axis', choices, per, exact, value };
    }),
  ];
  return {
    row,
    op: `${operator.op_type}-${operator.since_version}`,
    operator,
    parameters,
    numbers: new Map(parameters.map(({ name }, i) => [name, i])),
    joins,
    copies: joins || copies === true,
    fills,
    assigns: ['Assign', 'Fill'].includes(operator.op_type),
    tensors: isSeveral ? 0 : several,
    isList: isSeveral,
    takesString: parameters.some(({ per }) => per === 'axis'),
    takesPattern: operator.attributes.some(({ type, choices }) => type === 'string' && !choices),
    takesCount:
      COUNTED.some(({ op_type }) => op_type === operator.op_type) &&
      !parameters.some(({ name }) => name === COUNT),
  };
});

/** Versions of each operator, oldest first; those of ai.onnx come before OpenVINO's. */
const VERSIONS = new Map<unknown, Version[]>();
for (const version of ALL) {
  const { op_type } = version.operator;
  if (!isHidden(version.row)) VERSIONS.set(op_type, [...(VERSIONS.get(op_type) ?? []), version]);
}

/** The newest version of each operator, in ai.onnx if it is there. */
const NEWEST = new Map<unknown, Version | undefined>();
for (const [op_type, versions] of VERSIONS) {
  const home = versions[0].operator.domain;
  NEWEST.set(
    op_type,
    versions.findLast(({ operator }) => operator.domain === home),
  );
}

/** One of this library's own operators, under the name `op`. */
export const ownVersion = (op_type: 'Assign' | 'Copy' | 'Fill', op: string): Version => ({
  ...(ALL.find(({ operator }) => operator.op_type === op_type) as Version),
  op,
});

/** The name of tensor `i` of a call in its document. */
export const tensorName = ({ isList, operator }: Version, i: number) => operator.inputs[isList ? 0 : i].name;

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
  const known = [...new Set(OPERATORS.map((row) => `${row.domain} ${row.op_type}`))].join(', ');
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

/** Says which version has what this version lacks. */
export const whereIs = ({ operator }: Version, { op, operator: { domain } }: Version) =>
  `${domain === operator.domain ? '' : `in domain '${domain}', `}${op} has it`;
