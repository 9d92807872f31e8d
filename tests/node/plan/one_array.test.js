// Parts in one array: outputs of a cut, or inputs of a join, that alternate in it, are one move. Random places, with plain ones among
// them, give what parts in arrays of their own give.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import * as library from 'microtome';
import { countElements, decode, encode } from '../../../docs/rules/elements.js';
import { strided, writable } from '../../random/layouts.js';
import { placesOf } from '../../random/placed.js';
import { Random } from '../../random/random.js';

/** @typedef {any} Any */

const { concat, concatFromSequence, evaluate, init, plan, split, splitToSequence } = /** @type {Any} */ (
  library
);

const RUNS = 600;
const TYPES = ['uint8', 'float16', 'float32', 'int64', 'complex128', 'string'];

before(() => init());

/** @param {string} type @param {number} count */
const numbered = (type, count) =>
  encode(
    type,
    Array.from({ length: count }, (_, i) => i % 251),
  );

/** @typedef {{ parts: Any[], places: number[][], data: Any, extent: number }} Together */

/**
 * `count` tensors of one shape in one array, at equal distances; sometimes two of them are exchanged, so that the distances differ.
 * @param {Random} random
 * @param {string} type
 * @param {number[]} shape
 * @param {number} count
 * @param {typeof strided} place
 * @returns {Together}
 */
function together(random, type, shape, count, place) {
  const { stride, offset, extent } = place(random, [count, ...shape]);
  const data = numbered(type, extent);
  const own = stride.slice(1);
  const offsets = Array.from({ length: count }, (_, k) => offset + k * stride[0]);
  if (random.chance(0.2)) offsets.reverse();
  if (random.chance(0.2)) [offsets[0], offsets[1]] = [offsets[1], offsets[0]];
  const layouts = offsets.map((each) => ({ shape, stride: own, offset: each, extent }));
  return {
    parts: layouts.map((each) => ({ type, shape, stride: own, offset: each.offset, data })),
    places: layouts.map(placesOf),
    data,
    extent,
  };
}

/** @param {(random: Random) => void} judge */
function forSeeds(judge) {
  for (let seed = 0; seed < RUNS; ++seed) {
    try {
      judge(new Random(seed));
    } catch (cause) {
      throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
}

/** Shape of a part, how many there are, and along which axis. @param {Random} random @param {boolean} drops */
function draw(random, drops) {
  const rank = random.below(4) + (drops ? 0 : 1);
  const shape = Array.from({ length: rank }, () => 1 + random.below(random.pick([3, 9])));
  return { shape, count: 2 + random.below(5), axis: random.below(rank + (drops ? 1 : 0)) };
}

describe('parts in one array', () => {
  for (const drops of [false, true]) {
    it(`of a cut${drops ? ' that drops the axis' : ''}`, () => {
      forSeeds((random) => {
        const type = random.pick(TYPES);
        const { shape, count, axis } = draw(random, drops);
        const dims = drops
          ? [...shape.slice(0, axis), count, ...shape.slice(axis)]
          : shape.map((size, i) => (i === axis ? size * count : size));
        const x = { type, dims, data: numbered(type, countElements(dims)) };
        const options = drops ? { axis, keepdims: 0 } : { axis, num_outputs: count };
        const expected = drops ? splitToSequence(x, options) : split(x, options);
        const { parts, places, data, extent } = together(random, type, shape, count, writable);
        const before = decode(type, data, extent);
        const node = drops
          ? plan('SplitToSequence', [x], { attributes: options })
          : plan('Split', [x], { attributes: options, opset: 18 });
        const outs = parts.map(({ stride, offset }) => ({ stride, offset, dims: shape, data }));
        for (const run of [() => node.run(x, { out: outs }), node.bind(x, { out: outs })]) {
          run();
          const after = decode(type, data, extent);
          places.forEach((list, k) => {
            const wanted = decode(type, expected[k].data, list.length);
            for (const [i, place] of list.entries())
              assert.equal(after[place], wanted[i], `part ${k}, element ${i}`);
          });
          const written = new Set(places.flat());
          for (const [i, each] of after.entries())
            if (!written.has(i)) assert.equal(each, before[i], `element ${i}`);
        }
      });
    });

    it(`of a join${drops ? ' with a new axis' : ''}`, () => {
      forSeeds((random) => {
        const type = random.pick(TYPES);
        const { shape, count, axis } = draw(random, drops);
        const { parts } = together(random, type, shape, count, strided);
        const apart = parts.map((each) => ({ ...each, data: each.data.slice() }));
        const join = (/** @type {Any[]} */ list) =>
          drops ? concatFromSequence(list, { axis, new_axis: 1 }) : concat(list, axis);
        const [one, other] = [join(parts), join(apart)];
        assert.deepEqual(one, other);
        const [again] = drops
          ? evaluate('ConcatFromSequence', [parts], { attributes: { axis, new_axis: 1 } })
          : evaluate('Concat', parts, { attributes: { axis } });
        assert.deepEqual(again, other);
      });
    });
  }

  it('are planned as parts of their own: a plan does not know arrays', () => {
    const data = Float32Array.from({ length: 6 }, (_, i) => i);
    const parts = [0, 1].map((offset) => ({ shape: [3], stride: [2], offset, data }));
    const joined = plan('Concat', parts, { attributes: { axis: 0 } });
    assert.equal(joined.moves.length, 2);
    assert.deepEqual([...joined.run(parts)[0].data], [0, 2, 4, 1, 3, 5]);
    const others = parts.map((each, i) => ({ ...each, data: data.map((x) => x + 10 * i) }));
    assert.deepEqual([...joined.run(others)[0].data], [0, 2, 4, 11, 13, 15]);
  });
});
