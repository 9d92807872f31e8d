// For hosts that take their files in a folder: what some files need, at the same places.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from '../../../tools/common/paths.js';

/** Imports, static and dynamic, of files of ours; not those of comments, which only name types. */
const IMPORT = /^(?!\s*(?:\/?\*|\/\/)).*?\b(?:from|import)\s*\(?\s*'(\.[^']+)'/gm;

/**
 * These files and all that they import, as paths from the root.
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
export function filesBehind(paths) {
  const found = new Set(paths);
  for (const path of found) {
    // grows while it is walked
    if (!path.endsWith('.js')) continue;
    for (const [, name] of readFileSync(inRoot(path), 'utf8').matchAll(IMPORT))
      found.add(join(dirname(path), name));
  }
  return [...found].filter((path) => existsSync(inRoot(path)));
}

/**
 * @param {readonly string[]} paths
 * @param {string} folder
 * @returns {string[]} the files that are there now
 */
export function copyBehind(paths, folder) {
  const files = filesBehind(paths);
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(inRoot(path), join(folder, path));
  }
  return files;
}
