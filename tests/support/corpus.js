// Reads the corpus, tests/cases/*.txt, whose format its README.md describes. Strict: what is not understood to the last
// character is an error with the line's place. Tags are only read here; tools/generate/ties.js asks what they claim. The files
// themselves are read by corpus_files.js, because this also runs where there are none (tests/hosts).
import {
  parseAttribute,
  parseDims,
  parseInteger,
  parseName,
  parseNumber,
  parseValue,
} from './corpus_values.js';
import { BITS, countElements } from './elements.js';

/** @import { Value } from './corpus_values.js' */

/**
 * @typedef {object} Output
 * @property {number[]} dims
 * @property {number[]} elements source index of each
 */

/**
 * @typedef {object} Case
 * @property {string} where `slice.txt:12`
 * @property {string} text the line
 * @property {string[]} tags what its group executes: names of rules and rulings
 * @property {string} op_type
 * @property {number} opset
 * @property {string} type
 * @property {number[]} dims
 * @property {Map<string, Value>} inputs
 * @property {Map<string, Value>} attributes
 * @property {bigint} [outputs] the node's output count
 * @property {Output[]} [expected] absent: an error
 * @property {{ code: string, param: string }} [error]
 */

const OP_TYPES = ['Slice', 'Split', 'SplitToSequence', 'VariadicSplit'];

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
  const [, tags] = /^# ((?:[Da-z][\da-z-]*, )*[Da-z][\da-z-]*): /.exec(comment) ?? [];
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
  return { where, text, tags, ...read, ...parseExpectation(expectation, countElements(read.dims)) };
}

/** @param {string} text */
const words = (text) => text.split(' ').filter((word) => word !== '');

/** @param {string[]} words */
function parseNode([operator = '', type = '', dims = '', ...parts]) {
  const [, op_type, opset] = /^([A-Za-z]+)-(\d+)$/.exec(operator) ?? [];
  if (!OP_TYPES.includes(op_type)) throw new Error('an unknown operator');
  if (!BITS.has(type)) throw new Error('an unknown element type');
  const node = {
    op_type,
    opset: Number(opset),
    type,
    dims: parseDims(dims),
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
 * @param {string} text
 * @param {number} elements of the data
 */
function parseExpectation(text, elements) {
  const [first, ...rest] = words(text);
  if (first === 'error') {
    const [code, param] = rest;
    if (rest.length !== 2) throw new Error('an error is a code and a parameter');
    return { error: { code: parseName(code), param: param === '-' ? '' : parseName(param) } };
  }
  if (first === 'none' && rest.length === 0) return { expected: [] };
  return { expected: text.split(' | ').map((output) => parseOutput(words(output), elements)) };
}

/**
 * @param {string[]} words
 * @param {number} elements of the data
 * @returns {Output}
 */
function parseOutput([shape = '', ...indices], elements) {
  const dims = parseDims(shape);
  const output = { dims, elements: indices.map((word) => Number(parseNumber(word))) };
  if (output.elements.some((k) => !Number.isInteger(k) || k < 0 || k >= elements)) {
    throw new Error('an element that the data has not');
  }
  if (output.elements.length !== countElements(dims)) throw new Error('dims and elements differ');
  return output;
}
