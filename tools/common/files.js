// The files of a folder, whole tree, in a fixed order.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.js';

/** Paths relative to the checkout. @param {string} folder @param {RegExp} wanted @returns {string[]} */
export function filesUnder(folder, wanted) {
  if (!existsSync(inRoot(folder))) return [];
  const names = readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => wanted.test(name))
    .map((name) => join(folder, name))
    .sort();
}
