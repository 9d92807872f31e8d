// Where the inputs and the `out` of a soak live: in two buffers made once, so that what the process allocates is what the
// library allocates. An input is a window of the pool; an `out` is a piece of the scratch, with guards around it.
import { classOf, entriesOf } from '../node/support/elements.js';
import { STRING_BYTES } from './cuts.js';

/** @import { Cut, Limits } from './cuts.js' */
/** @import { Random } from './random.js' */

/** @typedef {any} Any */

/**
 * Where the elements of an input are, for the oracle.
 * @typedef {object} Place
 * @property {Any} data
 * @property {number} offset in elements, as the strides
 * @property {number[]} strides
 */

const STRIDED = 0.15;
const GUARD = 0xa5;
const GUARD_BYTES = 16;

/** Other classes that hold a type. @type {Record<string, Any[]>} */
const MORE_CLASSES = {
  uint8: [Uint8ClampedArray],
  float16: 'Float16Array' in globalThis ? [/** @type {Any} */ (globalThis).Float16Array] : [],
};
const ALIASES = /** @type {Record<string, string>} */ ({ u4: 'uint4', i4: 'int4' });

export class Pool {
  #words;
  #strings;
  #sum;

  /** @param {Random} random @param {Limits} limits */
  constructor(random, { bytes }) {
    this.#words = Uint32Array.from({ length: Math.ceil(bytes / 4) + 4096 }, () => random.bits());
    this.#strings = Array.from({ length: Math.ceil(bytes / STRING_BYTES) + 1024 }, (_, i) => `string ${i}`);
    this.#sum = this.#add();
  }

  /**
   * A tensor-like of a cut's type and dims, and where its elements are.
   * @param {Random} random
   * @param {Pick<Cut, 'type' | 'dims'>} cut
   * @returns {{ input: Any, place: Place }}
   */
  makeInput(random, { type, dims }) {
    const Class = random.pick([classOf(type), ...(MORE_CLASSES[type] ?? [])]);
    const strided = random.chance(STRIDED) ? stridedLayout(random, dims) : undefined;
    const room = type === 'string' ? this.#strings.length : this.#words.byteLength / Class.BYTES_PER_ELEMENT;
    const fits = strided && entriesOf(type, strided.extent) <= room;
    const { offset, strides, extent } = fits ? strided : rowMajor(dims);
    const entries = entriesOf(type, extent);
    const start = random.below(room - entries + 1);
    const data =
      type === 'string'
        ? this.#strings.slice(start, start + entries)
        : new Class(this.#words.buffer, start * Class.BYTES_PER_ELEMENT, entries);
    const input = {
      ...namesOf(random, type, Class),
      [random.pick(['dims', 'shape'])]: dims.slice(),
      ...(fits ? { stride: strides, offset } : {}),
      data,
    };
    return { input, place: { data, offset, strides } };
  }

  /** Nothing may ever write here. */
  check() {
    if (this.#add() !== this.#sum) throw new Error('an input has been written to');
    const changed = this.#strings.findIndex((text, i) => text !== `string ${i}`);
    if (changed >= 0) throw new Error(`string ${changed} of the inputs has been written to`);
  }

  #add() {
    let sum = 0;
    for (let i = 0; i < this.#words.length; ++i) sum = (Math.imul(sum, 31) + this.#words[i]) | 0;
    return sum;
  }
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

export class Scratch {
  #bytes;
  #used = 0;
  /** @type {{ array: Any, begin: number, end: number }[]} */ #pieces = [];

  /** @param {Limits} limits */
  constructor({ bytes, pieces }) {
    const room = bytes + 64 + pieces * (16 + GUARD_BYTES);
    this.#bytes = new Uint8Array(room).fill(GUARD); // pages count as resident when they are touched
  }

  /** Arrays of these lengths, of the class of an input's data. @param {Any} data @param {readonly number[]} lengths @returns {Any[]} */
  carve(data, lengths) {
    this.#used = 0;
    this.#pieces = Array.isArray(data)
      ? []
      : lengths.map((length) => this.#carveOne(data.constructor, length));
    this.#bytes.fill(GUARD, 0, this.#used + GUARD_BYTES);
    return Array.isArray(data)
      ? lengths.map((length) => new Array(length).fill('guard'))
      : this.#pieces.map(({ array }) => array);
  }

  /** @param {Any} Class @param {number} length */
  #carveOne(Class, length) {
    const begin = 16 * Math.ceil((this.#used + GUARD_BYTES) / 16);
    const array = new Class(this.#bytes.buffer, begin, length);
    const end = begin + array.byteLength;
    this.#used = end;
    return { array, begin, end };
  }

  /** Nothing may have been written beside the arrays. */
  checkGuards() {
    let at = 0;
    for (const { begin, end } of [...this.#pieces, { begin: this.#used + GUARD_BYTES, end: 0 }]) {
      for (; at < begin; ++at) if (this.#bytes[at] !== GUARD) throw new Error('written beside an output');
      at = end;
    }
  }

  /** Nothing may have been written at all. @param {readonly Any[]} arrays that were carved last */
  checkUntouched(arrays) {
    this.checkGuards();
    const [array] = arrays;
    if (
      Array.isArray(array) &&
      arrays.some((each) => each.some((/** @type {string} */ text) => text !== 'guard'))
    )
      throw new Error('a failed call has written');
    for (let at = 0; at < this.#used; ++at)
      if (this.#bytes[at] !== GUARD) throw new Error('a failed call has written');
  }
}
