// The state of the playground: as an address and back, whatever an address holds; and what typing into a field makes of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { init } from '../../../web/lib/index.ts';
import { toRows, withText, withValue } from '../../../web/playground/form/transitions.ts';
import { EXAMPLES, STARTERS } from '../../../web/playground/gallery/examples.ts';
import { cut, isLarge } from '../../../web/playground/model/cut.ts';
import { formatHash, parseHash } from '../../../web/playground/model/hash.ts';
import { toIntegers } from '../../../web/playground/model/integers.ts';
import { versions } from '../../../web/playground/model/rows.ts';
import { atVersion, beginWith } from '../../../web/playground/model/state.ts';
import { cuts, states } from './states.js';

await init();
const rows = versions();

describe('an address', () => {
  it('restores every state', () => {
    fc.assert(
      fc.property(states(cuts()), fc.array(fc.string({ maxLength: 8 }), { maxLength: 5 }), (state, texts) => {
        const data = state.type === 'string' && texts.length > 0 ? texts.map((text) => text.trim()) : null;
        const hash = formatHash({ ...state, data }, rows);
        const { state: restored, complaints } = parseHash(`#${hash}`, rows);
        assert.deepEqual(complaints, []);
        assert.deepEqual(restored.data, data);
        assert.equal(formatHash(restored, rows), hash);
        for (const key of /** @type {const} */ (['op', 'opset', 'type', 'notation']))
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
    for (const { name, hash } of STARTERS) assert.ok(hash, `${name} is one of them`);
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
    ['nonsense', /^'nonsense': Slice-13 has no such parameter$/],
    ['op=Split&axis=1&axis=2', /^'axis': given twice; the first one counts$/],
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
          (row) => row.op === state.op && row.since_version === state.opset && row.types.includes(state.type),
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
});

describe('typing', () => {
  const begin = beginWith(rows, 'Slice');

  it('keeps both ways to write a slice in step', () => {
    const typed = withText(begin, 's', '::2, 1');
    assert.deepEqual(toRows(typed).values, {
      starts: '0, 1',
      ends: '4, 2',
      axes: '',
      steps: '2, 1',
    });
    const edited = withText(typed, 'steps', '2, 2');
    assert.equal(edited.notation, null);
    assert.equal(toRows(edited).notation, '::2, 1:2');
    const backwards = {
      ...begin,
      notation: null,
      values: { starts: '-1', ends: 'INT_MIN', axes: '1', steps: '-2' },
    };
    assert.equal(toRows(backwards).notation, ':, ::-2');
    assert.deepEqual(toRows({ ...backwards, notation: ':, ::-2' }).values, {
      starts: '5',
      ends: '-2147483648',
      axes: '1',
      steps: '-2',
    });
    assert.deepEqual(toRows({ ...begin, notation: '...' }).values, {
      starts: '[]',
      ends: '[]',
      axes: '',
      steps: '',
    });
    assert.deepEqual(
      toRows({ ...begin, notation: '1:x' }),
      { notation: '1:x', values: begin.values },
      'what is wrong stays',
    );
    assert.equal(
      toRows(withText(begin, 'starts', '1, 2, 3')).notation,
      '',
      'lists that do not fit have no notation',
    );
    const old = {
      ...begin,
      opset: 1,
      notation: null,
      values: { starts: '[1]', ends: '[-1]', axes: '', steps: '-1, 1' },
    };
    assert.equal(toRows(old).notation, '1:3', 'steps of another version do not count');
  });

  it("takes NumPy's own notation, and everything if there is none", () => {
    for (const [text, notation] of [
      ['x[1:3, ::2]', '1:3, ::2'],
      [' [1:2] ', '1:2'],
      ['np.s_[-1]', '-1'],
      ['', '...'],
      [' ', '...'],
      ['x[]', '...'],
      ['x[[1, 2]]', 'x[[1, 2]]'],
      ['x[1][2]', 'x[1][2]'],
    ])
      assert.equal(withText(begin, 's', text).notation, notation, text);
    assert.equal(cut(withText(begin, 's', '')).sentence, 'Takes everything, unchanged.');
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
