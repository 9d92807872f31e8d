// The table of docs/hosts.md. `npm test -- hosts --save` writes its rows.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

/** The result under a policy in a place, both as the table names them. @typedef {{ place: string, policy: string, refused?: true, cases: number }} Visit */
/** @typedef {{ host: string, version: string, absent?: string, visits: Visit[] }} Saved */

export const SAVED_HOSTS = 'tests/hosts/results.json';

/** Each policy gets a letter. The policies of one place in one host share a row. */
export function hostTable(results = readResults()) {
  const all = results.flatMap(({ visits }) => visits);
  const titles = [...new Set(all.map(({ policy }) => policy))].filter((title) => title !== '');
  const refused = new Set(all.flatMap(({ policy, refused }) => (refused ? [policy] : [])));
  const letter = (/** @type {string} */ title) =>
    titles.includes(title) ? String.fromCharCode(97 + titles.indexOf(title)) : '-';
  const rows = rowsOf(results).map(({ host, versions, places, policies, cases }) => [
    host,
    versions.join(', '),
    places.join(', '),
    policies.map(letter).join(' '),
    `${cases || '`unsupported_host`'}`,
  ]);
  const absent = results.flatMap((each) => (each.absent ? [[each.host, '', each.absent, '', '']] : []));
  return [
    table([['host', 'version', 'where', 'under', 'cases'], ...rows, ...absent]),
    titles
      .map((title) => `- ${letter(title)}: ${title}${refused.has(title) ? ': `unsupported_host`' : ''}`)
      .join('\n'),
  ].join('\n\n');
}

/** @returns {Saved[]} */
const readResults = () => JSON.parse(readFileSync(inRoot(SAVED_HOSTS), 'utf8'));

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
    (alike) => ({ ...alike[0], versions: alike.map(({ version }) => version) }),
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
