// Elements in arrays and out of them, for all types: written from the documents, apart from the implementation, and bit
// by bit where types are packed. An element is known by a whole number: its value, or its bits where it has no such value.

/** Bits per element; 0: a string. */
export const BITS = new Map(
  Object.entries({
    bool: 8, int8: 8, int16: 16, int32: 32, int64: 64, uint8: 8, uint16: 16, uint32: 32, uint64: 64, float16: 16,
    float32: 32, float64: 64, complex64: 64, complex128: 128, string: 0, bfloat16: 16, u1: 1, u2: 2, u3: 3, u4: 4, u6: 6,
    i4: 4, nf4: 4, f4e2m1: 4, f8e4m3: 8, f8e5m2: 8, f8e8m0: 8,
  }),
); // biome-ignore format: a table

export const TYPES = [...BITS.keys()];
export const PACKED = TYPES.filter((type) => bitsOf(type) % 8 !== 0);

/** @param {string} type */
export function bitsOf(type) {
  const bits = BITS.get(type);
  if (bits === undefined) throw new Error(`'${type}' is not an element type`);
  return bits;
}

/** Classes that are not told by the bits alone. @type {Record<string, any>} */
const CLASSES = {
  float32: Float32Array, float64: Float64Array, complex64: Float32Array, complex128: Float64Array, int8: Int8Array,
  int16: Int16Array, int32: Int32Array, uint32: Uint32Array, int64: BigInt64Array, uint64: BigUint64Array,
  float16: Uint16Array, bfloat16: Uint16Array, uint16: Uint16Array, string: Array,
}; // biome-ignore format: a table

/** @param {string} type */
export const classOf = (type) => CLASSES[type] ?? Uint8Array;

/** The zero of a type (G4). @param {string} type @returns {any} */
export const zeroOf = (type) => (type === 'string' ? '' : type === 'nf4' ? 7 : 0);

/** Elements of a tensor. @param {readonly number[]} dims */
export const countElements = (dims) => (dims.includes(0) ? 0 : dims.reduce((n, size) => n * size, 1));

/** The bytes of a typed array. @param {any} array */
export const bytesOf = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);

/** Entries of the array that `n` elements take. @param {string} type @param {number} n */
export function entriesOf(type, n) {
  if (type.startsWith('complex')) return 2 * n;
  if (type === 'u3') return 3 * Math.ceil(n / 8);
  if (type === 'u6') return 3 * Math.ceil(n / 4);
  return bitsOf(type) % 8 === 0 ? n : Math.ceil((n * bitsOf(type)) / 8);
}

/**
 * Where bit `j` (0: the least) of packed element `k` is: [byte, bit of the byte].
 * @type {Record<number, (k: number, j: number) => [number, number]>}
 */
const PLACES = {
  1: (k) => [k >> 3, 7 - (k % 8)],
  2: (k, j) => [k >> 2, 2 * (3 - (k % 4)) + j],
  4: (k, j) => [k >> 1, 4 * (k % 2) + j],
  3: (k, j) => inThree(3 * (k >> 3), 2, 7 - (k % 8), j),
  6: (k, j) => inThree(3 * (k >> 2), 4, 3 - (k % 4), j),
};

/**
 * u3 and u6: the low bits are in the big-endian word of two bytes, the others in the third.
 * @param {number} byte @param {number} low @param {number} place @param {number} j
 * @returns {[number, number]}
 */
function inThree(byte, low, place, j) {
  if (j >= low) return [byte + 2, (low / 2) * place + j - low];
  const bit = low * place + j;
  return [bit >= 8 ? byte : byte + 1, bit % 8];
}

/**
 * Places of the bits of 8 elements, which fill whole bytes whatever their bits: element by element, 2 numbers per bit.
 * @param {number} bits
 */
const placesOf8 = (bits) =>
  Array.from({ length: 8 * bits }, (_, i) => PLACES[bits](Math.floor(i / bits), i % bits)).flat();

