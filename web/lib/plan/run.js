// One run of a decided call: `out` is read, everything is checked, and then entries move. Once the first entry has moved,
// nothing of the caller's is read and none of the caller's code runs.
import { asClass, checkNewArrays, lengthOf, newArray } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { NEW_VIEWS } from '../base/views.js';
import { ownVersion } from '../core/operators.js';
import { DTYPES } from '../core/tables.js';
import { partOf } from '../core/wire.js';
import { tensorName } from '../input/call.js';
import { checkOuts, readOuts } from '../input/outs.js';
import { readStrings, writeStrings } from '../move/strings.js';
import { carryOut, carryOutRuns, isOneRun, makeViews } from '../move/ways.js';
import { decide, decisionFor } from './decide.js';

/** @import { Views } from '../base/views.js' */
/** @import { Version } from '../core/operators.js' */
/** @import { Outs } from '../input/outs.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Move, RunOptions, Tensor } from '../types.js' */
/** @import { Call, Decision } from './decide.js' */

/**
 * @param {Decision} planned
 * @param {readonly Source[]} sources with data
 * @param {RunOptions} options each of them read already
 * @returns {{ tensors: Tensor[], outs: Outs | null, decision: Decision }}
 */
export function run(planned, sources, { out, view }) {
  const { version } = planned.call;
  const { op } = version;
  const dense = decisionFor(planned, sources);
  const [{ holder }] = sources;
  const outs = out === undefined ? null : readOuts(out, dense.outputs, holder === 'Array', op);
  if (outs !== null) {
    const mayOverlap = !version.joins && dense.outputs.length === 1 && dense.moves.every(isOneRun);
    checkOuts(outs, dense, sources, mayOverlap, version);
  }
  if (holder === 'Array') {
    const strings = readStrings(dense, sources, op, tensorName(version, 0));
    if (outs !== null) writeStrings(outs, dense.outputs, strings, op);
    return { tensors: toTensors(dense, outs?.arrays ?? strings, outs), outs, decision: dense };
  }
  checkLengths(sources, version);
  const spreads = outs?.spreads ?? [];
  const decision = spreads.some((spread) => spread !== null) ? decide(dense.call, sources, spreads) : dense;
  const arrays = outs?.arrays ?? (version.joins ? newOutput(decision, holder, op) : null);
  if (arrays === null)
    return { tensors: toTensors(decision, cutIntoNew(decision, sources[0], view, op)), outs, decision };
  else if (version.joins) join(decision, partsOf(sources), arrays, outs, NEW_VIEWS);
  else cut(decision, sources[0], arrays, /** @type {Outs} */ (outs));
  return { tensors: toTensors(decision, /** @type {any[]} */ (arrays), outs), outs, decision };
}

/**
 * @param {Decision} decision
 * @param {Source} source
 * @param {any[]} arrays
 * @param {Outs} outs
 */
function cut(decision, source, arrays, { overlaps }) {
  const { moves, bits } = decision;
  for (let i = 0; i < moves.length; ++i) {
    if (overlaps) carryOutRuns(moves[i], source.data, arrays, NEW_VIEWS, bits);
    else carryOut(decision, i, source.data, arrays, NEW_VIEWS);
  }
}

/**
 * Joins arrays of one class.
 * @param {Decision} decision
 * @param {readonly any[]} parts
 * @param {readonly any[]} arrays the output's
 * @param {Outs | null} outs null: the array is new
 * @param {Views} views
 */
export function join(decision, parts, [whole], outs, views) {
  const { moves, bits, sources, lengths } = decision;
  const isInPlace = outs?.isInPlace === true;
  if (bits % 8 !== 0 && !isInPlace && outs?.strided[0] === null) {
    const { entries } = DTYPES[sources[0].type]; // elements are written one by one, and leave what is behind the last
    whole.fill(0, Math.max(0, lengths[0] - entries));
  }
  for (let i = 0; i < moves.length; ++i) {
    if (isInPlace && moves[i].streams[0].input === 0) continue;
    carryOut(decision, i, whole, parts, views);
  }
}

/**
 * The data of each tensor, in arrays of the first one's class.
 * @param {readonly Source[]} sources
 */
export const partsOf = (sources) => sources.map(({ data }) => asClass(data, sources[0].holder));

/**
 * A strided tensor in row-major order.
 * @param {Source} source
 * @param {Call} call whose type its elements have
 * @param {string} op to blame
 * @returns {Source}
 */
export function copyDense(source, call, op) {
  const copy = { ...call, version: ownVersion('Copy', op), args: [], num_outputs: undefined, drops: [] };
  const decision = decide(copy, [source]);
  const [data] =
    source.holder === 'Array'
      ? readStrings(decision, [source], op, '')
      : cutIntoNew(decision, source, false, op);
  return { ...source, data, stride: null, offset: 0, length: decision.lengths[0] };
}

/**
 * The caller's arrays may have been detached or resized while `out` was read.
 * @param {readonly Source[]} sources
 * @param {Version} version to blame
 */
function checkLengths(sources, version) {
  for (let i = 0; i < sources.length; ++i) {
    const length = lengthOf(sources[i].data);
    if (length >= sources[i].length) continue;
    const what = `its array had length ${sources[i].length} and has ${length} since out was read`;
    throw mistake('bad_input', version.op, tensorName(version, i), what);
  }
}

/**
 * The new array of a join.
 * @param {Decision} decision
 * @param {string} holder
 * @param {string} op
 */
function newOutput({ lengths }, holder, op) {
  checkNewArrays(holder, lengths[0], op);
  return [newArray(holder, lengths[0], op)];
}

/**
 * Into new arrays, or views where they are asked for and possible. An output that could be a view is made as its copy: V8 then
 * does not fill the new memory with zeros first.
 * @param {Decision} decision
 * @param {Source} source
 * @param {boolean | undefined} view
 * @param {string} op
 */
function cutIntoNew(decision, source, view, op) {
  const { moves, lengths } = decision;
  checkNewArrays(source.holder, view ? countCopied(decision) : decision.total, op);
  const arrays = new Array(lengths.length);
  for (let i = 0; i < moves.length; ++i) {
    const isView = isOneRun(moves[i]);
    if (isView) makeViews(moves[i], source, arrays);
    for (const stream of isView && view ? [] : moves[i].streams) {
      const output = partOf(stream);
      arrays[output] = newArray(source.holder, arrays[output] ?? lengths[output], op);
    }
    if (!isView) carryOut(decision, i, source.data, arrays, NEW_VIEWS);
  }
  for (let i = 0; i < arrays.length; ++i) arrays[i] ??= newArray(source.holder, 0, op); // the empty ones
  return arrays;
}

/**
 * Entries of the outputs that cannot be views.
 * @param {Decision} decision
 */
function countCopied({ moves, lengths }) {
  const copied = moves.filter((move) => !isOneRun(move)).flatMap(({ streams }) => streams);
  return copied.reduce((sum, stream) => sum + lengths[partOf(stream)], 0);
}

/**
 * @param {Decision} decision
 * @param {readonly any[]} arrays
 * @param {Outs | null} [outs]
 * @returns {Tensor[]}
 */
const toTensors = ({ outputs }, arrays, outs = null) =>
  outputs.map(({ type, dims }, i) => {
    const tensor = { type, dims: dims.slice(), data: outs?.given[i] ?? arrays[i] };
    const { stride, offset } = outs?.strided[i] ?? {};
    return stride === undefined ? tensor : { ...tensor, stride, offset };
  });
