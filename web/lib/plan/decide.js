// Decides a call: the core plans it, and what it says becomes plain data that everything else reads. The last call of each
// operator version is remembered, because a loop repeats its calls, and planning takes most of a small one.
import { mistake } from '../base/mistake.js';
import { getCore } from '../core/core.js';
import { arrayLength, DTYPES } from '../core/tables.js';
import { isSame } from '../input/integers.js';

/** @import { Version } from '../core/operators.js' */
/** @import { Decided } from '../core/wire.js' */
/** @import { Argument } from '../input/integers.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Move, TypeName } from '../types.js' */

/**
 * A call without its input.
 * @typedef {object} Call
 * @property {Version} version
 * @property {(Argument | null)[]} args
 * @property {number | undefined} num_outputs
 * @property {readonly number[]} drops axes of single indices
 * @property {TypeName} type as the caller names it
 */

/**
 * A call that has been decided for one type and shape of input.
 * @typedef {object} Decision
 * @property {Call} call
 * @property {Source} source the input, without its data
 * @property {number} entries that the input's array has, if it is row-major
 * @property {{ type: TypeName, dims: number[] }[]} outputs
 * @property {number[]} lengths of each output's array
 * @property {number} total of the lengths
 * @property {Move[]} moves
 * @property {number[]} places ways of each move (core/wire.js)
 * @property {number} bits of an element
 */

/** Numbers and outputs of a call that is remembered: with more, comparing takes longer than planning, or too much is kept. */
const MOST_REMEMBERED = 64;

/** @type {Map<Version, Decision>} */
const recent = new Map();

/**
 * @param {Call} call
 * @param {Source} source whose data may be missing
 * @returns {Decision}
 */
export function decide(call, source) {
  const row = DTYPES[source.type];
  const decided = getCore().instance.plan(call.version, source, call.args, call.num_outputs, call.drops);
  const { entries, dims, moves, places } = decided;
  const lengths = dims.map((sizes) => arrayLength(row, sizes));
  return {
    call,
    source: { ...source, data: null },
    entries,
    outputs: dims.map((sizes) => ({ type: call.type, dims: sizes })),
    lengths,
    total: lengths.reduce((sum, length) => sum + length, 0),
    moves,
    places,
    bits: row.bits,
  };
}

/**
 * The same, remembered from the last call of the version if that was the same call.
 * @param {Call} call
 * @param {Source} source
 */
export function decideOnce(call, source) {
  const last = recent.get(call.version);
  if (last !== undefined && fits(last, source) && isSameCall(last.call, call)) return last;
  const decision = decide(call, source);
  if (decision.outputs.length <= MOST_REMEMBERED) recent.set(call.version, decision);
  return decision;
}

/**
 * The decision for a source of the type and shape that was planned. Strides are not part of a shape: other strides than planned
 * are decided again.
 * @param {Decision} decision
 * @param {Source} source
 */
export function decisionFor(decision, source) {
  const { call, source: planned, entries } = decision;
  if (!fits(decision, source)) {
    const { op, operator } = call.version;
    const show = (/** @type {Source} */ { type, dims }) => `${DTYPES[type].name} [${dims}]`;
    const what = `is ${show(source)} but the plan is for ${show(planned)}`;
    throw mistake('bad_input', op, operator.inputs[0].name, what);
  }
  const isAsPlanned = source.stride === null && planned.stride === null && source.length === entries;
  return isAsPlanned ? decision : decide(call, source);
}

/**
 * Is a source of the type and shape that was planned?
 * @param {Decision} decision
 * @param {Source} source
 */
const fits = ({ source }, { type, dims }) => type === source.type && isSame(dims, source.dims);

/**
 * @param {Call} a
 * @param {Call} b
 */
function isSameCall(a, b) {
  if (a.type !== b.type || a.num_outputs !== b.num_outputs || !isSame(a.drops, b.drops)) return false;
  for (let i = 0; i < a.args.length; ++i) if (!isSameArgument(a.args[i], b.args[i])) return false;
  return true;
}

/**
 * @param {Argument | null} a
 * @param {Argument | null} b
 */
function isSameArgument(a, b) {
  if (a === null || b === null) return a === b;
  return (
    a.type === b.type && a.rank === b.rank && a.values.length <= MOST_REMEMBERED && isSame(a.values, b.values)
  );
}
