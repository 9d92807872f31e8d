// One run of what was planned: `out` is read, all is checked, and entries move. Nothing of the caller's is read, and no code
// of theirs runs, once the first entry has moved.
import { lengthOf, newArray } from '../base/arrays.js';
import { mistake } from '../base/mistake.js';
import { NEW_VIEWS } from '../base/views.js';
import { checkOuts, readOuts } from '../input/outs.js';
import { areRuns, carryOut, carryOutRuns, makeViews } from '../move/execute.js';
import { readStrings, writeStrings } from '../move/strings.js';
import { programFor } from './program.js';

/** @import { Outs } from '../input/outs.js' */
/** @import { Planned, Program } from './program.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { RunOptions, Tensor } from '../types.js' */

/**
 * @param {Planned} planned
 * @param {Source} source with data
 * @param {RunOptions} options each of them read already
 * @returns {{ tensors: Tensor[], outs: Outs | null, program: Program }}
 */
export function cutWith(planned, source, { out, view }) {
  const { op, operator } = planned.call.version;
  const param = operator.inputs[0].name;
  const program = programFor(planned, source);
  const outs = out === undefined ? null : readOuts(out, program.outputs.length, source, op);
  if (outs !== null) {
    const { jobs, lengths } = program;
    checkOuts(outs, program, source, lengths.length === 1 && jobs.length === 1 && areRuns(jobs[0]), op);
  }
  if (source.holder === 'Array') {
    const strings = readStrings(program, source, op, param);
    if (outs !== null) writeStrings(outs.arrays, strings, op);
    return { tensors: toTensors(program, outs?.arrays ?? strings), outs, program };
  }
  const length = lengthOf(source.data);
  if (length < source.length) {
    const what = `its array had length ${source.length} and has ${length} since out was read`;
    throw mistake('bad_input', op, param, what);
  }
  const arrays = outs?.arrays ?? cutNew(program, source, view, op);
  for (const job of outs === null ? [] : program.jobs) {
    if (outs?.overlaps) carryOutRuns(job, source.data, arrays, NEW_VIEWS);
    else carryOut(job, source.data, arrays, NEW_VIEWS);
  }
  return { tensors: toTensors(program, arrays), outs, program };
}

/**
 * Into new arrays; as views, where they are asked for and possible. Else what could be a view is made as its copy: V8 then does
 * not fill the new memory with zeros first.
 * @param {Program} program
 * @param {Source} source
 * @param {boolean | undefined} view
 * @param {string} op
 */
function cutNew({ jobs, lengths }, source, view, op) {
  const arrays = new Array(lengths.length);
  for (const job of jobs) {
    const areViews = areRuns(job);
    if (areViews) makeViews(job, source, arrays);
    for (let i = job.first; i < job.first + job.streams; ++i)
      if (!view || arrays[i] === undefined) arrays[i] = newArray(source.holder, arrays[i] ?? lengths[i], op);
    if (!areViews) carryOut(job, source.data, arrays, NEW_VIEWS);
  }
  return arrays;
}

/**
 * @param {Program} program
 * @param {readonly any[]} arrays
 * @returns {Tensor[]}
 */
const toTensors = ({ outputs }, arrays) =>
  outputs.map(({ type, dims }, i) => ({ type, dims: dims.slice(), data: arrays[i] }));
