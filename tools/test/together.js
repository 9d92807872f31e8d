// Which test files share a process, and which begins first. A small file alone spends most of its time on starting Node, the library,
// or a browser and its first page. Node's runner uses a process for each file, and sorts files by name whatever their order is. So this
// writes a file for each group of files, which imports them and whose name begins with its place.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUILD, inRoot } from '../common/paths.js';

/**
 * @param {string} layer
 * @param {readonly (readonly string[])[]} groups paths from the checkout, in the order in which they begin
 * @returns {string[]} the files to run
 */
export function together(layer, groups) {
  const folder = join(BUILD, 'together', layer);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return groups.map((paths, i) => {
    const file = join(folder, `${String(i).padStart(2, '0')}-${basename(paths[0])}`);
    writeFileSync(file, paths.map((path) => `import '${pathToFileURL(inRoot(path))}';\n`).join(''));
    return file;
  });
}
