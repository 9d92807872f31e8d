// `fromArrow` against apache-arrow: what docs/recipes.md calls right is what the vector itself says, element by element, and
// what it calls refused is refused.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { fromArrow } from '../../web/dist/interop.js';
import { refuses } from '../support/refusals.js';
import { importPeer, linkItself } from './host.js';

/** @typedef {any} Any */

/** @type {Any} */ let arrow;

before(async () => {
  linkItself();
  arrow = await importPeer('apache-arrow');
});

/** Elements of a vector as it gives them, one by one. @param {Any} value @returns {Any[]} */
const elementsOf = (value) => (value?.data ? [...value].flatMap(elementsOf) : [value]);

/** @param {Any} vector @param {number[]} dims */
function assertSame(vector, dims) {
  const tensor = fromArrow(vector);
  const theirs = elementsOf(vector).map((each) => (typeof each === 'boolean' ? Number(each) : each));
  assert.deepEqual([tensor.dims, [...tensor.data]], [dims, theirs]);
  return tensor;
}

const NUMBERS = 'Int8 Int16 Int32 Int64 Uint8 Uint16 Uint32 Uint64 Float32 Float64 Bool'.split(' ');

/** @param {string} name @param {number} k */
const nth = (name, k) =>
  name === 'Bool' ? (k * k) % 3 === 0 : /t64$/.test(name) && name !== 'Float64' ? BigInt(k) : k;

const list = (/** @type {Any} */ type, /** @type {number} */ size) =>
  new arrow.FixedSizeList(size, new arrow.Field('item', type));

/**
 * Rows of `[sizes]` in chunks of these lengths, one after another.
 * @param {string} name
 * @param {number[]} lengths
 * @param {number[]} sizes
 */
function vectorOf(name, lengths, sizes = []) {
  let k = 0;
  const row = (/** @type {number} */ depth) =>
    depth === sizes.length
      ? nth(name, ++k)
      : Array.from({ length: sizes[depth] }, () => /** @type {Any} */ (row)(depth + 1));
  const type = sizes.reduceRight(list, new arrow[name]());
  const chunks = lengths.map((length) =>
    arrow.vectorFromArray(
      Array.from({ length }, () => row(0)),
      type,
    ),
  );
  return chunks.reduce((all, each) => all.concat(each));
}

describe('fromArrow', () => {
  it('gives what the vector gives: any type, chunks and slices of slices, lists of lists', () => {
    const part = fc.tuple(fc.nat(12), fc.nat(12));
    const lengths = fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 4 });
    const sizes = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 });
    const property = fc.property(
      fc.constantFrom(...NUMBERS),
      lengths,
      sizes,
      part,
      part,
      (name, lengths, sizes, a, b) => {
        const vector = vectorOf(name, lengths, sizes)
          .slice(...a)
          .slice(...b);
        assert.equal(assertSame(vector, [vector.length, ...sizes]).type, name.toLowerCase());
      },
    );
    fc.assert(property, { numRuns: 400 });
  });

  it('copies nothing of one chunk', () => {
    const vector = vectorOf('Float32', [9], [2]).slice(3, 7);
    const { data } = fromArrow(vector);
    assert.equal(data.buffer, vector.data[0].children[0].values.buffer);
    assert.equal(data.length, 8);
  });

  it('gives bits of float16, under that name', () => {
    const tensor = fromArrow(arrow.vectorFromArray([1, 2.5], new arrow.Float16()));
    assert.deepEqual(tensor, { type: 'float16', dims: [2], data: Uint16Array.of(0x3c00, 0x4100) });
  });

  it('gives what has come through IPC, and what is empty', () => {
    const table = new arrow.Table({ x: vectorOf('Int16', [3, 4]), y: vectorOf('Bool', [3, 4], [3]) });
    const back = arrow.tableFromIPC(arrow.tableToIPC(table));
    assertSame(back.getChild('x'), [7]);
    assertSame(back.getChild('y').slice(2, 6), [4, 3]);
    assertSame(arrow.vectorFromArray([], new arrow.Float32()), [0]);
    assertSame(vectorOf('Float32', [3], [2]).slice(1, 1), [0, 2]);
  });

  it('takes no more of the values of lists than the lists have', () => {
    const child = arrow.vectorFromArray([1, 2, 3, 4, null, 6], new arrow.Float32()).data[0];
    const type = list(new arrow.Float32(), 2);
    assertSame(arrow.makeVector(arrow.makeData({ type, length: 2, nullCount: 0, child })), [2, 2]);
  });

  it('refuses nulls where they are, and nowhere else', () => {
    const nulls = /^fromArrow: vector: 1 of its Float32 are null, but a tensor has no nulls/;
    const vector = arrow.vectorFromArray([1, null, 3, 4], new arrow.Float32());
    assert.throws(() => fromArrow(vector), { code: 'bad_input', message: nulls });
    refuses(() => fromArrow(vectorOf('Float32', [2]).concat(vector)), 'bad_input', nulls);
    assertSame(vector.slice(2), [2]);
    assertSame(vector.slice(2).concat(vector.slice(0, 1)), [3]);
    assert.deepEqual([...vector.toArray()], [1, 0, 3, 4], 'which is why');
    const lists = arrow.vectorFromArray([[1, 2], null, [5, 6]], list(new arrow.Float32(), 2));
    refuses(() => fromArrow(lists), 'bad_input', /: 1 of its FixedSizeList\[2\]<Float32> are null/);
    assertSame(lists.slice(2), [1, 2]);
    const inside = arrow.vectorFromArray(
      [
        [1, 2],
        [3, null],
        [5, 6],
      ],
      list(new arrow.Float32(), 2),
    );
    assert.throws(() => fromArrow(inside), { code: 'bad_input', message: nulls });
    assertSame(inside.slice(0, 1), [1, 2]);
  });

  it('refuses what is no tensor', () => {
    const {
      Utf8,
      LargeUtf8,
      TimestampSecond,
      DateDay,
      TimeSecond,
      DurationSecond,
      List,
      Field,
      Struct,
      Binary,
    } = arrow;
    /** @type {[Any, Any[]][]} */
    const others = [
      [new Utf8(), ['a']],
      [new LargeUtf8(), ['a']],
      [new arrow.Dictionary(new Utf8(), new arrow.Int32()), ['a']],
      [new arrow.Dictionary(new arrow.Float32(), new arrow.Int32()), [1]],
      [new TimestampSecond(), [1000]],
      [new DateDay(), [new Date(0)]],
      [new TimeSecond(), [1]],
      [new DurationSecond(), [1n]],
      [new List(new Field('item', new arrow.Float32())), [[1], [2, 3]]],
      [new Struct([new Field('a', new arrow.Float32())]), [{ a: 1 }]],
      [new Binary(), [Uint8Array.of(1)]],
      [list(new Utf8(), 1), [['a']]],
    ];
    for (const [type, values] of others) {
      const message = /^fromArrow: vector: a vector of .* cannot be a tensor; known are Int8, /;
      assert.throws(
        () => fromArrow(arrow.vectorFromArray(values, type)),
        { code: 'bad_type', message },
        String(type),
      );
    }
    for (const type of [new arrow.Decimal(0, 10), new arrow.IntervalDayTime()]) {
      const data = arrow.makeData({ type, length: 1, data: new type.ArrayType(4) });
      assert.throws(() => fromArrow(arrow.makeVector(data)), { code: 'bad_type' }, String(type));
    }
    assert.throws(() => fromArrow(new arrow.Table({ x: vectorOf('Int8', [2]) })), { code: 'bad_input' });
  });
});
