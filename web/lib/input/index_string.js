// NumPy's notation for a slice: '1:-1, ::2, ..., 3'. It means what it means in NumPy (ruling D50): ranges `start:stop:step`
// with every part optional, single indices, which drop their axis, and at most one `...`, which stands for all axes that
// nothing else names.
import { mistake } from '../base/mistake.js';

/** Beyond every axis; the core clamps it. */
const FAR = 2 ** 53;
/** Characters; 32 axes do not need as many. */
const MOST = 4096;

/** What Python skips inside brackets. */
const BLANKS = '[ \\t\\f\\r\\n]*';
/** Python's decimal integers, with any number of signs: `1_000`, `-0`, `- -3`, but not `01`. */
const INTEGER = `((?:[+-]${BLANKS})*(?:0(?:_?0)*|[1-9](?:_?\\d)*))${BLANKS}`;
const PART = `:${BLANKS}(?:${INTEGER})?`;
const ITEM = new RegExp(`^${BLANKS}(?:(\\.{3})${BLANKS}|(?:${INTEGER})?(${PART}(?:${PART})?)?)$`);
const LAST_COMMA = new RegExp(`,${BLANKS}$`);

/** What is often tried and not understood, and a word about it. @type {[RegExp, string][]} */
const HINTS = [
  [/None|newaxis/, '; a slice adds no axes'],
  [/true|false/i, '; booleans select elements, which a slice does not'],
  [/[[\]]/, "; leave out brackets (x[1, :] is '1, :'): a list of indices is not a slice"],
  [/^\D*0_?\d/, '; an integer has no leading zeros'],
];

/**
 * @typedef {object} Cuts the same as ONNX's parameters
 * @property {number[]} starts
 * @property {number[]} ends
 * @property {number[]} axes
 * @property {number[]} steps
 * @property {number[]} drops axes of single indices
 */

/**
 * @param {string} text
 * @param {readonly number[]} dims of the data
 * @param {string} op to blame
 * @returns {Cuts}
 */
export function parseIndexString(text, dims, op) {
  if (text.length > MOST) {
    throw mistake('bad_index_string', op, 'spec', `${text.length} characters; at most ${MOST} are read`);
  }
  const words = text.replace(LAST_COMMA, '').split(',');
  const items = words.map((word) => parseItem(word, text, op));
  const rank = dims.length;
  const named = items.filter((item) => item !== null).length;
  if (items.length - named > 1)
    throw mistake('bad_index_string', op, 'spec', `'${text}' has more than one '...'`);
  if (named > rank) {
    const what = `'${text}' names ${named} axes but the data has rank ${rank}`;
    throw mistake('too_many_axes', op, 'spec', what);
  }
  /** @type {Cuts} */
  const cuts = { starts: [], ends: [], axes: [], steps: [], drops: [] };
  let axis = 0;
  for (const item of items) {
    if (item === null) {
      axis += rank - named;
      continue;
    }
    const { start, end, step, isIndex } = item;
    if (step === 0)
      throw mistake('zero_step', op, 'spec', `the step of axis ${axis} in '${text}' is 0; it must not be`);
    const takesNothing = step < 0 && start < -dims[axis]; // ONNX's Slice would clamp the start to the first element
    cuts.starts.push(start);
    cuts.ends.push(takesNothing ? FAR : end);
    cuts.axes.push(axis);
    cuts.steps.push(step);
    if (isIndex) cuts.drops.push(axis);
    axis += 1;
  }
  return cuts;
}

/**
 * @param {string} word
 * @param {string} text
 * @param {string} op
 * @returns null for '...'
 */
function parseItem(word, text, op) {
  const [, dots, start, range, stop, by] = ITEM.exec(word) ?? [];
  if (dots) return null;
  if (range) {
    const step = toInteger(by, 1);
    const [first, last] = step < 0 ? [FAR, -FAR] : [0, FAR];
    return { start: toInteger(start, first), end: toInteger(stop, last), step, isIndex: false };
  }
  if (start) {
    const index = toInteger(start, 0);
    return { start: index, end: index === -1 ? FAR : index + 1, step: 1, isIndex: true };
  }
  const item = word.trim();
  const hint = HINTS.find(([tried]) => tried.test(item))?.[1] ?? '';
  const what = `'${item}' in '${text}' is neither a:b:c nor an index nor '...'${hint}`;
  throw mistake('bad_index_string', op, 'spec', what);
}

/**
 * The integer that a part says, as far as integers are exact: many digits would be an infinity.
 * @param {string | undefined} part
 * @param {number} otherwise what it is if it is left out
 * @returns {number}
 */
function toInteger(part, otherwise) {
  if (part === undefined) return otherwise;
  const value = Number(part);
  if (!Number.isNaN(value)) return Math.max(-FAR, Math.min(FAR, value));
  const size = toInteger(part.replace(/\D/g, ''), 0); // JavaScript reads one sign, and no underscores
  return part.split('-').length % 2 === 0 ? -size : size;
}
