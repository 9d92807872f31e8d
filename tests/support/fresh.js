// The library as a page sees it that has just been opened: not initialized, whatever this process did before.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../tools/common/paths.js';

/** What `import 'microtome'` loads, by name of the file. @type {Map<string, string>} */
const loaded = new Map();

/** Reads a file, and those that it imports. @param {string} name */
function load(name) {
  if (loaded.has(name)) return;
  const text = readFileSync(inRoot('web/dist', name), 'utf8');
  loaded.set(name, text);
  for (const [, other] of text.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)) load(other);
}

/** @type {string[]} */
const folders = [];

/** @returns {Promise<typeof import('microtome')>} */
export async function freshLibrary() {
  const folder = mkdtempSync(join(tmpdir(), 'microtome-'));
  folders.push(folder);
  load('index.js');
  for (const [name, text] of loaded) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return import(pathToFileURL(join(folder, 'index.js')).href);
}

export function removeFresh() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
