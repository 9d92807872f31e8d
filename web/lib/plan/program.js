// Programs: a call as the core has decided it. The words of the response (src/wire.hpp) become outputs and jobs here.

import { mistake } from '../base/mistake.js';
import { getCore } from '../core/core.js';
import { arrayLength, unitOf } from '../core/tables.js';
import { isSame } from '../input/integers.js';
import { readJob } from '../move/execute.js';

/** @import { Version } from '../core/core.js' */
/** @import { Job } from '../move/execute.js' */
/** @import { Argument } from '../input/integers.js' */
/** @import { Source } from '../input/tensor.js' */
/** @import { Type } from '../types.js' */

/**
 * A call without its data: with it, the same call can be planned for other strides.
 * @typedef {object} Call
 * @property {Version} version
 * @property {(Argument | null)[]} args
 * @property {number | undefined} num_outputs
 * @property {readonly number[]} drops
 */

/**
 * What the core has decided.
 * @typedef {object} Program
 * @property {number} entries that the data's array must have, if row-major
 * @property {{ type: Type, dims: number[] }[]} outputs
 * @property {number[]} lengths of each output's array
 * @property {Job[]} jobs
 */

/**
 * @typedef {object} Planned
 * @property {Call} call
 * @property {Source} source without its data
 * @property {Program} program
 */

/**
 * @param {Call} call
 * @param {Source} source whose data may be missing
 * @returns {Planned}
 */
export function planCall(call, source) {
  return { call, source: { ...source, data: null }, program: makeProgram(call, source) };
}

/**
 * Is a source of the type and shape that was planned?
 * @param {Planned} planned
 * @param {Source} source
 */
export const fits = ({ source }, { type, dims }) => type === source.type && isSame(dims, source.dims);

/**
 * Strides are not part of a shape: an input with others than planned is planned again.
 * @param {Planned} planned
 * @param {Source} source
 */
export function programFor(planned, source) {
  const { call, program } = planned;
  if (!fits(planned, source)) {
    const { op, operator } = call.version;
    const { rows } = getCore().tables;
    const show = (/** @type {Source} */ { type, dims }) => `${rows[type].name} [${dims}]`;
    const what = `is ${show(source)} but the plan is for ${show(planned.source)}`;
    throw mistake('bad_input', op, operator.inputs[0].name, what);
  }
  const asPlanned =
    source.stride === null && planned.source.stride === null && source.length === program.entries;
  return asPlanned ? program : makeProgram(call, source);
}

/**
 * @param {Call} call
 * @param {Source} source
 * @returns {Program}
 */
export function makeProgram({ version, args, num_outputs, drops }, source) {
  const row = getCore().tables.rows[source.type];
  const words = getCore().plan(version, source, args, num_outputs, drops);
  const count = words[1];
  const axis = words[2];
  const shape = words.slice(4, 4 + words[3]);
  let at = 4 + shape.length;
  const outputs = new Array(count);
  for (let i = 0; i < count; ++i) {
    const dims = shape.slice();
    if (axis >= 0) dims[axis] = words[at++];
    outputs[i] = { type: row.name, dims };
  }
  const lengths = outputs.map(({ dims }) => arrayLength(row, dims));
  return { entries: words[0], outputs, lengths, jobs: readJobs(words, at, unitOf(row)) };
}

/**
 * @param {readonly number[]} words
 * @param {number} at
 * @param {number} unit bytes of an entry
 */
function readJobs(words, at, unit) {
  const jobs = new Array(words[at]);
  for (let i = 0, begin = at + 1, first = 0; i < jobs.length; ++i) {
    const job = readJob(words, begin, first, unit);
    jobs[i] = job;
    begin = job.end;
    first += job.streams;
  }
  return jobs;
}
