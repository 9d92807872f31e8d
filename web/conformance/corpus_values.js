// Values of the corpus format: numbers, lists, dims, typed tensors.
import { BITS } from '../../docs/rules/elements.js';

/**
 * @typedef {object} Value
 * @property {string} type element type; '' of a plain attribute
 * @property {number[]} dims
 * @property {(number | bigint)[]} values integers exactly, as bigint
 * @property {string} [text] of an attribute that is a string, instead of values
 */

/** @param {string} text */
export function parseName(text) {
  if (!/^[a-z_]+$/.test(text)) throw new Error(`'${text}' is not a name`);
  return text;
}

/** @param {string} text */
export function parseInteger(text) {
  if (!/^-?\d+$/.test(text) || text === '-0') throw new Error(`'${text}' is not an integer`);
  return BigInt(text);
}

/** @param {string} text */
const isNamedNumber = (text) => text === 'nan' || text === 'inf';

/** Integers exactly; '-0' is a float, because only a float has it. @param {string} text */
export function parseNumber(text) {
  if (/^-?\d+$/.test(text) && text !== '-0') return BigInt(text);
  if (text === 'nan') return Number.NaN;
  if (text === 'inf') return Number.POSITIVE_INFINITY;
  if (text === '-inf') return Number.NEGATIVE_INFINITY;
  if (!/^-?\d+(\.\d+)?(e-?\d+)?$/.test(text)) throw new Error(`'${text}' is not a number`);
  return Number(text);
}

/** @param {string} inner of brackets */
const parseList = (inner) => (inner === '' ? [] : inner.split(',').map(parseNumber));

/** @param {string} text `[2,3]` */
export function parseDims(text) {
  const [, inner] = /^\[([\d,]*)\]$/.exec(text) ?? [];
  if (inner === undefined) throw new Error(`'${text}' are no dims`);
  return parseSizes(inner);
}

/** @param {string} inner */
function parseSizes(inner) {
  const sizes = inner === '' ? [] : inner.split(',').map((size) => Number(parseInteger(size)));
  if (!sizes.every(Number.isSafeInteger)) throw new Error(`'${inner}' are no sizes`);
  return sizes;
}

/** `5`, `[1,2]` or `circular`; with a type in front, a tensor as an input has it. @param {string} text @returns {Value} */
export function parseAttribute(text) {
  if (/^[a-z]\w*[[({]/.test(text)) return parseValue(text);
  const [, list] = /^\[([^[\]]*)\]$/.exec(text) ?? [];
  if (list === undefined) {
    return isNamedNumber(text) || !/^[A-Za-z_]+$/.test(text)
      ? { type: '', dims: [], values: [parseNumber(text)] }
      : { type: '', dims: [], values: [], text };
  }
  const values = parseList(list);
  return { type: '', dims: [values.length], values };
}

/** `5`, `[1,2]`, `int32[1,2]`, `int8(5)`, `int64{2,1}[3,4]`. @param {string} text @returns {Value} */
export function parseValue(text) {
  const [, prefix = '', shape, list, one] =
    /^([a-z][a-z0-9]*)?(?:(?:\{([\d,]*)\})?\[([^[\](){}]*)\]|\(([^[\](){}]*)\))$/.exec(text) ?? [];
  const type = prefix === '' ? 'int64' : prefix;
  if (list === undefined && one === undefined) {
    return checked({ type: 'int64', dims: [], values: [parseNumber(text)] });
  }
  if (one !== undefined && prefix === '') throw new Error(`'${text}' has no type`);
  if (shape !== undefined && prefix === '') throw new Error(`'${text}' has no type`);
  const values = list === undefined ? [parseNumber(/** @type {string} */ (one))] : parseList(list);
  const dims = list === undefined ? [] : shape === undefined ? [values.length] : parseSizes(shape);
  return checked({ type, dims, values });
}

/** @param {Value} value */
function checked({ type, dims, values }) {
  const bits = BITS.get(type);
  if (bits === undefined) throw new Error(`'${type}' is not an element type`);
  if (dims.reduce((n, size) => n * size, 1) !== values.length) throw new Error('shape and values differ');
  const [, sign, integer] = /^(u?)(int)\d+$/.exec(type) ?? [];
  if (integer !== undefined) {
    const low = sign === 'u' ? 0n : -(2n ** BigInt(bits - 1));
    const high = 2n ** BigInt(sign === 'u' ? bits : bits - 1) - 1n;
    const fits = (/** @type {number | bigint} */ v) => typeof v === 'bigint' && v >= low && v <= high;
    if (!values.every(fits)) throw new Error(`a value that ${type} has not`);
  }
  return { type, dims, values };
}
