// Reads the corpus of `rearrange`: tests/cases/rearrange/*.txt, of which README.md in tests/cases/ says how a line is written.
import { readdirSync, readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { bitsOf, bytesOf, classOf, countElements, encode, entriesOf } from '../../docs/rules/elements.js';
import { inRoot } from '../../tools/common/paths.js';
import { bitsOfDouble, convert, elementBits, isNaNOf } from './conversions.js';

/** @typedef {any} Any */

/**
 * A tensor as a line writes it.
 * @typedef {object} Written
 * @property {string} type
 * @property {number[]} dims
 * @property {number[]} [stride]
 * @property {number} [offset]
 * @property {string[]} [elements] all of the data; without any, element k is k
 */

/**
 * A line.
 * @typedef {object} Case
 * @property {string} where file and line
 * @property {string} line
 * @property {string[]} tags
 * @property {Written} input
 * @property {string} pattern
 * @property {(data: Any) => Any} options of the call, made anew
 * @property {Written} [expected]
 * @property {{ code: string, param: string, words: string }} [error]
 * @property {Any} [moves] what the first move says, or a part of it
 */

const FOLDER = ['tests', 'cases', 'rearrange'];
const TENSOR = /^(?:(\w+) )?\[([\d,]*)\](?: stride=\[([-\d,]*)\] offset=(\d+))?(?: (.*))?$/;

/** @returns {Case[]} */
export const readRearrangeCases = () =>
  readdirSync(inRoot(...FOLDER))
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => readLines(name, readFileSync(inRoot(...FOLDER, name), 'utf8')));

/** @param {string} file @param {string} text */
function readLines(file, text) {
  /** @type {Case[]} */
  const cases = [];
  /** @type {string[]} */
  let tags = [];
  text.split('\n').forEach((line, i) => {
    const where = `${file}:${i + 1}`;
    if (line === '') tags = [];
    else if (line.startsWith('#')) tags = tags.length > 0 ? tags : line.slice(2).split(':')[0].split(', ');
    else if (tags.length === 0) throw new Error(`${where} is in a group without a tag`);
    else cases.push(readLine(where, line, tags));
  });
  return cases;
}

/** @param {string} where @param {string} line @param {string[]} tags @returns {Case} */
function readLine(where, line, tags) {
  const [input, pattern, options, expected, moves] = line.split('|');
  const error = /^ error (\w+) (\w+)(?:: (.*))?$/.exec(expected.trimEnd());
  return {
    where,
    line,
    tags,
    input: readTensor(where, input),
    pattern: pattern.slice(1, -1), // one blank on either side of it is of the line
    options: evaluated(options),
    ...(error
      ? { error: { code: error[1], param: error[2], words: error[3] ?? '' } }
      : { expected: readTensor(where, expected) }),
    ...(moves && { moves: evaluated(moves)(null) }),
  };
}

/** Properties as a program writes them; `data` is the input's, `table` makes one. @param {string} text @returns {(data: Any) => Any} */
function evaluated(text) {
  const make = runInThisContext(`(data, table) => ({${text}})`);
  return (data) => make(data, table);
}

/** @param {new (length: number) => Any} Class @param {(k: number) => number} element */
const table = (Class, element) =>
  new Class(256).map((/** @type {unknown} */ _, /** @type {number} */ k) => element(k));

/** @param {string} where @param {string} text @returns {Written} */
function readTensor(where, text) {
  const found = TENSOR.exec(text.trim());
  if (found === null) throw new Error(`${where}: '${text.trim()}' is no tensor`);
  const [, type = 'int32', dims, stride, offset, elements] = found;
  const numbers = (/** @type {string} */ list) => list.split(',').filter(Boolean).map(Number);
  return {
    type,
    dims: numbers(dims),
    ...(stride !== undefined && { stride: numbers(stride), offset: Number(offset) }),
    ...(elements !== undefined && { elements: elements.split(' ') }),
  };
}

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
  const { type, dims, stride, offset, elements = [] } = written;
  const shape = JSON.stringify([made.type, made.dims, made.stride, made.offset]);
  if (shape !== JSON.stringify([type, dims, stride, offset])) return `is ${shape}`;
  if (type === 'string') return `${made.data}` === `${elements}` ? '' : `has ${made.data}`;
  if (isPlain(type)) {
    const same = `${bytesOf(made.data)}` === `${bytesOf(dataOf(type, elements))}`;
    return same ? '' : `has ${made.data}`;
  }
  const bits = elementBits(made.data);
  const isSame = (/** @type {string} */ element, /** @type {number} */ k) =>
    element === 'nan' ? isNaNOf(type, bits[k]) : bitsOfElement(type, element) === bits[k];
  const right = bits.length === elements.length && elements.every(isSame);
  return right
    ? ''
    : `has ${bits.map((each) => `0x${each.toString(16)}`).join(' ')}, which is ${Array.from(made.data).join(' ')}`;
}
