// NumPy's notation for a slice: '1:-1, ::2, ..., 3'. Ranges `start:stop:step` with every part optional, single indices,
// which drop their axis, and at most one `...`, which stands for all axes that nothing else names.
import { mistake } from '../base/mistake.js';

/** Beyond every axis; the core clamps it. */
const FAR = 2 ** 53;
/** Characters; 32 axes do not need as many. */
const MOST = 4096;

/**
 * @typedef {object} Cuts the same as ONNX's parameters
 * @property {number[]} starts
 * @property {number[]} ends
 * @property {number[]} axes
 * @property {number[]} steps
 * @property {number[]} drops axes of single indices
 */

const RANGE = /^([+-]?\d+)?:([+-]?\d+)?(?::([+-]?\d+)?)?$/;
const INDEX = /^[+-]?\d+$/;

/**
 * The integer that a part says, as far as integers are exact: many digits would be an infinity, which is none.
 * @param {string} part
 */
const toInteger = (part) => Math.max(-FAR, Math.min(FAR, Number(part)));

/**
 * @param {string} text
 * @param {number} rank of the data
 * @param {string} op to blame
 * @returns {Cuts}
 */
export function parseIndexString(text, rank, op) {
  if (text.length > MOST) {
    throw mistake('bad_index_string', op, 'spec', `${text.length} characters; at most ${MOST} are read`);
  }
  const items = text.split(',').map((item) => item.trim());
  const named = items.filter((item) => item !== '...').length;
  if (items.length - named > 1)
    throw mistake('bad_index_string', op, 'spec', `'${text}' has more than one '...'`);
  if (named > rank) {
    throw mistake('too_many_axes', op, 'spec', `'${text}' names ${named} axes but the data has rank ${rank}`);
  }
  /** @type {Cuts} */
  const cuts = { starts: [], ends: [], axes: [], steps: [], drops: [] };
  let axis = 0;
  for (const item of items) {
    if (item === '...') {
      axis += rank - named;
      continue;
    }
    addItem(cuts, axis, item, text, op);
    axis += 1;
  }
  return cuts;
}

/**
 * @param {Cuts} cuts
 * @param {number} axis
 * @param {string} item
 * @param {string} text
 * @param {string} op
 */
function addItem(cuts, axis, item, text, op) {
  cuts.axes.push(axis);
  if (INDEX.test(item)) {
    const index = toInteger(item);
    cuts.starts.push(index);
    cuts.ends.push(index === -1 ? FAR : index + 1);
    cuts.steps.push(1);
    cuts.drops.push(axis);
    return;
  }
  const range = RANGE.exec(item);
  if (range === null) {
    throw mistake(
      'bad_index_string',
      op,
      'spec',
      `'${item}' in '${text}' is neither a:b:c nor an index nor '...'${/[[\]]/.test(item) ? '; leave out the brackets' : ''}`,
    );
  }
  const step = range[3] === undefined ? 1 : toInteger(range[3]);
  if (step === 0)
    throw mistake('zero_step', op, 'spec', `the step of '${item}' in '${text}' is 0; it must not be`);
  cuts.starts.push(range[1] === undefined ? (step < 0 ? FAR : 0) : toInteger(range[1]));
  cuts.ends.push(range[2] === undefined ? (step < 0 ? -FAR : FAR) : toInteger(range[2]));
  cuts.steps.push(step);
}
