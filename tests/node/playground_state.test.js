// The state of the playground: as an address and back, whatever an address holds; arrays that are pasted; values of every type;
// and what typing into a field makes of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init, operators } from '../../web/lib/index.js';
import { toRows, withText, withValue } from '../../web/playground/form/transitions.js';
import { EXAMPLES } from '../../web/playground/gallery/examples.js';
import { cut, isLarge } from '../../web/playground/model/cut.js';
import { formatHash, parseHash } from '../../web/playground/model/hash.js';
import { toIntegers } from '../../web/playground/model/integers.js';
import { formatArray, readArray } from '../../web/playground/model/paste.js';
import { atVersion, beginWith } from '../../web/playground/model/state.js';
import { KINDS, readValue, valueAt } from '../../web/playground/model/values.js';
import { viewOf } from '../../web/playground/shell/views.js';
import { states } from './playground/states.js';

/** @import { Type } from '../../web/lib/types.js' */

await init();
const rows = operators();

describe('an address', () => {
  it('restores every state', () => {
    fc.assert(
      fc.property(states(rows), fc.array(fc.string({ maxLength: 8 }), { maxLength: 5 }), (state, texts) => {
        const data = state.type === 'string' && texts.length > 0 ? texts.map((text) => text.trim()) : null;
        const hash = formatHash({ ...state, data }, rows);
        const { state: restored, complaints } = parseHash(`#${hash}`, rows);
        assert.deepEqual(complaints, []);
        assert.deepEqual(restored.data, data);
        assert.equal(formatHash(restored, rows), hash);
        for (const key of /** @type {const} */ (['op', 'opset', 'type', 'notation', 'versus']))
          assert.equal(restored[key], state[key]);
        assert.deepEqual(toIntegers(restored.dims), toIntegers(state.dims));
      }),
    );
  });

  it('is readable', () => {
    const state = { ...beginWith(rows, 'Slice'), notation: '::-1, 1:5' };
    assert.equal(formatHash(state, rows), 'op=Slice&opset=13&dims=4,6&s=::-1,1:5');
    assert.equal(
      formatHash(beginWith(rows, 'Split'), rows),
      'op=Split&opset=18&dims=4,6&axis=1&num_outputs=3',
    );
  });

  it('restores every example, word for word', () => {
    for (const { hash, title } of EXAMPLES) {
      const { state, complaints } = parseHash(hash, rows);
      assert.deepEqual(complaints, [], title);
      assert.equal(formatHash(state, rows), hash, title);
      cut(state);
    }
    assert.equal(new Set(EXAMPLES.map(({ hash }) => hash)).size, EXAMPLES.length);
  });

  /** @type {[string, RegExp][]} */
  const HOSTILE = [
    ['op=Cut', /^op: there is no operator 'Cut'$/],
    ['op=__proto__', /^op: there is no operator/],
    ['op=Slice&opset=0', /^opset: there is no version of Slice at opset '0'$/],
    ['op=Slice&opset=1e400', /^opset: there is no version/],
    ['op=Split&opset=1&type=int32', /^type: Split-1 does not take 'int32'$/],
    ['op=Slice&type=<img src=x onerror=alert(1)>', /^type: Slice-13 does not take '<img/],
    ['op=Split&starts=1', /^'starts': Split-18 has no such parameter$/],
    ['op=Split&__proto__=1', /^'__proto__': Split-18 has no such parameter$/],
    ['op=Split&axis=%E0%A4%A', /^'axis': cannot be read$/],
    ['op=Split&axis=1&axis=2', /^'axis': given twice; the first one counts$/],
    ['op=Slice&versus=13', /^versus: '13' is not another version of Slice$/],
    ['op=Slice&dims=2&data=1,x', /^data: 'x' is not a number$/],
    [
      'op=Slice&dims=2&type=uint8&data=1,256',
      /^data: '256' does not fit uint8: an integer from 0 to 2\^8 - 1$/,
    ],
    [`op=Slice&dims=${'9,'.repeat(3000)}`, /^'dims': cannot be read$/],
    [`op=Slice&dims=${'9'.repeat(30_000)}`, /^the address is 30014 characters long; at most 20000 are read$/],
  ];
  for (const [hash, complaint] of HOSTILE) {
    it(`is told what cannot be used: ${hash.slice(0, 50)}`, () => {
      const { state, complaints } = parseHash(hash, rows);
      assert.equal(complaints.length, 1, complaints.join());
      assert.match(complaints[0], complaint);
      assert.ok(
        rows.some(
          (row) =>
            row.op_type === state.op && row.since_version === state.opset && row.types.includes(state.type),
        ),
      );
    });
  }

  it('becomes a state whatever it is, and never a slow one', () => {
    const names = fc.constantFrom(
      'op',
      'opset',
      'type',
      'dims',
      's',
      'data',
      'versus',
      'axis',
      'split',
      'starts',
      'x',
    );
    const values = fc.oneof(
      fc.string(),
      fc.constantFrom('Slice', 'Split', '13', '1e99', '-1', '9'.repeat(300), '%', '[[['),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values)), (entries) => {
        const hash = entries.map(([name, value]) => `${name}=${value}`).join('&');
        const { state } = parseHash(hash, rows);
        formatHash(state, rows);
        isLarge(state);
        try {
          cut(state);
        } catch (error) {
          assert.match(/** @type {Error} */ (error).name, /^(MicrotomeError|RangeError)$/);
        }
      }),
    );
  });

  it('names a view', () => {
    assert.deepEqual(
      ['', '#', '#cut', '#media', '#media&x=1', '#examples', '#op=Split', '#mediax'].map(viewOf),
      ['cut', 'cut', 'cut', 'media', 'media', 'examples', 'cut', 'cut'],
    );
  });
});

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
    ['', /nothing in it/],
    ['[[1, 2], [3]]', /different lengths: 2 and 1/],
    ['[1, [2]]', /different/],
    ['[[1], 2]', /different depths/],
    ['[1, 2', /not closed/],
    ['[1] [2]', /behind its last bracket/],
    ['[1]]', /closed that was not opened/],
    ['[1 ... 9]', /left out values/],
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

