// Arrays of strings: what is in them where they are cut, and arrays that cannot be written. Nothing is written until all is read.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assign, init, slice, split } from 'microtome';
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
});
