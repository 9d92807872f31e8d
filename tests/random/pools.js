// Random cuts and joins whose tensors are all in one array.
import assert from 'node:assert/strict';
import { bitsOf, decode, encode, hash } from '../../docs/rules/elements.js';
import { writable } from './layouts.js';
import { placesOf } from './placed.js';

/** @import { Random } from './random.js' */
/** @typedef {any} Any */

const TYPES = ['uint8', 'float32', 'complex64', 'u1', 'u3', 'u4', 'string'];

/** A layout of its own; or rows of equal pitch, among which tensors alternate. @param {Random} random @param {number[]} shape @param {number[]} pitch */
function layoutOf(random, shape, pitch) {
  if (random.chance(0.4)) return writable(random, shape);
  const stride = shape.map((_, a) => pitch[a]);
  return { shape, stride, offset: 0, extent: shape.includes(0) ? 0 : shape.reduce((n, size, a) => n + (size - 1) * pitch[a], 1) }; // biome-ignore format: one line
}

/** The eights of elements, which fill whole bytes of any type, that two tensors reach are apart. @param {number[]} a @param {number[]} b */
function areFarApart(a, b) {
  const [least, most] = [Math.min, Math.max].map((of) =>
    [a, b].map((places) => Math.floor(of(...places) / 8)),
  );
  return a.length === 0 || b.length === 0 || most[0] < least[1] || most[1] < least[0];
}

/**
 * Makes a random call. If it succeeds, every output has its elements, and the rest of the array is as it was. It fails if an output has an
 * element of another output or of an input, and succeeds if all that they reach is apart. Between the two is what alternates.
 * @param {Any} library
 * @param {Random} random
 * @param {(type: string, array: Any) => Any} [place] moves the array to where it shall be
 * @returns {'right' | 'refused' | 'alternating'}
 */
export function judgePool(library, random, place = (_, array) => array) {
  const type = random.pick(TYPES);
  const rank = random.between(1, 3);
  const most = rank === 3 ? 12 : random.pick([6, 60]);
  const axis = random.below(rank);
  const sizes = Array.from(
    { length: random.between(2, 4) },
    () => random.size(most) - Number(random.chance(0.1)),
  );
  const shapeOf = (/** @type {number} */ size) => shape.map((each, a) => (a === axis ? size : each));
  const shape = Array.from({ length: rank }, () => random.size(most));
  shape[axis] = sizes.reduce((sum, size) => sum + size, 0);
  const step = random.between(1, 3);
  const pitch = shape.map((_, a) => shape.slice(a + 1).reduce((n, size) => n * (size + 1), step) * (a === 0 ? random.between(1, 3) : 1)); // biome-ignore format: one line
  const layouts = [shape, ...sizes.map(shapeOf)].map((each) => layoutOf(random, each, pitch));
  const extents = layouts.map(({ extent }) => extent);
  const room = Math.floor(
    Math.max(...extents) + 2 * random.unit() * extents.reduce((sum, each) => sum + each) + 8,
  );
  const count = Math.ceil(room / 8) * 8;
  const pool = place(
    type,
    encode(
      type,
      Array.from({ length: count }, (_, k) => hash(k)),
    ),
  );
  for (const layout of layouts) layout.offset += random.below(count - layout.extent + 1);
  const [whole, ...parts] = layouts.map(({ shape, stride, offset }) => ({ type, shape, stride, offset, data: pool })); // biome-ignore format: one line
  const [ofWhole, ...ofParts] = layouts.map(placesOf);

  const joins = random.chance(0.4);
  const outs = joins ? [ofWhole] : ofParts;
  const taken = new Set(joins ? ofParts.flat() : ofWhole);
  const overlaps = outs.some((places) => {
    const isTaken = places.some((each) => taken.has(each));
    for (const each of joins ? [] : places) taken.add(each);
    return isTaken;
  });

  const tensors = [...(joins ? ofParts : [ofWhole]), ...outs];
  const areApart = outs.every((out) => tensors.every((other) => other === out || areFarApart(out, other)));

  const before = decode(type, pool, count);
  const expected = before.slice();
  if (!overlaps) {
    /** @type {number[]} */
    const inParts = [];
    const strides = shape.map((_, a) => shape.slice(a + 1).reduce((n, size) => n * size, 1));
    let begin = 0;
    sizes.forEach((size, i) => {
      const own = { shape: shapeOf(size), stride: strides, offset: begin * strides[axis] };
      placesOf({ ...own, extent: 0 }).forEach((k, e) => { inParts[k] = ofParts[i][e]; }); // biome-ignore format: one line
      begin += size;
    });
    ofWhole.forEach((at, k) => {
      if (joins) expected[at] = before[inParts[k]];
      else expected[inParts[k]] = before[at];
    });
  }

  const isPacked = bitsOf(type) % 8 !== 0;
  const call = () => {
    if (!joins && isPacked) return library.variadicSplit(whole, axis, sizes, { out: parts });
    if (!joins) return library.split(whole, { axis, split: sizes }, { out: parts });
    const options = { attributes: { axis }, out: whole, ...(isPacked && { domain: 'openvino' }) };
    return library.evaluate('Concat', parts, options);
  };
  const what = JSON.stringify({ joins, axis, layouts, count, type });
  const isRefused = overlaps || (!areApart && fails(call));
  if (overlaps) assert.throws(call, { code: 'bad_out', message: /overlap/ }, what);
  else if (areApart) call();
  assert.deepEqual(decode(type, pool, count), isRefused ? before : expected, what);
  return isRefused ? 'refused' : areApart ? 'right' : 'alternating';
}

/** @param {() => unknown} call */
function fails(call) {
  try {
    call();
    return false;
  } catch (error) {
    assert.equal(/** @type {Any} */ (error).code, 'bad_out');
    return true;
  }
}
