// The plan of the last call of each operator version: a loop repeats its calls, and planning takes most of a small one.
import { isSame } from '../input/integers.js';
import { fits, planCall } from './program.js';

/** @import { Version } from '../core/core.js' */
/** @import { Argument } from '../input/integers.js' */
/** @import { Call, Planned } from './program.js' */
/** @import { Source } from '../input/tensor.js' */

/** More would take longer to compare than to plan, or too much memory to keep. */
const MOST = 64;

/** @type {Map<Version, Planned>} */
const recent = new Map();

/**
 * The plan of a call, made or found again.
 * @param {Call} call
 * @param {Source} source
 */
export function planOf(call, source) {
  const last = recent.get(call.version);
  if (last !== undefined && fits(last, source) && isSameCall(last.call, call)) return last;
  const planned = planCall(call, source);
  if (planned.program.outputs.length <= MOST) recent.set(call.version, planned);
  return planned;
}

/**
 * @param {Call} a
 * @param {Call} b
 */
function isSameCall(a, b) {
  if (a.num_outputs !== b.num_outputs || !isSame(a.drops, b.drops)) return false;
  for (let i = 0; i < a.args.length; ++i) if (!isSameArgument(a.args[i], b.args[i])) return false;
  return true;
}

/**
 * @param {Argument | null} a
 * @param {Argument | null} b
 */
function isSameArgument(a, b) {
  if (a === null || b === null) return a === b;
  return a.type === b.type && a.rank === b.rank && a.values.length <= MOST && isSame(a.values, b.values);
}
