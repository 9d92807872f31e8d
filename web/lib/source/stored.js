// The tensors that `open` finds: what they are, where they are, and how what they need is read.
import { mistake } from '../base/mistake.js';
import { describe } from '../base/read.js';

/** @import { TypeName } from '../types.js' */
/** @import { ElementType } from './elements.js' */
/** @import { Limits } from './requests.js' */
/** @import { Store } from './stores/store.js' */

/**
 * Where a tensor is, and how it is read.
 * @typedef {object} Place
 * @property {ElementType} type
 * @property {readonly number[]} dims
 * @property {readonly number[]} [stride]
 * @property {number} at byte of its first element
 * @property {boolean} isBig its bytes are big-endian
 * @property {Store} store
 * @property {Limits & { concurrency: number }} limits
 */

/** @type {WeakMap<object, Place>} */
const places = new WeakMap();

/**
 * A tensor in a file, described; no data has been read. It is a tensor-like without data, so `plan` takes it.
 * @template {TypeName} [T=TypeName]
 */
export class Stored {
  /** '' if the file has no names. @type {string} @readonly */ name;
  /** Its element type. @type {T} @readonly */ type;
  /** Size of each axis. @type {readonly number[]} @readonly */ dims;
  /** The byte of the file at which its first element is. @type {number} @readonly */ at;
  /** Elements from one index of an axis to the next; undefined: row-major. @type {readonly number[] | undefined} @readonly */ stride;
  /** Byte order in the file. @type {'little' | 'big'} @readonly */ endian;

  /**
   * @param {string} name
   * @param {Place} place
   * @internal
   */
  constructor(name, place) {
    const { type, dims, stride, at, isBig } = place;
    this.name = name;
    this.type = /** @type {T} */ (type.name);
    this.dims = Object.freeze([...dims]);
    this.at = at;
    if (stride !== undefined) this.stride = Object.freeze([...stride]);
    this.endian = isBig ? 'big' : 'little';
    places.set(Object.freeze(this), place);
  }
}

/**
 * @param {unknown} stored
 * @param {string} op to blame
 * @returns {Place}
 */
export function placeOf(stored, op) {
  const place = places.get(/** @type {object} */ (stored));
  if (place !== undefined) return place;
  const what = `expected a tensor of a file that \`open\` opened, not ${describe(stored)}`;
  throw mistake('bad_argument', op, 'stored', what);
}
