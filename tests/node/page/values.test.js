// Arrays that are pasted into the playground, and the values that elements of each type hold there.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.ts';
import { formatArray, readArray } from '../../../web/playground/model/paste.ts';
import { KINDS, readValue, valueAt } from '../../../web/playground/model/values.ts';
import { cuts } from './states.js';

/** @import { Type } from '../../../web/lib/types.ts' */

await init();
const rows = cuts();

describe('a pasted array', () => {
  /** @type {[string, number[], string[]][]} */
  const READ = [
    ['array([[1, 2],\n       [3, 4]])', [2, 2], ['1', '2', '3', '4']],
    ['np.array([[1., 2.5]], dtype=float32)', [1, 2], ['1.', '2.5']],
    ["tensor([[1, -2]], device='cuda:0')", [1, 2], ['1', '-2']],
    ['[[1 2]\n [3 4]]', [2, 2], ['1', '2', '3', '4']],
    ['[[[1],[2]]]', [1, 2, 1], ['1', '2']],
    ['array(5)', [], ['5']],
    ['array([], dtype=float64)', [0], []],
    ['1,2\r\n3,4\r\n', [2, 2], ['1', '2', '3', '4']],
    ['1\t2\n3\t4', [2, 2], ['1', '2', '3', '4']],
    ['1;2', [2], ['1', '2']],
    ['1 2 3', [3], ['1', '2', '3']],
    ['["a, b", \'c\']', [2], ['a, b', 'c']],
    ['((1, 2), (3, 4))', [2, 2], ['1', '2', '3', '4']],
    ['[nan, -inf]', [2], ['nan', '-inf']],
  ];
  for (const [text, dims, values] of READ) {
    it(JSON.stringify(text), () => assert.deepEqual(readArray(text), { dims, values }));
  }

  /** @type {[string, RegExp][]} */
  const WRONG = [
    ['', /it is empty/],
    ['[[1, 2], [3]]', /different lengths: 2 and 1/],
    ['[1, [2]]', /different/],
    ['[[1], 2]', /different depths/],
    ['[1, 2', /not closed/],
    ['[1] [2]', /after its last bracket/],
    ['[1]]', /has no opening bracket/],
    ['[1 ... 9]', /has omitted values/],
    ['1,2\n3', /row 1 has 1 values and row 0 has 2/],
    ['['.repeat(50), /deeper than 8/],
    ['["a]', /cannot be read from '"a\]' on/],
  ];
  for (const [text, message] of WRONG) {
    it(`says what is wrong with ${JSON.stringify(text.slice(0, 20))}`, () => {
      assert.throws(
        () => readArray(text),
        (error) => error instanceof RangeError && message.test(error.message),
      );
    });
  }

  it('is what the page writes', () => {
    const dims = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 });
    fc.assert(
      fc.property(dims, fc.string({ maxLength: 5 }), (sizes, text) => {
        const word = text.trim();
        const values = Array.from({ length: sizes.reduce((n, size) => n * size, 1) }, (_, i) =>
          i === 0 && sizes.length > 0 && word ? word : String(i),
        );
        assert.deepEqual(readArray(formatArray(sizes.join(', '), values)), { dims: sizes, values });
      }),
    );
  });
});

describe('values', () => {
  it('are, of every type, what element k holds, and are read again', () => {
    const types = /** @type {Type[]} */ (Object.keys(KINDS));
    assert.deepEqual([...new Set(rows.flatMap((row) => row.types))].sort(), types.sort());
    for (const type of types)
      for (const k of [0, 1, 5, 127, 128, 300, 70_000]) {
        const value = valueAt(type, k);
        assert.equal(readValue(type, value), value, `${type} ${k}`);
      }
    assert.deepEqual(
      [valueAt('int8', 200), valueAt('u2', 7), valueAt('bool', 3), valueAt('string', 3)],
      ['-56', '3', 'T', '3'],
    );
  });

  it('fit their type, or are refused', () => {
    /** @type {[Type, string, string | null][]} */
    const cases = [
      ['float32', '0.1', '0.1'],
      ['float32', '1e400', 'Infinity'],
      ['float64', '-0', '-0'],
      ['float64', 'nan', 'NaN'],
      ['float32', 'x', null],
      ['int64', '9223372036854775807', '9223372036854775807'],
      ['int64', '9223372036854775808', null],
      ['uint8', '-1', null],
      ['uint8', '7.0', '7'],
      ['uint8', '7.5', null],
      ['bool', 'True', 'T'],
      ['bool', '2', null],
      ['u3', '8', null],
      ['string', 'x'.repeat(41), null],
    ];
    for (const [type, text, value] of cases) assert.equal(readValue(type, text), value, `${type} ${text}`);
  });
});
