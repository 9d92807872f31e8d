// The tables of docs/performance.md that say where a loop of the reader's own is faster, from the results
// that `npm run bench -- tournament --save` and `npm run bench:browser -- tournament --save` have written, with `--draw=users` too.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

/** @typedef {{ jobs: number, lost: number, above2: number, median: number, worst: number }} Sums */
/** @typedef {Sums & { before?: Sums }} Compared with an older build */
/** @typedef {{ version: string, machine: { cpu: string }, seed: number, sizes: Record<'large' | 'small', Compared>, families: Record<string, Compared> }} Host */

/** @typedef {{ version: string, seed: number, all: Record<string, Sums>, large: Record<string, Sums>, worst: string[] }} UsersHost */

/** @param {string} name of the results */
const readResults = (name) => JSON.parse(readFileSync(inRoot('tests/bench/results', name), 'utf8')).hosts;

/** @returns {Record<string, Host>} */
const readHosts = () => readResults('tournament.json');

/** One row per host, and one for an older build. */
export function tournamentTable() {
  const rows = Object.entries(readHosts()).flatMap(([name, { version, sizes }]) => {
    const { large, small } = sizes;
    const title = `${name} ${version.split('.')[0]}`;
    if (!large.before || !small.before) return [rowOf(title, large, small)];
    return [rowOf(`${title}, an older build`, large.before, small.before), rowOf(title, large, small)];
  });
  const large = ['jobs from 100 kB on', 'slower by a quarter', 'twice as slow', 'median', 'worst'];
  return table([['', ...large, 'jobs of 10 to 100 kB', 'slower by a quarter', 'median'], ...rows]);
}

/** @param {string} title @param {Sums} large @param {Sums} small */
const rowOf = (title, large, small) => [
  title,
  `${large.jobs}`,
  share(large.lost, large.jobs),
  share(large.above2, large.jobs),
  large.median.toFixed(2),
  large.worst.toFixed(1),
  `${small.jobs}`,
  share(small.lost, small.jobs),
  small.median.toFixed(2),
];

/** @param {number} part @param {number} all */
const share = (part, all) => `${((100 * part) / all).toFixed(1)} %`;

/** One row per family of jobs, those with most losses first. */
export function familiesTable() {
  const { Node: host } = readHosts();
  const { all, ...families } = host.families;
  const lines = Object.entries(families);
  lines.sort(([, a], [, b]) => b.lost / b.jobs - a.lost / a.jobs || b.worst - a.worst);
  const rows = [...lines, /** @type {const} */ (['all', all])].map(([name, { before, ...now }]) => [
    name,
    `${now.jobs}`,
    `${now.lost}`,
    now.median.toFixed(2),
    now.worst.toFixed(1),
    `${before?.lost ?? ''}`,
    before?.worst.toFixed(1) ?? '',
  ]);
  const head = ['jobs', 'number', 'slower by a quarter', 'median', 'worst', 'before: slower', 'worst'];
  return [table([head, ...rows]), `Seed ${host.seed}, Node ${host.version}, ${host.machine.cpu}.`].join(
    '\n\n',
  );
}

/** Three rows per host: bound plans, other calls, and all. */
export function usersTable() {
  /** @type {[string, UsersHost][]} */
  const hosts = Object.entries(readResults('users.json'));
  const sums = (/** @type {Sums} */ { jobs, lost, above2, median, worst }) => [
    `${jobs}`,
    share(lost, jobs),
    share(above2, jobs),
    median.toFixed(2),
    worst.toFixed(1),
  ];
  const rows = hosts.flatMap(([name, { version, all, large }]) =>
    Object.keys(all).map((mode) => [
      `${name} ${version.split('.')[0]}, ${mode}`,
      ...sums(all[mode]),
      ...sums(large[mode]).slice(0, 3),
    ]),
  );
  const head = ['jobs of 10 kB to 4 MB', 'slower by a quarter', 'twice as slow', 'median', 'worst'];
  return table([['', ...head, 'from 100 kB on', 'slower by a quarter', 'twice as slow'], ...rows]);
}
