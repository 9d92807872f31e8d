// Data at odd places: in the middle of a buffer, and in memory that threads share.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { evaluate, init, slice } from '../../../web/lib/index.js';
import { encode } from '../../support/elements.js';

/** @typedef {any} Any */

before(() => init());

describe('data at odd places', () => {
  it('is read from where it begins', () => {
    for (const type of ['uint8', 'int16', 'float32', 'float64', 'int64', 'u3']) {
      for (const count of [9, 60_000]) {
        const elements = Array.from({ length: count }, (_, k) => k % 100);
        const whole = encode(type, elements);
        const { BYTES_PER_ELEMENT: unit } = whole;
        const buffer = new ArrayBuffer(whole.byteLength + 3 * unit);
        const part = new whole.constructor(buffer, unit, whole.length);
        part.set(whole);
        for (const [axis, lengths] of [
          [1, [1, 2]],
          [0, [1, count / 3 - 1]],
        ]) {
          const args = /** @type {[number, number[]]} */ ([axis, lengths]);
          const expected = evaluate('VariadicSplit', [
            { type: /** @type {Any} */ (type), dims: [count / 3, 3], data: whole },
            ...args,
          ]);
          assert.deepEqual(
            evaluate('VariadicSplit', [
              { type: /** @type {Any} */ (type), dims: [count / 3, 3], data: part },
              ...args,
            ]),
            expected,
          );
        }
      }
    }
  });

  it('may be shared between threads', () => {
    for (const count of [12, 60_000]) {
      const shared = new Uint16Array(new SharedArrayBuffer(2 * count + 2), 2).map((_, k) => k);
      const copy = Uint16Array.from(shared);
      assert.ok(shared.length === count);
      const source = new Uint16Array(new SharedArrayBuffer(2 * count));
      source.set(copy);
      for (const spec of [':, ::2', '1:', '::-1', ':, 1']) {
        const output = slice({ data: source, dims: [count / 4, 4] }, spec);
        assert.deepEqual(output, slice({ data: copy, dims: [count / 4, 4] }, spec));
        assert.ok(/** @type {Any} */ (output.data.buffer) instanceof ArrayBuffer);
        const out = new Uint16Array(new SharedArrayBuffer(2 * output.data.length));
        slice({ data: source, dims: [count / 4, 4] }, spec, { out });
        assert.deepEqual(Uint16Array.from(out), output.data);
      }
      assert.equal(slice({ data: source, dims: [count] }, '1:3', { view: true }).data.buffer, source.buffer);
    }
  });
});
