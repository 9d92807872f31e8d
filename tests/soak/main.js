// `npm test -- soak`: random calls of everything public, on the main thread, where two copies of the module take turns, and in
// workers; everything compared, and the process' memory watched. tools/test/suite.js builds the module first.
//   npm test -- soak                   10 minutes
//   npm test -- soak 2              2 minutes
//   npm test -- soak --workers=8 --seed=5
//   npm test -- soak 1 --files      sequences of steps with files and URLs instead, for a minute
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readArguments } from '../../tools/common/commands.js';
import { runTool } from '../../tools/common/failure.js';
import { BUILD } from '../../tools/common/paths.js';
import { startProgress } from '../../tools/common/progress.js';
import { freshLibrary, removeFresh } from '../support/fresh.js';
import { soakFiles } from './files.js';
import { ARENA, Life } from './life.js';
import { printReport } from './report.js';

/** @import { Report } from './life.js' */
/** @import { Sample } from './report.js' */

/** One that lives rounds. @typedef {{ round: (ms: number) => Promise<Report>, end: () => unknown }} Member */

const ROUND_MS = 2000;
const FOLDER = join(BUILD, 'soak');

await runTool(async () => {
  const { values } = readArguments('soak');
  if (values.files) return soakFiles(values.minutes, values.seed);
  const { minutes, seed, workers = Math.max(2, availableParallelism()) } = values;
  const crew = await Promise.all(Array.from({ length: workers }, (_, i) => startWorker(seed + 10 * (i + 1))));
  crew.push(await startHere(seed));
  const samples = await live(crew, minutes);
  for (const member of crew) member.end();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'soak.json'), JSON.stringify({ seed, workers, samples }));
  return printReport(samples) ? 0 : 1;
});

/** The main thread, with two copies of the module. @param {number} seed @returns {Promise<Member>} */
async function startHere(seed) {
  const libraries = [await freshLibrary(), await freshLibrary()];
  for (const { init } of libraries) await init({ arena: ARENA });
  const life = new Life(libraries, seed);
  return { round: async (ms) => life.round(ms), end: removeFresh };
}

/** @param {number} seed @returns {Promise<Member>} */
async function startWorker(seed) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: { seed } });
  const answer = async () => (await once(worker, 'message'))[0]; // or what the worker died of
  await answer();
  return {
    round: (ms) => {
      worker.postMessage(ms);
      return answer();
    },
    end: () => worker.terminate(),
  };
}

/**
 * Rounds, and a sample after each, when everybody rests and has collected.
 * @param {readonly Member[]} crew the main thread last: it lets nobody else start
 * @param {number} minutes
 */
async function live(crew, minutes) {
  const progress = startProgress(
    `Soaking for ${minutes} minutes, ${crew.length - 1} workers and the main thread`,
  );
  /** @type {Sample[]} */
  const samples = [];
  const since = Date.now();
  const passed = () => (Date.now() - since) / 60_000;
  while (passed() < minutes || samples.length < 4) {
    const reports = await Promise.all(crew.map((member) => member.round(ROUND_MS)));
    const sample = { minutes: passed(), rss: process.memoryUsage.rss(), reports };
    samples.push(sample);
    const calls = reports.reduce((sum, { counts }) => sum + counts.calls, 0);
    progress.update(
      `${sample.minutes.toFixed(1)} minutes, ${calls} calls, ${Math.round(sample.rss / 2 ** 20)} MiB`,
    );
  }
  progress.done();
  return samples;
}
