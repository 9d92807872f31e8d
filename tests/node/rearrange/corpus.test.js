// The corpus of `rearrange`, tests/cases/rearrange/, in every way to call it; and that every rule has lines.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { evaluate, init, plan, rearrange } from 'microtome';
import { RULES } from '../../../docs/rules/rearrange.js';
import { readRearrangeCases } from '../../../web/conformance/rearrange_lines.js';
import { differenceOfTensor, tensorOf } from '../../../web/conformance/written.js';

/** @import { Case } from '../../../web/conformance/rearrange_lines.js' */
/** @typedef {any} Any */

before(() => init());

const CASES = readRearrangeCases();

/** The ways to make a call. @type {Record<string, (input: Any, pattern: string, options: Any) => Any>} */
const WAYS = {
  rearrange,
  evaluate: (input, pattern, { sizes, to, ...options }) =>
    evaluate('Rearrange', [input], { ...options, attributes: { pattern, sizes, to } })[0],
  'evaluate in its domain': (input, pattern, { sizes, to, ...options }) =>
    evaluate('Rearrange', [input], {
      ...options,
      attributes: { pattern, sizes, to },
      domain: 'microtome',
      opset: 1,
    })[0],
  plan: (input, pattern, { sizes, to, ...options }) =>
    planned(input, pattern, sizes, to).run(input, options)[0],
  bind: (input, pattern, { sizes, to, ...options }) =>
    planned(input, pattern, sizes, to).bind(input, options)()[0],
};

/** A plan of a tensor without data, and without strides. @param {Any} input @param {string} pattern @param {Any} sizes @param {Any} to */
const planned = ({ type, dims }, pattern, sizes, to) =>
  plan('Rearrange', [{ type, dims }], { attributes: { pattern, sizes, to } });

/** The arrays of `out`. @param {Any} out */
const arrayOf = (out) => (ArrayBuffer.isView(out) ? out : out?.data);

/** Runs a line in one way. @param {Case} one @param {(typeof WAYS)[string]} way */
function judge({ input: written, pattern, options: make, expected, error }, way) {
  const input = tensorOf(written);
  const options = make(input.data);
  const out = arrayOf(options.out);
  if (expected === undefined) {
    const { code, param, words } = /** @type {NonNullable<Case['error']>} */ (error);
    const given = out?.slice();
    assert.throws(
      () => way(input, pattern, options),
      (/** @type {Any} */ thrown) => {
        assert.deepEqual(
          { code: thrown.code, op: thrown.op, param: thrown.param },
          { code, op: 'Rearrange-1', param },
        );
        assert.ok(thrown.message.includes(words), thrown.message);
        return true;
      },
    );
    assert.deepEqual(out, given, 'nothing is written');
    return;
  }
  const made = way(input, pattern, options);
  assert.equal(differenceOfTensor(made, expected), '');
  if (out) assert.equal(made.data, out);
  if (options.view === 'strided') assert.equal(made.data, input.data);
}

describe('the corpus of rearrange', () => {
  for (const one of CASES)
    it(`${one.where}: ${one.line}`, () => {
      const { view, sizes, to } = one.options(tensorOf(one.input).data);
      for (const [name, way] of Object.entries(WAYS))
        if (view === undefined || name !== 'bind') judge(one, way);
      if (one.moves === undefined) return;
      const [move] = planned(one.input, one.pattern, sizes, to).moves;
      assert.deepEqual(
        Object.fromEntries(Object.keys(one.moves).map((key) => [key, Reflect.get(move, key)])),
        one.moves,
      );
    });

  it('has lines for every rule and ruling, and no others', () => {
    const told = new Set(CASES.flatMap(({ tags }) => tags));
    assert.deepEqual([...told].sort(), Object.keys(RULES).sort());
  });
});
