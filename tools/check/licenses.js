// Checks that every package in package-lock.json has one of the licences below. We run these packages, and
// ship none. To accept another licence, read it, then add a row.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';

/** SPDX identifiers. */
export const ACCEPTED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
];

/** @typedef {Record<string, { license?: string }>} Packages of a lock file, by folder; '' is ourselves */

/**
 * The packages whose licence is not accepted, or not stated. In `A OR B`, one accepted licence is enough; other
 * expressions need a person to read them.
 * @param {Packages} packages
 * @returns {string[]} a sentence each
 */
export const findUnaccepted = (packages) =>
  Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .filter(([, { license }]) => !alternatives(license).some((each) => ACCEPTED.includes(each)))
    .map(
      ([folder, { license }]) =>
        `${folder.replace(/.*node_modules\//, '')}: ${license ?? 'no licence is stated'}`,
    );

/** @param {string} [license] */
const alternatives = (license = '') => license.replace(/^\((.*)\)$/, '$1').split(' OR ');

/** @returns {Promise<number>} exit code */
export async function checkLicenses() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const unaccepted = findUnaccepted(packages);
  for (const sentence of unaccepted) console.log(sentence);
  console.log(`${Object.keys(packages).length - 1} packages; accepted are ${ACCEPTED.join(', ')}.`);
  if (unaccepted.length > 0)
    console.log('Use other packages, or accept a licence in tools/check/licenses.js.');
  return unaccepted.length > 0 ? 1 : 0;
}
