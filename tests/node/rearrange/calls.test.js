// What lines of the corpus cannot say: calls of another form, patterns that are no text, plans that run again, and what they explain.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan, rearrange } from 'microtome';
import { refuses } from '../../support/refusals.js';

before(() => init());

const call = /** @type {any} */ (rearrange);
const bytes = { dims: [2, 3], data: new Uint8Array(6) };

describe('calls', () => {
  it('have a pattern, which is text of at most 4096 characters', () => {
    assert.throws(() => call(bytes), { code: 'missing', param: 'pattern' });
    assert.throws(() => call(bytes, 5), { code: 'bad_argument', param: 'pattern' });
    const message = /^Rearrange-1: pattern: 5005 characters; at most 4096/;
    assert.throws(() => call(bytes, `${'a'.repeat(5000)} -> a`), { code: 'bad_pattern', message });
    /** @type {unknown[]} */
    const reads = [];
    const sizes = new Proxy({}, { get: (_, name) => void reads.push(name) });
    assert.throws(() => call(bytes, 'a '.repeat(3000), { sizes }), { code: 'bad_pattern' });
    assert.deepEqual(reads, [], 'sizes for names of a longer pattern');
  });

  it('name the axes that no view can merge', () => {
    const x = { dims: [2, 3, 4, 5], data: new Uint8Array(120) };
    const rows = /** @type {const} */ ([
      ['a b c d -> (a b) (d c)', 'axis 1 of the output, (d c),'],
      ['a b ... -> b (a ...)', 'axis 1 of the output, (a ...),'],
      ['... d -> d (...) e', ''],
      ['a b (c f) d -> a 1 (c b f) d', 'axis 2 of the output, (c b f),'],
    ]);
    for (const [pattern, axis] of rows) {
      const sizes = pattern.includes('f') ? { f: 2 } : pattern.includes('e') ? { e: 6 } : {};
      const planned = () => plan('Rearrange', [x], { attributes: { pattern, sizes } });
      const calls = [
        () => rearrange(x, pattern, { sizes, view: 'strided' }),
        () => planned().run(x, { view: 'strided' }),
      ];
      for (const run of calls)
        if (axis === '') run();
        else {
          const rest = 'merges axes that no stride expresses here; leave out view to copy';
          assert.throws(run, { code: 'not_a_view', message: `Rearrange-1: pattern: ${axis} ${rest}` });
        }
    }
  });

  it('have no other options and attributes', () => {
    assert.throws(() => call(bytes, 'a b -> b a', { axis: 1 }), { code: 'bad_argument', param: 'options' });
    const attributes = /** @type {any} */ ({ pattern: 'a b -> b a', perm: 1 });
    refuses(() => plan('Rearrange', [bytes], { attributes }), 'unknown_attribute perm');
  });
});

describe('a type that the elements have already', () => {
  const pattern = 'a b -> b a';
  const pixels = { dims: [2, 3], data: Uint8ClampedArray.of(1, 2, 3, 4, 5, 6) };
  const turned = Uint8Array.of(1, 4, 2, 5, 3, 6);
  const planned = () => plan('Rearrange', [pixels], { attributes: { pattern, to: 'uint8' } });
  const ways = {
    rearrange: (/** @type {any} */ options) => rearrange(pixels, pattern, { to: 'uint8', ...options }),
    run: (/** @type {any} */ options) => planned().run(pixels, options)[0],
    bind: (/** @type {any} */ options) => planned().bind(pixels, options)()[0],
  };

  for (const [name, move] of Object.entries(ways))
    it(`${name}: the first class that holds it, or that of out`, () => {
      assert.deepEqual(move({}).data, turned);
      const out = new Uint8Array(6);
      assert.equal(move({ out }).data, out);
      assert.deepEqual(out, turned);
      const clamped = new Uint8ClampedArray(6);
      assert.equal(move({ out: clamped }).data, clamped);
      assert.deepEqual(clamped, Uint8ClampedArray.from(turned));
      const strided = { data: new Uint8Array(12), dims: [3, 2], stride: [4, 2], offset: 0 };
      move({ out: strided });
      assert.equal(strided.data.join(), '1,0,4,0,2,0,5,0,3,0,6,0');
      assert.throws(() => move({ out: new Int8Array(6) }), { code: 'bad_out' });
    });
});

