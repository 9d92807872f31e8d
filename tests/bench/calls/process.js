// Measures small calls in a fresh process, and prints JSON: the first calls of one kind, or all kinds in rounds. Before the rounds,
// all kinds are called in turns, so that V8 compiles the library as it does for a page that mixes them.
import { createHash } from 'node:crypto';
import { findNumpy, startPython } from '../../../tools/common/numpy.js';
import { inRoot } from '../../../tools/common/paths.js';
import { Blank, syncRunner } from '../measure/runner.js';
import { calibrate } from '../measure/samples.js';
import { KINDS } from './kinds.js';

/** @import { Runner } from '../measure/runner.js' */
/** @import { Call, Kind } from './kinds.js' */
/** @typedef {{ module?: string, first?: string, ids?: readonly string[], rounds?: number }} Request `module` is what to import */
/** @typedef {{ id: string, name: string, blank?: string, ns: number[] }} Samples of one contestant, one per round */
/** @typedef {{ runner: Runner, digest: string }} Started with the digest of its first results */

const FIRST_CALLS = 1000;
const CHECKED_CALLS = 32;
const MIXED_CALLS = 20_000;
/** A power of two, and longer than a sample, so that no memory of recent calls can help. */
const PARAMETER_SETS = 4096;

/** @type {Request} */
const { module = 'microtome', first, ids = [], rounds = 0 } = JSON.parse(process.argv[2]);
const library = await import(module);
await library.init();
console.log(JSON.stringify(await (first ? timeFirst(first) : timeRounds())));

/** Nanoseconds per call. @param {string} id */
async function timeFirst(id) {
  const [{ ours, parameters }] = KINDS.filter((kind) => kind.id === id);
  const call = ours(library);
  const sets = Array.from({ length: FIRST_CALLS }, (_, i) => parameters(i));
  const since = performance.now();
  for (const set of sets) call(set);
  return ((performance.now() - since) * 1e6) / FIRST_CALLS;
}

/** @returns {Promise<Samples[]>} */
async function timeRounds() {
  const numpy = await startNumpy();
  /** @type {(Samples & { runner?: Runner, calls: number })[]} */
  const all = [];
  for (const kind of KINDS) {
    const sets = Array.from({ length: PARAMETER_SETS }, (_, i) => kind.parameters(i));
    const { id, ours, byHand } = kind;
    /** @type {Record<string, () => Started | Promise<Started>>} */
    const contestants = { ours: () => startCall(ours(library), sets, kind.result) };
    if (numpy) contestants.NumPy = () => numpy.start(kind, sets);
    if (byHand) contestants['by hand'] = () => startCall(byHand(), sets);
    const digests = new Set();
    for (const [name, start] of Object.entries(contestants)) {
      try {
        const { runner, digest } = await start();
        digests.add(digest);
        all.push({ id, name, runner, calls: 0, ns: [] });
      } catch (error) {
        if (!(error instanceof Blank)) throw error;
        all.push({ id, name, blank: error.message, calls: 0, ns: [] });
      }
    }
    if (digests.size > 1) throw new Error(`${id}: the results differ`);
  }
  const ours = all.flatMap(({ name, runner }) => (name === 'ours' && runner ? [runner] : []));
  for (let i = 0; i < MIXED_CALLS; ++i) for (const runner of ours) runner.time(1);
  const timed = all.filter(({ id }) => ids.length === 0 || ids.includes(id));
  for (const one of timed) if (one.runner) one.calls = (await calibrate(one.runner)).calls;
  for (let round = -1; round < rounds; ++round) {
    for (const { runner, calls, ns } of timed) {
      if (!runner) continue;
      globalThis.gc?.();
      await runner.time(calls); // the first calls after a collection are slow
      const ms = await runner.time(calls);
      if (round >= 0) ns.push((ms * 1e6) / calls);
    }
  }
  numpy?.stop();
  return timed.map(({ id, name, blank, ns }) => ({ id, name, blank, ns }));
}

/** @param {Call} call @param {object[]} sets @param {Kind['result']} result @returns {Started} */
function startCall(call, sets, result = (one) => one) {
  const hash = createHash('sha1');
  for (const set of sets.slice(0, CHECKED_CALLS)) {
    for (const { dims, data } of [result(call(set))].flat()) hash.update(dims.join()).update(data);
  }
  let at = 0;
  const next = () => call(sets[at++ & (PARAMETER_SETS - 1)]);
  const bare = Object.keys(sets[0]).length === 0 ? /** @type {() => any} */ (call) : next;
  return { runner: syncRunner(bare, () => []), digest: hash.digest('hex') };
}

async function startNumpy() {
  const found = await findNumpy();
  if (!found) return undefined;
  const { ask, stop } = startPython(found, inRoot('tests/bench/calls/calls.py'));
  /** @type {(kind: Kind, sets: object[]) => Promise<Started>} */
  const start = async ({ id, numpy }, sets) => {
    const names = Object.keys(sets[0]).map((name) => `${name},`);
    const rows = sets.map((set) => Object.values(set));
    const { digest } = await ask({ ...numpy, id, names: names.join(' ') || '_', rows, check: CHECKED_CALLS });
    const time = async (/** @type {number} */ calls) => (await ask({ id, calls })).ms;
    return { runner: { time, outputs: () => [] }, digest };
  };
  return { start, stop };
}
