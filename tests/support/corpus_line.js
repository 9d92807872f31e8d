// Writes a node as the corpus has it: what corpus.js reads, without the expectation.

/** @import { Case } from './corpus.js' */
/** @import { Value } from './corpus_values.js' */

/** @typedef {Pick<Case, 'op_type' | 'opset' | 'type' | 'dims' | 'inputs' | 'attributes' | 'outputs'>} Node */

/**
 * A case without what it is for.
 * @param {Node} one
 * @returns {Node}
 */
export const nodeOf = ({ op_type, opset, type, dims, inputs, attributes, outputs }) => ({
  op_type,
  opset,
  type,
  dims,
  inputs,
  attributes,
  outputs,
});

/** @param {Node} node */
export function lineOf({ op_type, opset, type, dims, inputs, attributes, outputs }) {
  return [
    `${op_type}-${opset} ${type} [${dims}]`,
    ...[...attributes].map(([name, value]) => `@${name}=${valueText(value, '')}`),
    ...[...inputs].map(([name, value]) => `${name}=${valueText(value, 'int64')}`),
    ...(outputs === undefined ? [] : [`outputs=${outputs}`]),
  ].join(' ');
}

/**
 * @param {Value} value
 * @param {string} unnamed the type that is left out
 */
function valueText({ type, dims, values }, unnamed) {
  const name = type === unnamed ? '' : type;
  if (dims.length === 1) return `${name}[${values.map(toText)}]`;
  if (dims.length === 0) return name === '' ? toText(values[0]) : `${name}(${toText(values[0])})`;
  return `${type}{${dims}}[${values.map(toText)}]`;
}

/** @param {number | bigint} value */
function toText(value) {
  if (Object.is(value, -0)) return '-0';
  if (Number.isNaN(value)) return 'nan';
  return String(value).replace('Infinity', 'inf').replace('e+', 'e');
}
