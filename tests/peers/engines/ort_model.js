// An example as an ONNX model: tensors and parameters as inputs or constants, and whatever it takes to get results out.

import { countElements } from '../../../docs/rules/elements.js';
import { isListed } from '../../../docs/rules/operators.js';
import { argumentsOf, rowOf } from '../../../web/conformance/call.js';
import { CODES, encodeModel, valueInfo } from '../../onnx/model.js';
import { dataOf } from '../../random/nodes/example.js';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */
/** @import { Value } from '../../../web/conformance/corpus_values.js' */
/** @import { Tensor } from '../../onnx/model.js' */
/** @import { Example } from '../../random/nodes/example.js' */

/** Element types of which JavaScript can hand tensors to ONNX Runtime, and get them back. */
const CARRIED = [
  'float32', 'float64', 'float16', 'uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'uint64', 'int64', 'bool', 'string',
]; // biome-ignore format: a table

/** Goes in as a constant, and out through a cast to float32, which keeps all its bits but those of a NaN. */
const CAST = 'bfloat16';
/** Of SequenceLength. */
export const LENGTH = 'length';

/**
 * @typedef {object} Model
 * @property {Uint8Array} bytes
 * @property {Record<string, Tensor>} feeds
 * @property {string[]} fetches names of the outputs, in order
 */

/** Is the shape of the data known when the model is loaded? @param {Example} example */
export const isShapeKnown = ({ node, constant }) => constant || !CARRIED.includes(node.type);

/**
 * @param {Example} example
 * @param {number} [members] of a sequence, to get them; without, its length
 * @returns {Model}
 */
export function modelOf(example, members) {
  const { node, constant } = example;
  const carried = CARRIED.includes(node.type);
  const given = dataOf(example);
  const names = given.map((tensor, i) => (tensor ? `x${i}` : ''));
  const data = Object.fromEntries(given.flatMap((tensor, i) => (tensor ? [[names[i], tensor]] : [])));
  const parameters = parametersOf(example);
  const held = { ...(constant && parameters.tensors), ...(!carried && data) };
  const feeds = { ...(carried && data), ...(!constant && parameters.tensors) };
  const results = resultsOf(node, members);
  const core = (CORES[node.op_type] ?? itself)(node, names, parameters.names, results.direct);
  const type = node.type === CAST ? 'float32' : node.type;
  return {
    bytes: encodeModel({
      opset: node.opset,
      nodes: [...core.nodes, ...results.nodes],
      constants: { ...held, ...core.constants, ...results.constants },
      inputs: Object.entries(feeds).map(([name, tensor]) =>
        valueInfo(name, tensor.type, constant ? tensor.dims : undefined),
      ),
      outputs: results.fetches.map((name) => valueInfo(name, name === LENGTH ? 'int64' : type)),
    }),
    feeds,
    fetches: results.fetches,
  };
}

/** The nodes that do what an example's does. @typedef {{ nodes: import('../../onnx/model.js').Node[], constants?: Record<string, Tensor> }} Core */

/**
 * @param {Node} node
 * @param {readonly string[]} tensors names
 * @param {readonly string[]} parameters names, '' where one is absent
 * @param {string[]} output
 * @returns {Core}
 */
const itself = (node, tensors, parameters, output) => ({
  nodes: [
    {
      op_type: node.op_type,
      input: inOrder(node, tensors, parameters),
      output,
      attributes: Object.fromEntries(
        [...node.attributes].map(([name, value]) => [name, toAttribute(node, name, value)]),
      ),
    },
  ],
});

/**
 * All inputs as the document orders them: the value of Pad is between parameters.
 * @param {Node} node
 * @param {readonly string[]} tensors
 * @param {readonly string[]} parameters
 */
function inOrder(node, tensors, parameters) {
  const [data, others] = [tensors.slice(), parameters.slice()];
  const names = rowOf(node).inputs.flatMap((input) => {
    if (input.variadic || input.sequence) return data.splice(0);
    return [isListed(input) ? data.shift() : others.shift()];
  });
  return names.slice(0, names.findLastIndex((name) => name !== undefined) + 1).map((name) => name ?? '');
}

