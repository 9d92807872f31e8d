// A join's plan is data too: `planned.moves`, executed here naively from its description alone and in its order, gives what `run`
// gives, of inputs that are anywhere in their arrays.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan } from 'microtome';
import { bytesOf, countElements, decode, encode, entriesOf } from '../../../docs/rules/elements.js';
import { isCut } from '../../../docs/rules/operators.js';
import { argumentsOf, inputsOf } from '../../../web/conformance/call.js';
import { lineOf, tensorsOf } from '../../../web/conformance/corpus_line.js';
import { answer, isAnswered } from '../../random/node_oracle.js';
import { sampleNodes } from '../../random/nodes/example.js';
import { randomTensor } from '../../random/placed.js';
import { Random } from '../../random/random.js';
import { isSame } from '../../support/equal.js';

/** @import { Move } from '../../../web/lib/types.ts' */
/** @typedef {any} Any */

before(() => init());

const CALLS = 500;

/** What a unit counts. @type {Record<Move['unit'], (type: string, data: Any, elements: number) => Any>} */
const UNITS = {
  byte: (_, data) => bytesOf(data),
  entry: (_, data) => data,
  element: (type, data, elements) => decode(type, data, elements),
};

/** Elements that data has room for. @param {string} type @param {Any} data */
function roomOf(type, { length }) {
  let elements = 0;
  while (entriesOf(type, elements + 8) <= length) elements += 8;
  while (entriesOf(type, elements + 1) <= length) elements += 1;
  return elements;
}

/** Every index over some sizes, in row-major order. @param {readonly number[]} sizes @returns {number[][]} */
const indicesOf = (sizes) =>
  sizes.reduce(
    (list, size) => list.flatMap((index) => Array.from({ length: size }, (_, i) => [...index, i])),
    /** @type {number[][]} */ ([[]]),
  );

/** @param {readonly number[]} index @param {readonly number[]} strides */
const sumOf = (index, strides) => index.reduce((sum, i, axis) => sum + i * strides[axis], 0);

/**
 * Does what a move says, and no more.
 * @param {Move} move
 * @param {string} type
 * @param {Any} whole
 * @param {number} elements of the whole
 * @param {readonly Any[]} parts
 */
function execute({ unit, sizes, strides, partStrides, streams }, type, whole, elements, parts) {
  const to = UNITS[unit](type, whole, elements);
  const indices = indicesOf(sizes);
  for (const { input = -1, offset, run, partOffset = 0 } of streams) {
    const from = UNITS[unit](type, parts[input], roomOf(type, parts[input]));
    indices.forEach((index, i) => {
      const begin = partStrides ? partOffset + sumOf(index, partStrides) : i * run;
      const at = offset + sumOf(index, strides);
      for (let k = 0; k < run; ++k) {
        assert.ok(begin + k < from.length && at + k < to.length, 'outside of its tensor');
        to[at + k] = from[begin + k];
      }
    });
  }
  if (unit === 'element') bytesOf(whole).set(bytesOf(encode(type, to)));
}

describe('moves of joins', () => {
  it(`say what run does, of ${CALLS} random calls of every operator`, () => {
    const random = new Random(16);
    const seen = new Set();
    const joins = sampleNodes(16, CALLS, (row) => isAnswered(row) && !isCut(row));
    for (const [call, node] of joins.entries()) {
      if ('error' in answer(node)) continue;
      const { type } = node;
      const tensors = tensorsOf(node).map(
        (each) => each && randomTensor(random, each.type, each.dims).tensor,
      );
      const planned = /** @type {Any} */ (plan)(
        node.op_type,
        inputsOf(node, tensors),
        argumentsOf(node).options,
      );
      const [{ data, dims }] = planned.run(tensors);
      const whole = planned.allocate(data)[0];
      const elements = countElements(dims);
      for (const move of planned.moves) {
        execute(
          move,
          type,
          whole,
          elements,
          tensors.map((tensor) => tensor?.data),
        );
        seen.add(`${move.way} ${move.unit}${move.partStrides ? ' from strides' : ''}`);
        if (move.streams.length > 1) seen.add('several streams');
      }
      assert.ok(isSame(whole, data), `call ${call}: ${lineOf(node)}: ${planned.explain()}`);
    }
    for (const kind of [
      'runs byte',
      'scalar byte',
      'staged byte',
      'scalar byte from strides',
      'staged byte from strides',
      'staged element',
      'scalar entry',
      'scalar entry from strides',
      'several streams',
    ])
      assert.ok(seen.has(kind), `${kind} is not among ${[...seen].join(', ')}`);
  });
});
