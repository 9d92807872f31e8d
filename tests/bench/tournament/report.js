// The results of the tournament: sums by host, by size and by family, and the jobs that were lost.
import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from '../../../tools/common/paths.js';
import { quantile } from '../measure/samples.js';
import { writeJson } from '../report/files.js';
import { machine } from '../report/machine.js';

/** @import { Row } from './main.js' */

/** Ours has lost if it takes so many times as long. */
export const LOST = 1.25;
/** Bytes from which on a job is large. */
export const LARGE = 100e3;

const FILE = 'tournament.json';

/** Adds a host to the results, or replaces it. @param {{ name: string, version: string, seed: number }} host @param {readonly Row[]} rows @param {boolean} publish */
export function saveTournament(host, rows, publish) {
  const published = inRoot('tests/bench/results', FILE);
  const others = existsSync(published) ? JSON.parse(readFileSync(published, 'utf8')).hosts : {};
  /** @type {Record<string, Row[]>} */
  const families = {};
  for (const row of rows) families[row.family] = [...(families[row.family] ?? []), row];
  const results = {
    ...{ version: host.version, machine: machine(), seed: host.seed, jobs: rows.length },
    sizes: sumsOf({
      large: rows.filter(({ bytes }) => bytes >= LARGE),
      small: rows.filter(({ bytes }) => bytes < LARGE),
    }),
    families: sumsOf({ ...families, all: rows }),
    lost: rows.filter(({ ratio }) => ratio > LOST),
  };
  writeJson(FILE, { hosts: { ...others, [host.name]: results } }, publish);
}

/** Jobs of users that are kept: so many bound plans, and so many calls. */
const KEPT = 5;

/** The same for the jobs of users. All of them are in build/bench. @type {typeof saveTournament} */
export function saveUsers(host, rows, publish) {
  writeJson(`users-${host.name}-${host.seed}.json`, rows);
  const file = 'users.json';
  const published = inRoot('tests/bench/results', file);
  const others = existsSync(published) ? JSON.parse(readFileSync(published, 'utf8')).hosts : {};
  const [bound, calls] = [true, false].map((is) => rows.filter(({ mode }) => (mode === 'bound') === is));
  const large = (/** @type {readonly Row[]} */ some) => some.filter(({ bytes }) => bytes >= LARGE);
  const worst = [bound, calls].flatMap((some) => some.toSorted((a, b) => b.ratio - a.ratio).slice(0, KEPT));
  const results = {
    ...{ version: host.version, machine: machine(), seed: host.seed },
    all: sumsOf({ bound, calls, all: rows }),
    bare: sumUp(calls.map(({ bare }) => bare)), // calls, compared with programs that return no tensors
    large: sumsOf({ bound: large(bound), calls: large(calls), all: large(rows) }),
    worst: worst.map(({ id, family, mode, type, bytes, way, ratio, by, what }) =>
      [`${ratio.toFixed(2)}: job ${id}, ${family}, ${mode}, ${type}, ${bytes} bytes, ${way}`, by, what].join(
        '; ',
      ),
    ),
  };
  writeJson(file, { hosts: { ...others, [host.name]: results } }, publish);
}

/** @param {Record<string, readonly Row[]>} groups */
const sumsOf = (groups) =>
  Object.fromEntries(
    Object.entries(groups).map(([name, rows]) => [name, sumUp(rows.map(({ ratio }) => ratio))]),
  );

/** @param {readonly number[]} ratios */
export const sumUp = (ratios) => ({
  jobs: ratios.length,
  lost: ratios.filter((ratio) => ratio > LOST).length,
  above2: ratios.filter((ratio) => ratio > 2).length,
  median: ratios.length > 0 ? quantile(ratios, 0.5) : 0,
  worst: Math.max(0, ...ratios),
});
