// The tables of docs/performance.md that show where a hand-written loop is faster. They are made from the results that
// `npm run bench -- tournament --save` and `npm run bench -- browser tournament --save` have written, also with
// `--draw=users`.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

/** The column of jobs in which the best program takes less than four fifths of our time. */
const LOST = 'slower by 25 %';

/** @typedef {{ jobs: number, lost: number, above2: number, median: number, worst: number }} Sums */
/** @typedef {{ version: string, machine: { cpu: string }, seed: number, sizes: Record<'large' | 'small', Sums>, families: Record<string, Sums> }} Host */

/** @typedef {{ version: string, seed: number, all: Record<string, Sums>, large: Record<string, Sums>, worst: string[] }} UsersHost */

/** @param {string} name of the results */
const readResults = (name) => JSON.parse(readFileSync(inRoot('tests/bench/results', name), 'utf8')).hosts;

/** @returns {Record<string, Host>} */
const readHosts = () => readResults('tournament.json');

/** One row per host. */
export function tournamentTable() {
  const rows = Object.entries(readHosts()).map(([name, { version, sizes }]) => {
    const { large, small } = sizes;
    return [
      `${name} ${version.split('.')[0]}`,
      `${large.jobs}`,
      share(large.lost, large.jobs),
      share(large.above2, large.jobs),
      large.median.toFixed(2),
      large.worst.toFixed(1),
      `${small.jobs}`,
      share(small.lost, small.jobs),
      small.median.toFixed(2),
    ];
  });
  const large = ['jobs of 100 kB or more', LOST, 'twice as slow', 'median', 'worst'];
  return table([['', ...large, 'jobs of 10 to 100 kB', LOST, 'median'], ...rows]);
}

/** @param {number} part @param {number} all */
const share = (part, all) => `${((100 * part) / all).toFixed(1)} %`;

/** One row per family of jobs, those with most losses first. */
export function familiesTable() {
  const { Node: host } = readHosts();
  const { all, ...families } = host.families;
  const lines = Object.entries(families);
  lines.sort(([, a], [, b]) => b.lost / b.jobs - a.lost / a.jobs || b.worst - a.worst);
  const rows = [...lines, /** @type {const} */ (['all', all])].map(
    ([name, { jobs, lost, median, worst }]) => [
      name,
      `${jobs}`,
      `${lost}`,
      median.toFixed(2),
      worst.toFixed(1),
    ],
  );
  const head = ['family', 'jobs', LOST, 'median', 'worst'];
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
  const head = ['jobs of 10 kB to 4 MB', LOST, 'twice as slow', 'median', 'worst'];
  return table([['', ...head, 'of 100 kB or more', LOST, 'twice as slow'], ...rows]);
}
