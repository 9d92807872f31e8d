// Ways to come by the outputs of a call, each a contestant. All but `one run` contestants let a plan do the moving, so that
// they differ in nothing but where the memory comes from. To add one, add a row to MAKERS.
import { init, plan } from '../../../web/dist/index.js';
import { behind, NOT_A_WAY, toNode } from '../measure/contestants.js';
import { Blank, syncRunner } from '../measure/runner.js';
import { boxesOf, like } from '../rows/geometry.js';

/** @typedef {import('../measure/contestants.js').Contestant} Contestant */
/** @typedef {import('../measure/contestants.js').Job} Job */
/** @typedef {import('../rows/geometry.js').Data} Data */

/** @typedef {(out?: Data[] | undefined, view?: boolean) => Data[]} Run the job's plan */

/**
 * @typedef {object} Maker
 * @property {string} name
 * @property {string} tells what it is, below the table
 * @property {(job: Job, run: Run) => () => Data[]} start gives what one call is
 */

/** @type {readonly Maker[]} */
export const MAKERS = [
  {
    name: 'new',
    tells: 'a new array per output: the default',
    start: (_, run) => () => run(),
  },
  {
    name: 'one buffer',
    tells: 'a new ArrayBuffer for all outputs of a call, an array on each part of it',
    start: ({ expected, bytes }, run) => {
      const starts = behind(expected, new Uint8Array(bytes)).map(({ byteOffset }) => byteOffset);
      return () => {
        const buffer = new ArrayBuffer(bytes);
        return run(expected.map((each, i) => on(each, buffer, starts[i])));
      };
    },
  },
  {
    name: 'slice',
    tells: 'source.slice(begin, end), where an output is one run',
    start: (job) => {
      const [begin, end] = oneRun(job);
      return () => [job.data.slice(begin, end)];
    },
  },
  {
    name: 'copy',
    tells: 'new Class(source.subarray(begin, end)), likewise',
    start: ({ data, ...job }) => {
      const [begin, end] = oneRun({ data, ...job });
      const Class = /** @type {any} */ (data.constructor);
      return () => [new Class(data.subarray(begin, end))];
    },
  },
  {
    name: 'buffer.slice',
    tells: 'new Class(source.buffer.slice(begin, end)), likewise',
    start: (job) => {
      const { data } = job;
      const [begin, end] = oneRun(job).map((at) => data.byteOffset + at * data.BYTES_PER_ELEMENT);
      return () => [on(data, /** @type {ArrayBuffer} */ (data.buffer).slice(begin, end), 0)];
    },
  },
  {
    name: 'out',
    tells: 'the same arrays in every call: `out`',
    start: ({ expected }, run) => {
      const out = expected.map((each) => like(each, each.length));
      return () => run(out);
    },
  },
  {
    name: 'moved',
    tells:
      "new arrays on the last call's memory, whose own arrays are detached: ArrayBuffer.transfer into `out`",
    start: ({ expected }, run) => {
      let last = expected.map((each) => like(each, each.length));
      return () => {
        last = run(last.map((each, i) => on(expected[i], moved(each), 0)));
        return last;
      };
    },
  },
  {
    name: 'freed',
    tells: "new arrays, after the last call's memory was freed at once, by transfer(0)",
    start: ({ expected }, run) => {
      let last = expected.map((each) => like(each, each.length));
      return () => {
        for (const each of last) moved(each, 0);
        last = run();
        return last;
      };
    },
  },
  {
    name: 'view',
    tells: '`view: true`, where outputs are one run: nothing is copied',
    start: (job, run) => {
      oneRun(job);
      return () => run(undefined, true);
    },
  },
];

/** @type {Contestant[]} */
export const MAKER_CONTESTANTS = MAKERS.map(({ name, start }) => ({
  name,
  async start(job) {
    await init();
    const { op, inputs, options, given } = toNode(job);
    const planned = plan(op, inputs, options);
    /** @type {Run} */
    const run = (out, view) => planned.run(given, { out, view }).map(({ data }) => /** @type {any} */ (data));
    return syncRunner(start(job, run), (outputs) => outputs);
  },
}));

/**
 * An array of the class and length of another, on a buffer.
 * @param {Data} data
 * @param {ArrayBuffer} buffer
 * @param {number} at in bytes
 * @returns {Data}
 */
function on(data, buffer, at) {
  const length = Math.min(data.length, (buffer.byteLength - at) / data.BYTES_PER_ELEMENT);
  return new /** @type {any} */ (data.constructor)(buffer, at, length);
}

/**
 * The memory of an array, in a buffer of its own; the array is detached.
 * @param {Data} array
 * @param {number} [length] of the buffer; what is too much is freed
 * @returns {ArrayBuffer}
 */
function moved({ buffer }, length = buffer.byteLength) {
  const whole = /** @type {ArrayBuffer} */ (buffer);
  if (whole.transfer === undefined) throw new Blank('no ArrayBuffer.prototype.transfer here');
  return whole.transfer(length);
}

/**
 * Where the output begins and ends in the source, if it is a slice of the first axis.
 * @param {Job} job
 */
function oneRun({ workload: { dims, cut }, data }) {
  const [{ starts, sizes, steps }, ...others] = boxesOf(dims, cut);
  if (cut.transpose || cut.joins) throw new Blank(NOT_A_WAY);
  const whole = sizes.every((size, i) => steps[i] === 1 && (i === 0 || size === dims[i]));
  if (others.length || !whole) throw new Blank(NOT_A_WAY);
  const row = data.length / dims[0];
  return [starts[0] * row, (starts[0] + sizes[0]) * row];
}
