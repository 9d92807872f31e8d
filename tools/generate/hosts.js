// The table of docs/hosts.md. `npm run test:hosts -- --save` writes its rows.
import { readFileSync } from 'node:fs';
import { policyOf, TITLES } from '../../tests/hosts/policies.js';
import { RESULTS } from '../../tests/hosts/report.js';
import { table } from './markdown.js';

/** @import { Saved } from '../../tests/hosts/report.js' */

/** Each policy gets a letter. The policies of one place in one host share a row. */
export function hostTable(results = readResults()) {
  const titled = [...new Set(results.flatMap(({ visits }) => visits.map(({ policy }) => policy)))].filter(
    (name) => policyOf(name).title,
  );
  const letter = (/** @type {string} */ name) =>
    titled.includes(name) ? String.fromCharCode(97 + titled.indexOf(name)) : '-';
  const rows = rowsOf(results).map(({ host, versions, places, policies, cases }) => [
    host,
    versions.join(', '),
    places.map((place) => TITLES[place]).join(', '),
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

/**
 * Joins the places of a host that have the same policies, and then the versions that have the same rows.
 * @param {readonly Saved[]} results
 */
function rowsOf(results) {
  const hosts = groupsOf(results, ({ host, version }) => [host, version]);
  const rows = hosts.flatMap((same) => {
    const [{ host, version }] = same;
    const visits = same.flatMap((each) => each.visits);
    const byPlace = groupsOf(visits, ({ place }) => place).map((here) => ({
      place: here[0].place,
      policies: here.map(({ policy }) => policy),
      cases: Math.max(...here.map(({ cases }) => cases)),
    }));
    return groupsOf(byPlace, ({ policies, cases }) => [policies, cases]).map((alike) => ({
      ...alike[0],
      host,
      version,
      places: alike.map(({ place }) => place),
    }));
  });
  return groupsOf(rows, ({ host, places, policies, cases }) => [host, places, policies, cases]).map(
    (alike) => ({
      ...alike[0],
      versions: alike.map(({ version }) => version),
    }),
  );
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {(each: T) => unknown} keyOf
 */
function groupsOf(list, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const each of list) {
    const key = JSON.stringify(keyOf(each));
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}
