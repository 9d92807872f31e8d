// Reads the node of a join, of OpenVINO's Slice or of its Split, as its document declares it: what a parameter may be, and what it is
// if it is left out. node_oracle.js computes.
import { countElements } from '../../docs/rules/elements.js';
import { tensorsOf } from '../../web/conformance/corpus_line.js';

/** @import { Shape } from '../../web/conformance/corpus.js' */
/** @import { Node } from '../../web/conformance/corpus_line.js' */
/** @import { Value } from '../../web/conformance/corpus_values.js' */
/** @import { Row } from '../../docs/rules/operators.js' */

/** A tensor with the numbers of its elements. @typedef {{ dims: number[], elements: number[] }} Numbered */

/**
 * A node whose parameters have been read.
 * @typedef {object} Call
 * @property {Numbered[]} tensors
 * @property {(name: string) => bigint} integer an attribute or an input of one integer
 * @property {(name: string) => bigint[] | undefined} list
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
  for (const input of row.inputs.filter(({ rank }) => rank !== 'any')) {
    const value = node.inputs.get(input.name);
    must(input.optional || value !== undefined, 'missing', input.name);
    if (value === undefined) continue;
    must(input.types.includes(value.type), 'bad_type', input.name);
    const isOne = input.rank === 0 && value.values.length === 1;
    must(
      value.dims.length === 1 ? input.rank === 1 || isOne : value.dims.length === 0 && isOne,
      'bad_rank',
      input.name,
    );
  }
  for (const { name, optional, choices } of row.attributes) {
    const value = node.attributes.get(name);
    must(optional || value !== undefined, 'missing', name);
    must(['', 'int32', 'int64', undefined].includes(value?.type), 'bad_type', name);
    must(!choices || value === undefined || choices.includes(value.text ?? ''), 'bad_argument', name);
  }
  const parameterOf = (/** @type {string} */ name) => node.inputs.get(name) ?? node.attributes.get(name);
  const fallbackOf = (/** @type {string} */ name) =>
    row.attributes.find((each) => each.name === name)?.default;
  return {
    tensors,
    integer: (name) => integersOf(parameterOf(name))?.[0] ?? BigInt(fallbackOf(name) ?? 0),
    list: (name) => integersOf(parameterOf(name)),
    mode: String(node.attributes.get('mode')?.text ?? fallbackOf('mode')),
  };
}

/** @param {Value | undefined} value */
const integersOf = (value) => value?.values.map((each) => BigInt(each));

/** @param {readonly (Shape | null)[]} tensors @param {Row} row @returns {Numbered[]} */
function readTensors(tensors, row) {
  const inputs = row.inputs.filter(({ rank }) => rank === 'any');
  const nameOf = (/** @type {number} */ i) => (inputs[i] ?? inputs[0]).name;
  for (let i = 0; i < Math.max(inputs.length, tensors.length); ++i)
    must(Boolean(tensors[i]), 'missing', nameOf(i));
  const given = /** @type {Shape[]} */ (tensors);
  given.forEach(({ type }, i) => {
    must(row.types.includes(type) && type === given[0].type, 'bad_type', nameOf(i));
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
