// Measures a job of the tournament in any host: compares the results of all programs with ours, and times them in turns.
import { syncRunner } from '../measure/runner.js';
import { PROGRAMS } from './by_hand.js';

/** @import { Job, Place } from './jobs.js' */
/** @import { Runner } from '../measure/runner.js' */

/**
 * @typedef {object} Measured
 * @property {Job} job
 * @property {number} ours milliseconds, as all times here
 * @property {number} best
 * @property {string} by the fastest program
 * @property {Record<string, number>} times of all programs
 * @property {string[]} ways
 * @property {string} explained
 */

/** Browsers have coarse clocks: a tick is at most 2 % of a sample. */
const SAMPLE_MS = Math.max(2, 50 * tickOfClock());
const WARM_MS = 15;
const ROUNDS = 5;
/** A program this much slower than the best at first sight is not measured again. */
const FAR = 1.7;
/** A job this close to a loss, or beyond, is measured longer, and in more processes. */
export const CLOSE = 1.1;

/** @param {any} plan of the build to measure @param {Job} job @returns {Measured} */
export function measureJob(plan, job) {
  const Class = /** @type {any} */ (globalThis)[job.holder];
  const inputs = job.inputs.map((length, j) => filled(new Class(length), j + 1));
  const outs = job.outs.map((length) => new Class(length));
  const { run, moves, explained } = ours(plan, job, inputs, outs);
  /** @type {Map<string, Runner>} */
  const runners = new Map([['ours', syncRunner(run, () => outs)]]);
  const expected = resultOf(run, outs);
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const byHand = program(job, inputs, outs);
    if (!byHand) continue;
    const result = resultOf(byHand, outs);
    const wrong = result.findIndex((bytes, j) => !isSame(bytes, expected[j]));
    if (wrong >= 0) throw new Error(`job ${job.id}: output ${wrong} of '${name}' differs from ours`);
    runners.set(
      name,
      syncRunner(byHand, () => outs),
    );
  }
  const times = timeAll(runners);
  const byHand = Object.entries(times).filter(([name]) => name !== 'ours');
  const [by, best] = byHand.reduce((least, each) => (each[1] < least[1] ? each : least));
  return {
    job,
    ours: times.ours,
    best,
    by,
    times,
    ways: [...new Set(moves.map(({ way }) => way))],
    explained,
  };
}

/** @param {any} array @param {number} salt */
function filled(array, salt) {
  const isBig = array instanceof BigInt64Array;
  for (let i = 0; i < array.length; ++i) {
    const value = ((Math.imul(i, 2654435761) >>> 7) % 65_521) + salt;
    array[i] = isBig ? BigInt(value) : value;
  }
  return array;
}

/** Copies of all outputs, which the program has to write. @param {() => unknown} run @param {any[]} outs */
function resultOf(run, outs) {
  for (const out of outs) out.fill(out instanceof BigInt64Array ? 77n : 77);
  run();
  return outs.map((out) => out.slice());
}

/** To the bit; none of the values is a NaN or -0. @param {any} a @param {any} b */
function isSame(a, b) {
  for (let i = 0; i < b.length; ++i) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * @param {any} plan
 * @param {Job} job
 * @param {any[]} inputs
 * @param {any[]} outs
 * @returns {{ run: () => unknown, moves: readonly any[], explained: string }}
 */
function ours(plan, { call }, inputs, outs) {
  const tensor =
    (/** @type {any[]} */ arrays) =>
    (/** @type {Place} */ { array, shape, stride, offset }) => ({
      data: arrays[array],
      shape,
      ...(isDense(shape, stride, offset) ? {} : { stride, offset }),
    });
  const given = call.tensors.map(tensor(inputs));
  const into = call.outs.map(tensor(outs));
  const rest = /** @type {any[]} */ (call.rest ?? []);
  if (call.op === 'assign') {
    const tensors = [into[0], given[0]];
    const planned = plan('SliceScatter', [...tensors, ...rest], { domain: 'openvino' });
    const moves = planned.moves.filter((/** @type {any} */ { streams }) => streams[0].input !== 0); // the others stay in place
    return { run: planned.bind(tensors, { out: outs }), moves, explained: planned.explain() };
  }
  const joins = call.op === 'Concat';
  const options = /** @type {any} */ ({ attributes: call.attributes });
  const planned = plan(call.op, /** @type {any} */ (joins ? given : [given[0], ...rest]), options);
  const out = { out: into.map((each, j) => ('stride' in each ? each : outs[call.outs[j].array])) };
  const first = /** @type {any} */ (joins ? given : given[0]);
  return {
    run: planned.bind(first, /** @type {any} */ (out)),
    moves: planned.moves,
    explained: planned.explain(),
  };
}

/** @param {number[]} shape @param {number[]} stride @param {number} offset */
function isDense(shape, stride, offset) {
  let step = 1;
  for (let a = shape.length - 1; a >= 0; step *= shape[a--])
    if (stride[a] !== step && shape[a] !== 1) return false;
  return offset === 0;
}

/** Least milliseconds of a call, by name. @param {Map<string, Runner>} runners */
function timeAll(runners) {
  /** @type {Record<string, number>} */
  const least = {};
  /** @type {Record<string, number>} */
  const calls = {};
  for (const [name, runner] of runners) {
    const once = warm(runner);
    least[name] = once;
    calls[name] = Math.max(1, Math.ceil(SAMPLE_MS / once));
  }
  const best = () =>
    Math.min(...Object.entries(least).flatMap(([name, ms]) => (name === 'ours' ? [] : [ms])));
  const near = [...runners].filter(([name]) => name === 'ours' || least[name] < FAR * best());
  for (let round = 0; round < 3 * ROUNDS; ++round) {
    if (round >= ROUNDS && least.ours < CLOSE * best()) break;
    globalThis.gc?.();
    for (const [name, runner] of near) {
      runner.time(1);
      least[name] = Math.min(least[name], time(runner, calls[name]));
    }
  }
  return least;
}

/** @param {Runner} runner @param {number} calls */
const time = (runner, calls) => /** @type {number} */ (runner.time(calls)) / calls;

/** Calls until the compiler is done. @param {Runner} runner @returns {number} the least milliseconds of a call */
function warm(runner) {
  let least = Infinity;
  let calls = 1;
  for (let spent = 0, n = 0; spent < WARM_MS || n < 3 || least === Infinity; ++n) {
    const each = time(runner, calls);
    const ms = each * calls;
    spent += ms;
    if (ms > SAMPLE_MS / 8) least = Math.min(least, each); // shorter ones say more of the clock
    calls = ms < SAMPLE_MS / 4 ? 4 * calls : Math.max(1, Math.round(SAMPLE_MS / 2 / each));
    if (spent > 20 * WARM_MS) break;
  }
  return least;
}

/** Milliseconds from one time of the clock to the next. */
function tickOfClock() {
  const times = Array.from({ length: 1e5 }, () => performance.now());
  const steps = times.slice(1).map((now, i) => now - times[i]);
  return Math.min(...new Set(steps.filter((step) => step > 0)));
}