/** @param {Node} node @param {string} name @param {Value} value */
function toAttribute(node, name, { dims, values, text }) {
  if (dims.length > 0) return values;
  const isFloat = rowOf(node).attributes.some((each) => each.name === name && each.type === 'float');
  return text ?? (isFloat ? { float: Number(values[0]) } : values[0]);
}

/** Operators that take more than a node. @type {Record<string, typeof itself>} */
const CORES = {
  ConcatFromSequence: (node, tensors, parameters, output) => ({
    nodes: [
      { op_type: 'SequenceConstruct', input: [...tensors], output: ['members'] },
      ...itself(node, ['members'], parameters, output).nodes,
    ],
  }),
  /** Slice takes the number of each element that is written, and ScatterND writes there. */
  SliceScatter: ({ dims }, [data, updates], [start, stop, step, axes = ''], [output]) => {
    const count = countElements(dims);
    const constant = (/** @type {readonly number[]} */ shape, /** @type {readonly number[]} */ values) => ({
      type: 'int64',
      dims: [...shape],
      data: BigInt64Array.from(values, BigInt),
    });
    return {
      nodes: [
        { op_type: 'Slice', input: ['numbers', start, stop, axes, step], output: ['taken'] },
        { op_type: 'Unsqueeze', input: ['taken', 'last'], output: ['places'] },
        { op_type: 'Reshape', input: [data, 'flat'], output: ['row'], attributes: { allowzero: 1 } },
        { op_type: 'ScatterND', input: ['row', 'places', updates], output: ['written'] },
        { op_type: 'Reshape', input: ['written', 'dims'], output: [output], attributes: { allowzero: 1 } },
      ],
      constants: {
        numbers: constant(
          dims,
          Array.from({ length: count }, (_, k) => k),
        ),
        last: constant([1], [-1]),
        flat: constant([1], [count]),
        dims: constant([dims.length], dims),
      },
    };
  },
};

/** @param {Example} example @returns {{ names: string[], tensors: Record<string, Tensor> }} */
function parametersOf({ node, blanks }) {
  const declared = rowOf(node).inputs.flatMap((input) => (isListed(input) ? [] : [input.name]));
  const { inputs, named } = argumentsOf(node);
  return {
    names: (blanks ? named : inputs).map((tensor, i) => (tensor ? declared[i] : '')),
    tensors: Object.fromEntries(inputs.flatMap((tensor, i) => (tensor ? [[declared[i], tensor]] : []))),
  };
}

/**
 * What follows the node: parts of a sequence, and a cast where JavaScript has no such type.
 * @param {Node} node
 * @param {number | undefined} members
 */
function resultsOf({ op_type, type, outputs = 1n }, members) {
  const named = (/** @type {string} */ prefix, /** @type {number} */ n) =>
    Array.from({ length: n }, (_, i) => `${prefix}${i}`);
  const cast = type === CAST;
  const ofSequence = op_type === 'SplitToSequence';
  const made = named('y', ofSequence ? (members ?? 0) : Number(outputs));
  const positions = named('at', made.length);
  const parts = ofSequence
    ? made.map((name, i) => ({ op_type: 'SequenceAt', input: ['sequence', positions[i]], output: [name] }))
    : [];
  const length = { op_type: 'SequenceLength', input: ['sequence'], output: [LENGTH] };
  const casts = made.map((name) => ({
    op_type: 'Cast',
    input: [name],
    output: [`cast_${name}`],
    attributes: { to: CODES.float32 },
  }));
  return {
    direct: ofSequence ? ['sequence'] : made,
    nodes: [...parts, ...(ofSequence ? [length] : []), ...(cast ? casts : [])],
    constants: ofSequence
      ? Object.fromEntries(
          positions.map((name, i) => [name, { type: 'int64', dims: [], data: BigInt64Array.of(BigInt(i)) }]),
        )
      : {},
    fetches: [...(cast ? made.map((name) => `cast_${name}`) : made), ...(ofSequence ? [LENGTH] : [])],
  };
}

/** The results of the casts, in the example's type. @param {string} type @param {any} data */
export function fromResult(type, data) {
  if (type !== CAST) return data;
  return Uint16Array.from(new Uint32Array(data.buffer, data.byteOffset, data.length), (bits) => bits >>> 16);
}
