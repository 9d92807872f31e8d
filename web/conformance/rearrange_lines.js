// Reads the corpus of `rearrange`, tests/cases/rearrange/*.txt, whose format the README.md of tests/cases/ describes.
import { readdirSync, readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

/** @typedef {any} Any */
/** @import { Written } from './written.js' */

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

const FOLDER = new URL('../../tests/cases/rearrange/', import.meta.url);
const TENSOR = /^(?:(\w+) )?\[([\d,]*)\](?: stride=\[([-\d,]*)\] offset=(\d+))?(?: (.*))?$/;

/** @returns {Case[]} */
export const readRearrangeCases = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => readLines(name, readFileSync(new URL(name, FOLDER), 'utf8')));

/** @param {string} file @param {string} text */
function readLines(file, text) {
  /** @type {Case[]} */
  const cases = [];
  /** @type {string[]} */
  let tags = [];
  text.split('\n').forEach((line, i) => {
    const where = `rearrange/${file}:${i + 1}`;
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
const table = (Class, element, length = 256) =>
  new Class(length).map((/** @type {unknown} */ _, /** @type {number} */ k) => element(k));

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
