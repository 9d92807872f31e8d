// Times a call and the loop by hand side by side, after it has compared every bit of what they write.
import { Blank, syncRunner } from '../measure/runner.js';
import { calibrate } from '../measure/samples.js';
import { loopsOf } from './by_hand.js';
import { Kit, ROWS } from './calls.js';

/** @import { Call, Made } from './calls.js' */
/** @import { Job } from './jobs.js' */
/** @import { Library, Storage } from './storages.js' */
/** @typedef {'out' | 'bound' | 'hand'} Way */
/** @typedef {Record<Way, number>} Times milliseconds of one call */
/** @typedef {{ sizes: Times[] } | { blank: string }} CallResult for ROWS */
/** @typedef {{ ours: number, other: number } | { counted: number } | { blank: string }} JobResult */

const SAMPLES = 5;
/** V8 may need hundreds of calls to compile all of one, and a busy machine takes longer. */
const LEAST_MS = 1000;
/** When a row has taken so long, it takes no further samples. */
const PATIENCE_MS = 8000;

/**
 * Both sizes take turns, so that what else the machine does makes neither look steep.
 * @param {Library} library @param {Call} call @param {Storage} storage @returns {Promise<CallResult>}
 */
export async function measureCall(library, call, storage) {
  const contestants = ROWS.map((rows) =>
    contestantsFor(library, call.make(new Kit(library, storage, rows)), storage.type),
  );
  const best = await bestOf(
    Object.fromEntries(
      contestants.flatMap((all, i) => Object.entries(all).map(([name, run]) => [`${name} ${i}`, run])),
    ),
  );
  const timesOf = (/** @type {number} */ i) => ({
    out: best[`out ${i}`],
    bound: best[`bound ${i}`],
    hand: best[`hand ${i}`],
  });
  return { sizes: ROWS.map((_, i) => timesOf(i)) };
}

/** @param {Library} library @param {Made} made @param {string} type @returns {Record<Way, () => unknown>} */
function contestantsFor(library, made, type) {
  const { op, inputs, options = {}, given, outs, copies } = made;
  const before = outs.map(({ array }) => array.slice());
  const byHand = outs.map(({ array }) => array.slice());
  const loops = copies.map(([from, to, box]) => {
    const copy = loopsOf(type, outs[to].target);
    return () => copy(from.near, byHand[to], box);
  });
  const isAssigned = op === 'Assign';
  const into = isAssigned ? {} : { out: outs.map((one) => one.into) };
  const contestants = {
    out: isAssigned
      ? () => library.assign(...inputs)
      : () => library.evaluate(op, inputs, { ...options, ...into }),
    bound: library.plan(op, inputs, options).bind(given, into),
    hand() {
      for (const loop of loops) loop();
    },
  };
  contestants.hand();
  for (const run of [contestants.out, contestants.bound]) {
    outs.forEach(({ array }, j) => {
      for (let i = 0; i < array.length; ++i) array[i] = before[j][i];
    });
    run();
    outs.forEach(({ array }, j) => {
      mustBeSame(array, byHand[j]);
    });
  }
  return contestants;
}

/** Compares every bit. @param {any} array @param {any} expected of the same class */
export function mustBeSame(array, expected) {
  if (Array.isArray(array)) {
    const at = array.findIndex((each, i) => each !== expected[i]);
    if (at >= 0 || array.length !== expected.length) throw new Error(`the results differ at ${at}`);
    return;
  }
  const [a, b] = [array, expected].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  if (!a.equals(b)) throw new Error(`the results differ at byte ${a.findIndex((byte, i) => byte !== b[i])}`);
}

/** @param {Library} library @param {Job} job @returns {Promise<JobResult>} */
export async function measureJob(library, job) {
  try {
    if ('count' in job) return { counted: job.count(library) };
    return await bestOf(job.make(library));
  } catch (/** @type {any} */ error) {
    // An error of the library is a result: a plan too large for memory, for instance.
    if (error instanceof library.MicrotomeError) return { blank: error.code };
    if (error instanceof Blank) return { blank: error.message };
    throw error;
  }
}

/**
 * The least milliseconds of each contestant, which take turns.
 * @template {string} T
 * @param {Record<T, () => unknown>} contestants
 * @returns {Promise<Record<T, number>>}
 */
async function bestOf(contestants) {
  const since = performance.now();
  const running = Object.entries(contestants).map(([name, run]) => {
    const runner = syncRunner(/** @type {() => unknown} */ (run), () => []);
    return { name, runner, calls: 1, ms: Number.POSITIVE_INFINITY };
  });
  for (const one of running) Object.assign(one, await calibrate(one.runner));
  const begun = performance.now();
  const isEnough = (/** @type {number} */ samples) => {
    const now = performance.now();
    return now - since >= PATIENCE_MS || (samples >= SAMPLES && now - begun >= LEAST_MS);
  };
  for (let samples = 0; !isEnough(samples); ++samples) {
    globalThis.gc?.();
    for (const one of running) {
      await one.runner.time(1); // the first call after a collection is slow
      one.ms = Math.min(one.ms, (await one.runner.time(one.calls)) / one.calls);
    }
  }
  return /** @type {Record<T, number>} */ (Object.fromEntries(running.map(({ name, ms }) => [name, ms])));
}