describe('plans', () => {
  const floats = { dims: [2, 3], data: Float32Array.of(0.5, 1.5, 2.5, -7, 300, Number.NaN) };

  it('that are bound convert what the array has when they are called', () => {
    const planned = plan('Rearrange', [floats], { attributes: { pattern: 'a b -> b a', to: 'int16' } });
    const [out] = /** @type {any[]} */ (planned.allocate());
    const cut = planned.bind(floats, { out: /** @type {any} */ ([out]) });
    cut();
    assert.deepEqual(out, Int16Array.of(0, -7, 2, 300, 2, 0));
    floats.data.fill(-3.5);
    cut();
    assert.deepEqual(out, new Int16Array(6).fill(-4));
  });

  it('explain what elements become', () => {
    const explained = (/** @type {any} */ to) =>
      plan('Rearrange', [bytes], { attributes: { pattern: 'a b -> b a', to } }).explain();
    const table = new Int16Array(256);
    assert.match(
      explained('int16'),
      /gathered from 6 elements by .*\(staged\)\. Each element becomes int16 on its way\.$/,
    );
    assert.match(
      explained('float32'),
      /copied by a plain loop, .*\(scalar\)\. Each element becomes float32 on its way\.$/,
    );
    assert.match(
      explained({ type: 'int16', bias: 0.5 }),
      /Each element x becomes x \+ 0\.5, as int16, on its way\.$/,
    );
    for (const [to, formula] of /** @type {const} */ ([
      [{ type: 'int16', divisor: 2, bias: -0 }, 'x / 2 + -0, as int16,'],
      [{ type: 'float32', zero_point: 128, scale: 2 }, '(x - 128) * 2 + 0, as float32,'],
      [
        { type: 'float32', zero_point: [1, 2, 3, 4, 5, 6], along: 'b a' },
        'x - [1, 2, 3, 4, 5, 6], which differ along axes 0, 1 of the move, as float32,',
      ],
    ]))
      assert.ok(explained(to).includes(`Each element x becomes ${formula} on its way.`), explained(to));
    const many = plan('Rearrange', [{ type: 'uint8', dims: [9] }], {
      attributes: {
        pattern: 'n -> n',
        to: { type: 'float32', scale: Array.from({ length: 9 }, (_, k) => k), along: 'n' },
      },
    });
    assert.match(many.explain(), /becomes x \* \[0, 1, 2, 3, 4, 5, 6, 7, \.\.\.\] \+ 0, which differ/);
    assert.match(explained({ type: 'int16', table }), /Each element becomes one of int16 by a table\.$/);
    assert.match(
      explained({ type: 'int16', table: [table, table], along: 'a' }),
      /Each element becomes one of int16 by tables, which differ along axis 1 of the move\.$/,
    );
    for (const [type, beyond] of [
      ['f8e4m3', 'NaN'],
      ['f8e5m2', 'infinity'],
    ]) {
      const end = new RegExp(
        `, as ${type}, on its way\\. Beyond the largest ${type}, it becomes ${beyond}\\.$`,
      );
      assert.match(explained({ type, scale: 2, saturate: 0 }), end);
      assert.match(explained({ type, saturate: 1 }), / on its way\.$/);
    }
    const empty = { type: 'uint8', dims: [0, 2] };
    const nothing = plan('Rearrange', [empty], { attributes: { pattern: 'a b -> b a', to: 'int16' } });
    assert.match(nothing.explain(), /0 bytes in all\. 1 output is empty\.$/);
  });
});
