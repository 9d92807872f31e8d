// The parameters of an operator version, as the form shows them and as a call takes them. All of this comes from the operator
// table.

import { toIntegers } from './integers.js';

/** @import { Integer, OperatorRow } from '../../lib/types.js' */

/**
 * How text becomes a value: `number`; `list`; or `either`, a number unless the text has brackets or commas.
 * @typedef {'number' | 'list' | 'either'} Form
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

/** Operators that take the number of outputs from the node, in versions without an attribute for it. */
const NODE_COUNTS = new Set(['Split']);

/**
 * @param {OperatorRow} row
 * @returns {Parameter[]} in the order of the document
 */
export function parametersOf({ op_type, inputs, attributes }) {
  const isAttribute = (/** @type {string} */ name) => attributes.some((attribute) => attribute.name === name);
  /** @type {Parameter[]} */
  const parameters = [];
  for (const { name, rank, optional } of inputs.slice(1)) {
    if (isAttribute(name)) continue; // Split-1 has both; models use the attribute
    const form = FORMS[rank];
    parameters.push({ name, form, place: 'input', hint: toHint(form, optional) });
  }
  for (const { name, type, optional, default: standard } of attributes) {
    const form = type === 'int' ? 'number' : 'list';
    parameters.push({ name, form, place: 'attribute', hint: toHint(form, optional, standard) });
  }
  if (NODE_COUNTS.has(op_type) && !isAttribute('num_outputs')) {
    parameters.push({
      name: 'num_outputs',
      form: 'number',
      place: 'node',
      hint: 'how many outputs the node has',
    });
  }
  return parameters;
}

/**
 * @param {Form} form
 * @param {boolean} optional
 * @param {number | string} [standard]
 */
function toHint(form, optional, standard) {
  const what = { number: 'number', list: 'list', either: 'number, or list [2, 3]' }[form];
  if (standard !== undefined) return `${what}, default ${standard}`;
  return `${what}, ${optional ? 'optional' : 'required'}`;
}

/**
 * @param {string} text
 * @param {Form} form
 * @returns {Integer | Integer[] | null} null: absent
 */
export function toValue(text, form) {
  if (text.trim() === '') return null;
  const integers = toIntegers(text);
  const bare = form === 'number' || (form === 'either' && !/[[(,]/.test(text));
  return bare && integers.length === 1 ? integers[0] : integers;
}
