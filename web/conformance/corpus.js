// Reads the corpus, tests/cases/*.txt, whose format its README.md describes. Strict: what is not understood to the last
// character is an error with the line's place. Tags are only read here; tools/generate/ties.js asks what they claim. The files
// themselves are read by corpus_files.js, because this also runs where there are none (tests/hosts).

import { BITS, countElements } from '../../docs/rules/elements.js';
import { familyOf, isListed, OPERATORS } from '../../docs/rules/operators.js';
import {
  parseAttribute,
  parseDims,
  parseInteger,
  parseName,
  parseNumber,
  parseValue,
} from './corpus_values.js';

/** @import { Value } from './corpus_values.js' */
/** @import { Row } from '../../docs/rules/operators.js' */

/**
 * @typedef {object} Output
 * @property {number[]} dims
 * @property {number[]} elements source index of each
 */

/** @typedef {{ type: string, dims: number[] }} Shape of a tensor of data */

/**
 * @typedef {object} Case
 * @property {string} where `slice.txt:12`
 * @property {string} text the line
 * @property {string[]} tags what its group executes: names of rules and rulings
 * @property {string} domain
 * @property {string} op_type
 * @property {number} opset
 * @property {string} type the first one, and that of the outputs
 * @property {number[]} dims of the first tensor
 * @property {(Shape | null)[]} tensors that the line lists; null: absent
 * @property {Map<string, Value>} inputs
 * @property {Map<string, Value>} attributes
 * @property {bigint} [outputs] the node's output count
 * @property {Output[]} [expected] absent: an error
 * @property {{ code: string, param: string, sentence?: string }} [error] without a sentence: any
 */

/** The newest version of each operator, by its name here. */
const FAMILIES = new Map(OPERATORS.map((row) => [familyOf(row), row]));

/**
 * @param {string} file
 * @param {string} text
 */
export function readCases(file, text) {
  /** @type {Case[]} */
  const cases = [];
  /** @type {string[]} */
  let tags = [];
  text.split('\n').forEach((line, i) => {
    const trimmed = line.trim();
    if (trimmed === '') tags = [];
    else if (trimmed.startsWith('#')) tags = [...tags, ...tagsOf(trimmed)];
    else cases.push(readCase(line, `${file}:${i + 1}`, tags));
  });
  return cases;
}

/** `# D16, chunks: what is special here`. @param {string} comment */
function tagsOf(comment) {
  const [, tags] = /^# ((?:[DGJNa-z][\da-z-]*, )*[DGJNa-z][\da-z-]*): /.exec(comment) ?? [];
  return tags === undefined ? [] : tags.split(', ');
}

/**
 * @param {string} line
 * @param {string} where
 * @param {string[]} tags
 */
function readCase(line, where, tags) {
  try {
    return parseCase(line, where, tags);
  } catch (cause) {
    throw new Error(`${where}: ${cause instanceof Error ? cause.message : cause}: ${line}`, { cause });
  }
}

/**
 * @param {string} text
 * @param {string} where
 * @param {string[]} tags
 * @returns {Case}
 */
export function parseCase(text, where = '', tags = []) {
  if (/[\t\r]/.test(text)) throw new Error('a tab or carriage return');
  const [node, expectation, ...rest] = text.split(' -> ');
  if (expectation === undefined || rest.length > 0) throw new Error("not one ' -> '");
  const read = parseNode(words(node));
  return { where, text, tags, ...read, ...parseExpectation(expectation, countAll(read.tensors)) };
}

/** Elements of all tensors together. @param {readonly (Shape | null)[]} tensors */
export const countAll = (tensors) => tensors.reduce((n, tensor) => n + countElements(tensor?.dims ?? [0]), 0);

/** @param {string} text */
const words = (text) => text.split(' ').filter((word) => word !== '');

