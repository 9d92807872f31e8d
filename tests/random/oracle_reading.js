// Reads a node as its document declares it: what a parameter may be, and what it is if it is left out. oracle.js computes.
import { countElements } from '../../docs/rules/elements.js';
import { isListed } from '../../docs/rules/operators.js';
import { tensorsOf } from '../../web/conformance/corpus_line.js';
/** @import { Shape } from '../../web/conformance/corpus.js' */
/** @import { Node } from '../../web/conformance/corpus_line.js' */
/** @import { Value } from '../../web/conformance/corpus_values.js' */
/** @import { Input, Row } from '../../docs/rules/operators.js' */

/** A tensor with the numbers of its elements. @typedef {{ dims: number[], elements: number[] }} Numbered */

/**
 * A node whose parameters have been read.
 * @typedef {object} Call
 * @property {string} type of the data
 * @property {number} version
 * @property {bigint} [outputs] that the node has
 * @property {Numbered[]} tensors
 * @property {(name: string) => boolean} has
 * @property {(name: string) => boolean} isGivenTwice as an input and as an attribute
 * @property {(name: string) => boolean} isList
 * @property {(name: string) => bigint} integer an attribute or an input of one integer
 * @property {(name: string) => bigint[] | undefined} list
 * @property {(name: string) => readonly number[]} sizesOf
 * @property {string} mode
 */

export class Refused extends Error {
  /** @param {string} code @param {string} param */
  constructor(code, param) {
    super(`${code} ${param}`);
    this.error = { code, param };
  }
}

/** @param {boolean} condition @param {string} code @param {string} [param] */
export function must(condition, code, param = '') {
  if (!condition) throw new Refused(code, param);
}

/** @param {Node} node @param {Row} row @returns {Call} */
export function read(node, row) {
  for (const name of node.attributes.keys())
    must(
      row.attributes.some((each) => each.name === name),
      'unknown_attribute',
      name,
    );
  const tensors = readTensors(tensorsOf(node), row);
  for (const input of row.inputs.filter((each) => !isListed(each))) {
    const value = node.inputs.get(input.name);
    must(input.optional || value !== undefined, 'missing', input.name);
    if (value === undefined) continue;
    must(input.types.includes(value.type) && isLike(value.type, node, row, input), 'bad_type', input.name);
    must(hasRank(value, input.rank), 'bad_rank', input.name);
  }
  for (const { name, type, optional, choices } of row.attributes) {
    const value = node.attributes.get(name);
    must(optional || value !== undefined, 'missing', name);
    if (value === undefined) continue;
    must(['', 'int32', 'int64'].includes(value.type), 'bad_type', name);
    must(type !== 'ints' || value.dims.length === 1, 'bad_rank', name);
    must(type !== 'int' || value.dims.length === 0, 'bad_rank', name);
    must(!choices || choices.includes(value.text ?? ''), 'bad_argument', name);
  }
  const parameterOf = (/** @type {string} */ name) => node.inputs.get(name) ?? node.attributes.get(name);
  const integersOf = (/** @type {string} */ name) =>
    parameterOf(name)?.values.map((each) => {
      must(typeof each === 'bigint' || Number.isInteger(each), 'not_integer', name);
      return BigInt(each);
    });
  const fallbackOf = (/** @type {string} */ name) =>
    row.attributes.find((each) => each.name === name)?.default;
  return {
    type: node.type,
    version: row.since_version,
    outputs: node.outputs,
    tensors,
    has: (name) => parameterOf(name) !== undefined,
    isGivenTwice: (name) => node.inputs.has(name) && node.attributes.has(name),
    isList: (name) => parameterOf(name)?.dims.length === 1,
    integer: (name) => integersOf(name)?.[0] ?? BigInt(fallbackOf(name) ?? 0),
    list: integersOf,
    mode: String(
      (node.attributes.get('mode') ?? node.attributes.get('pad_mode'))?.text ?? fallbackOf('mode'),
    ),
    sizesOf: (name) => parameterOf(name)?.dims ?? [],
  };
}

/** ONNX's documents give the lists of a slice one type, and Split-1 that of its data. @param {string} type @param {Node} node @param {Row} row @param {Input} input */
function isLike(type, { inputs, type: ofData }, { op_type, domain, since_version }, { name }) {
  if (domain !== 'ai.onnx') return true;
  if (op_type === 'Slice') return type === inputs.get('starts')?.type;
  return op_type !== 'Split' || since_version > 1 || name !== 'split' || type === ofData;
}

/** One number may be a list of one too. @param {Value} value @param {Input['rank']} rank */
function hasRank({ dims, values }, rank) {
  if (rank === 'any') return true;
  if (rank === 0) return dims.length < 2 && values.length === 1;
  return dims.length === 1 || (rank === '0 or 1' && dims.length === 0);
}

/** @param {readonly (Shape | null)[]} tensors @param {Row} row @returns {Numbered[]} */
function readTensors(tensors, row) {
  const inputs = row.inputs.filter(isListed);
  const inputAt = (/** @type {number} */ i) => inputs[i] ?? inputs[0];
  const nameOf = (/** @type {number} */ i) => inputAt(i).name;
  for (let i = 0; i < Math.max(inputs.length, tensors.length); ++i)
    must(Boolean(tensors[i]) || inputAt(i).optional, 'missing', nameOf(i));
  const given = /** @type {Shape[]} */ (tensors.filter(Boolean));
  given.forEach(({ type }, i) => {
    must(row.types.includes(type) && type === given[0].type, 'bad_type', nameOf(i));
  });
  given.forEach(({ dims }, i) => {
    const most = row.domain === 'openvino' ? 0 : 1;
    must(!inputAt(i).value || (dims.length <= most && countElements(dims) === 1), 'bad_rank', nameOf(i));
  });
  let first = 0;
  return given.map(({ dims }) => {
    const elements = Array.from({ length: countElements(dims) }, (_, k) => first + k);
    first += elements.length;
    return { dims, elements };
  });
}

/** From 0, and from the end if it is negative. @param {bigint} axis @param {number} rank @param {string} param */
export function axisIn(axis, rank, param) {
  must(axis >= -rank && axis < rank, 'bad_axis', param);
  return Number(axis < 0n ? axis + BigInt(rank) : axis);
}
