// Times all contestants of one row in interleaved rounds: each round times every contestant once and divides by memcpy's
// time in the same round, so that what else the machine does hits all of them alike.

import { MEMCPY } from '../../../tools/common/contestants.js';
import { difference } from '../rows/geometry.js';
import { Blank } from './runner.js';
import { calibrate, quantile } from './samples.js';

/** @typedef {import('./contestants.js').Contestant} Contestant */
/** @typedef {import('./contestants.js').Job} Job */
/** @typedef {import('./runner.js').Runner} Runner */

/**
 * @typedef {object} Result of one contestant in one row
 * @property {string} name
 * @property {number} [ratio] to memcpy, median over rounds
 * @property {[number, number]} [quartiles] of the ratio
 * @property {number} [ns] per call, median over rounds
 * @property {number} [floor] fastest sample over memcpy's fastest: what a busy machine blurs least
 * @property {number} [calls] per sample
 * @property {string} [note]
 * @property {string} [blank] why there is no number
 */

/**
 * @typedef {object} RowResult
 * @property {string} id
 * @property {string} title
 * @property {number} bytes of all outputs
 * @property {Result[]} results
 */

const SLOW_MS = 50;
/** A contestant this slow is not timed in every round. */
const VERY_SLOW_MS = 300;
const VERY_SLOW_ROUNDS = 3;

const collect = /** @type {{ gc?: () => void }} */ (globalThis).gc;

/**
 * @param {Job} job
 * @param {readonly Contestant[]} contestants memcpy among them
 * @param {number} rounds
 * @returns {Promise<RowResult>}
 */
export async function measureRow(job, contestants, rounds) {
  if (!collect) throw new Error('run with --expose-gc');
  const { id, title } = job.workload;
  /** @type {{ runner: Runner, calls: number, result: Result, ms: number, times: number[], ratios: number[] }[]} */
  const running = [];
  /** @type {Result[]} */
  const results = [];
  for (const contestant of contestants) {
    /** @type {Result} */
    const result = { name: contestant.name };
    results.push(result);
    try {
      const runner = await contestant.start(job);
      await check(runner, job);
      const { calls, ms } = await calibrate(runner);
      running.push({ runner, calls, ms, result, times: [], ratios: [] });
    } catch (error) {
      result.blank = String(error instanceof Error ? error.message : error).split('\n')[0];
      if (!(error instanceof Blank)) result.blank = `failed: ${result.blank}`;
    }
  }
  for (let round = 0; round < rounds; ++round) {
    let limit = 0;
    for (const one of running) {
      if (one.ms > VERY_SLOW_MS && round >= VERY_SLOW_ROUNDS) continue;
      collect();
      const ms = await sample(one);
      if (one.result.name === MEMCPY) limit = ms;
      one.times.push(ms);
      one.ratios.push(ms / limit);
    }
  }
  const fastest = Math.min(...(running.find(({ result }) => result.name === MEMCPY)?.times ?? []));
  for (const { runner, calls, result, times, ratios } of running) {
    Object.assign(result, { ratio: quantile(ratios, 0.5), ns: quantile(times, 0.5) * 1e6, calls });
    result.quartiles = [quantile(ratios, 0.25), quantile(ratios, 0.75)];
    result.floor = Math.min(...times) / fastest;
    result.note = runner.note;
    runner.stop?.();
  }
  return { id, title, bytes: job.bytes, results };
}

/**
 * The first calls after a collection are slow (V8 gives back the memory of its young generation and clears caches), so as many
 * calls as the sample has run before it.
 * @param {{ runner: Runner, calls: number, ms: number }} one
 */
async function sample({ runner, calls, ms }) {
  if (ms < SLOW_MS) await runner.time(calls);
  return (await runner.time(calls)) / calls;
}

/**
 * Every byte of every output, and again after many calls: outputs that are reused must not depend on the first call.
 * @param {Runner} runner
 * @param {Job} job
 */
async function check(runner, { expected }) {
  for (const calls of [1, 2]) {
    await runner.time(calls);
    const wrong = (runner.difference ?? difference)(await runner.outputs(), runner.expected ?? expected);
    if (wrong) throw new Blank(`wrong result: ${wrong}`);
  }
}
