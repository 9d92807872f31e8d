// The inputs of a soak: windows of regions that are made once, one of them in the arena, so that what the process allocates is
// what the library allocates.

import { classOf, entriesOf } from '../../docs/rules/elements.js';
import { STRING_BYTES } from '../random/cuts.js';
import { dense, strided } from '../random/layouts.js';

/** @import { Cut, Limits } from '../random/cuts.js' */
/** @import { Placed } from '../random/layouts.js' */
/** @import { Layout } from '../random/oracle.js' */
/** @import { Random } from '../random/random.js' */
/** @import { Library } from '../random/spell.js' */

/** @typedef {any} Any */

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
   * A tensor-like of a cut's type and dims, and where its elements are in its data.
   * @param {Random} random
   * @param {Pick<Cut, 'type' | 'dims'>} cut
   * @returns {{ input: Any, layout: Layout }}
   */
  make(random, { type, dims }) {
    const Class = random.pick([classOf(type), ...(MORE_CLASSES[type] ?? [])]);
    const windows = (/** @type {Placed} */ { extent }) => this.#windows(Class, entriesOf(type, extent));
    const usual = dense(dims);
    const wanted = random.chance(STRIDED) ? strided(random, dims) : usual;
    const layout = windows(wanted).length > 0 ? wanted : usual;
    const data = random.pick(windows(layout))(random);
    const { stride, offset } = layout;
    const input = {
      ...namesOf(random, type, Class),
      [random.pick(['dims', 'shape'])]: dims.slice(),
      ...(layout === usual ? {} : { stride, offset }),
      data,
    };
    return { input, layout };
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
