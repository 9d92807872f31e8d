// The parameters of an operator version, as the call shows them and as a node takes them. All of this comes from the operator table.
import type { OperatorRow } from '../../lib/index.ts';
import { callName } from './names.ts';
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
