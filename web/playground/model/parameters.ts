// The parameters of an operator version, as the form shows them and as a call takes them. All of this comes from the operator
// table.
import type { Integer, OperatorRow } from '../../lib/index.ts';
import { toIntegers, toNamedSizes } from './integers.ts';

/** How text becomes a value: `number`; `list`; `word`; `names`, a size for each; or `either`, a number unless the text has brackets or commas. */
type Form = 'number' | 'list' | 'either' | 'word' | 'names';

/** What somebody typed, for a call: the library says what is wrong with it. */
// biome-ignore lint/suspicious/noExplicitAny: types would let nothing wrong through
export type Typed = any;

interface Parameter {
  name: string;
  form: Form;
  place: 'input' | 'attribute' | 'node';
  hint: string;
}

/** By the rank of an input. */
const FORMS: Record<OperatorRow['inputs'][number]['rank'], Form> = {
  0: 'number',
  1: 'list',
  '0 or 1': 'either',
  any: 'list',
};

/** By the type of an attribute; others are lists. */
const ATTRIBUTE_FORMS: Record<string, Form> = { int: 'number', string: 'word', object: 'names' };

/** An attribute that the page does not have: the type that `rearrange` converts to. */
const CONVERSION = 'to';

/** Operators that take the number of outputs from the node, in versions without an attribute for it. */
const NODE_COUNTS = new Set(['Split']);

/** What each is for. */
const PURPOSES: Record<string, string> = {
  starts: 'the first index, for each axis',
  ends: 'stop before this index',
  axes: 'which axes; empty: from axis 0 on',
  steps: 'from one index to the next; empty: 1',
  start: 'the first index, for each axis',
  stop: 'stop before this index',
  step: 'from one index to the next',
  axis: 'which axis',
  split: 'the size of each piece',
  num_outputs: 'how many pieces',
  num_splits: 'how many pieces, all of one size',
  keepdims: '0 drops the axis, 1 keeps it',
  split_lengths: 'the size of each piece; -1 takes the rest',
  new_axis: '1 makes a new axis',
  write_indices: 'where each batch item is written; empty: 0',
  pattern: 'the axes before and after, as in einops: h w c -> c h w, (y h) w -> y h w',
  sizes: 'of the names whose size does not follow: h=2, w=3',
};

/** @returns in the order of the document */
export function parametersOf({ op_type, domain, inputs, attributes }: OperatorRow): Parameter[] {
  const isAttribute = (name: string) => attributes.some((attribute) => attribute.name === name);
  const own = inputs
    .filter(({ name, rank }) => rank !== 'any' && !isAttribute(name)) // no tensor; Split-1 has both, and models use the attribute
    .map(({ name, rank }) => toParameter(name, FORMS[rank], 'input'));
  const shown = attributes.filter(({ name }) => name !== CONVERSION);
  const named = shown.map(({ name, type, default: standard, choices }) =>
    toParameter(name, ATTRIBUTE_FORMS[type] ?? 'list', 'attribute', standard, choices),
  );
  const isCounted = domain === 'ai.onnx' && NODE_COUNTS.has(op_type) && !isAttribute('num_outputs');
  return [...own, ...named, ...(isCounted ? [toParameter('num_outputs', 'number', 'node')] : [])];
}

/** The typed parameters that a version does not have. */
export function lostBy(
  row: OperatorRow,
  { values, notation }: { values: Record<string, string>; notation: string | null },
) {
  if (notation !== null) return [];
  const names = parametersOf(row).map(({ name }) => name);
  return Object.keys(values).filter((name) => values[name].trim() !== '' && !names.includes(name));
}

function toParameter(
  name: string,
  form: Form,
  place: Parameter['place'],
  standard?: number | string,
  choices: readonly string[] = [],
): Parameter {
  const what = choices.length > 0 ? choices.join(' or ') : (PURPOSES[name] ?? form);
  const all = form === 'either' ? ', or one number for all' : '';
  return { name, form, place, hint: `${what}${all}${standard === undefined ? '' : `; empty: ${standard}`}` };
}

/** @returns null: absent */
export function toValue(
  text: string,
  form: Form,
): Integer | Integer[] | Record<string, Integer> | string | null {
  if (text.trim() === '') return null;
  if (form === 'word') return text.trim();
  if (form === 'names') return toNamedSizes(text);
  const integers = toIntegers(text);
  const bare = form === 'number' || (form === 'either' && !/[[(,]/.test(text));
  return bare && integers.length === 1 ? integers[0] : integers;
}
