// A slice divided among machines: its parts, joined, are the slice, and their strings are what every machine computes.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { concat, init, slice as sliceInMemory } from 'microtome';
import { open, partition, slice } from 'microtome/source';
import { countElements } from '../../../docs/rules/elements.js';
import { newest } from '../../support/newest.js';

/** @typedef {any} Any */

before(() => init());

/** @param {readonly number[]} dims */
async function stored(dims) {
  const data = Uint16Array.from({ length: countElements(dims) }, (_, i) => i);
  const layout = /** @type {const} */ ({ type: 'uint16', dims: [...dims] });
  return { tensor: (await open(data.buffer, { layout })).tensor(), data };
}

const bound = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1));
const step = fc.constantFrom(1, 1, 2, 3, -1, -2, -5, 2 ** 31 - 1);
const open_ = fc.option(bound, { nil: '' });
const item = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(open_, open_, fc.option(step, { nil: '' })).map((all) => all.join(':')) },
  { weight: 2, arbitrary: fc.integer({ min: -2, max: 1 }).map(String) },
  fc.constant(':'),
);
const string = fc
  .tuple(fc.array(item, { maxLength: 3 }), fc.option(fc.nat(3)))
  .map(([items, dots]) => (dots === null ? items : items.toSpliced(dots, 0, '...')).join(', '));
const object = fc.array(fc.tuple(bound, bound, step), { maxLength: 3 }).map((ranges) => ({
  starts: ranges.map(([start]) => BigInt(start)),
  ends: Int32Array.from(ranges, ([, end]) => end),
  steps: ranges.map((range) => range[2]),
}));
const dims = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 4 });

describe('the parts of a slice', () => {
  it('joined are the slice, and differ by one index at most', () =>
    fc.assert(
      fc.asyncProperty(
        dims,
        fc.oneof(string, object),
        fc.integer({ min: 1, max: 9 }),
        fc.option(fc.nat(7)),
        async (dims, spec, n, pick) => {
          const { tensor, data } = await stored(dims);
          /** @type {Any} */ let whole;
          try {
            whole = sliceInMemory({ dims, data }, /** @type {Any} */ (spec));
          } catch (error) {
            const { code } = /** @type {Any} */ (error);
            assert.throws(() => partition(tensor, /** @type {Any} */ (spec), n), { code });
            return;
          }
          const { length: rank } = whole.dims;
          if (rank === 0) {
            assert.equal(partition(tensor, /** @type {Any} */ (spec), 1).length, 1);
            assert.throws(() => partition(tensor, /** @type {Any} */ (spec), 2), { code: 'bad_rank' });
            return;
          }
          const first = Math.max(
            0,
            whole.dims.findIndex((/** @type {number} */ size) => size > 1),
          );
          const axis = pick === null ? undefined : (pick % (2 * rank)) - rank;
          const specs = partition(tensor, /** @type {Any} */ (spec), n, { axis });
          const parts = /** @type {Any[]} */ (await Promise.all(specs.map((each) => slice(tensor, each))));
          assert.deepEqual(concat(parts, axis ?? first), whole);
          assert.equal(parts.length, n);
          const sizes = parts.map((part) => part.dims.at(axis ?? first));
          assert.deepEqual(
            sizes,
            [...sizes].sort((a, b) => b - a),
          );
          assert.ok(sizes[0] - sizes[n - 1] <= 1, sizes.join());
        },
      ),
      { numRuns: 2000 },
    ));

  it('are strings that a person would write', async () => {
    const { tensor } = await stored([10, 4, 3]);
    /** @type {[Any, number, string[]][]} */
    const rows = [
      ['', 3, ['0:4, :, :', '4:7, :, :', '7:10, :, :']],
      ['5, ..., ::2', 2, ['5, 0:2, 0:3:2', '5, 2:4, 0:3:2']],
      ['::-3', 2, ['9:5:-3, :, :', '3::-3, :, :']],
      [{ starts: [-1], ends: [-(2 ** 40)], steps: [-1], axes: [1] }, 1, [':, 3::-1, :']],
      ['2:3, 1:2, 0:1', 2, ['2:3, 1:2, 0:1', '0:0, 1:2, 0:1']],
      ['5:5', 2, ['0:0, 0:2, :', '0:0, 2:4, :']],
    ];
    for (const [spec, n, expected] of rows) assert.deepEqual(partition(tensor, spec, n), expected);
    assert.deepEqual(partition(tensor, '5', 2, { axis: -1 }), ['5, :, 0:2', '5, :, 2:3']);
  });

  it('are counted up to 2^53', async () => {
    const read = (/** @type {number} */ _, /** @type {number} */ length) => new Uint8Array(length);
    const size = 2 ** 50 - 1;
    const source = await open({ size, read }, { layout: { type: 'uint8', dims: [size] } });
    const specs = partition(source.tensor(), ':', 2 ** 20);
    assert.equal(specs[0], `0:${2 ** 30}`);
    assert.equal(specs[2 ** 20 - 1], `${size - 2 ** 30 + 1}:${size}`);
  });

  it('cannot be taken if arguments are wrong', async () => {
    const { tensor } = await stored([4, 3]);
    const wrong = /** @type {Any[]} */ ([
      [[tensor, ':', 0], 'bad_count', /^partition: n: must be at least 1, not 0$/],
      [[tensor, ':', 1.5], 'not_integer', /n: must be an integer, not 1.5/],
      [[tensor, ':', '4'], 'not_integer', /n: /],
      [[tensor, ':', 2 ** 20 + 1], 'too_many_outputs', /at most 1048576/],
      [[tensor, ':', 2, { axis: 2 }], 'bad_axis', /an output of rank 2 has axes -2 to 1$/],
      [[tensor, ':', 2, { axis: '0' }], 'not_integer', /axis/],
      [[tensor, ':', 2, { opset: 13 }], 'bad_argument', /'opset' is not an option/],
      [[tensor, '1, 2', 2], 'bad_rank', /give a range such as 3:4/],
      [[tensor, '9', 2], 'index_out_of_range', new RegExp(`^${newest('Slice')}: `)],
      [[{ dims: [4], type: 'uint8' }, ':', 2], 'bad_argument', /stored/],
    ]);
    for (const [args, code, message] of wrong)
      assert.throws(() => partition(.../** @type {[Any, Any, Any]} */ (args)), { code, message });
    assert.deepEqual(partition(tensor, '1, 2', 1n), ['1, 2']);
  });
});
