// Random patterns against the places that their elements come from: of every type, with strides on both sides, as views, planned, and
// with conversions on the way.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { init, plan, rearrange, slice } from 'microtome';
import { bitsOf, classOf, decode, encode, TYPES, wrap } from '../../../docs/rules/elements.js';
import { drawPattern } from '../../random/patterns.js';
import { Random } from '../../random/random.js';
import { convert, elementBits } from '../../support/conversions.js';

before(() => init());

const call = /** @type {any} */ (rearrange);
const types = TYPES.filter((type) => !type.startsWith('complex'));
/** Draws of each kind. */
const DRAWS = 400;

/** @param {string} what @param {(random: Random) => void} judge */
function draw(what, judge) {
  it(what, () => {
    for (let seed = 0; seed < DRAWS; ++seed) {
      try {
        judge(new Random(seed));
      } catch (error) {
        throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
      }
    }
  });
}

/** A tensor of elements 0, 1, 2, ... @param {string} type @param {readonly number[]} dims */
function counted(type, dims) {
  const count = dims.reduce((product, size) => product * size, 1);
  return {
    type,
    dims,
    data: encode(
      type,
      Array.from({ length: count }, (_, k) => k),
    ),
  };
}

describe('random patterns', () => {
  draw('give the elements that they name, of every type', (random) => {
    const { pattern, sizes, dims, made, places } = drawPattern(random, random.pick([20, 300, 20000]));
    const type = random.pick(types);
    const input = counted(type, dims);
    const expected = encode(type, places);
    for (const output of [
      call(input, pattern, { sizes }),
      plan('Rearrange', /** @type {any} */ ([{ type, dims }]), { attributes: { pattern, sizes } }).run(
        /** @type {any} */ (input),
      )[0],
    ]) {
      assert.deepEqual([output.type, output.dims], [type, made], pattern);
      assert.deepEqual(output.data, expected, pattern);
    }
  });

  draw('read strided tensors, and write strided outs', (random) => {
    const { pattern, sizes, dims, made, places } = drawPattern(random, 500);
    const wide = counted('int32', [...dims, 3]);
    const input = slice(/** @type {any} */ (wide), '..., 1', { view: 'strided' });
    assert.equal(input.data, wide.data);
    const count = places.length;
    const out = {
      data: new Int32Array(2 * count + 1).fill(-1),
      stride: /** @type {number[]} */ ([]),
      offset: 1,
    };
    out.stride = made.map((_, a) => 2 * made.slice(a + 1).reduce((product, size) => product * size, 1));
    call(input, pattern, { sizes, out });
    assert.deepEqual([...out.data], [-1, ...places.flatMap((place) => [3 * place + 1, -1])], pattern);
  });

  draw('are views, if strides express them', (random) => {
    const { pattern, sizes, dims, made, places } = drawPattern(random, 500);
    const input = counted('int16', dims);
    let view;
    try {
      view = call(input, pattern, { sizes, view: 'strided' });
    } catch (error) {
      assert.equal(/** @type {any} */ (error).code, 'not_a_view');
      assert.ok(pattern.split('->')[1].includes('('), `${pattern} merges nothing`);
      return;
    }
    assert.equal(view.data, input.data);
    assert.deepEqual(view.dims, made);
    assert.deepEqual([...slice(view, '...').data], places, pattern);
  });

  draw('convert on the way, with scales along any name', (random) => {
    const { pattern, sizes, dims, made, places, names } = drawPattern(random, random.pick([20, 300, 20000]));
    const from = random.pick(['uint8', 'int8', 'uint16', 'int16', 'int32', 'float16', 'float32', 'float64']);
    const type = random.pick([
      'uint8',
      'int8',
      'uint16',
      'int16',
      'int32',
      'float16',
      'bfloat16',
      'float32',
      'float64',
    ]);
    const count = dims.reduce((product, size) => product * size, 1);
    const width = bitsOf(from);
    const values = Array.from({ length: count }, () => BigInt(random.below(2 ** Math.min(width, 14))));
    const data = new (classOf(from))(count);
    for (let k = 0; k < count; ++k) data[k] = Number(values[k]);
    const bits = elementBits(data);
    const axis = names.length > 0 && random.chance(0.7) ? random.pick(names) : null;
    const numbers = () => Math.fround(random.unit() * 4 - 1);
    const scale = axis === null ? numbers() : Array.from({ length: axis.size }, numbers);
    const bias = random.chance(0.5)
      ? numbers()
      : axis === null
        ? 1
        : Array.from({ length: axis.size }, numbers);
    const isLess = random.chance(0.3);
    const to = { type, scale, ...(isLess ? {} : { bias }), ...(axis && { along: axis.name }) };
    const at = (/** @type {any} */ list, /** @type {number} */ k) =>
      typeof list === 'number' ? list : list[Math.floor(k / /** @type {any} */ (axis).inner) % list.length];
    const output = call({ type: from, dims, data }, pattern, { sizes, to });
    assert.deepEqual([output.type, output.dims], [type, made], pattern);
    const expected = places.map((place, k) =>
      convert(from, bits[place], type, at(scale, k), isLess ? 0 : at(bias, k)),
    );
    assert.deepEqual(
      elementBits(output.data),
      expected,
      `${from} ${pattern} ${JSON.stringify(to).slice(0, 200)}`,
    );
  });

  draw('come back by their inverse', (random) => {
    const { pattern, sizes, dims } = drawPattern(random, 300);
    if (pattern.includes('new') || dims.includes(0)) return;
    const [left, right] = pattern.split('->');
    const input = counted('uint16', dims);
    const named = Object.fromEntries(Object.entries(sizes));
    const words = [...left.matchAll(/\w+/g)].map(([word]) => word);
    if (pattern.includes('...') || words.some((word) => /^\d/.test(word))) return;
    const there = call(input, pattern, { sizes });
    const all = Object.fromEntries(words.filter((word) => word in named).map((word) => [word, named[word]]));
    // names in groups of the right that the left alone has told
    for (const group of right.match(/\([^)]*\)/g) ?? [])
      if ((group.match(/\w+/g) ?? []).filter((word) => !(word in all) && word !== '1').length > 1) return;
    assert.deepEqual(call(there, `${right} -> ${left}`, { sizes: all }).data, input.data, pattern);
  });
});

describe('elements of packed types', () => {
  it('are where their bits say', () => {
    for (const type of ['u1', 'u2', 'u3', 'u4', 'u6', 'i4']) {
      const input = counted(type, [5, 7]);
      const { data } = call(input, 'a b -> b a');
      const expected = Array.from({ length: 35 }, (_, k) => wrap(type, (k % 5) * 7 + Math.floor(k / 5)));
      assert.deepEqual(decode(type, data, 35), expected, type);
    }
  });
});
