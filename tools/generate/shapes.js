// The tables of docs/performance.md that show how cost grows. `npm run bench -- shapes --save` writes their numbers.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

/** @typedef {{ title: string, most: number, other: string, ours?: number, times?: number, counted?: number, blank?: string }} Job */
/** @typedef {{ id: string, title: string, storage: string, out?: number, bound?: number, growth?: number, handGrowth?: number }} Call */

/** @type {() => { machine?: { cpu: string, node: string }, limits: { slow: number, steep: number }, jobs: Job[], calls: Call[] }} */
const readResults = () => JSON.parse(readFileSync(inRoot('tests/bench/results/shapes.json'), 'utf8'));

/** @param {number | undefined} value */
const digits = (value) =>
  value === undefined ? '' : value.toFixed(value < 0.995 ? 2 : value < 9.95 ? 1 : 0);

/** @param {number | undefined} ms */
const time = (ms) => (ms === undefined ? '' : ms < 1 ? `${(ms * 1e3).toFixed(0)} µs` : `${digits(ms)} ms`);

/** One row per job, with what it is compared with. */
export function jobsTable() {
  const { jobs, machine } = readResults();
  const rows = jobs.map(({ title, most, other, ours, times, counted, blank }) => [
    ...[title, time(ours), other],
    ...[
      blank ?? (counted === undefined ? digits(times) : counted.toLocaleString('en')),
      most.toLocaleString('en'),
    ],
  ]);
  const all = [table([['job', 'time', 'compared with', 'times', 'at most'], ...rows])];
  if (machine) all.push(`Node ${machine.node}, ${machine.cpu}.`);
  return all.join('\n\n');
}

/** One row per call, one column per storage; and the calls that are listed. */
export function growthTable() {
  const { calls, limits } = readResults();
  const storages = [...new Set(calls.map(({ storage }) => storage))];
  const titles = [...new Set(calls.map(({ title }) => title))];
  const rows = titles.map((title) => {
    const own = calls.filter((one) => one.title === title);
    return [title, ...storages.map((id) => digits(own.find(({ storage }) => storage === id)?.bound))];
  });
  const listed = calls.filter(
    ({ out = 0, bound = 0, growth = 0 }) => Math.max(out, bound) > limits.slow || growth > limits.steep,
  );
  const lines = listed.map(({ title, storage, out, bound, growth, handGrowth }) => [
    ...[title, storage],
    ...[out, bound, growth, handGrowth].map(digits),
  ]);
  return [
    table([['call', ...storages], ...rows]),
    `${listed.length} of these ${calls.length} pairs take more than ${limits.slow} times as long as the loop, or grow by more than ${limits.steep}:`,
    table([['call', 'storage', '`out`', 'bound', 'growth', "the loop's growth"], ...lines]),
  ].join('\n\n');
}
