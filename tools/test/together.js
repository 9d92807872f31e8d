// Runs all test files of a folder in one process. Most of the time that a small file takes alone is the start of Node, of the
// library, or of a browser and its first page. Node's runner wants a process for each file, so this writes a file that imports them.
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
