// A case of the corpus as a call of `evaluate` or `plan`.
import { lineOf, tensorsOf } from './corpus_line.js';
import { classOf, countElements, encode, PACKED } from './elements.js';
import { rowAt, versionOf, versionsOf } from './operators.js';

/** @import { Shape } from './corpus.js' */
/** @import { Node } from './corpus_line.js' */
/** @import { Value } from './corpus_values.js' */

/** Types whose elements are no entries of their arrays, or no numbers. */
const ENCODED = [...PACKED, 'complex64', 'complex128', 'string'];

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
 * What `plan` needs of tensors.
 * @param {readonly (Shape | null)[]} tensors
 */
export const shapesOf = (tensors) =>
  tensors.map((tensor) => tensor && { type: tensor.type, dims: tensor.dims });

/**
 * The inputs of `evaluate(op_type, inputs, options)` and of `plan`, each in its place: null, where one is absent.
 * @param {Node} node
 * @param {readonly any[]} tensors that the line lists
 * @returns {any[]}
 */
export function inputsOf(node, tensors) {
  const { inputs } = rowOf(node);
  const rest = tensors.slice();
  return inputs.flatMap(({ name, rank, variadic, sequence }) => {
    if (variadic) return rest.splice(0);
    if (sequence) return [rest.splice(0)];
    return [rank === 'any' ? (rest.shift() ?? null) : toTensor(node.inputs.get(name))];
  });
}

/**
 * Arguments of `evaluate(op_type, inputs, options)` behind the data. `named` is `inputs` of a node that has a place for each
 * input: null, or '' in a model, where one is left out.
 * @param {Node} node
 * @returns {{ inputs: any[], named: any[], options: any }}
 */
export function argumentsOf(node) {
  const { opset, inputs, attributes, outputs } = node;
  const row = rowOf(node);
  const names = row.inputs.filter(({ rank }) => rank !== 'any').map(({ name }) => name);
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

/** @param {Value | undefined} value */
function toTensor(value) {
  if (value === undefined) return null;
  const { type, dims, values } = value;
  const Class = classOf(type);
  if (type === 'float16') return { type, dims, data: Uint16Array.from(values, (v) => toHalf(Number(v))) };
  if (ENCODED.includes(type)) return { type, dims, data: encode(type, values.map(Number)) };
  const isBig = Class === BigInt64Array || Class === BigUint64Array;
  return {
    type,
    dims,
    data: Class.from(values, (/** @type {number | bigint} */ v) => (isBig ? v : Number(v))),
  };
}

/** @param {Value} value */
function toAttribute(value) {
  if (value.text !== undefined) return value.text;
  if (value.type !== '') return toTensor(value);
  const plain = value.values.map(toNumber);
  return value.dims.length === 0 ? plain[0] : plain;
}

/** A bigint only where a number would not be exact. @param {number | bigint} value */
const toNumber = (value) =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** The float16 nearest to a number that is one, or not a finite one. @param {number} value */
export function toHalf(value) {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = Object.is(value, -0) || value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return sign | 0x7c00;
  for (let bits = 0; bits < 0x7c00; ++bits) if (halfValue(bits) === size) return sign | bits;
  throw new Error(`${value} is not a float16`);
}

/** @param {number} bits without the sign */
function halfValue(bits) {
  const exponent = bits >> 10;
  const fraction = bits & 1023;
  return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
}
