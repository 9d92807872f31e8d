// Both sides of every number that decides how a move is carried out (src/move/, web/lib/base/views.ts). Where the core changes its
// mind is searched for in `moves`, so that a test stays at its threshold when the numbers change.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan } from 'microtome';
import { differenceOf } from '../../random/places.js';

before(() => init());

/**
 * A table of `rows` rows, whose first columns go to outputs of `sizes` columns and whose other `gap` columns go nowhere.
 * @typedef {object} Table
 * @property {number} rows
 * @property {number[]} sizes
 * @property {number} [gap]
 */

/** @param {Table} table */
const columns = ({ sizes, gap = 0 }) => sizes.reduce((sum, size) => sum + size, gap);

/** @param {Table} table */
function planned(table) {
  const input = /** @type {const} */ ({ type: 'uint8', shape: [table.rows, columns(table)] });
  if (!table.gap) return plan('Split', [input, table.sizes], { attributes: { axis: 1 } });
  return plan('Slice', [input, [0], [table.sizes[0]], [1]]);
}

/** @param {Table} table */
const wayOf = (table) => planned(table).moves[0].way;

/**
 * Every byte of every output of a bound plan, on its first call and on others with other contents.
 * @param {Table} table
 */
function check(table) {
  const width = columns(table);
  const data = new Uint8Array(table.rows * width);
  const input = { type: /** @type {const} */ ('uint8'), shape: [table.rows, width], data };
  const cut = planned(table);
  const out = cut.outputs.map(({ dims }) => new Uint8Array(dims[0] * dims[1]));
  const bound = cut.bind(input, { out });
  for (const salt of [1, 2, 3]) {
    for (let i = 0; i < data.length; ++i) data[i] = (i * 167 + (i >> 8) * 91 + (i >> 16) * salt) & 255;
    for (const each of out) each.fill(0);
    bound();
    let offset = 0;
    table.sizes.forEach((size, j) => {
      const wrong = differenceOf('uint8', out[j], data, {
        shape: [table.rows, size],
        stride: [width, 1],
        offset,
      });
      assert.equal(wrong, '', `output ${j} of ${JSON.stringify(table).slice(0, 80)}`);
      offset += size;
    });
  }
}

/**
 * The largest n in [low, high) for which the way is still the one at `low`.
 * @param {(n: number) => Table} make
 * @param {number} low
 * @param {number} high
 */
function lastBefore(make, low, high) {
  const first = wayOf(make(low));
  assert.notEqual(wayOf(make(high)), first, `one way, ${first}, from ${low} to ${high}`);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (wayOf(make(middle)) === first) low = middle;
    else high = middle;
  }
  return low;
}

const twoOfThem = (/** @type {number} */ size) => new Array(2).fill(size);
const KIB = 1024;
const MIB = 1024 * KIB;

/** @type {[string, (n: number) => Table, number, number][]} */
const CROSSINGS = [
  ['scalar and runs, by the length of few runs', (n) => ({ rows: 3, sizes: [n], gap: 5 }), 1, 500],
  ['scalar and staged, by the number of short runs', (n) => ({ rows: n, sizes: [2], gap: 2 }), 2, 20_000],
  ['staged and runs, by run length, gaps as long', (n) => ({ rows: Math.ceil(MIB / n), sizes: [n], gap: n }), 16, 4 * KIB],
  ['staged and runs, by run length, interleaved', (n) => ({ rows: Math.ceil(MIB / n / 2), sizes: twoOfThem(n) }), 16, 4 * KIB],
  ['staged and runs in main memory, gaps as long', (n) => ({ rows: Math.ceil((6 * MIB) / n), sizes: [n], gap: n }), 16, 4 * KIB],
  ['staged and runs in main memory, interleaved', (n) => ({ rows: Math.ceil((6 * MIB) / n / 2), sizes: twoOfThem(n) }), 16, 4 * KIB],
  ['runs near and staged in main memory, by the number of runs', (n) => ({ rows: n, sizes: [700], gap: 400 }), 2000, 9000],
]; // biome-ignore format: a table

describe('where the way changes', () => {
  for (const [name, make, low, high] of CROSSINGS) {
    it(name, () => {
      const n = lastBefore(make, low, high);
      check(make(n));
      check(make(n + 1));
    });
  }
});

/** @type {[string, Table[]][]} */
const SIDES = [
  ['a tile', [128 * KIB - 1, 128 * KIB, 128 * KIB + 1].map((n) => ({ rows: n / 2, sizes: [1], gap: 1 }))],
  ['tiles of few and of many streams', [16, 17].map((k) => ({ rows: 30_000, sizes: new Array(k).fill(3) }))],
  [
    'a large tile',
    [-1, 0, 1].map((n) => ({ rows: (17 * MIB) / 4 / 32 + n, sizes: new Array(32).fill(1) })), // 32 bytes a row
  ],
  ['the most streams of a job', [1024, 1025].map((k) => ({ rows: 700, sizes: new Array(k).fill(1) }))],
  [
    'runs that are long and those that are not, side by side',
    [1023, 1024, 1025].map((n) => ({ rows: 5000, sizes: [n, 3, n] })),
  ],
  ['the most views that a plan keeps', [32767, 32768, 32769].map((n) => ({ rows: n, sizes: [600], gap: 8 }))],
];

describe('both sides of', () => {
  for (const [name, tables] of SIDES) {
    it(name, () => {
      for (const table of tables) check({ ...table, rows: Math.ceil(table.rows) });
    });
  }
});

describe('short runs of bytes', () => {
  it('are loops over words if all of them are whole words, and else the work of a kernel', () => {
    const tables = [100, 101].map((gap) => ({ rows: 30_000, sizes: [4], gap }));
    assert.deepEqual(tables.map(wayOf), ['scalar', 'staged']);
    for (const table of tables) check(table);
  });
});
