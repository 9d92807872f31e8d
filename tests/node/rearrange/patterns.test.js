// What patterns mean, by tests/cases/rearrange/patterns.txt, and where a mistake says that it is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { evaluate, init, plan, rearrange } from 'microtome';
import { inRoot } from '../../../tools/common/paths.js';

before(() => init());

/** @type {[number[], string, Record<string, number>, string][]} */
const CASES = readFileSync(inRoot('tests/cases/rearrange/patterns.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [dims, pattern, sizes, expected] = line.split('|');
    const named = sizes.trim().split(',').filter(Boolean);
    return [
      dims.trim().split(',').filter(Boolean).map(Number),
      pattern,
      Object.fromEntries(named.map((each) => each.split('=')).map(([name, size]) => [name, Number(size)])),
      expected.trim(),
    ];
  });

describe('patterns', () => {
  for (const [dims, pattern, sizes, expected] of CASES) {
    it(`[${dims}] ${pattern} ${JSON.stringify(sizes)}: ${expected}`, () => {
      const count = dims.reduce((product, size) => product * size, 1);
      const type = /** @type {const} */ ('int32');
      const input = { type, dims, data: Int32Array.from({ length: count }, (_, k) => k) };
      const attributes = { pattern, sizes };
      const calls = [
        () => rearrange(input, pattern, { sizes }),
        () => evaluate('Rearrange', [input], { attributes })[0],
        () => evaluate('Rearrange', [input], { attributes, domain: 'microtome', opset: 1 })[0],
        () => plan('Rearrange', [{ type, dims }], { attributes }).run(input)[0],
      ];
      for (const call of calls) {
        if (!expected.startsWith('[')) {
          const [code, param] = expected.split(' ');
          assert.throws(call, { code, op: 'Rearrange-1', param });
          continue;
        }
        const [shape, ...elements] = expected.split(' ');
        const made = call();
        assert.deepEqual(
          [made.type, made.dims, [.../** @type {Int32Array} */ (made.data)]],
          [type, JSON.parse(shape), elements.map(Number)],
        );
      }
    });
  }

  it('say at which character they are wrong', () => {
    const x = { dims: [2, 3], data: new Uint8Array(6) };
    /** @type {[string, RegExp][]} */
    const messages = [
      ['a b -> b a)', /character 10: \) is not expected/],
      ['a  b* -> b a', /character 3: b\* is not an axis/],
      ['a b -> (b a', /character 7: \( is not closed/],
      ['a b -> b', /character 0: a is not on the right/],
      ['a b -> b a a', /character 11: a is on this side twice/],
      ['a b -> b a c', /character 11: c is new on the right/],
      ['a (b c) -> a b c', /character 5: c has no size, and neither has b/],
      ['a b', /there is no '->'/],
      [`${'a'.repeat(5000)} -> a`, /^Rearrange-1: pattern: 5005 characters; at most 4096/],
    ];
    for (const [pattern, message] of messages)
      assert.throws(() => rearrange(x, pattern), { code: 'bad_pattern', message });
  });

  it('are text, and sizes an object of integers', () => {
    const x = { dims: [2, 3], data: new Uint8Array(6) };
    const call = /** @type {any} */ (rearrange);
    assert.throws(() => call(x), { code: 'missing', param: 'pattern' });
    assert.throws(() => call(x, 5), { code: 'bad_argument', param: 'pattern' });
    assert.throws(() => call(x, 'a b -> b a', { sizes: [2] }), { code: 'bad_argument', param: 'sizes' });
    assert.throws(() => call(x, 'a b -> b a', { sizes: { a: '2' } }), {
      code: 'not_integer',
      param: 'sizes',
    });
    assert.throws(() => call(x, 'a b -> b a', { axis: 1 }), { code: 'bad_argument', param: 'options' });
    const attributes = /** @type {any} */ ({ pattern: 'a b -> b a', perm: 1 });
    assert.throws(() => plan('Rearrange', [x], { attributes }), { code: 'unknown_attribute', param: 'perm' });
    assert.deepEqual(call(x, 'a b -> b a', { sizes: { a: 2n, b: undefined } }).dims, [3, 2]);
  });

  it('of tensors that are none blame the tensor', () => {
    const call = /** @type {any} */ (rearrange);
    const data = new Uint8Array(2);
    assert.throws(() => call({ dims: [2.5], data }, 'a -> a'), { code: 'bad_input', param: 'input' });
    assert.throws(() => call({ dims: [3], data }, 'a -> a'), { code: 'bad_input', param: 'input' });
    const complex = { type: 'complex64', dims: [1], data: new Float32Array(2) };
    assert.throws(() => call(complex, 'a -> a'), { code: 'bad_type', param: 'input' });
    assert.throws(() => call({ dims: [2], data }, 'a -> a b', { sizes: { b: 2 ** 53 } }), {
      code: 'too_large',
    });
  });
});
