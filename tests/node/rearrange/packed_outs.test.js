// Packed elements that are converted into arrays of a few entries with strides: the array has elements of the target's type.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { init, plan, rearrange } from 'microtome';

before(() => init());

for (const type of /** @type {const} */ (['u1', 'u2', 'u3', 'u4', 'u6', 'i4']))
  for (const length of [1, 2, 3, 5, 8])
    it(`${type}: ${length} in reverse`, () => {
      const input = { type, dims: [length], data: Uint8Array.of(37, 201, 94, 160, 11, 250) };
      const bits = Number(type.at(1));
      const bytes = Math.ceil((length * bits) / 8 / (bits % 3 === 0 ? 3 : 1)) * (bits % 3 === 0 ? 3 : 1);
      const given = { ...input, data: input.data.slice(0, bytes) };
      const forward = rearrange(given, 'n -> n', { to: 'int32' });
      const data = new Int32Array(length);
      const out = { data, dims: [length], stride: [-1], offset: length - 1 };
      rearrange(given, 'n -> n', { to: 'int32', out });
      assert.deepEqual([...data].reverse(), [...forward.data]);
      data.fill(0);
      plan('Rearrange', [given], { attributes: { pattern: 'n -> n', to: 'int32' } }).bind(given, { out })();
      assert.deepEqual([...data].reverse(), [...forward.data]);
    });
