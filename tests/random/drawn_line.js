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

/** A number that fills is one of an element in the corpus. @param {Node} node @returns {Node} */
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

/** An output of billions is right, but nobody can look at every element. */
const MOST = 200_000;

/** @param {Node} node */
function isShort({ op_type, dims, inputs, attributes }) {
  if (op_type !== 'Pad') return true;
  const pads = [...inputs, ...attributes].flatMap(([name, { values }]) =>
    name.startsWith('pad') ? values.map(Number) : [],
  );
  const widest = pads.reduce((most, pad) => Math.max(most, pad), 0);
  return widest >= 2 ** 53 || dims.reduce((count, size) => count * (size + 2 * widest), 1) <= MOST;
}

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
