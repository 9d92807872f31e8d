// The inputs of a soak: windows of regions that are made once, one of them in the arena, so that what the process allocates is
// what the library allocates.
import { classOf, entriesOf } from '../support/elements.js';
import { STRING_BYTES } from './cuts.js';

/** @import { Cut, Limits } from './cuts.js' */
/** @import { Random } from './random.js' */
/** @import { Library } from './spell.js' */

/** @typedef {any} Any */

/**
 * Where the elements of an input are, for the oracle.
 * @typedef {object} Place
 * @property {Any} data
 * @property {number} offset in elements, as the strides
 * @property {number[]} strides
 */

/** @typedef {{ offset: number, strides: number[], extent: number }} Layout in elements */

const STRIDED = 0.15;

/** Other classes that hold a type. @type {Record<string, Any[]>} */
const MORE_CLASSES = {
  uint8: [Uint8ClampedArray],
  float16: 'Float16Array' in globalThis ? [/** @type {Any} */ (globalThis).Float16Array] : [],
};
const ALIASES = /** @type {Record<string, string>} */ ({ u4: 'uint4', i4: 'int4' });

export class Inputs {
  #library;
  #regions;
  #strings;
  #sums;

  /** @param {Random} random @param {Limits} limits @param {Library} library whose arena holds some of them */
  constructor(random, { bytes, arena }, library) {
    this.#library = library;
    this.#regions = /** @type {Uint32Array[]} */ ([new Uint32Array(Math.ceil(bytes / 4) + 4096)]);
    if (arena > 0) this.#regions.push(library.allocate('uint32', [arena >> 4])); // a fourth of it
    for (const region of this.#regions) for (let i = 0; i < region.length; ++i) region[i] = random.bits();
    this.#strings = Array.from({ length: Math.ceil(bytes / STRING_BYTES) + 1024 }, (_, i) => `string ${i}`);
    this.#sums = this.#regions.map(sumOf);
  }

  /**
   * A tensor-like of a cut's type and dims, and where its elements are.
   * @param {Random} random
   * @param {Pick<Cut, 'type' | 'dims'>} cut
   * @returns {{ input: Any, place: Place }}
   */
  make(random, { type, dims }) {
    const Class = random.pick([classOf(type), ...(MORE_CLASSES[type] ?? [])]);
    const dense = rowMajor(dims);
    const strided = random.chance(STRIDED) ? stridedLayout(random, dims) : dense;
    const windows = (/** @type {Layout} */ { extent }) => this.#windows(Class, entriesOf(type, extent));
    const layout = windows(strided).length > 0 ? strided : dense;
    const data = random.pick(windows(layout))(random);
    const { offset, strides } = layout;
    const input = {
      ...namesOf(random, type, Class),
      [random.pick(['dims', 'shape'])]: dims.slice(),
      ...(layout === dense ? {} : { stride: strides, offset }),
      data,
    };
    return { input, place: { data, offset, strides } };
  }

  /** Ways to come by so many entries, one per region that has them. @param {Any} Class @param {number} entries @returns {((random: Random) => Any)[]} */
  #windows(Class, entries) {
    if (Class === Array) {
      const strings = this.#strings;
      const start = (/** @type {Random} */ random) => random.below(strings.length - entries + 1);
      return strings.length < entries ? [] : [(random) => take(strings, start(random), entries)];
    }
    const unit = Class.BYTES_PER_ELEMENT;
    return this.#regions
      .filter(({ byteLength }) => byteLength >= entries * unit)
      .map(({ buffer, byteOffset, byteLength }) => (random) => {
        const start = random.below(byteLength / unit - entries + 1);
        return new Class(buffer, byteOffset + start * unit, entries);
      });
  }

  end() {
    for (const region of this.#regions.slice(1)) this.#library.release(region);
  }

  /** Nothing may ever write here. */
  check() {
    if (this.#regions.some((region, i) => sumOf(region) !== this.#sums[i]))
      throw new Error('an input has been written to');
    const changed = this.#strings.findIndex((text, i) => text !== `string ${i}`);
    if (changed >= 0) throw new Error(`string ${changed} of the inputs has been written to`);
  }
}

/** @param {string[]} list @param {number} start @param {number} length */
const take = (list, start, length) => list.slice(start, start + length);

/** @param {Uint32Array} words */
function sumOf(words) {
  let sum = 0;
  for (let i = 0; i < words.length; ++i) sum = (Math.imul(sum, 31) + words[i]) | 0;
  return sum;
}

/** The type under one of its names, or left out where the class says it. @param {Random} random @param {string} type @param {Any} Class */
function namesOf(random, type, Class) {
  const says =
    Class === Array || Class.name === 'Uint8ClampedArray' || Class.name.toLowerCase() === `${type}array`;
  const said = says || (Class.name.startsWith('Big') && type.endsWith('int64'));
  if (said && random.chance(0.3)) return {};
  return { [random.pick(['type', 'dtype'])]: random.chance(0.5) ? type : (ALIASES[type] ?? type) };
}

/** @param {readonly number[]} sizes */
export const product = (sizes) => sizes.reduce((n, size) => n * size, 1);

/** @param {readonly number[]} dims */
function rowMajor(dims) {
  const strides = dims.map((_, i) => product(dims.slice(i + 1)));
  return { offset: 0, strides, extent: product(dims) };
}

/** Axes in another order, with gaps, backwards, repeated. @param {Random} random @param {readonly number[]} dims */
function stridedLayout(random, dims) {
  const strides = dims.map(() => 0);
  let extent = 1;
  let offset = 0;
  for (const axis of random.shuffle(dims.map((_, i) => i))) {
    if (dims[axis] === 0 || random.chance(0.1)) continue;
    const stride = extent * random.pick([1, 1, 1, 2, 3]);
    const reach = (dims[axis] - 1) * stride;
    strides[axis] = stride;
    extent += reach;
    if (random.chance(0.3)) {
      strides[axis] = -stride;
      offset += reach;
    }
  }
  return { offset, strides, extent };
}