/** @param {string[]} words */
function parseNode([operator = '', type = '', ...rest]) {
  const [, family, opset] = /^([A-Za-z.]+)-(\d+)$/.exec(operator) ?? [];
  const row = FAMILIES.get(family);
  if (row === undefined) throw new Error('an unknown operator');
  const [tensors, parts] = parseTensors(type, rest, row);
  const node = {
    domain: row.domain,
    op_type: row.op_type,
    opset: Number(opset),
    type,
    dims: tensors[0]?.dims ?? [],
    tensors,
    inputs: /** @type {Map<string, Value>} */ (new Map()),
    attributes: /** @type {Map<string, Value>} */ (new Map()),
    outputs: /** @type {bigint | undefined} */ (undefined),
  };
  for (const part of parts) {
    const equals = part.indexOf('=');
    if (equals < 0) throw new Error(`'${part}' is not an argument`);
    const isAttribute = part.startsWith('@');
    const name = parseName(part.slice(isAttribute ? 1 : 0, equals));
    const value = part.slice(equals + 1);
    if (name === 'outputs' && !isAttribute) {
      if (node.outputs !== undefined) throw new Error('two numbers of outputs');
      node.outputs = parseInteger(value);
      continue;
    }
    const values = isAttribute ? node.attributes : node.inputs;
    if (values.has(name)) throw new Error(`'${name}' is given twice`);
    values.set(name, isAttribute ? parseAttribute(value) : parseValue(value));
  }
  return node;
}

/**
 * `[2,3] int32 [4] null`: the tensors before the arguments. A type holds for the dims after it.
 * @param {string} first type
 * @param {string[]} words
 * @param {Row} row
 * @returns {[(Shape | null)[], string[]]} and the arguments
 */
function parseTensors(first, words, { inputs }) {
  const listed = inputs.filter(isListed);
  const any = listed[0].variadic || listed[0].sequence;
  const end = words.findIndex((word) => word.includes('='));
  const given = end < 0 ? words : words.slice(0, end);
  let type = parseType(first);
  let isNew = false;
  /** @type {(Shape | null)[]} */
  const tensors = [];
  for (const word of given) {
    const isTensor = word === 'null' || word.startsWith('[');
    if (isNew && !isTensor) throw new Error('a type without dims');
    if (isTensor) tensors.push(word === 'null' ? null : { type, dims: parseDims(word) });
    else type = parseType(word);
    isNew = !isTensor;
  }
  if (isNew) throw new Error('a type without dims');
  if (!any && (tensors.length < 1 || tensors.length > listed.length))
    throw new Error('too few or many tensors');
  return [tensors, words.slice(given.length)];
}

/** @param {string} word */
function parseType(word) {
  if (!BITS.has(word)) throw new Error(`'${word}' is not an element type`);
  return word;
}

/**
 * @param {string} text
 * @param {number} elements of all tensors
 */
function parseExpectation(text, elements) {
  const [first, ...rest] = words(text);
  if (first === 'error') {
    const [, code, param, sentence] = /^error (\S+) (\S+?)(?:: (.+))?$/.exec(text) ?? [];
    if (code === undefined)
      throw new Error('an error is a code and a parameter, and a sentence after a colon');
    const error = { code: parseName(code), param: param === '-' ? '' : parseName(param) };
    return { error: sentence === undefined ? error : { ...error, sentence } };
  }
  if (first === 'none' && rest.length === 0) return { expected: [] };
  return { expected: text.split(' | ').map((output) => parseOutput(words(output), elements)) };
}

/**
 * @param {string[]} words
 * @param {number} elements of all tensors
 * @returns {Output}
 */
function parseOutput([shape = '', ...indices], elements) {
  const dims = parseDims(shape);
  const output = { dims, elements: indices.map((word) => Number(parseNumber(word))) };
  if (output.elements.some((k) => !Number.isInteger(k) || k < -1 || k >= elements)) {
    throw new Error('an element that no tensor has');
  }
  if (output.elements.length !== countElements(dims)) throw new Error('dims and elements differ');
  return output;
}
