// Every way to carry out a plan, for every type and class, wherever the arrays are: jobs from a few elements to many tiles.
// The oracle checks each element, and guards each byte beside the arrays.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allocate, init, plan, release } from 'microtome';
import { bitsOf, bytesOf, classOf, noise, TYPES } from '../../../docs/rules/elements.js';
import { differenceOf } from '../../random/places.js';
import { clearGuards, findDamage, guarded } from '../../support/guards.js';
import { getMemory, watchMemory } from '../../support/memory.js';
import { jobsOn } from './jobs.js';

/** @typedef {any} Any */
/** @import { Job } from './jobs.js' */

const ARENA = 32 << 20;

before(async () => {
  watchMemory();
  await init({ arena: ARENA });
});

const { Float16Array } = /** @type {Any} */ (globalThis);

/** Type and class of every array that there may be. @type {[string, Any][]} */
const KINDS = [
  ...TYPES.map((type) => /** @type {[string, Any]} */ ([type, classOf(type)])),
  ['uint8', Uint8ClampedArray],
  ...(Float16Array ? [/** @type {[string, Any]} */ (['float16', Float16Array])] : []),
];

/** Those with large jobs, and with large arrays everywhere: one of each width, because what moves knows widths only. */
const WIDTHS = ['uint8', 'float16', 'float32', 'int64', 'complex128', 'u1', 'u2', 'u3', 'u4', 'u6', 'string'];
const SMALL = 60;
const TILES = 300 << 10;
const MANY_TILES = 1.2 * 2 ** 20; // several MiB if the job reads its elements twice

/** @type {Uint8Array[]} */
let taken = [];

/** Where an array may be. @type {Record<string, (length: number) => Uint8Array>} */
const MEMORY = {
  host: (length) => new Uint8Array(length),
  shared: (length) => new Uint8Array(new SharedArrayBuffer(length)),
  arena: (length) => {
    const bytes = allocate('uint8', [length]);
    taken.push(bytes);
    return bytes;
  },
};

/** Where the source is, and each output. @type {[source: string, out: (i: number) => string][]} */
const PLACES = [
  ['host', () => 'host'],
  ['shared', () => 'shared'],
  ['arena', () => 'host'],
  ['host', () => 'arena'],
  ['arena', () => 'arena'],
  ['host', (i) => (i % 2 === 1 ? 'arena' : 'host')],
  ['arena', (i) => (i % 2 === 0 ? 'arena' : 'host')],
];

/** Way, type and class of every job. @type {Set<string>} */
const seen = new Set();

for (const [type, Class] of KINDS) {
  describe(`${type} in ${Class.name}`, () => {
    const bits = bitsOf(type);
    const isPacked = bits % 8 !== 0;
    const bytes = type === 'string' ? 100 : Math.max(1, bits / 8);
    const sizes = WIDTHS.includes(type) ? [SMALL, TILES / 10, TILES, MANY_TILES] : [SMALL, TILES];
    for (const size of sizes) {
      const perTile = size === MANY_TILES && isPacked ? bits : bytes; // packed elements are many before they fill a tile
      const count = size === SMALL ? size : Math.ceil(size / perTile);
      const data = noise(type, count, Class);
      it(`${count} elements`, () => {
        const everywhere = size === SMALL || (size <= TILES && WIDTHS.includes(type));
        for (const [name, job] of Object.entries(jobsOn(count))) check(name, type, data, job, everywhere);
      });
    }
  });
}

after(() => {
  for (const [type, Class] of KINDS) {
    const ways =
      type === 'string' ? ['scalar'] : bitsOf(type) < 8 ? ['staged', 'runs'] : ['staged', 'runs', 'scalar'];
    for (const way of ways)
      assert.ok(seen.has(`${way} ${type} ${Class.name}`), `${type} in ${Class.name} went the way ${way}`);
  }
  assert.ok(
    getMemory('arena').buffer.byteLength < ARENA + (17 << 20),
    'the memory of the arena has not grown',
  );
});

/**
 * @param {string} name of the job
 * @param {string} type
 * @param {Any} data
 * @param {Job} job
 * @param {boolean} everywhere
 */
function check(name, type, data, { axis, sizes, ...layout }, everywhere) {
  const kept = data.slice();
  const input = /** @type {Any} */ ({ type, ...layout });
  const planned = type.startsWith('complex')
    ? plan('Split', [input, sizes], { attributes: { axis } })
    : plan('VariadicSplit', [input, axis, sizes]);
  for (const { way } of planned.moves) seen.add(`${way} ${type} ${data.constructor.name}`);
  const outputs = planned.run({ ...input, data });
  let start = 0;
  outputs.forEach((output, i) => {
    const shape = layout.shape.with(axis, sizes[i]);
    const offset = layout.offset + start * layout.stride[axis];
    start += sizes[i];
    const wrong = differenceOf(type, output.data, data, { shape, stride: layout.stride, offset });
    assert.equal(wrong, '', `output ${i} of ${name}; ${planned.explain()}`);
    assert.deepEqual([output.dims, output.data.constructor], [shape, data.constructor]);
    if (type !== 'string') assert.ok(isNew(output.data), `output ${i} has memory of its own`);
  });
  assert.ok(isSame(data, kept), 'the source has changed');
  const expected = outputs.map((output) => output.data);
  if (type === 'string') return checkStrings(planned, input, data, expected);
  if (everywhere) for (const place of PLACES) checkPlace(name, planned, input, data, expected, place);
}

/** @param {Any} array */
const isNew = ({ buffer, byteLength }) => buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;

/** @param {Any} a @param {Any} b */
const isSame = (a, b) =>
  Array.isArray(a) ? a.every((entry, i) => entry === b[i]) : Buffer.compare(bytesOf(a), bytesOf(b)) === 0;

/**
 * @param {string} name of the job
 * @param {Any} planned
 * @param {Any} input
 * @param {Any} data
 * @param {Any[]} expected
 * @param {typeof PLACES[number]} place
 */
function checkPlace(name, planned, input, data, expected, [from, to]) {
  const source = guarded(data.constructor, data.length, MEMORY[from]);
  source.set(data);
  const out = expected.map((each, i) => guarded(each.constructor, each.length, MEMORY[to(i)]));
  const places = `${name}, from ${from} to ${out.map((_, i) => to(i)).slice(0, 2)}`;
  const bound = planned.bind({ ...input, data: source }, { out });
  const calls = {
    'new outputs': () => planned.run({ ...input, data: source }),
    out: () => planned.run({ ...input, data: source }, { out }),
    bound,
    'bound, again': bound,
  };
  for (const [which, call] of Object.entries(calls)) {
    const outputs = call();
    outputs.forEach((/** @type {Any} */ output, /** @type {number} */ i) => {
      const isThere = which === 'new outputs' ? isNew(output.data) : output.data === out[i];
      assert.ok(isThere && isSame(output.data, expected[i]), `output ${i}, ${places}, ${which}`);
    });
    for (const each of out) bytesOf(each).fill(0xa5);
  }
  assert.ok(isSame(source, data), `the source has changed, ${places}`);
  assert.equal(findDamage(true), '', places);
  clearGuards();
  taken.forEach(release);
  taken = [];
}

/** @param {Any} planned @param {Any} input @param {string[]} data @param {string[][]} expected */
function checkStrings(planned, input, data, expected) {
  const out = expected.map((each) => each.map(() => '?'));
  const bound = planned.bind({ ...input, data }, { out });
  for (const call of [() => planned.run({ ...input, data }, { out }), bound, bound]) {
    call();
    assert.deepEqual(out, expected);
    for (const each of out) each.fill('?');
  }
}
