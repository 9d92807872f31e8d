// The corpus of cuts, through a `read` over the same bytes: what is cut in a file is what is cut in memory. Two things differ, and are
// left out: strings have no fixed size, and type lists are about models, not about files.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, MicrotomeError } from 'microtome';
import { open, slice, split, splitToSequence, variadicSplit } from 'microtome/source';
import { bytesOf, decode } from '../../../docs/rules/elements.js';
import { isCut } from '../../../docs/rules/operators.js';
import { argumentsOf, dataOf, opOf, rowOf } from '../../../web/conformance/call.js';
import { readCorpus } from '../../../web/conformance/corpus_files.js';

/** @import { Case } from '../../../web/conformance/corpus.js' */
/** @typedef {any} Any */

/** Calls that have a function of their own; Split of OpenVINO has none. @type {Record<string, Any>} */
const CALLS = {
  Slice: slice,
  Split: split,
  SplitToSequence: splitToSequence,
  VariadicSplit: (
    /** @type {Any} */ stored,
    /** @type {Any} */ { axis, split_lengths },
    /** @type {Any} */ options,
  ) => variadicSplit(stored, axis, split_lengths, options),
};

/**
 * Can these functions say it? Inputs and attributes have one name here, and the number of outputs is a parameter of Split alone.
 * @param {Case} one
 */
function isSayable(one) {
  const row = rowOf(one);
  const isAttribute = (/** @type {string} */ name) =>
    row.attributes.some((attribute) => attribute.name === name);
  const isNamed = [...one.attributes.keys()].every(
    (name) =>
      isAttribute(name) || (name !== 'num_outputs' && !row.inputs.some((input) => input.name === name)),
  );
  const isBoth = [...one.inputs.keys()].some(isAttribute);
  const hasNoPlace = one.op_type === 'VariadicSplit' && one.attributes.size > 0;
  return (
    isNamed &&
    !isBoth &&
    !hasNoPlace &&
    (one.outputs === undefined || (one.op_type === 'Split' && !isAttribute('num_outputs')))
  );
}

/** @param {Case} one */
const isCase = (one) =>
  isCut(rowOf(one)) && one.type !== 'string' && one.error?.code !== 'bad_type' && isSayable(one);

/**
 * The parameters of a node by their names, as these functions take them.
 * @param {Case} one
 */
function specOf(one) {
  const { named, options } = argumentsOf(one);
  const names = rowOf(one)
    .inputs.filter(({ rank }) => rank !== 'any')
    .map(({ name }) => name);
  const given = Object.fromEntries(names.map((name, i) => [name, named[i]]));
  const { opset, domain, attributes, num_outputs } = options;
  const spec = { ...given, ...attributes, ...(num_outputs !== undefined && { num_outputs }) };
  return { spec, options: { opset, domain } };
}

/** @param {Case} one */
async function judge(one) {
  const [tensor] = /** @type {Any[]} */ (dataOf(one, (k) => k));
  const { type, dims, data } = tensor;
  const bytes = bytesOf(data);
  const file = {
    size: bytes.length,
    read: async (/** @type {number} */ at, /** @type {number} */ length) => bytes.slice(at, at + length),
  };
  const stored = (await open(file, { layout: { type, dims }, gap: 3, maxRequest: 16 })).tensor();
  const { spec, options } = specOf(one);
  const call = async () => CALLS[one.op_type](stored, spec, { ...options, maxRequests: 1e6 });
  if (one.error) {
    const { code, param } = one.error;
    await assert.rejects(call, (/** @type {Any} */ error) => {
      assert.ok(error instanceof MicrotomeError, error.stack);
      assert.deepEqual([error.code, error.op, error.param], [code, opOf(one), param], error.message);
      return true;
    });
    return;
  }
  const outputs = [await call()].flat();
  const expected = /** @type {Any[]} */ (one.expected);
  assert.deepEqual(
    outputs.map((output) => [output.type, ...output.dims]),
    expected.map((output) => [type, ...output.dims]),
  );
  outputs.forEach((output, i) => {
    const elements = decode(type, output.data, expected[i].elements.length);
    const all = decode(
      type,
      data,
      dims.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1),
    );
    assert.deepEqual(
      elements,
      expected[i].elements.map((/** @type {number} */ k) => all[k]),
    );
  });
}

before(() => init());

describe('the corpus of cuts', () => {
  const cases = [...readCorpus().values()].flat();
  const cuts = cases.filter(isCase);
  for (const one of cuts) it(`${one.where} ${one.text}`, () => judge(one));

  it('is most of the corpus', () => {
    const left = cases.filter((one) => isCut(rowOf(one)) && !isCase(one)).length;
    assert.ok(cuts.length > 500 && left < cuts.length / 3, `${cuts.length} cases, ${left} left out`);
  });
});
