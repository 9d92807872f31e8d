// Tensors whose elements are written one by one, as the corpus of `rearrange` has them, and what is wrong with a result.
import { bitsOfDouble, convert, elementBits, isNaNOf } from '../../docs/rules/conversions.js';
import { bitsOf, bytesOf, classOf, countElements, encode, entriesOf } from '../../docs/rules/elements.js';

/** @typedef {any} Any */

/**
 * @typedef {object} Written
 * @property {string} type
 * @property {readonly number[]} dims
 * @property {readonly number[]} [stride]
 * @property {number} [offset]
 * @property {readonly string[]} [elements] all of the data; without any, element k is k
 */

/** A tensor with data of its own. @param {Written} written @returns {Any} */
export function tensorOf({ type, dims, stride, offset, elements }) {
  const count = countElements(dims);
  const data = elements
    ? dataOf(type, elements)
    : encode(
        type,
        Array.from({ length: count }, (_, k) => k),
      );
  return { type, dims, ...(stride && { stride, offset }), data };
}

/** Types whose elements are numbers to JavaScript, or packed. */
const isPlain = (/** @type {string} */ type) => type.startsWith('complex') || bitsOf(type) % 8 !== 0;

/** @param {string} type @param {readonly string[]} elements */
function dataOf(type, elements) {
  if (type === 'string') return [...elements];
  if (isPlain(type)) return encode(type, elements.map(Number));
  const width = bitsOf(type) / 8;
  const data = new (classOf(type))(entriesOf(type, elements.length));
  const bytes = bytesOf(data);
  elements.forEach((element, k) => {
    for (let i = 0, bits = bitsOfElement(type, element); i < width; ++i, bits >>= 8n)
      bytes[k * width + i] = Number(bits & 255n);
  });
  return data;
}

/** The bits of an element: `0x7fc0` are bits; anything else is a number. @param {string} type @param {string} element */
function bitsOfElement(type, element) {
  if (element.startsWith('0x')) return BigInt(element);
  if (/float|f8/.test(type))
    return convert(
      'float64',
      bitsOfDouble(Number(element.replace('inf', 'Infinity').replace('nan', 'NaN'))),
      type,
    );
  return BigInt.asUintN(bitsOf(type), BigInt(element));
}

/** What is wrong with a result; '' if nothing is. @param {Any} made @param {Written} written */
export function differenceOfTensor(made, written) {
  const { type, dims, stride, offset } = written;
  const shape = JSON.stringify([made.type, made.dims, made.stride, made.offset]);
  if (shape !== JSON.stringify([type, dims, stride, offset])) return `is ${shape}`;
  return differenceOfElements(made.data, written);
}

/** The same of the elements alone. @param {Any} data @param {Written} written */
export function differenceOfElements(data, { type, elements = [] }) {
  if (type === 'string') return `${data}` === `${elements}` ? '' : `has ${data}`;
  if (isPlain(type)) return `${bytesOf(data)}` === `${bytesOf(dataOf(type, elements))}` ? '' : `has ${data}`;
  const bits = elementBits(data);
  const isSame = (/** @type {string} */ element, /** @type {number} */ k) =>
    element === 'nan' ? isNaNOf(type, bits[k]) : bitsOfElement(type, element) === bits[k];
  const right = bits.length === elements.length && elements.every(isSame);
  return right
    ? ''
    : `has ${bits.map((each) => `0x${each.toString(16)}`).join(' ')}, which is ${Array.from(data).join(' ')}`;
}
