// An example: a node, the elements of its data, and how a model holds it. Drawn at random for the types of an engine, or of all, and
// for the mistakes that mean something to it.
import fc from 'fast-check';
import { TYPES as ALL_TYPES, bitsOf, countElements, encode, hash } from '../../../docs/rules/elements.js';
import { familyOf, isFilling, OPERATORS, rowAt } from '../../../docs/rules/operators.js';
import { tensorsOf } from '../../../web/conformance/corpus_line.js';
import { CODES } from '../../onnx/model.js';
import { MISTAKE_KINDS, mistakeOf, spoiled } from './mistakes.js';
import { NODES, OPENVINO_NODES } from './nodes.js';
import { seldom } from './parts.js';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */
/** @import { MistakeKind } from './mistakes.js' */

/** @typedef {keyof typeof NODES} OpType */
/** @typedef {import('./nodes.js').NodeRow} NodeRow */

/**
 * @typedef {object} Example
 * @property {Node} node
 * @property {number} seed of the elements; 0: element k is k, as in the corpus
 * @property {boolean} constant a model holds the parameters as constants, and says the shape of the data
 * @property {boolean} blanks a model names absent inputs at the end by ''
 */

/** Those of ONNX: others cannot be in a model. */
const TYPES = Object.keys(CODES);

/**
 * @param {OpType | keyof typeof OPENVINO_NODES} name
 * @param {readonly string[]} types those that the engine has
 * @param {readonly MistakeKind[]} mistakes those that it can be asked about
 * @returns {fc.Arbitrary<Example>}
 */
export function exampleOf(name, types, mistakes) {
  /** @type {NodeRow} */
  const { opsets, draw, domain } = { ...NODES, ...OPENVINO_NODES }[name];
  const op_type = name.replace(/^openvino\./, '');
  return fc
    .record({
      opset: fc.constantFrom(...opsets),
      type: fc.nat(TYPES.length),
      strange: mistakes.includes('type') ? seldom(false, true) : fc.constant(false),
      drawn: draw,
      mistake: fc.oneof(
        { withCrossShrink: true },
        { weight: 17, arbitrary: fc.constant(null) },
        { weight: 3, arbitrary: mistakeOf(mistakes) },
      ),
      seed: fc.nat(),
      constant: fc.boolean(),
      blanks: seldom(false, true),
    })
    .map(({ opset, type, strange, drawn, mistake, ...rest }) => {
      const listed = rowAt(op_type, opset, domain)?.types ?? [];
      const usual = types.filter((each) => listed.includes(each));
      const chosen = strange && !mistake ? TYPES : usual; // one mistake: no document says which comes first
      const node = { ...drawn({ opset, type: chosen[type % chosen.length] }), ...(domain && { domain }) };
      return { node: mistake ? spoiled(node, mistake) : node, ...rest };
    });
}

/** Those whose value is fixed with a plan: one that is kept has the value of its first tensors. */
const FILLING = OPERATORS.filter(isFilling).map(familyOf);

/**
 * As many nodes of each operator whose plans fit all data.
 * @param {number} seed
 * @param {number} count
 * @returns {Node[]}
 */
export function sampleNodes(seed, count) {
  const names = /** @type {OpType[]} */ (
    Object.keys({ ...NODES, ...OPENVINO_NODES }).filter((name) => !FILLING.includes(name))
  );
  return names.flatMap((name) =>
    fc.sample(exampleOf(name, ALL_TYPES, MISTAKE_KINDS), { seed, numRuns: count }).map(({ node }) => node),
  );
}

/** Sequences of UTF-8 of every length, and what a careless reader trips over. */
const TEXTS = ['', 'a', 'é', '日本', '🔪', 'NaN', ' ', '"\\'];

/** Of the seeds of two tensors. */
const APART = 1 << 20;

/**
 * The tensors of an example: the data that it cuts, or what it joins.
 * @param {Example} example
 * @returns {({ type: string, dims: number[], data: any } | null)[]} null: absent
 */
export function dataOf({ node, seed }) {
  let first = 0;
  return tensorsOf(node).map((tensor, i) => {
    if (tensor === null) return null;
    const { type, dims } = tensor;
    const from = first;
    first += countElements(dims);
    return {
      type,
      dims,
      data: elementsOf(
        type,
        dims,
        seed === 0 ? (k) => from + k : (k) => hash(seed + i * APART + k),
        seed === 0,
      ),
    };
  });
}

/**
 * @param {string} type
 * @param {readonly number[]} dims
 * @param {(k: number) => number} number of an element, or random
 * @param {boolean} areNumbers
 */
function elementsOf(type, dims, number, areNumbers) {
  const elements = Array.from({ length: countElements(dims) }, (_, k) => number(k));
  const data = encode(type, elements);
  if (areNumbers || type === 'bool' || bitsOf(type) % 8 !== 0) return data;
  if (type === 'string') return elements.map((each) => TEXTS[each % TEXTS.length]);
  const bytes = new Uint8Array(data.buffer);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = number(i);
  if (type === 'bfloat16') withoutNaN(data);
  return data;
}

/**
 * Makes infinities of NaNs: an engine lets bfloat16 out through a cast only, and that makes all NaNs one.
 * @param {Uint16Array} data of bfloat16
 */
function withoutNaN(data) {
  for (let i = 0; i < data.length; ++i) if ((data[i] & 0x7fff) > 0x7f80) data[i] &= 0xff80;
}
