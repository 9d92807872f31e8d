// Measures a job of the tournament in any host: compares the results of all programs with ours, and times them in turns.
import { syncRunner } from '../measure/runner.js';
import { programsOf } from './by_hand.js';

/** @import { Call, Job } from './jobs.js' */
/** @import { Place } from './places.js' */
/** @import { Runner } from '../measure/runner.js' */

/**
 * @typedef {object} Measured
 * @property {Job} job
 * @property {number} ours milliseconds, as all times here
 * @property {number} best of the programs that return tensors, if ours does
 * @property {number} bare of those that only move elements
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

/** @param {any} library the build to measure @param {Job} job @returns {Measured} */
export function measureJob(library, job) {
  const { programs, moves, explained } = prepareJob(library, job);
  const runners = new Map([...programs].map(([name, run]) => [name, syncRunner(run, () => [])]));
  const times = timeAll(runners, job);
  const [by, best] = bestOf(times, isCall(job));
  const [, bare] = bestOf(times, false);
  return {
    job,
    ours: times.ours,
    best,
    bare,
    by,
    times,
    ways: [...new Set(moves.map(({ way }) => way))],
    explained,
  };
}

/** How the names of programs end that return tensors. */
const AS_CALL = ', as a call';

/** Does the library make tensors for each result? @param {Job} job */
const isCall = ({ mode = 'bound' }) => mode !== 'bound';

/** The fastest program by hand, and its time. @param {Record<string, number>} times @param {boolean} asCall one that returns tensors */
const bestOf = (times, asCall) =>
  Object.entries(times)
    .filter(([name]) => name !== 'ours' && name.endsWith(AS_CALL) === asCall)
    .reduce((least, each) => (each[1] < least[1] ? each : least));

/** The program, which then makes what a call of the library makes: new tensors. @param {() => void} program @param {Job} job @param {any[]} outs */
function asCall(program, { type, call }, outs) {
  const all = call.outs.map((/** @type {Place} */ place) => {
    const { array, shape, stride, offset } = place;
    return { array, shape, stride, offset, isDense: isDense(shape, stride, offset, outs[array].length) };
  });
  return () => {
    program();
    const tensors = new Array(all.length);
    for (let j = 0; j < all.length; ++j) {
      const { array, shape, stride, offset, isDense } = all[j];
      const tensor = { type, dims: shape.slice(), data: outs[array] };
      tensors[j] = isDense ? tensor : { ...tensor, stride: stride.slice(), offset };
    }
    return tensors;
  };
}

/** Ours and all programs by hand, of which each has given the same result. @param {any} library @param {Job} job */
export function prepareJob(library, job) {
  const Class = /** @type {any} */ (globalThis)[job.holder];
  const inputs = job.inputs.map((length, j) => filled(new Class(length), j + 1));
  const outs = job.outs.map((length) => new Class(length));
  const { run, moves, explained } = ours(library, job, inputs, outs);
  const expected = resultOf(run, outs);
  const byHand = programsOf(job, inputs, outs);
  for (const [name, program] of byHand) {
    const result = resultOf(program, outs);
    const wrong = result.findIndex((bytes, j) => !isSame(bytes, expected[j]));
    if (wrong >= 0) throw new Error(`job ${job.id}: output ${wrong} of '${name}' differs from ours`);
  }
  const calls = isCall(job)
    ? [...byHand].map(
        ([name, program]) => /** @type {const} */ ([name + AS_CALL, asCall(program, job, outs)]),
      )
    : [];
  return { programs: new Map([['ours', run], ...byHand, ...calls]), moves, explained };
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

/** The library's function of an operator, as users call it. @type {Record<string, (library: any, given: any[], call: Call, options: any) => () => any>} */
const ONCE = {
  Slice:
    ({ slice }, [input], { spec }, options) =>
    () => [slice(input, spec, options)],
  Split:
    ({ split }, [input], { spec }, options) =>
    () =>
      split(input, spec, options),
  Concat:
    ({ concat }, inputs, { spec }, options) =>
    () => [concat(inputs, spec, options)],
  Rearrange({ rearrange }, [input], { spec, attributes }, options) {
    const all = { ...options, sizes: /** @type {any} */ (attributes).sizes };
    return () => [rearrange(input, spec, all)];
  },
  assign:
    ({ assign }, [updates], { spec }, { out: [target] }) =>
    () => [assign(target, spec, updates)],
};

/**
 * @param {any} library
 * @param {Job} job
 * @param {any[]} inputs
 * @param {any[]} outs
 * @returns {{ run: () => unknown, moves: readonly any[], explained: string }}
 */
function ours(library, { call, type, mode = 'bound' }, inputs, outs) {
  const tensor =
    (/** @type {any[]} */ arrays) =>
    (/** @type {Place} */ { array, shape, stride, offset }) => ({
      ...(type && { type }),
      data: arrays[array],
      shape,
      ...(isDense(shape, stride, offset, arrays[array].length) ? {} : { stride, offset }),
    });
  const given = call.tensors.map(tensor(inputs));
  const into = call.outs.map(tensor(outs));
  const rest = call.rest ?? [];
  const isAssigned = call.op === 'assign';
  const all = isAssigned ? [into[0], ...given] : given;
  const tensors = isAssigned || call.op === 'Concat' ? all : given[0]; // as `run` and `bind` take them
  const planned = isAssigned
    ? library.plan('SliceScatter', [...all, ...rest], { domain: 'openvino' })
    : library.plan(call.op, [...all, ...rest], { attributes: call.attributes });
  const moves = planned.moves.filter(
    (/** @type {any} */ { streams }) => !isAssigned || streams[0].input !== 0, // the others stay in place
  );
  const out = into.map((each) => ('stride' in each ? each : each.data));
  const once = (/** @type {any} */ options) => ONCE[call.op](library, given, call, options);
  /** @type {Record<string, () => () => unknown>} */
  const runs = {
    bound: () => planned.bind(tensors, { out }),
    run: () => () => planned.run(tensors, { out }),
    out: () => once({ out: isAssigned ? into : out }),
    new() {
      const run = once({});
      return () => {
        const results = run();
        for (let j = 0; j < results.length; ++j) outs[j] = results[j].data;
      };
    },
  };
  return { run: runs[mode](), moves, explained: planned.explain() };
}

/** @param {number[]} shape @param {number[]} stride @param {number} offset @param {number} length of the array */
function isDense(shape, stride, offset, length) {
  let step = 1;
  for (let a = shape.length - 1; a >= 0; step *= shape[a--])
    if (stride[a] !== step && shape[a] !== 1) return false;
  return offset === 0 && step === length;
}

/** Least milliseconds of a call, by name. @param {Map<string, Runner>} runners @param {Job} job */
function timeAll(runners, job) {
  /** @type {Record<string, number>} */
  const least = {};
  /** @type {Record<string, number>} */
  const calls = {};
  for (const [name, runner] of runners) {
    const once = warm(runner);
    least[name] = once;
    calls[name] = Math.max(1, Math.ceil(SAMPLE_MS / once));
  }
  const best = () => bestOf(least, isCall(job))[1];
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
