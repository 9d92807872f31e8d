// The library as a page sees it that has just been opened: not initialized, whatever this process did before.
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../tools/common/paths.js';

/** What `import 'microtome'` loads. */
const LOADED = /^(index|shared-\w+)\.js$/;

/** @type {string[]} */
const folders = [];

/** @returns {Promise<typeof import('microtome')>} */
export async function freshLibrary() {
  const folder = mkdtempSync(join(tmpdir(), 'microtome-'));
  folders.push(folder);
  for (const name of readdirSync(inRoot('web/dist')).filter((each) => LOADED.test(each)))
    copyFileSync(inRoot('web/dist', name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return import(pathToFileURL(join(folder, 'index.js')).href);
}

export function removeFresh() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
