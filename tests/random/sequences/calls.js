// Calls of a node, each way that a caller has, and whether their results are those of the oracle.
import { decode, zeroOf } from '../../../docs/rules/elements.js';
import { hasViews, runInputOf } from '../../../docs/rules/operators.js';
import { argumentsOf, inputsOf, rowOf, shapesOf, withoutLastNulls } from '../../../web/conformance/call.js';
import { tensorsOf } from '../../../web/conformance/corpus_line.js';
import { isSame } from '../../support/equal.js';
import { directCall } from '../direct.js';
import { answer } from '../oracle.js';
import { differenceOfNew, placesOf, randomOuts, randomTensors } from '../placed.js';

/** @import { Node } from '../../../web/conformance/corpus_line.js' */
/** @import { Place } from '../placed.js' */
/** @import { Random } from '../random.js' */
/** @import { Library, World } from './world.js' */

/** @typedef {any} Any */
/** Tensors for a node, and the numbers of all their elements. @typedef {{ tensors: Any[], layouts: Any[], elements: number[] }} Given */
/** An output: its dims, and which elements it has. @typedef {{ dims: number[], elements: number[] }} Output */

/** More outputs take too long to place. */
const MOST_PLACED = 500;

/** The outputs of a node; undefined: it is a mistake. @param {Node} node @returns {Output[] | undefined} */
export function outputsOf(node) {
  const expected = answer(node);
  return 'error' in expected ? undefined : expected.outputs;
}

/** @param {Random} random @param {Node} node that is no mistake @param {Place} place @returns {Given} */
export function drawGiven(random, node, place) {
  const placed = /** @type {Any[]} */ (randomTensors(random, tensorsOf(node), () => ({ place })));
  return {
    tensors: placed.map(({ tensor }) => tensor),
    layouts: placed.map(({ layout }) => layout),
    elements: placed.flatMap(({ elements }) => elements),
  };
}

/** What a plan of the node runs on. @param {Node} node @param {Given} given */
export const inputOf = (node, { tensors }) => runInputOf(rowOf(node), tensors);

/** @param {Library} library @param {Node} node */
export const planOf = ({ plan }, node) =>
  /** @type {Any} */ (plan)(node.op_type, inputsOf(node, shapesOf(node)), argumentsOf(node).options);

/** @param {readonly Output[]} outputs @param {Given} given @param {number} zero number of an element that is filled */
const wantedOf = (outputs, { elements }, zero) =>
  outputs.map(({ dims, elements: numbers }) => ({
    dims,
    wanted: numbers.map((k) => (k < 0 ? zero : elements[k])),
  }));

/**
 * What is wrong with the tensors of a result, dense or strided; '' for nothing.
 * @param {Node} node @param {readonly Output[]} outputs @param {Given} given @param {readonly Any[]} results
 */
export function differenceOf({ type }, outputs, given, results) {
  if (results.length !== outputs.length) return `${results.length} outputs, not ${outputs.length}`;
  /** @type {Any} */
  let data;
  /** @type {number[]} */
  let all = [];
  for (const [i, { dims, wanted }] of wantedOf(outputs, given, zeroOf(type)).entries()) {
    const result = results[i];
    if (result.stride === undefined) {
      const wrong = differenceOfNew(result, type, dims, wanted);
      if (wrong !== '') return `output ${i}: ${wrong}`;
      continue;
    }
    if (result.data !== data) all = decode(type, result.data, given.layouts[0].extent);
    data = result.data;
    const { stride, offset } = result;
    const places = placesOf({ shape: dims, stride, offset, extent: all.length });
    if (!isSame(Array.from(result.dims), dims)) return `output ${i}: dims ${result.dims}, not ${dims}`;
    if (places.some((place, k) => all[place] !== wanted[k])) return `output ${i}: other elements`;
  }
  return '';
}

/**
 * Where to write the outputs, and what is wrong after that. `stride` and `offset` of the result are the caller's to change.
 * @param {Random} random @param {Node} node @param {readonly Output[]} outputs @param {Place} place
 */
export function drawOut(random, { type }, outputs, place) {
  const shapes = outputs.map(({ dims }) => dims);
  const { out, differenceOf: differenceOfOut } = randomOuts(random, type, shapes, { place });
  return {
    out,
    /** @param {Given} given @param {readonly Any[]} results */
    differenceOf: (given, results) =>
      differenceOfOut(
        results,
        wantedOf(outputs, given, zeroOf(type)).map(({ wanted }) => wanted),
      ),
  };
}

/** @typedef {(library: Library, random: Random, node: Node, given: Given, more?: Any) => Any[]} Way */

/** @type {Way} */
const evaluated = ({ evaluate }, _, node, { tensors }, more) =>
  /** @type {Any} */ (evaluate)(node.op_type, withoutLastNulls(inputsOf(node, tensors)), {
    ...argumentsOf(node).options,
    ...more,
  });

/** @type {Way} */
const planned = (library, _, node, given, more) => planOf(library, node).run(inputOf(node, given), more);

/** Ways that give new arrays. @type {Record<string, Way>} */
const WAYS = {
  evaluate: evaluated,
  direct: (library, random, node, given) =>
    (directCall(library, random, node, given.tensors) ?? (() => evaluated(library, random, node, given)))(),
  run: planned,
};

/** Ways of cuts, which may give views. @type {Record<string, Way>} */
const CUT_WAYS = {
  ...WAYS,
  view: (library, random, node, given) => planned(library, random, node, given, { view: true }),
  strided: (library, random, node, given) => evaluated(library, random, node, given, { view: 'strided' }),
};

/** Calls a node in one of the ways, compares, and keeps some of the result. @param {World} world @param {Random} random @param {Node} node */
export function judgeCall(world, random, node) {
  const { library } = world.member(random);
  const outputs = outputsOf(node);
  if (outputs === undefined) throw new Error('a node that is a mistake');
  const given = drawGiven(random, node, (_, array) => array);
  if (outputs.length <= MOST_PLACED && random.chance(0.3)) {
    const { out, differenceOf: differenceOfOut } = drawOut(random, node, outputs, (_, array) => array);
    must(differenceOfOut(given, evaluated(library, random, node, given, { out })), 'into out');
    return world.keep(random, `${node.op_type} into out`, out);
  }
  const ways = hasViews(rowOf(node)) ? CUT_WAYS : WAYS;
  const way = random.pick(Object.keys(ways));
  const results = ways[way](library, random, node, given);
  must(differenceOf(node, outputs, given, results), way);
  world.keep(random, `${node.op_type}, ${way}`, results);
}

/** @param {string} difference @param {string} how */
export function must(difference, how) {
  if (difference !== '') throw new Error(`${how}: ${difference}`);
}