const TABLES = Object.fromEntries(Object.keys(PLACES).map((bits) => [bits, placesOf8(Number(bits))]));

/**
 * An array of the type's class that holds these elements; unused bits are 0.
 * @param {string} type
 * @param {ArrayLike<number>} elements
 * @returns {any}
 */
export function encode(type, elements) {
  if (type === 'string') return Array.from(elements, String);
  const data = new (classOf(type))(entriesOf(type, elements.length));
  const put = putterOf(type, data);
  for (let k = 0; k < elements.length; ++k) put(k, elements[k]);
  return data;
}

/**
 * @param {string} type
 * @param {any} data
 * @returns {(k: number, element: number) => void}
 */
function putterOf(type, data) {
  const bits = bitsOf(type);
  if (bits % 8 !== 0) {
    const table = TABLES[bits];
    return (k, element) => {
      const first = (k >>> 3) * bits;
      for (let j = 0, at = 2 * bits * (k & 7); j < bits; ++j, at += 2)
        data[first + table[at]] |= ((element >> j) & 1) << table[at + 1];
    };
  }
  return (k, element) => {
    if (type.startsWith('complex')) data.set([element, -element - 0.5], 2 * k);
    else if (type === 'bool') data[k] = element % 2;
    else data[k] = bits === 64 && type !== 'float64' ? BigInt(element) : element;
  };
}

/**
 * The elements of an array, as `wrap` leaves them.
 * @param {string} type
 * @param {any} data
 * @param {number} count
 * @returns {number[]}
 */
export function decode(type, data, count) {
  const bits = bitsOf(type);
  return Array.from({ length: count }, (_, k) =>
    bits % 8 === 0 ? Number(data[type.startsWith('complex') ? 2 * k : k]) : packedAt(bits, data, k),
  );
}

/**
 * Packed element `k`.
 * @param {number} bits
 * @param {Uint8Array} data
 * @param {number} k
 */
export function packedAt(bits, data, k) {
  const table = TABLES[bits];
  const first = (k >>> 3) * bits;
  let element = 0;
  for (let j = 0, at = 2 * bits * (k & 7); j < bits; ++j, at += 2)
    element |= ((data[first + table[at]] >> table[at + 1]) & 1) << j;
  return element;
}

/** What is left of a whole number of 0 or more in an element. @param {string} type @param {number} value */
export function wrap(type, value) {
  if (type === 'bool') return value % 2;
  if (type === 'float32' || type === 'complex64') return Math.fround(value);
  const bits = bitsOf(type);
  if (bits === 0 || bits > 32 || value === 0) return value;
  const rest = value % 2 ** bits;
  return /^int\d/.test(type) && rest >= 2 ** (bits - 1) ? rest - 2 ** bits : rest;
}

/** Elements that say nothing of their neighbours. @param {string} type @param {number} count */
export const hashed = (type, count) =>
  encode(
    type,
    Uint32Array.from({ length: count }, (_, k) => hash(k)),
  );

/**
 * Elements of any bits, NaNs of every kind among them, and bits set where packed elements leave some unused.
 * @param {string} type
 * @param {number} count
 * @param {any} [Class]
 */
export function noise(type, count, Class = classOf(type)) {
  if (type === 'string') return hashed(type, count);
  const data = new Class(entriesOf(type, count));
  const bytes = bytesOf(data);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = i % 5 < 2 ? 0xff : hash(i);
  return data;
}

/** Element k is k. @param {string} type @param {number} count */
export const iota = (type, count) =>
  encode(
    type,
    Array.from({ length: count }, (_, k) => k),
  );

/** Element k is a number that says nothing of k's neighbours, so that an error by a multiple of 2 shows. @param {number} k */
export function hash(k) {
  let h = Math.imul(k + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return ((h ^ (h >>> 13)) >>> 8) & 0x7fffff;
}
