// NumPy's notation, '1:-1, ::2, ..., 3', against an oracle that walks indices one by one as Python does. `npm test -- peers`
// asks NumPy itself.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { init, slice } from 'microtome';
import { noise, notations, taken } from '../../support/notations.js';

before(() => init());

/**
 * What this library takes of elements that are numbered, or the code of its error.
 * @param {readonly number[]} dims
 * @param {string} spec
 */
function ours(dims, spec) {
  const data = Uint16Array.from({ length: dims.reduce((n, size) => n * size, 1) }, (_, k) => k);
  try {
    const output = slice({ data, dims }, spec);
    return { dims: output.dims, elements: [...output.data] };
  } catch (error) {
    return /** @type {{ code: string }} */ (error).code;
  }
}

describe('any notation', () => {
  it('gives what walking gives, however it is spelt', () => {
    const seen = { outputs: 0, errors: 0, nothing: 0 };
    fc.assert(
      fc.property(notations, (notation) => {
        const { dims, items, text } = notation;
        const expected = taken(notation);
        assert.deepEqual(ours(dims, text), expected, text);
        seen[typeof expected === 'string' ? 'errors' : 'outputs'] += 1;
        const isBefore = (/** @type {typeof items[number]} */ item) =>
          Array.isArray(item) && (item[2] ?? 1n) < 0n && (item[0] ?? 0n) < -5n;
        if (typeof expected !== 'string' && items.some(isBefore)) seen.nothing += 1;
      }),
      { numRuns: 8000 },
    );
    assert.ok(seen.outputs > 2000 && seen.errors > 400 && seen.nothing > 100, JSON.stringify(seen));
  });

  it('is understood, or refused with a word for it', () => {
    fc.assert(
      fc.property(noise, (spec) => {
        const answer = ours([2, 3, 4, 5], spec);
        if (typeof answer === 'string')
          assert.match(answer, /^(bad_index_string|too_many_axes|index_out_of_range|zero_step)$/, spec);
      }),
      { numRuns: 5000 },
    );
  });
});
