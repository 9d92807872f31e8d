// Decides a call: the core plans it, and what it says becomes plain data that everything else reads. The last call of each
// operator version is remembered, because a loop repeats its calls, and planning takes most of a small one.
import { mistake } from '../base/mistake.js';
import { getCore } from '../core/core.js';
import { arrayLength, DTYPES } from '../core/tables.js';
import { tensorName, which } from '../input/call.js';
import { isSame } from '../input/integers.js';

/** @import { Version } from '../core/operators.js' */
/** @import { Argument } from '../input/integers.js' */
/** @import { Spread } from '../input/outs.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Move, TypeName } from '../types.js' */

/**
 * A call without its tensors.
 * @typedef {object} Call
 * @property {Version} version
 * @property {(Argument | null)[]} args
 * @property {number | undefined} num_outputs
 * @property {readonly number[]} drops axes of single indices
 * @property {TypeName} type as the caller names it
 */

/**
 * A call that has been decided for tensors of these types and shapes.
 * @typedef {object} Decision
 * @property {Call} call
 * @property {readonly Source[]} sources the tensors, without their data
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
 * @param {readonly Source[]} sources whose data may be missing
 * @param {readonly (Spread | null)[]} [spreads] where the outputs' elements are to be; by default in row-major order
 * @returns {Decision}
 */
export function decide(call, sources, spreads = DENSE) {
  const row = DTYPES[sources[0].type];
  const { version, args, num_outputs, drops, type } = call;
  const { dims, moves, places } = getCore().instance.plan(
    version,
    sources,
    args,
    num_outputs,
    drops,
    spreads,
  );
  const lengths = dims.map((sizes) => arrayLength(row, sizes));
  return {
    call,
    sources: sources.map((source) => ({ ...source, data: null })),
    outputs: dims.map((sizes) => ({ type, dims: sizes })),
    lengths,
    total: lengths.reduce((sum, length) => sum + length, 0),
    moves,
    places,
    bits: row.bits,
  };
}

/** @type {readonly null[]} */
const DENSE = [];

/**
 * The same, remembered from the last call of the version if that was the same call.
 * @param {Call} call
 * @param {readonly Source[]} sources
 */
export function decideOnce(call, sources) {
  const last = recent.get(call.version);
  if (last !== undefined && fits(last, sources) && isSameCall(last.call, call)) return last;
  const decision = decide(call, sources);
  if (decision.outputs.length + sources.length <= MOST_REMEMBERED) recent.set(call.version, decision);
  return decision;
}

/**
 * The decision for tensors of the types and shapes that were planned. Strides are not part of a shape: other strides than
 * planned are decided again.
 * @param {Decision} decision
 * @param {readonly Source[]} sources
 */
export function decisionFor(decision, sources) {
  const { call, sources: planned } = decision;
  if (!fits(decision, sources)) throw otherTensors(call.version, planned, sources);
  for (let i = 0; i < sources.length; ++i)
    if (!isAsPlanned(sources[i], planned[i])) return decide(call, sources);
  return decision;
}

/**
 * Does a tensor lie in its array as the planned one does?
 * @param {Source} source
 * @param {Source} planned
 */
function isAsPlanned({ type, dims, stride, offset, length }, planned) {
  if (stride === null || planned.stride === null)
    return (
      stride === planned.stride && (length === planned.length || length === arrayLength(DTYPES[type], dims))
    );
  return length === planned.length && offset === planned.offset && isSame(stride, planned.stride);
}

/**
 * @param {Version} version
 * @param {readonly Source[]} planned
 * @param {readonly Source[]} sources
 */
function otherTensors(version, planned, sources) {
  const { op } = version;
  if (planned.length !== sources.length) {
    const what = `${sources.length} tensors, but the plan is for ${planned.length}`;
    return mistake('bad_input', op, tensorName(version, 0), what);
  }
  const i = sources.findIndex((source, k) => !isLike(source, planned[k]));
  const show = (/** @type {Source} */ { type, dims }) => `${DTYPES[type].name} [${dims}]`;
  const what = `${which(version, i)}is ${show(sources[i])} but the plan is for ${show(planned[i])}`;
  return mistake('bad_input', op, tensorName(version, i), what);
}

/**
 * Are tensors of the types and shapes that were planned?
 * @param {Decision} decision
 * @param {readonly Source[]} given
 */
function fits({ sources }, given) {
  if (sources.length !== given.length) return false;
  for (let i = 0; i < given.length; ++i) if (!isLike(given[i], sources[i])) return false;
  return true;
}

/**
 * @param {Source} a
 * @param {Source} b
 */
const isLike = (a, b) => a.type === b.type && isSame(a.dims, b.dims);

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
