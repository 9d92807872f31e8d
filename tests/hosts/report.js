// The results as a table, and as the file that the README's table is made from (tools/generate/hosts.js).
import { writeFileSync } from 'node:fs';
import { inRoot } from '../../tools/common/paths.js';
import { toRows } from '../../tools/common/rows.js';
import { printTable } from '../../tools/common/table.js';
import { SAVED_HOSTS } from '../../tools/generate/hosts.js';
import { policyOf, TITLES } from './policies.js';

/** @import { Saved } from '../../tools/generate/hosts.js' */

/** @typedef {{ place: string, policy: string, cases: number, seconds: string, problem: string }} Visited */

/**
 * @typedef {object} Result
 * @property {string} host
 * @property {string} version
 * @property {Visited[]} visits
 * @property {string} [absent] why it cannot be had here
 * @property {string} [broken] it is here, and cannot be opened
 */

/** @param {Visited} visited */
const outcomeOf = ({ policy, cases, problem }) =>
  problem ? 'FAILED' : policyOf(policy).refuses ? 'refused' : `${cases}`;

/** @param {readonly Result[]} results */
export function printResults(results) {
  const rows = results.flatMap(({ host, version, visits, absent, broken }) =>
    absent || broken
      ? [[host, version, '', '', absent ? 'not here' : 'FAILED', '']]
      : visits.map((visited) => [
          host,
          version,
          TITLES[visited.place],
          policyOf(visited.policy).title.replaceAll('`', ''),
          outcomeOf(visited),
          visited.seconds,
        ]),
  );
  console.log('');
  printTable([['host', 'version', 'place', 'policy', 'cases', 'seconds'], ...rows]);
}

/** @param {readonly Result[]} results */
export function save(results) {
  /** @type {Saved[]} */
  const kept = results.map(({ host, version, visits, absent }) => ({
    host,
    version,
    ...(absent ? { absent } : {}),
    visits: visits.map(({ place, policy, cases }) => {
      const { title, refuses } = policyOf(policy);
      return { place: TITLES[place], policy: title, ...(refuses && { refused: true }), cases };
    }),
  }));
  writeFileSync(inRoot(SAVED_HOSTS), toRows(kept));
}
