// Where measurements are written: build/bench/, and with `--save` also tests/bench/results/, which is committed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_BUILD, inRoot } from '../../../tools/common/paths.js';
import { toRows } from '../../../tools/common/rows.js';

/**
 * Paths of a file of this name, in folders that are there.
 * @param {string} name
 * @param {boolean} [publish]
 */
export function pathsOf(name, publish = false) {
  return [BENCH_BUILD, ...(publish ? [inRoot('tests/bench/results')] : [])].map((folder) => {
    mkdirSync(folder, { recursive: true });
    return join(folder, name);
  });
}

/** @param {string} name @param {unknown} value @param {boolean} [publish] */
export function writeJson(name, value, publish) {
  for (const path of pathsOf(name, publish)) writeFileSync(path, toRows(value));
}
