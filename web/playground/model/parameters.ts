// The parameters of an operator version, as the call shows them and as a node takes them, and how what is typed becomes their values. All
// of this comes from the operator table.
import type { Integer } from '../../lib/index.ts';
import { isSingle, toIntegers } from './integers.ts';
import { callName, type Row } from './rows.ts';

/** The kind of value that text becomes. `names`: a size for each; `pairs`: one per axis; `mask`: true and false; `either`: a number, unless it has brackets or commas. */
export type Form = 'number' | 'list' | 'either' | 'word' | 'names' | 'pairs' | 'mask';

/** The value that somebody typed: the library says what is wrong with it. */
// biome-ignore lint/suspicious/noExplicitAny: types would let nothing wrong through
export type Typed = any;

/** `name`: in the call; `word`: in the operator's row. */
export type Parameter = { name: string; word: string; form: Form; place: Place; needed: boolean };
type Place = 'input' | 'attribute' | 'node';

/** By the rank of an input, or by the type of an attribute; others are lists. */
const FORMS: Record<string, Form> = {
  0: 'number',
  '0 or 1': 'either',
  any: 'either',
  int: 'number',
  float: 'number',
  string: 'word',
  'string or object': 'word',
  object: 'names',
};

/** @returns the axis first, except for the functions that take indices or pads before it; otherwise in the order of the document */
export function parametersOf({ op, inputs, attributes }: Row): Parameter[] {
  const isAttribute = (name: string) => attributes.some((attribute) => attribute.name === name);
  const own = inputs
    .filter(({ name, rank }) => rank !== 'any' || name === 'indices')
    .filter(({ name }) => name !== 'pads_end' && !isAttribute(name)) // Split-1 has both, and models use the attribute
    .map(({ name, rank, optional }) => toParameter(name, rank, 'input', !optional));
  const named = attributes.map(({ name, type, optional }) => toParameter(name, type, 'attribute', !optional));
  const isCounted = op === 'Split' && !isAttribute('num_outputs'); // in old versions the node's outputs are counted
  const count = isCounted ? [toParameter('num_outputs', 'int', 'node', false)] : [];
  const rankOf = ({ name }: Parameter) =>
    ['indices', 'condition', 'pads'].includes(name) ? 0 : name === 'axis' ? 1 : 2;
  return [...own, ...named, ...count].sort((a, b) => rankOf(a) - rankOf(b));
}

function toParameter(word: string, kind: string | number, place: Place, needed: boolean): Parameter {
  const name = callName(word);
  const form = name === 'pads' ? 'pairs' : name === 'condition' ? 'mask' : (FORMS[kind] ?? 'list');
  return { name, word, form, place, needed };
}

/** @returns null: absent */
export function toValue(text: string, form: Form): Typed {
  if (text.trim() === '') return null;
  if (form === 'word') return isObject(text) ? toObject(text) : text.trim();
  if (form === 'names') return toNamedSizes(text);
  if (form === 'pairs') return toPairs(text);
  if (form === 'mask') return toMask(text);
  const integers = toIntegers(text);
  if (form === 'number') return integers.length === 1 ? integers[0] : Number.NaN;
  return form === 'either' && isSingle(text) && integers.length === 1 ? integers[0] : integers;
}

/** Whether an object is typed where a word can be. */
export const isObject = (text: string) => text.trim().startsWith('{');

/** `{ type: 'float32', divisor: 255 }`, as JavaScript has it; anything else stays text, and the library says what is wrong. */
function toObject(text: string): Typed {
  const quoted = text.replace(/'([^']*)'/g, (_, word) => JSON.stringify(word));
  try {
    return JSON.parse(quoted.replace(/([{,]\s*)(\w+)\s*:/g, '$1"$2":'));
  } catch {
    return text.trim();
  }
}

export const WORDS = /[^\s,[\]()]+/g;
/** The words of a list, as they are typed. */
export const wordsIn = (text = ''): readonly string[] => text.match(WORDS) ?? [];

/** `true, false` */
function toMask(text: string): Typed {
  const data = Uint8Array.from(wordsIn(text), (word) => (word === 'true' ? 1 : 0));
  return { type: 'bool', dims: [data.length], data };
}

/** `[1, 1], [2, 2]`: one pair per axis; `1, 2, 1, 2`: all begins, then all ends. */
function toPairs(text: string): Integer[] | Integer[][] {
  const pairs = text
    .replace(/^\s*\[\s*(?=\[)|\](?=\s*\]\s*$)/g, (outer, at) => (at === 0 ? '' : outer))
    .match(/\[[^\]]*\]?/g);
  return pairs ? pairs.map(toIntegers) : toIntegers(text);
}

/** All begins, and all ends. @param value of pads */
export function sidesOf(value: Integer[] | Integer[][]): [Integer[], Integer[]] {
  if (!Array.isArray(value[0])) {
    const flat = value as Integer[];
    return [flat.slice(0, flat.length / 2), flat.slice(flat.length / 2)];
  }
  const side = (i: number) => (value as Integer[][]).map((pair) => pair[i] ?? Number.NaN);
  return [side(0), side(1)];
}

/** @param text `h=16, w=2`; what is no integer becomes NaN, and the library says what is wrong */
export function toNamedSizes(text: string): Record<string, Integer> | null {
  const items = text.match(/[^\s,;{}=:]+(\s*[=:]\s*|\s+)?[^\s,;{}]*/g) ?? [];
  const named = items.map((item) => {
    const [name, size = ''] = item.split(/[\s=:]+/);
    return [name, toIntegers(size)[0] ?? Number.NaN];
  });
  return named.length > 0 ? Object.fromEntries(named) : null;
}
