// Writes a node as the corpus has it: what corpus.js reads, without the expectation.
import { familyOf, versionsOf } from '../../docs/rules/operators.js';

/** @import { Case, Shape } from './corpus.js' */
/** @import { Value } from './corpus_values.js' */

/** @typedef {Pick<Case, 'op_type' | 'opset' | 'type' | 'dims' | 'inputs' | 'attributes' | 'outputs'>} Parts */
/** Without a domain, ai.onnx's where both have the name; without tensors, one of these dims. @typedef {Parts & Partial<Pick<Case, 'domain' | 'tensors'>>} Node */

/**
 * A case without what it is for.
 * @param {Node} one
 * @returns {Node}
 */
export const nodeOf = ({ op_type, opset, type, dims, inputs, attributes, outputs, domain, tensors }) => ({
  op_type,
  opset,
  type,
  dims,
  inputs,
  attributes,
  outputs,
  ...(domain && { domain }),
  ...(tensors && { tensors }),
});

/** The tensors of a node, the absent ones among them. @param {Node} node @returns {(Shape | null)[]} */
export const tensorsOf = ({ type, dims, tensors }) => tensors ?? [{ type, dims }];

/** @param {Node} node */
export function lineOf(node) {
  const { op_type, opset, type, inputs, attributes, outputs, domain } = node;
  return [
    `${familyOf(versionsOf(op_type, domain)[0])}-${opset} ${type}`,
    ...tensorTexts(tensorsOf(node), type),
    ...[...attributes].map(([name, value]) => `@${name}=${valueText(value, '')}`),
    ...[...inputs].map(([name, value]) => `${name}=${valueText(value, 'int64')}`),
    ...(outputs === undefined ? [] : [`outputs=${outputs}`]),
  ].join(' ');
}

/** @param {readonly (Shape | null)[]} tensors @param {string} first type, which is written already */
function tensorTexts(tensors, first) {
  let written = first;
  return tensors.map((tensor) => {
    if (tensor === null) return 'null';
    const { type, dims } = tensor;
    const text = type === written ? `[${dims}]` : `${type} [${dims}]`;
    written = type;
    return text;
  });
}

/**
 * @param {Value} value
 * @param {string} unnamed the type that is left out
 */
function valueText({ type, dims, values, text }, unnamed) {
  if (text !== undefined) return text;
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
