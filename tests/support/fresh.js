// The library as a page sees it that has just been opened: not initialized, whatever this process did before.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../tools/common/paths.js';

/** @type {string[]} */
const folders = [];

/** @returns {Promise<typeof import('microtome')>} */
export async function freshLibrary() {
  const folder = mkdtempSync(join(tmpdir(), 'microtome-'));
  folders.push(folder);
  const filter = (/** @type {string} */ path) => !path.endsWith('.d.ts');
  cpSync(inRoot('web/dist'), folder, { recursive: true, filter });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return import(pathToFileURL(join(folder, 'index.js')).href);
}

export function removeFresh() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
