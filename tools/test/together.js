// Runs all test files of a folder in one process. A small file alone spends most of its time on starting Node, the
// library, or a browser and its first page. Node's runner uses a process for each file, so this writes one file that
// imports them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesUnder } from '../common/files.js';
import { BUILD, inRoot } from '../common/paths.js';

const FOLDER = join(BUILD, 'together');

/**
 * @param {string} folder from the checkout
 * @returns {string} the file to run
 */
export function together(folder) {
  const file = join(FOLDER, `${basename(folder)}.test.js`);
  const imports = filesUnder(folder, /\.test\.js$/).map(
    (path) => `import '${pathToFileURL(inRoot(path))}';\n`,
  );
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, imports.join(''));
  return file;
}
