// The README's table of hosts, from what the last `npm run test:hosts -- --save` has left.
import { readFileSync } from 'node:fs';
import { policyOf, TITLES } from '../../tests/hosts/policies.js';
import { RESULTS } from '../../tests/hosts/report.js';
import { table } from './markdown.js';

/** @import { Saved } from '../../tests/hosts/report.js' */

/**
 * @typedef {object} Row
 * @property {string} host
 * @property {Set<string>} versions
 * @property {Set<string>} places which have all of the policies
 * @property {readonly string[]} policies
 * @property {number} cases
 */

/** Policies get a letter each, and those of one place in one host stand together. */
export function hostTable(results = readResults()) {
  const titled = [...new Set(results.flatMap(({ visits }) => visits.map(({ policy }) => policy)))].filter(
    (name) => policyOf(name).title,
  );
  const letter = (/** @type {string} */ name) =>
    titled.includes(name) ? String.fromCharCode(97 + titled.indexOf(name)) : '-';
  const rows = rowsOf(results).map(({ host, versions, places, policies, cases }) => [
    host,
    [...versions].join(', '),
    [...places].map((place) => TITLES[place]).join(', '),
    policies.map(letter).join(' '),
    `${cases || '`unsupported_host`'}`,
  ]);
  const absent = results.flatMap((each) => (each.absent ? [[each.host, '', each.absent, '', '']] : []));
  return [
    table([['host', 'version', 'where', 'under', 'cases'], ...rows, ...absent]),
    titled.map((name) => `- ${letter(name)}: ${describe(name)}`).join('\n'),
  ].join('\n\n');
}

/** @returns {Saved[]} */
const readResults = () => JSON.parse(readFileSync(RESULTS, 'utf8'));

/** @param {string} name */
function describe(name) {
  const { title, refuses } = policyOf(name);
  return refuses ? `${title}: \`unsupported_host\`` : title;
}

/** @param {readonly Saved[]} results */
function rowsOf(results) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const { host, version } of results) {
    const visits = results
      .filter((each) => each.host === host && each.version === version)
      .flatMap((each) => each.visits);
    for (const place of new Set(visits.map((visit) => visit.place))) {
      const here = visits.filter((visit) => visit.place === place);
      const policies = here.map(({ policy }) => policy);
      const cases = Math.max(...here.map((visit) => visit.cases));
      const key = JSON.stringify([host, policies, cases]);
      const row = rows.get(key) ?? { host, versions: new Set(), places: new Set(), policies, cases };
      row.versions.add(version);
      row.places.add(place);
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}
