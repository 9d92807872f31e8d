// The corpus, tests/cases/*.txt, through the public API: each line through `evaluate` with element k being k, and through
// `plan` and `run` into given arrays with elements that say nothing of their neighbours. Inputs left out at the end are absent
// for `evaluate` and null for `plan`.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { evaluate, init, MicrotomeError, plan } from '../../web/lib/index.js';
import { argumentsOf, dataOf, nameOf, snapshot } from './support/call.js';
import { readCorpus } from './support/corpus.js';
import { classOf, decode, encode, entriesOf, hash, wrap } from './support/elements.js';
import { OPERATORS } from './support/operators.js';

/** @import { Case, Output } from './support/corpus.js' */

const corpus = readCorpus();
const all = [...corpus.values()].flat();

before(() => init());

for (const [file, cases] of corpus) {
  describe(file, () => {
    for (const one of cases) {
      it(`${one.where} ${one.text}`, () => {
        if (one.error) checkError(one);
        else checkOutputs(one);
      });
    }
  });
}

describe('the corpus', () => {
  it('has at least 400 lines, and executes and refuses something in every version', () => {
    assert.ok(all.length >= 400, `${all.length}`);
    for (const { op_type, since_version } of OPERATORS) {
      const name = `${op_type}-${since_version}`;
      assert.ok(
        all.some((one) => one.expected && nameOf(one) === name),
        `${name} is executed`,
      );
      assert.ok(
        all.some((one) => one.error && nameOf(one) === name),
        `${name} refuses`,
      );
    }
  });

  it('executes every element type of every version', () => {
    const executed = new Set(
      all.filter(({ expected }) => expected).map((one) => `${nameOf(one)} ${one.type}`),
    );
    for (const { op_type, since_version, types } of OPERATORS) {
      for (const type of types) {
        const name = `${op_type}-${since_version} ${type}`;
        assert.ok(executed.has(name), name);
      }
    }
  });
});

/** @param {Case} one */
function checkOutputs(one) {
  const expected = /** @type {Output[]} */ (one.expected);
  const { inputs, named, options } = argumentsOf(one);

  const tensor = /** @type {any} */ (dataOf(one, (k) => k));
  unchanged([tensor, inputs, options], () => {
    checkTensors(evaluate(one.op_type, [tensor, ...inputs], options), one, expected, (k) => k);
  });

  const hashed = /** @type {any} */ (dataOf(one, hash));
  const planned = plan(one.op_type, [{ type: hashed.type, dims: one.dims }, ...named], options);
  assert.deepEqual(
    planned.outputs,
    expected.map(({ dims }) => ({ type: one.type, dims })),
  );
  const out = expected.map(({ elements }) => dirty(one.type, elements.length));
  unchanged([hashed, named, options], () => {
    const outputs = planned.run(hashed, { out });
    checkTensors(outputs, one, expected, hash);
    outputs.forEach(({ data }, i) => {
      assert.equal(data, out[i]);
    });
  });
  checkTensors(planned.run(hashed), one, expected, hash);
  checkTensors(planned.run(hashed, { view: true }), one, expected, hash);
}

/**
 * Type, dims, class, elements and unused bits.
 * @param {readonly any[]} outputs
 * @param {Case} one
 * @param {Output[]} expected
 * @param {(k: number) => number} f
 */
function checkTensors(outputs, { type }, expected, f) {
  assert.equal(outputs.length, expected.length);
  expected.forEach(({ dims, elements }, i) => {
    const { data } = outputs[i];
    const wanted = elements.map(f);
    assert.deepEqual(outputs[i].dims, dims);
    assert.equal(outputs[i].type, type);
    assert.equal(Object.getPrototypeOf(data), classOf(type).prototype);
    assert.deepEqual(data, encode(type, wanted));
    if (type === 'string') return;
    assert.deepEqual(
      decode(type, data, elements.length),
      wanted.map((element) => wrap(type, element)),
    );
  });
}

/** @param {Case} one */
function checkError(one) {
  const { code, param } = /** @type {{ code: string, param: string }} */ (one.error);
  const op = nameOf(one);
  const start = `${op}: ${param === '' ? '' : `${param}: `}`;
  const { inputs, named, options } = argumentsOf(one);
  const tensor = /** @type {any} */ (dataOf(one, (k) => k));
  const out = [dirty(one.type, 3), dirty(one.type, 3)];
  const calls = [
    () => evaluate(one.op_type, [tensor, ...inputs], options),
    () => evaluate(one.op_type, [tensor, ...inputs], { ...options, out }),
    () => plan(one.op_type, [{ type: tensor.type, dims: one.dims }, ...named], options),
  ];
  unchanged([tensor, inputs, options, out], () => {
    for (const call of calls) {
      assert.throws(call, (error) => {
        assert.ok(error instanceof MicrotomeError);
        assert.deepEqual([error.code, error.op, error.param], [code, op, param]);
        assert.ok(error.message.startsWith(start), error.message);
        assert.ok(error.message.length > start.length + 3, error.message);
        return true;
      });
    }
  });
}

/**
 * An array in which every bit that is not written shows.
 * @param {string} type
 * @param {number} elements
 */
function dirty(type, elements) {
  if (type === 'string') return new Array(elements).fill('?');
  const array = new (classOf(type))(entriesOf(type, elements));
  new Uint8Array(array.buffer).fill(0xa5);
  return array;
}

/**
 * @param {unknown} values
 * @param {() => void} f
 */
function unchanged(values, f) {
  const before = snapshot(values);
  f();
  assert.deepEqual(values, before);
}
