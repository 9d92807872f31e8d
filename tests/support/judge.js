// Executes a case of the corpus and throws what is wrong: through `evaluate` with element k being k, and through `plan` and
// `run` into given arrays with elements that say nothing of their neighbours. Inputs left out at the end are absent for
// `evaluate` and null for `plan`. It runs in every host (tests/hosts), so it needs nothing but the language.

import { classOf, decode, encode, entriesOf, hash, wrap, zeroOf } from '../../docs/rules/elements.js';
import { hasViews, isFilling, runInputOf } from '../../docs/rules/operators.js';
import {
  argumentsOf,
  dataOf,
  inputsOf,
  opOf,
  rowOf,
  shapesOf,
  withoutLastNulls,
} from '../../web/conformance/call.js';
import { copyOf, mustBe } from './equal.js';

/** @import { Case, Output } from '../../web/conformance/corpus.js' */

/** @typedef {Pick<typeof import('microtome'), 'evaluate' | 'plan' | 'MicrotomeError'>} Library */

/** @param {Library} library @param {Case} one */
export function judge(library, one) {
  if (one.error) judgeError(library, one);
  else judgeOutputs(library, one);
}

/** @param {Library} library @param {Case} one */
function judgeOutputs({ evaluate, plan }, one) {
  const expected = /** @type {Output[]} */ (one.expected);
  const { options } = argumentsOf(one);

  const inputs = inputsOf(
    one,
    dataOf(one, (k) => k),
  );
  unchanged([inputs, options], () => {
    judgeTensors(evaluate(one.op_type, withoutLastNulls(inputs), options), one, expected, (k) => k);
  });

  // a value that is no tensor of the line is a number, so elements have to be theirs
  const isNumbered = isFilling(rowOf(one)) && one.tensors.length === 1;
  const f = isNumbered ? (/** @type {number} */ k) => k : hash;
  const hashed = dataOf(one, f);
  const given = runInputOf(rowOf(one), hashed);
  const planned = plan(one.op_type, inputsOf(one, shapesOf(one, hashed)), options);
  mustBe(
    planned.outputs,
    expected.map(({ dims }) => ({ type: one.type, dims })),
    'planned outputs',
  );
  const out = expected.map(({ elements }) => dirty(one.type, elements.length));
  unchanged([hashed, options], () => {
    const outputs = planned.run(given, { out });
    judgeTensors(outputs, one, expected, f);
    outputs.forEach(({ data }, i) => {
      if (data !== out[i]) throw new Error(`output ${i} is not what out gave`);
    });
  });
  judgeTensors(planned.run(given), one, expected, f);
  judgeTensors(planned.run(given, { view: hasViews(rowOf(one)) && !Array.isArray(given) }), one, expected, f);
}

/**
 * Type, dims, class, elements and unused bits.
 * @param {readonly any[]} outputs
 * @param {Case} one
 * @param {Output[]} expected
 * @param {(k: number) => number} f
 */
function judgeTensors(outputs, { type }, expected, f) {
  mustBe(outputs.length, expected.length, 'number of outputs');
  expected.forEach(({ dims, elements }, i) => {
    const { data } = outputs[i];
    const wanted = elements.map((k) => (k < 0 ? zeroOf(type) : f(k)));
    mustBe(outputs[i].dims, dims, `dims of output ${i}`);
    mustBe(outputs[i].type, type, `type of output ${i}`);
    if (Object.getPrototypeOf(data) !== classOf(type).prototype)
      throw new Error(`data of output ${i} is no ${classOf(type).name}`);
    mustBe(data, encode(type, wanted), `data of output ${i}`);
    if (type === 'string') return;
    mustBe(
      decode(type, data, elements.length),
      wanted.map((element) => wrap(type, element)),
      `elements of output ${i}`,
    );
  });
}

/** @param {Library} library @param {Case} one */
function judgeError({ evaluate, plan, MicrotomeError }, one) {
  const { code, param, sentence } = /** @type {NonNullable<Case['error']>} */ (one.error);
  const op = opOf(one);
  const start = `${op}: ${param === '' ? '' : `${param}: `}`;
  const { options } = argumentsOf(one);
  const tensors = dataOf(one, (k) => k);
  const inputs = withoutLastNulls(inputsOf(one, tensors));
  const out = [dirty(one.type, 3), dirty(one.type, 3)];
  const calls = [
    () => evaluate(one.op_type, inputs, options),
    () => evaluate(one.op_type, inputs, { ...options, out }),
    () => plan(one.op_type, inputsOf(one, shapesOf(one, tensors)), options),
  ];
  unchanged([inputs, options, out], () => {
    for (const call of calls) {
      const error = errorOf(call);
      if (!(error instanceof MicrotomeError)) throw new Error(`no MicrotomeError: ${error}`);
      mustBe([error.code, error.op, error.param], [code, op, param], 'code, op and param');
      if (!(error.message.startsWith(start) && error.message.length > start.length + 3))
        throw new Error(`a message that does not begin with '${start}' or says nothing: ${error.message}`);
      if (sentence !== undefined) mustBe(error.message.slice(start.length), sentence, 'sentence');
    }
  });
}

/** @param {() => unknown} f @returns {unknown} */
function errorOf(f) {
  try {
    f();
  } catch (error) {
    return error;
  }
  return 'nothing was thrown';
}

/** An array in which every bit that is not written shows. @param {string} type @param {number} elements */
function dirty(type, elements) {
  if (type === 'string') return new Array(elements).fill('?');
  const array = new (classOf(type))(entriesOf(type, elements));
  new Uint8Array(array.buffer).fill(0xa5);
  return array;
}

/** @param {unknown[]} values @param {() => void} f */
function unchanged(values, f) {
  const before = copyOf(values);
  f();
  mustBe(values, before, 'what the caller handed over');
}