describe('typing', () => {
  const begin = beginWith(rows, 'Slice');

  it('keeps both ways to write a slice in step', () => {
    const typed = withText(begin, 's', '::2, 1');
    assert.deepEqual(toRows(typed).values, {
      starts: '0, 1',
      ends: '2147483647, 2',
      axes: '',
      steps: '2, 1',
    });
    const edited = withText(typed, 'steps', '2, 2');
    assert.equal(edited.notation, null);
    assert.equal(toRows(edited).notation, '::2, 1:2:2');
    assert.equal(
      toRows(withText(begin, 'starts', '1, 2, 3')).notation,
      '',
      'lists that do not fit have no notation',
    );
    assert.equal(withText(typed, 's', ' ').notation, null);
  });

  it('takes arrays, and lets go of values that no longer fit', () => {
    const pasted = withText(begin, 'data', 'array([[1, 2, 3]])');
    assert.deepEqual([pasted.dims, pasted.data], ['1, 3', ['1', '2', '3']]);
    assert.deepEqual(withText(pasted, 'dims', '3, 1').data, ['1', '2', '3']);
    assert.equal(withText(pasted, 'dims', '4').data, null);
    assert.deepEqual(withText(pasted, 'type', 'int8').data, ['1', '2', '3']);
    assert.equal(withText(withText(begin, 'data', '[1.5]'), 'type', 'int8').data, null);
    assert.deepEqual(withValue(pasted, pasted.data ?? [], 1, '7.5').data, ['1', '7.5', '3']);
    assert.throws(() => withValue(pasted, pasted.data ?? [], 1, 'x'), RangeError);
    assert.throws(() => withText(begin, 'data', '[1, x]'), /'x' is not a number/);
  });

  it('keeps what was typed at another version', () => {
    const bfloat16 = /** @type {const} */ ({ ...begin, type: 'bfloat16' });
    const old = atVersion(rows, bfloat16, 11);
    assert.deepEqual([old.opset, old.type, old.values], [11, 'float32', begin.values]);
  });

  it('reads integers exactly', () => {
    assert.deepEqual(toIntegers('[1, -2, INT_MIN, 9223372036854775807, int64_min, +3]'), [
      1,
      -2,
      -2147483648,
      9223372036854775807n,
      -9223372036854775808n,
      3,
    ]);
    assert.ok(toIntegers('1.5, x, constructor').slice(1).every(Number.isNaN));
  });
});
