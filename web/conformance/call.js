// A case of the corpus as a call of `evaluate` or `plan`.

import { countElements, encode } from '../../docs/rules/elements.js';
import { isFilling, isListed, rowAt, versionOf, versionsOf } from '../../docs/rules/operators.js';
import { lineOf, tensorsOf } from './corpus_line.js';
import { toAttribute, toNumber, toTensor } from './values.js';

/** @import { Node } from './corpus_line.js' */

/**
 * The row of the version in effect, or the first one at an opset that has none.
 * @param {Node} node
 */
export const rowOf = ({ op_type, opset, domain }) =>
  rowAt(op_type, opset, domain) ?? versionsOf(op_type, domain)[0];

/**
 * `Split-18` of the version in effect, `Split` where there is none: what errors name.
 * @param {Node} node
 */
export function opOf(node) {
  const row = rowAt(node.op_type, node.opset, node.domain);
  return row === undefined ? node.op_type : `${node.op_type}-${row.since_version}`;
}

/**
 * The version in effect, or the first one at an opset that has none: `Split-18`, `openvino.Split-1`.
 * @param {Node} node
 */
export const versionOfNode = (node) => versionOf(rowOf(node));

/**
 * The tensors of a node, null where one is absent. Elements are numbered over all of them, and made by `f`.
 * @param {Node} node
 * @param {(k: number) => number} f
 */
export function dataOf(node, f) {
  let first = 0;
  return tensorsOf(node).map((tensor) => {
    if (tensor === null) return null;
    const { type, dims } = tensor;
    const from = first;
    first += countElements(dims);
    return {
      type,
      dims,
      data: encode(
        type,
        Array.from({ length: first - from }, (_, k) => f(from + k)),
      ),
    };
  });
}

/**
 * What `plan` needs of tensors: no data, but for a value.
 * @param {Node} node
 * @param {readonly any[]} [given] the tensors that it has
 */
export const shapesOf = (node, given = []) =>
  tensorsOf(node).map((tensor, i) =>
    i > 0 && isFilling(rowOf(node)) ? given[i] : tensor && { type: tensor.type, dims: tensor.dims },
  );

/**
 * The inputs of `evaluate(op_type, inputs, options)` and of `plan`, each in its place: null, where one is absent.
 * @param {Node} node
 * @param {readonly any[]} tensors that the line lists
 * @returns {any[]}
 */
export function inputsOf(node, tensors) {
  const { inputs } = rowOf(node);
  const rest = tensors.slice();
  return inputs.flatMap((input) => {
    const { name, variadic, sequence } = input;
    if (variadic) return rest.splice(0);
    if (sequence) return [rest.splice(0)];
    return [isListed(input) ? (rest.shift() ?? null) : toTensor(node.inputs.get(name))];
  });
}

/**
 * Arguments of `evaluate(op_type, inputs, options)` after the data. `named` is `inputs` of a node that has a place for each
 * input: null, or '' in a model, where one is left out.
 * @param {Node} node
 * @returns {{ inputs: any[], named: any[], options: any }}
 */
export function argumentsOf(node) {
  const { opset, inputs, attributes, outputs } = node;
  const row = rowOf(node);
  const names = row.inputs.filter((input) => !isListed(input)).map(({ name }) => name);
  const unknown = [...inputs.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`no input is called ${unknown}: ${lineOf(node)}`);
  const named = names.map((name) => toTensor(inputs.get(name)));
  return {
    inputs: withoutLastNulls(named),
    named,
    options: {
      opset,
      domain: row.domain,
      attributes: Object.fromEntries([...attributes].map(([name, value]) => [name, toAttribute(value)])),
      ...(outputs === undefined ? {} : { num_outputs: toNumber(outputs) }),
    },
  };
}

/** Without absent inputs at the end. @param {readonly any[]} inputs */
export const withoutLastNulls = (inputs) =>
  inputs.slice(0, inputs.findLastIndex((input) => input !== null) + 1);
