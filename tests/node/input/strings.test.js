// Arrays of strings: what is in them where they are cut, and arrays that cannot be written. Nothing is written until all is read.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assign, init, plan, slice, split, tensorScatter } from 'microtome';
import { newest } from '../../support/newest.js';

/** @typedef {any} Any */

before(() => init());

describe('arrays of strings', () => {
  const texts = () => ['a', 'b', 'c', 'd'];
  const cut = (/** @type {Any} */ data, /** @type {Any} */ out) =>
    slice({ data, dims: [4] }, '::-1', { out });
  const unwritable = { code: 'bad_out', param: 'out', message: /output 0 cannot be written: / };

  it('must hold strings where they are cut', () => {
    for (const [entry, said] of [[5, '5'], [undefined, 'undefined'], [null, 'null'], [{}, 'an object']]) {
      const data = /** @type {Any} */ (['a', 'b', entry, 'd']);
      const message = `${newest('Slice')}: data: entry 1 of output 0 would be ${said}, and an Array holds strings; give strings, or numbers as a typed array`;
      assert.throws(() => cut(data, undefined), { code: 'bad_input', message });
      assert.deepEqual(slice({ data, dims: [4] }, ':2').data, ['a', 'b']);
    } // biome-ignore format: short enough
  });

  it('that cannot be written have not been written', () => {
    const frozen = Object.freeze(texts());
    assert.throws(() => cut(texts(), [frozen]), unwritable);
    assert.throws(() => cut(texts(), [Object.seal(texts())]), unwritable);
    const constant = Object.defineProperty(texts(), 2, { value: 'c', writable: false });
    assert.throws(() => cut(texts(), [constant]), unwritable);
    assert.deepEqual(constant, texts());
    const out = [texts().slice(2), Object.freeze(texts().slice(2))];
    assert.throws(
      () => split({ data: texts(), dims: [4] }, { num_outputs: 2 }, { out: /** @type {Any} */ (out) }),
      { code: 'bad_out', message: /output 1 cannot be written/ },
    );
    assert.deepEqual(out[0], ['c', 'd']);
  });

  it('are neither read nor written by assign where it does not write', () => {
    const holed = (/** @type {string} */ first) =>
      Object.assign(new Array(4), { 0: first, 1: undefined, 2: 'c' });
    for (const updates of ['z', { dims: [1], data: ['z'] }]) {
      const data = holed('a');
      assign({ data, dims: [4], type: 'string' }, '0:1', /** @type {Any} */ (updates));
      assert.deepEqual(data, holed('z'));
    }
  });

  it('of any length are visited only at entries that move', () => {
    let visits = 0;
    /** @type {(name: 'get' | 'set' | 'has' | 'defineProperty') => Any} */
    const counted =
      (name) =>
      (/** @type {Any[]} */ ...given) => {
        if (/^\d+$/.test(String(given[1]))) visits += 1;
        return /** @type {Any} */ (Reflect[name])(...given.slice(0, name === 'get' ? 2 : 3));
      };
    const names = /** @type {const} */ (['get', 'set', 'has', 'defineProperty']);
    const handler = Object.fromEntries(names.map((name) => [name, counted(name)]));
    const length = 100_000;
    const plain = new Array(length).fill('a');
    const data = new Proxy(plain, handler);
    const x = { type: /** @type {const} */ ('string'), dims: [length], data };
    const spread = { ...x, dims: [50, 4], stride: [-4, 1], offset: 99_000 };
    const one = { dims: [1], data: ['c'] };
    const four = { dims: [2, 2], data: ['s', 't', 'u', 'v'] };
    const planned = plan('Assign', [x, '9:11', { type: 'string', dims: [2] }]);
    const out = { data, dims: [2, 2], stride: [300, 7], offset: 20 };
    /** @type {[() => unknown, number, string][]} the call, the first entry that it writes, and the string */
    const calls = [
      [() => assign(x, '5', 'q'), 5, 'q'],
      [() => assign(x, '5:6', one), 5, 'c'],
      [() => assign(spread, '2, 1:3', 'r'), 98_993, 'r'],
      [() => planned.run([x, { dims: [2], data: ['d', 'e'] }]), 9, 'd'],
      [() => tensorScatter({ ...x, dims: [1, length] }, { dims: [1, 2], data: ['f', 'g'] }, { axis: 1, write_indices: [7] }, { out: data }), 7, 'f'],
      [() => slice(four, ':, ::-1', { out }), 20, 't'],
      [() => split(four, { axis: 1, num_outputs: 2 }, { out: [0, 1].map((i) => ({ ...out, dims: [2, 1], offset: 20 + i * 2000 })) }), 2320, 'v'],
    ]; // biome-ignore format: a table
    calls.forEach(([call, place, string], i) => {
      visits = 0;
      call();
      assert.equal(plain[place], string, `call ${i}`);
      assert.ok(visits <= 30, `call ${i} visits ${visits} entries`);
    });
    assert.equal(plain.filter((each) => each !== 'a').length, 1 + 2 + 2 + 2 + 4 + 2);
  });

  it('have wrong entries named by their place in the target', () => {
    const data = /** @type {Any} */ (['a', 'b', 'c', 'd', 'e', 'f']);
    const target = { type: /** @type {const} */ ('string'), dims: [3, 2], stride: [-2, 1], offset: 4, data };
    assert.throws(
      () => assign(target, '1:, 1', { type: 'string', dims: [2], data: /** @type {Any} */ (['x', 5]) }),
      {
        code: 'bad_input',
        message: /^assign: updates: entry 5 of the target would be 5, and an Array holds strings; /,
      },
    );
    assert.deepEqual(data, ['a', 'b', 'c', 'd', 'e', 'f']);
  });
});
