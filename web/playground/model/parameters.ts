// The parameters of an operator version, as the call shows them and as a node takes them. All of this comes from the operator table.
import type { Integer, OperatorRow } from '../../lib/index.ts';
import { toIntegers, toNamedSizes } from './integers.ts';
import type { Row } from './rows.ts';

/**
 * How text becomes a value: `number`; `list`; `word`; `names`, a size for each; `pairs`, one per axis; or `either`, a number unless
 * the text has brackets or commas.
 */
export type Form = 'number' | 'list' | 'either' | 'word' | 'names' | 'pairs';

/** What somebody typed, for a call: the library says what is wrong with it. */
// biome-ignore lint/suspicious/noExplicitAny: types would let nothing wrong through
export type Typed = any;

export interface Parameter {
  name: string; // in the call
  word: string; // in the operator's row
  form: Form;
  place: 'input' | 'attribute' | 'node';
  needed: boolean;
}

/** By the rank of an input. */
const FORMS: Record<OperatorRow['inputs'][number]['rank'], Form> = {
  0: 'number',
  1: 'list',
  '0 or 1': 'either',
  any: 'either',
};

/** By the type of an attribute; others are lists. */
const ATTRIBUTE_FORMS: Record<string, Form> = {
  int: 'number',
  float: 'number',
  string: 'word',
  'string or object': 'word',
  object: 'names',
};

/** Words of rows that the functions call otherwise. */
const NAMES: Record<string, string> = {
  paddings: 'pads',
  pads_begin: 'pads',
  pads_end: 'pads',
  pad_value: 'value',
  constant_value: 'value',
  pad_mode: 'mode',
};

export const callName = (word: string) => NAMES[word] ?? word;

/** Operators that take the number of outputs from the node, in versions without an attribute for it. */
const COUNTED = ['Split'];

/** @returns in the order of the document */
export function parametersOf({ op, inputs, attributes }: Row): Parameter[] {
  const isAttribute = (name: string) => attributes.some((attribute) => attribute.name === name);
  const own = inputs
    // No tensor; Split-1 has both, and models use the attribute.
    .filter(
      ({ name, rank }) => (rank !== 'any' || name === 'indices') && !isAttribute(name) && name !== 'pads_end',
    )
    .map(({ name, rank, optional }) => toParameter(name, FORMS[rank], 'input', !optional));
  const named = attributes.map(({ name, type, optional }) =>
    toParameter(name, ATTRIBUTE_FORMS[type] ?? 'list', 'attribute', !optional),
  );
  const isCounted = COUNTED.includes(op) && !isAttribute('num_outputs');
  const count = isCounted ? [toParameter('num_outputs', 'number', 'node', false)] : [];
  const all = [...own, ...named, ...count];
  return all.sort((a, b) => rankOf(a) - rankOf(b));
}

/** What is read first: the axis, but for the functions that take these two first. */
const rankOf = ({ name }: Parameter) => (['indices', 'pads'].includes(name) ? 0 : name === 'axis' ? 1 : 2);

function toParameter(word: string, form: Form, place: Parameter['place'], needed: boolean): Parameter {
  const name = callName(word);
  return { name, word, form: name === 'pads' ? 'pairs' : form, place, needed };
}

/** @returns null: absent */
export function toValue(text: string, form: Form): Typed {
  if (text.trim() === '') return null;
  if (form === 'word') return text.trim();
  if (form === 'names') return toNamedSizes(text);
  if (form === 'pairs') return toPairs(text);
  const integers = form === 'number' ? [toNumber(text)] : toIntegers(text);
  const bare = form === 'number' || (form === 'either' && !/[[(,]/.test(text));
  return bare && integers.length === 1 ? integers[0] : integers;
}

/** A number may be a fraction: the value of a pad. */
const toNumber = (text: string): Integer => {
  const integers = toIntegers(text);
  return integers.length === 1 ? integers[0] : Number.NaN;
};

/** `[1, 1], [2, 2]`: one pair per axis; `1, 2, 1, 2`: all begins, then all ends. */
function toPairs(text: string): Integer[] | Integer[][] {
  const pairs = text
    .replace(/^\s*\[\s*(?=\[)|\](?=\s*\]\s*$)/g, (outer, at) => (at === 0 ? '' : outer))
    .match(/\[[^\]]*\]?/g);
  return pairs ? pairs.map(toIntegers) : toIntegers(text);
}

/** All begins, and all ends. @param value of pads */
export function sidesOf(value: Integer[] | Integer[][]): [Integer[], Integer[]] {
  const isPairs = Array.isArray(value[0]);
  const pairs = value as Integer[][];
  const flat = value as Integer[];
  if (isPairs)
    return [pairs.map((pair) => pair[0] ?? Number.NaN), pairs.map((pair) => pair[1] ?? Number.NaN)];
  return [flat.slice(0, flat.length / 2), flat.slice(flat.length / 2)];
}
