// NumPy's notation, '1:-1, ::2, ..., 3', against an oracle that walks indices one by one as Python does.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { init, slice } from '../../../web/lib/index.js';

before(() => init());

/** One part of a notation: an index, or a range. @typedef {number | (number | undefined)[]} Item */

/**
 * Python's `range(size)[start:stop:step]`, after the document: a start before the beginning is clamped to it also backwards
 * (ruling D1), where Python has nothing.
 * @param {number} size
 * @param {(number | undefined)[]} range
 */
function indicesOf(size, [start, stop, step = 1]) {
  const all = Array.from({ length: size }, (_, i) => i);
  const from = start === undefined ? undefined : start < 0 ? Math.max(start + size, 0) : start;
  const to = stop === undefined ? undefined : stop < 0 ? stop + size : stop;
  if (step > 0) {
    const first = from ?? 0;
    return all.filter((i) => i >= first && i < (to ?? size) && (i - first) % step === 0);
  }
  const first = Math.min(from ?? size - 1, size - 1);
  return all.filter((i) => i <= first && i > (to ?? -1) && (first - i) % -step === 0).reverse();
}

/**
 * @param {readonly number[]} dims
 * @param {readonly (Item | '...')[]} items
 */
function oracle(dims, items) {
  const at = items.indexOf('...');
  const missing = new Array(dims.length - items.length + (at < 0 ? 0 : 1)).fill([]);
  const full = at < 0 ? [...items, ...missing] : [...items.slice(0, at), ...missing, ...items.slice(at + 1)];
  const lists = full.map((item, axis) =>
    typeof item === 'number' ? [item < 0 ? item + dims[axis] : item] : indicesOf(dims[axis], item),
  );
  let elements = [0];
  lists.forEach((list, axis) => {
    elements = elements.flatMap((before) => list.map((/** @type {number} */ i) => before * dims[axis] + i));
  });
  return {
    dims: lists.map((list) => list.length).filter((_, axis) => typeof full[axis] !== 'number'),
    elements,
  };
}

describe('any notation', () => {
  const bound = fc.option(fc.integer({ min: -8, max: 8 }), { nil: undefined });
  const step = fc.option(
    fc.integer({ min: -4, max: 4 }).filter((n) => n !== 0),
    { nil: undefined },
  );
  const space = fc.constantFrom('', ' ', '  ');

  /** @param {Item | '...'} item */
  const text = (item) => (Array.isArray(item) ? item.map((part) => part ?? '').join(':') : `${item}`);

  const call = fc
    .record({
      dims: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
      named: fc.nat(4),
    })
    .chain(({ dims, named }) => {
      const count = Math.min(named, dims.length);
      return fc.record({
        dims: fc.constant(dims),
        items: fc.array(fc.oneof(fc.nat(100), fc.tuple(bound, bound), fc.tuple(bound, bound, step)), {
          minLength: count,
          maxLength: count,
        }),
        dots: fc.option(fc.nat(count), { nil: undefined }),
        pad: space,
      });
    });

  it('gives what walking gives', () => {
    fc.assert(
      fc.property(call, ({ dims, items, dots, pad }) => {
        const before = (dots ?? 0) < items.length || dots === undefined ? items.length : dots;
        const axisOf = (/** @type {number} */ i) =>
          dots !== undefined && i >= dots ? dims.length - before + i : i;
        /** @type {(Item | '...')[]} */
        const parts = items.map((item, i) =>
          typeof item === 'number' ? (item % (2 * dims[axisOf(i)])) - dims[axisOf(i)] : [...item],
        );
        if (dots !== undefined) parts.splice(dots, 0, '...');
        if (parts.length === 0) parts.push('...');
        const spec = parts.map((part) => pad + text(part) + pad).join(',');
        const data = Uint16Array.from({ length: dims.reduce((n, size) => n * size, 1) }, (_, k) => k);
        const output = slice({ data, dims }, spec);
        const expected = oracle(dims, parts);
        assert.deepEqual([output.dims, [...output.data]], [expected.dims, expected.elements], spec);
      }),
      { numRuns: 5000 },
    );
  });

  it('is understood, or refused with a word for it', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'0123:,.-+ x'), maxLength: 12 });
    fc.assert(
      fc.property(noise, (spec) => {
        try {
          slice({ data: new Uint16Array(120), dims: [2, 3, 4, 5] }, spec);
        } catch (error) {
          const { code } = /** @type {{ code: string }} */ (error);
          assert.match(code, /^(bad_index_string|too_many_axes|index_out_of_range|zero_step)$/, spec);
        }
      }),
      { numRuns: 5000 },
    );
  });
});
