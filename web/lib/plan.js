// Plan: which elements go where, decided once and carried out as often as wanted.
import { getCore } from './core.js';
import { mistake } from './errors.js';
import { areViews, carryOut, makeViews, readJob } from './execute.js';
import { explainPlan } from './explain.js';
import { isSame } from './integers.js';
import { toOuts } from './outs.js';
import { Repeat } from './repeat.js';
import { arrayLength, newLike, toSource } from './tensor.js';
import { NEW_VIEWS } from './views.js';

/** @import { Version } from './core.js' */
/** @import { Job } from './execute.js' */
/** @import { Argument } from './integers.js' */
/** @import { Source } from './tensor.js' */
/** @import { Data, RunOptions, Tensor, TensorLike, Type } from './types.js' */

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
 * @template {Type} [T=Type]
 * @template {Data} [D=Data]
 */
export class Plan {
  /** @type {Call} */ #call;
  /** @type {Source} */ #source;
  /** @type {Program} */ #program;
  #last = new Repeat();

  /**
   * Shape inference: type and dims of each output.
   * @type {readonly { readonly type: T, readonly dims: readonly number[] }[]}
   */
  outputs;

  /**
   * @param {Call} call
   * @param {Source} source whose data may be missing
   */
  constructor(call, source) {
    this.#call = call;
    this.#source = { ...source, data: null };
    this.#program = makeProgram(call, source);
    this.outputs = /** @type {any} */ (this.#program.outputs);
  }

  /**
   * Cuts an input of the type and shape that was planned.
   * @template {Data} [E=D]
   * @param {TensorLike & { data: E }} input never changed; aliased only where `view` asks for it
   * @param {RunOptions} [options]
   * @returns {Tensor<T, E>[]} data of the input's class, or the arrays of `out`; called again with the same input and the
   *   same list `out`, the same list of tensors
   * @throws {MicrotomeError} `bad_input`: another type or shape than planned, or data that does not fit it; `bad_out`.
   *   Then nothing has been written.
   */
  run(input, options) {
    if (this.#last.is(input, options)) return /** @type {any} */ (this.#runAgain());
    const { version } = this.#call;
    const param = version.operator.inputs[0].name;
    const source = toSource(getCore().tables, input, version.op, param);
    if (source.data === null) throw mistake('bad_input', version.op, param, 'has no data');
    const tensors = this.runSource(source, options);
    if (source.stride === null && Array.isArray(options?.out) && !Array.isArray(source.data)) {
      const arrays = tensors.map(({ data }) => data);
      this.#last.remember(input, this.#source.dims, options.out, arrays, this.#program.lengths, tensors);
    }
    return /** @type {any} */ (tensors);
  }

  /**
   * `run` on an input that is understood already.
   * @param {Source} source
   * @param {RunOptions} [options]
   * @returns {Tensor[]}
   */
  runSource(source, options) {
    const data = /** @type {Data} */ (source.data);
    const { jobs, lengths } = this.#programFor(source);
    const outs = toOuts(options?.out, this.outputs, lengths, data, this.#call.version.op);
    for (const job of jobs) {
      if (options?.view && options.out === undefined && areViews(job, data)) {
        makeViews(job, data, outs);
        continue;
      }
      for (let i = job.first; i < job.first + job.streams; ++i) outs[i] ??= newLike(data, lengths[i]);
      carryOut(job, data, outs, NEW_VIEWS);
    }
    return this.outputs.map(({ type, dims }, i) => ({ type, dims: dims.slice(), data: outs[i] }));
  }

  /** On arrays that have been checked. */
  #runAgain() {
    const { data, arrays, tensors } = this.#last;
    const { jobs } = this.#program;
    const views = this.#last.viewsOver(getCore().memory);
    for (let i = 0; i < jobs.length; ++i) carryOut(jobs[i], data, arrays, views);
    return tensors;
  }

  /**
   * Is it of the type and shape that was planned?
   * @param {Source} source
   */
  fits({ type, dims }) {
    return type === this.#source.type && isSame(dims, this.#source.dims);
  }

  /** A few plain sentences: what moves, how and why, and how many bytes. Of arrays that do not lie in the arena. */
  explain() {
    const { op } = this.#call.version;
    const { jobs } = this.#program;
    return explainPlan(op, getCore().tables.rows[this.#source.type], this.#source.dims, this.outputs, jobs);
  }

  /**
   * Strides are not part of a shape: an input with others than planned is planned again.
   * @param {Source} source
   */
  #programFor(source) {
    const planned = this.#source;
    const { version } = this.#call;
    const param = version.operator.inputs[0].name;
    if (!this.fits(source)) {
      const { rows } = getCore().tables;
      const show = (/** @type {Source} */ { type, dims }) => `${rows[type].name} [${dims}]`;
      throw mistake(
        'bad_input',
        version.op,
        param,
        `is ${show(source)} but the plan is for ${show(planned)}`,
      );
    }
    const length = /** @type {Data} */ (source.data).length;
    const asPlanned = source.stride === null && planned.stride === null && length === this.#program.entries;
    return asPlanned ? this.#program : makeProgram(this.#call, source);
  }
}

/**
 * @param {Call} call
 * @param {Source} source
 * @returns {Program}
 */
function makeProgram({ version, args, num_outputs, drops }, source) {
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
  return { entries: words[0], outputs, lengths, jobs: readJobs(words, at) };
}

/**
 * @param {readonly number[]} words
 * @param {number} at
 */
function readJobs(words, at) {
  const jobs = new Array(words[at]);
  for (let i = 0, begin = at + 1, first = 0; i < jobs.length; ++i) {
    const job = readJob(words, begin, first);
    jobs[i] = job;
    begin = job.end;
    first += job.streams;
  }
  return jobs;
}
