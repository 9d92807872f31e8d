// Runs the programs of the documents: in Node here, in Chromium in tests/browser/site/snippets.test.js.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../tools/common/paths.js';
import { capture } from '../../tools/common/run.js';
import { nameOf } from './document_blocks.js';

/** @import { Program } from './document_blocks.js' */

/** Inside the checkout, so that 'microtome' is this package. */
const FOLDER = inRoot('build/snippets/node');

/**
 * Writes a program and the files beside it.
 * @param {Program} program
 * @param {string} folder
 * @param {string} main the name of its own file
 * @param {string} [more] after its code
 */
export function write({ code, files }, folder, main, more = '') {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ ...files, [main]: code + more }))
    writeFileSync(join(folder, name), text);
}

/**
 * Runs a program in a process of its own. Returns the lines that it has printed.
 * @param {Program} program of the host 'node' or 'cjs'
 */
export async function runInNode(program) {
  const folder = join(FOLDER, nameOf(program));
  const main = program.host === 'cjs' ? 'main.cjs' : 'main.mjs';
  write(program, folder, main);
  const { code, all } = await capture(process.execPath, [main], { cwd: folder });
  if (code !== 0) throw new Error(all);
  return all.split('\n').slice(0, -1);
}
