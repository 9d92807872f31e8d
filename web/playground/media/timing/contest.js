// One cut, done by Microtome, by hand and by onnxruntime-web, from the same array: checked against each other byte by byte, then
// timed in turn, round by round. It runs in a worker of its own, so V8 compiles nothing else for other types.
import { allocateFor, movesOf, planCut, runnerOf } from '../cut/cut.js';
import { bytesOf } from '../files/classes.js';
import { waysByHand } from './hand.js';
import { BY_HAND, OURS, PEER } from './names.js';
import { summarize } from './statistics.js';

/** @import { Cut, Source } from '../cut/cut.js' */
/** @import { Summary } from './statistics.js' */

/** @typedef {{ name: string, run: () => unknown, outputs: () => any[] | Promise<any[]> }} Contestant */
/** @typedef {{ name: string, detail: string, blank?: string } & Partial<Summary>} Row `blank`: why there are no times */

const ROUNDS = 7;
/** Clocks of pages tick every 0.1 ms, so a sample is as many calls as take this long. */
const SAMPLE_MS = 3;
/** The first calls are slow, so they are not timed. */
const WARM_MS = 50;

/**
 * @param {{ source: Source, cut: Cut, withPeer: boolean }} work
 * @param {(part: number, text: string) => void} tell
 * @returns {Promise<Row[]>}
 */
export async function contest({ source, cut, withPeer }, tell) {
  const own = ++latest;
  const { type, data } = source;
  const parts = planCut(source, cut);
  const inElements = movesOf(planCut({ ...source, type: 'uint8' }, cut));
  const [outs, handOuts] = [allocateFor(parts, data), allocateFor(parts, data)];
  /** @type {Contestant[]} */
  const contestants = [{ name: OURS, run: runnerOf(parts, data, outs), outputs: () => outs }];
  for (const { name, run } of waysByHand(type, data, handOuts, inElements))
    contestants.push({ name: `${BY_HAND}: ${name}`, run, outputs: () => handOuts });
  /** @type {Row[]} */
  const blanks = [];
  if (withPeer) {
    tell(0, `loading ${PEER}`);
    const { startPeer } = await import('./peer.js');
    const peer = await startPeer(source, cut);
    if ('blank' in peer) blanks.push({ name: PEER, detail: '', blank: peer.blank });
    else contestants.push({ name: PEER, ...peer });
  }
  for (const { name, run, outputs } of contestants) {
    await run();
    if (!isSame(await outputs(), outs)) throw new Error(`${name} gives other bytes than ${OURS} does.`);
  }
  return [...rowsOf(contestants, await race(contestants, own, tell)), ...blanks];
}

/**
 * @param {readonly Contestant[]} contestants
 * @param {number} own contest
 * @param {(part: number, text: string) => void} tell
 * @returns {Promise<Summary[]>}
 */
async function race(contestants, own, tell) {
  const calls = [];
  for (const { run } of contestants) calls.push(await calibrate(run, own));
  const times = contestants.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < ROUNDS; ++round) {
    tell(round / ROUNDS, `round ${round + 1} of ${ROUNDS}`);
    for (const [i, { run }] of contestants.entries()) {
      await breathe(own);
      times[i].push((await time(run, calls[i])) / calls[i]);
    }
  }
  return times.map(summarize);
}

/**
 * One row each; of the ways by hand, the fastest.
 * @param {readonly Contestant[]} contestants
 * @param {readonly Summary[]} summaries
 * @returns {Row[]}
 */
function rowsOf(contestants, summaries) {
  const rows = contestants.map(({ name }, i) => {
    const [who, detail = ''] = name.split(': ');
    return { name: who, detail, ...summaries[i] };
  });
  const best = [OURS, BY_HAND, PEER].map((who) => {
    const own = rows.filter(({ name }) => name === who).sort((a, b) => a.ms - b.ms);
    return own.slice(0, 1);
  });
  return best.flat();
}

/** The contest that is wanted: a new one ends the one before. */
let latest = 0;

/**
 * Answers whatever else the worker is asked first.
 * @param {number} own contest
 */
async function breathe(own) {
  await new Promise((resolve) => setTimeout(resolve));
  if (own !== latest) throw new Error('Another cut is being timed.');
}

/**
 * How many calls make a sample, once they have been compiled.
 * @param {() => unknown} run
 * @param {number} own contest
 */
async function calibrate(run, own) {
  await breathe(own);
  for (const since = performance.now(); performance.now() - since < WARM_MS; ) await run();
  for (let calls = 1; ; ) {
    const ms = Math.min(await time(run, calls), await time(run, calls));
    if (ms >= SAMPLE_MS) return calls;
    calls = ms < SAMPLE_MS / 16 ? calls * 16 : Math.ceil((calls * SAMPLE_MS * 1.2) / ms);
  }
}

/**
 * @param {() => unknown} run
 * @param {number} calls
 */
async function time(run, calls) {
  const since = performance.now();
  for (let i = 0; i < calls; ++i) {
    const made = run();
    if (made instanceof Promise) await made;
  }
  return performance.now() - since;
}

/**
 * @param {any[]} some
 * @param {any[]} others
 */
const isSame = (some, others) =>
  some.every((each, i) => {
    if (Array.isArray(each)) return each.every((text, k) => text === others[i][k]);
    const [a, b] = [bytesOf(each), bytesOf(others[i])];
    return a.length === b.length && a.every((byte, k) => byte === b[k]);
  });
