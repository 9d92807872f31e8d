// Judges the library by one node: in every way that a caller may run it, from inputs and into outputs that are anywhere in their
// arrays, against the oracle. It runs in every host. What is wrong is thrown, with the line for the corpus.
import { zeroOf } from '../../docs/rules/elements.js';
import { familyOf, hasViews, runInputOf } from '../../docs/rules/operators.js';
import {
  argumentsOf,
  inputsOf,
  opOf,
  rowOf,
  shapesOf,
  withoutLastNulls,
} from '../../web/conformance/call.js';
import { lineOf, tensorsOf } from '../../web/conformance/corpus_line.js';
import { copyOf, mustBe } from '../support/equal.js';
import { directCall, listsOf } from './direct.js';
import { answer } from './oracle.js';
import { differenceOfNew, HEAP, randomOut, randomOuts, randomTensors, writtenInto } from './placed.js';

/** @import { Node } from '../../web/conformance/corpus_line.js' */
/** @import { Place } from './placed.js' */
/** @import { Random } from './random.js' */

/** @typedef {any} Any */
/** @typedef {typeof import('microtome')} Library */
/** An output: its dims, and the numbers of its elements. @typedef {{ dims: number[], wanted: number[] }} Wanted */

/** Those that write into their first tensor, if it is the output too. */
const SCATTERS = ['SliceScatter', 'TensorScatter', 'ScatterUpdate'];

/**
 * @param {Library} library that has been initialized
 * @param {Random} random
 * @param {Node} node
 * @param {Place} [place] where its arrays are
 * @returns {number} how many outputs were right; 0 if the node is a mistake, as it should be
 */
export function judgeNode(library, random, node, place = HEAP) {
  try {
    return judge(library, random, node, place);
  } catch (cause) {
    throw new Error(`${lineOf(node)}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** @param {Library} library @param {Random} random @param {Node} node @param {Place} place */
function judge(library, random, node, place) {
  const isScatter = SCATTERS.includes(familyOf(rowOf(node)));
  const placed = randomTensors(random, tensorsOf(node), (i) => ({ place, isWritable: isScatter && i === 0 }));
  const tensors = placed.map((each) => each?.tensor ?? null);
  const elements = placed.flatMap((each) => each?.elements ?? []);
  const before = copyOf(tensors);
  const expected = answer(node);
  if ('error' in expected) judgeError(library, random, node, tensors, expected.error, place);
  else {
    const outputs = expected.outputs.map(({ dims, elements: numbers }) => ({
      dims,
      wanted: numbers.map((k) => (k < 0 ? zeroOf(node.type) : elements[k])),
    }));
    judgeOutputs(library, random, node, tensors, outputs, place);
    if (isScatter) judgeInPlace(library, random, node, tensors, placed[0]?.layout, outputs[0].wanted);
  }
  mustBe(tensors, before, 'what the caller handed over');
  return 'outputs' in expected ? expected.outputs.length : 0;
}

/** @param {Library} library @param {Random} random @param {Node} node @param {Any[]} tensors @param {Wanted[]} outputs @param {Place} place */
function judgeOutputs(library, random, node, tensors, outputs, place) {
  const { evaluate, plan } = /** @type {Any} */ (library);
  const { options } = argumentsOf(node);
  const inputs = withoutLastNulls(inputsOf(node, tensors));
  const given = runInputOf(rowOf(node), tensors);
  const planned = plan(node.op_type, inputsOf(node, shapesOf(node, tensors)), options);
  /** @param {Any[]} results @param {string} how */
  const mustBeRight = (results, how) => {
    mustBe(results.length, outputs.length, `outputs of ${how}`);
    outputs.forEach(({ dims, wanted }, i) => {
      mustBe(differenceOfNew(results[i], node.type, dims, wanted), '', `output ${i} of ${how}`);
    });
  };
  const shapes = outputs.map(({ dims }) => dims);
  const { out, differenceOf } = randomOuts(random, node.type, shapes, { place });
  /** @type {Record<string, () => Any[]>} */
  const into = {
    evaluate: () => evaluate(node.op_type, inputs, { ...options, out }),
    run: () => planned.run(given, { out }),
    bind: () => planned.bind(given, { out })(),
  };
  mustBeRight(evaluate(node.op_type, inputs, options), 'evaluate');
  const direct = directCall(library, random, node, tensors);
  if (direct) mustBeRight(direct(), 'its own function');
  const way = random.pick(Object.keys(into));
  const results = into[way]();
  mustBe(results.length, outputs.length, `outputs of ${way} into out`);
  mustBe(
    differenceOf(
      results,
      outputs.map(({ wanted }) => wanted),
    ),
    '',
    `${way} into out`,
  );
  mustBeRight(planned.run(given), 'run');
  mustBeRight(planned.run(given, { view: hasViews(rowOf(node)) }), 'run with views');
}

/**
 * A scatter into its own first tensor, and `assign`, which says the same without the operator: what is beside stays.
 * @param {Library} library @param {Random} random @param {Node} node @param {Any[]} tensors @param {Any} layout @param {number[]} wanted
 */
function judgeInPlace({ evaluate, assign }, random, node, tensors, layout, wanted) {
  const [first, ...rest] = tensors;
  const { options } = argumentsOf(node);
  const target = { ...first, data: first.data.slice() };
  const expected = writtenInto(node.type, first.data, layout, wanted);
  if (node.op_type === 'SliceScatter' && random.chance(0.5)) {
    const { start, stop, step, axes } = listsOf(random, node);
    assign(target, { starts: start, ends: stop, steps: step, ...(axes && { axes }) }, rest[0]);
  } else if (node.op_type === 'ScatterUpdate' && random.chance(0.5)) {
    const { indices, axis } = listsOf(random, node);
    assign(target, { indices, axis: axis.length === 1 ? axis[0] : (axis.data?.[0] ?? axis) }, rest[0]);
  } else {
    const inputs = withoutLastNulls(inputsOf(node, [target, ...rest]));
    evaluate(/** @type {Any} */ (node.op_type), inputs, { ...options, out: [target] });
  }
  mustBe(target.data, expected, 'what was written in place');
}

/** @param {Library} library @param {Random} random @param {Node} node @param {Any[]} tensors @param {{ code: string, param: string }} expected @param {Place} place */
function judgeError({ evaluate, MicrotomeError }, random, node, tensors, { code, param }, place) {
  const { options } = argumentsOf(node);
  const inputs = withoutLastNulls(inputsOf(node, tensors));
  const { out, isUntouched } = randomOut(random, node.type, [3], { place });
  for (const more of [{}, { out }]) {
    try {
      evaluate(/** @type {Any} */ (node.op_type), inputs, { ...options, ...more });
    } catch (/** @type {Any} */ error) {
      if (!(error instanceof MicrotomeError)) throw error;
      mustBe([error.code, error.op, error.param], [code, opOf(node), param], 'code, op and param');
      continue;
    }
    throw new Error(`${code} expected, but the call went well`);
  }
  if (!isUntouched()) throw new Error('a failed call has written');
}
