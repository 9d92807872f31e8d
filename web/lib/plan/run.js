// One run of a decided call: `out` is read, everything is checked, and then entries move. Once the first entry has moved,
// nothing of the caller's is read and none of the caller's code runs.
import { checkNewArrays, lengthOf, newArray } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { NEW_VIEWS } from '../base/views.js';
import { checkOuts, readOuts } from '../input/outs.js';
import { readStrings, writeStrings } from '../move/strings.js';
import { carryOut, carryOutRuns, isOneRun, makeViews } from '../move/ways.js';
import { decisionFor } from './decide.js';

/** @import { Outs } from '../input/outs.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { RunOptions, Tensor } from '../types.js' */
/** @import { Decision } from './decide.js' */

/**
 * @param {Decision} planned
 * @param {Source} source with data
 * @param {RunOptions} options each of them read already
 * @returns {{ tensors: Tensor[], outs: Outs | null, decision: Decision }}
 */
export function run(planned, source, { out, view }) {
  const { op, operator } = planned.call.version;
  const param = operator.inputs[0].name;
  const decision = decisionFor(planned, source);
  const { moves, outputs } = decision;
  const outs = out === undefined ? null : readOuts(out, outputs.length, source, op);
  if (outs !== null) {
    checkOuts(outs, decision, source, outputs.length === 1 && moves.every(isOneRun), op);
  }
  if (source.holder === 'Array') {
    const strings = readStrings(decision, source, op, param);
    if (outs !== null) writeStrings(outs.arrays, strings, op);
    return { tensors: toTensors(decision, outs?.arrays ?? strings), outs, decision };
  }
  const length = lengthOf(source.data);
  if (length < source.length) {
    const what = `its array had length ${source.length} and has ${length} since out was read`;
    throw mistake('bad_input', op, param, what);
  }
  const arrays = outs?.arrays ?? runIntoNew(decision, source, view, op);
  for (let i = 0; outs !== null && i < moves.length; ++i) {
    if (outs.overlaps) carryOutRuns(moves[i], source.data, arrays, NEW_VIEWS, decision.bits);
    else carryOut(decision, i, source.data, arrays, NEW_VIEWS);
  }
  return { tensors: toTensors(decision, arrays), outs, decision };
}

/**
 * Into new arrays, or views where they are asked for and possible. An output that could be a view is made as its copy: V8 then
 * does not fill the new memory with zeros first.
 * @param {Decision} decision
 * @param {Source} source
 * @param {boolean | undefined} view
 * @param {string} op
 */
function runIntoNew(decision, source, view, op) {
  const { moves, lengths } = decision;
  checkNewArrays(source.holder, view ? countCopied(decision) : decision.total, op);
  const arrays = new Array(lengths.length);
  for (let i = 0; i < moves.length; ++i) {
    const isView = isOneRun(moves[i]);
    if (isView) makeViews(moves[i], source, arrays);
    for (const { output } of isView && view ? [] : moves[i].streams)
      arrays[output] = newArray(source.holder, arrays[output] ?? lengths[output], op);
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
  return copied.reduce((sum, { output }) => sum + lengths[output], 0);
}

/**
 * @param {Decision} decision
 * @param {readonly any[]} arrays
 * @returns {Tensor[]}
 */
const toTensors = ({ outputs }, arrays) =>
  outputs.map(({ type, dims }, i) => ({ type, dims: dims.slice(), data: arrays[i] }));
