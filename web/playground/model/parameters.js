// The parameters of an operator version, as the form shows them and as a call takes them. All of this comes from the operator
// table.

import { toIntegers } from './integers.js';

/** @import { Integer, OperatorRow } from '../../lib/types.js' */
/** @import { State } from './state.js' */

/**
 * How text becomes a value: `number`; `list`; `word`; or `either`, a number unless the text has brackets or commas.
 * @typedef {'number' | 'list' | 'either' | 'word'} Form
 */

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {Form} form
 * @property {'input' | 'attribute' | 'node'} place
 * @property {string} hint
 */

/** By the rank of an input. @type {Record<OperatorRow['inputs'][number]['rank'], Form>} */
const FORMS = { 0: 'number', 1: 'list', '0 or 1': 'either', any: 'list' };

/** By the type of an attribute; others are lists. @type {Record<string, Form>} */
const ATTRIBUTE_FORMS = { int: 'number', string: 'word' };

/** Operators that take the number of outputs from the node, in versions without an attribute for it. */
const NODE_COUNTS = new Set(['Split']);

/** What each is for. @type {Record<string, string>} */
const PURPOSES = {
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
  keepdims: '0 drops the axis, 1 keeps it',
  split_lengths: 'the size of each piece; -1 takes the rest',
  new_axis: '1 makes a new axis',
  write_indices: 'where each batch item is written; empty: 0',
};

/**
 * @param {OperatorRow} row
 * @returns {Parameter[]} in the order of the document
 */
export function parametersOf({ op_type, inputs, attributes }) {
  const isAttribute = (/** @type {string} */ name) => attributes.some((attribute) => attribute.name === name);
  /** @type {Parameter[]} */
  const parameters = [];
  for (const { name, rank } of inputs) {
    if (rank === 'any') continue; // a tensor
    if (isAttribute(name)) continue; // Split-1 has both; models use the attribute
    const form = FORMS[rank];
    parameters.push({ name, form, place: 'input', hint: toHint(name, form) });
  }
  for (const { name, type, default: standard, choices } of attributes) {
    const form = ATTRIBUTE_FORMS[type] ?? 'list';
    parameters.push({ name, form, place: 'attribute', hint: toHint(name, form, standard, choices) });
  }
  if (NODE_COUNTS.has(op_type) && !isAttribute('num_outputs')) {
    parameters.push({
      name: 'num_outputs',
      form: 'number',
      place: 'node',
      hint: toHint('num_outputs', 'number'),
    });
  }
  return parameters;
}

/**
 * The typed parameters that a version does not have.
 * @param {OperatorRow} row
 * @param {Pick<State, 'values' | 'notation'>} state
 */
export function lostBy(row, { values, notation }) {
  if (notation !== null) return [];
  const names = parametersOf(row).map(({ name }) => name);
  return Object.keys(values).filter((name) => values[name].trim() !== '' && !names.includes(name));
}

/**
 * @param {string} name
 * @param {Form} form
 * @param {number | string} [standard]
 * @param {readonly string[]} [choices]
 */
function toHint(name, form, standard, choices = []) {
  const what = form === 'word' ? choices.join(' or ') : (PURPOSES[name] ?? form);
  const all = form === 'either' ? ', or one number for all' : '';
  return `${what}${all}${standard === undefined ? '' : `; empty: ${standard}`}`;
}

/**
 * @param {string} text
 * @param {Form} form
 * @returns {Integer | Integer[] | string | null} null: absent
 */
export function toValue(text, form) {
  if (text.trim() === '') return null;
  if (form === 'word') return text.trim();
  const integers = toIntegers(text);
  const bare = form === 'number' || (form === 'either' && !/[[(,]/.test(text));
  return bare && integers.length === 1 ? integers[0] : integers;
}
