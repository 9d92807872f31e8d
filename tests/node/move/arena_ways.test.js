// Cuts of arrays in the arena: source there, outputs there, both, some outputs; in every way, for every type. What must come out
// is what comes out of the same cut in the host's memory, which ways.test.js compares with an oracle.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { allocate, init, plan, release } from '../../../web/lib/index.js';
import { bitsOf, encode, hash, TYPES } from '../../support/elements.js';
import { getMemory, watchMemory } from '../../support/memory.js';
import { jobsOn } from './jobs.js';

/** @typedef {any} Any */
/** @import { Job } from './jobs.js' */

const MARK = 0xa5;

before(async () => {
  watchMemory();
  await init({ arena: 32 << 20 });
});

/** Who lies in the arena. @type {Record<string, { source: boolean, out: (i: number) => boolean }>} */
const PLACES = {
  source: { source: true, out: () => false },
  outputs: { source: false, out: () => true },
  both: { source: true, out: () => true },
  'every second output': { source: false, out: (i) => i % 2 === 1 },
  'source and every second output': { source: true, out: (i) => i % 2 === 0 },
};

/** Arrays of the arena that are in use. @type {Uint8Array[]} */
let taken = [];

/**
 * An array like another, in the middle of marked bytes of the arena.
 * @param {Any} array
 */
function inArena(array) {
  const unit = array.BYTES_PER_ELEMENT;
  const bytes = allocate('uint8', [array.byteLength + 2 * unit]).fill(MARK);
  taken.push(bytes);
  return new array.constructor(bytes.buffer, bytes.byteOffset + unit, array.length);
}

/** Takes all back; the marks must be as they were. */
function releaseAll() {
  const all = taken;
  taken = [];
  for (const bytes of all) release(bytes);
  return all;
}

/**
 * @param {string} type
 * @param {Any} data
 * @param {Job} job
 */
function check(type, data, { axis, sizes, ...layout }) {
  const input = /** @type {Any} */ ({ type, ...layout });
  const planned = type.startsWith('complex')
    ? plan('Split', [input, sizes], { attributes: { axis } })
    : plan('VariadicSplit', [input, axis, sizes]);
  const expected = planned.run({ ...input, data }).map((output) => /** @type {Any} */ (output.data));
  for (const [name, place] of Object.entries(PLACES)) {
    const source = place.source ? inArena(data) : data;
    source.set(data);
    const out = expected.map((each, i) => (place.out(i) ? inArena(each) : each.slice()));
    const x = { ...input, data: source };
    for (const which of ['once', 'again']) {
      for (const each of out) bytesOf(each).fill(MARK);
      const outputs = planned.run(x, { out });
      outputs.forEach((output, i) => {
        assert.equal(output.data, out[i]);
        assert.ok(isSame(out[i], expected[i]), `output ${i}, ${name}, ${which}; ${planned.explain()}`);
      });
    }
    assert.ok(isSame(source, data), `the source has changed, ${name}`);
    const unit = data.BYTES_PER_ELEMENT;
    for (const bytes of releaseAll()) {
      const beside = [...bytes.subarray(0, unit), ...bytes.subarray(bytes.length - unit)];
      assert.ok(
        beside.every((byte) => byte === MARK),
        `bytes beside an array have changed, ${name}`,
      );
    }
  }
}

const bytesOf = (/** @type {Any} */ { buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength);
const isSame = (/** @type {Any} */ a, /** @type {Any} */ b) => bytesOf(a).equals(bytesOf(b));

for (const type of TYPES.filter((each) => each !== 'string')) {
  describe(type, () => {
    const bytes = Math.max(1, bitsOf(type) / 8);
    for (const count of [60, Math.ceil((300 << 10) / bytes)]) {
      const data = encode(
        type,
        Array.from({ length: count }, (_, k) => hash(k)),
      );
      for (const [name, job] of Object.entries(jobsOn(count))) {
        it(`${count} elements: ${name}`, () => check(type, data, job));
      }
    }
  });
}

describe('the memory of the arena', () => {
  it('has not grown', () => {
    const before = getMemory('arena').buffer;
    assert.equal(allocate('uint8', [1]).buffer, before);
    assert.equal(getMemory('arena').buffer, before);
    assert.ok(before.byteLength < (32 << 20) + (9 << 20), `${before.byteLength} bytes`);
  });
});
