// A drawn node as a line of the corpus, with the answer of the oracle.
import { countElements } from '../../docs/rules/elements.js';
import { countAll } from '../../web/conformance/corpus.js';
import { lineOf, tensorsOf } from '../../web/conformance/corpus_line.js';
import { answer } from './oracle.js';

/** @import { Node } from '../../web/conformance/corpus_line.js' */
/** @import { Answer } from './oracle.js' */

/**
 * The line; nothing if the answer is too long to be written.
 * @param {Node} drawn
 * @returns {string | undefined}
 */
export function drawnLine(drawn) {
  const node = filledByElement(drawn);
  return isShort(node) ? `${lineOf(node)} -> ${expectationOf(node, answer(node))}` : undefined;
}

/**
 * A number that fills is one of an element in the corpus.
 * @param {Node} node
 * @returns {Node}
 */
function filledByElement(node) {
  const value = node.attributes.get('value');
  const number = value?.values[0];
  if (value === undefined || typeof number !== 'number') return node;
  const attributes = new Map(node.attributes);
  const count = countElements(node.dims);
  if (count === 0 || !Number.isFinite(number)) attributes.delete('value');
  else attributes.set('value', { ...value, values: [BigInt(Math.trunc(Math.abs(number)) % count)] });
  return { ...node, attributes };
}

/** Pads of billions are right, but nobody can look at every element. @param {Node} node */
const isShort = ({ op_type, inputs, attributes }) =>
  op_type !== 'Pad' ||
  [...inputs, ...attributes].every(([name, { values }]) =>
    values.every((each) => !name.startsWith('pad') || each < 100 || each >= 2 ** 53),
  );

/** @param {Node} node @param {Answer} given */
function expectationOf(node, given) {
  if ('error' in given) return `error ${given.error.code} ${given.error.param || '-'}`;
  if (given.outputs.length === 0) return 'none';
  const count = countAll(tensorsOf(node));
  const outputs = given.outputs.map(({ dims, elements }) =>
    [`[${dims}]`, ...elements.map((k) => (k < count ? k : -1))].join(' '),
  );
  return outputs.join(' | ');
}
