// `npm run bench -- calls --against=PATH`: each small call of this build and of another one, in turns in one process, in which both have made
// all of the calls. Prints p10 of both, and the ratio, of several processes: V8 compiles a little differently in each.
import { pathToFileURL } from 'node:url';
import { syncRunner } from '../measure/runner.js';
import { calibrate, quantile } from '../measure/samples.js';
import { KINDS } from './kinds.js';
import { PAIR_KINDS } from './pair_kinds.js';

/** @typedef {{ modules: readonly string[], ids: readonly string[], rounds: number }} PairRequest */
/** @typedef {{ id: string, ns: number[] }} Pair p10 of each build */

export const PAIRED = [...KINDS, ...PAIR_KINDS];

const MIXED_CALLS = 5000;
/** A power of two. */
const PARAMETER_SETS = 4096;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(JSON.stringify(await measurePairs(JSON.parse(process.argv[2]))));
}

/** @param {PairRequest} request @returns {Promise<Pair[]>} */
async function measurePairs({ modules, ids, rounds }) {
  const libraries = await Promise.all(modules.map((module) => import(module)));
  for (const library of libraries) await library.init();
  const rows = PAIRED.map(({ id, parameters, ours }) => {
    const sets = Array.from({ length: PARAMETER_SETS }, (_, i) => parameters(i));
    const runners = libraries.map((library) => {
      const call = ours(library);
      let at = 0;
      return syncRunner(() => call(sets[at++ & (PARAMETER_SETS - 1)]), () => []); // biome-ignore format: one runner
    });
    return { id, runners, calls: 0, samples: runners.map(() => /** @type {number[]} */ ([])) };
  });
  for (let i = 0; i < MIXED_CALLS; ++i)
    for (const { id, runners } of rows)
      if (i % 20 === 0 || !/1,024|4,096/.test(id)) for (const runner of runners) runner.time(1); // those take longer
  const timed = rows.filter(({ id }) => ids.length === 0 || ids.includes(id));
  for (const row of timed) row.calls = (await calibrate(row.runners[0])).calls;
  for (let round = 0; round < rounds; ++round) {
    globalThis.gc?.();
    for (const { runners, calls, samples } of timed)
      for (const k of round % 2 ? [0, 1] : [1, 0]) {
        await runners[k].time(Math.min(calls, 200)); // the first calls after a collection are slow
        samples[k].push(((await runners[k].time(calls)) * 1e6) / calls);
      }
  }
  return timed.map(({ id, samples }) => ({ id, ns: samples.map((each) => quantile(each, 0.1)) }));
}
