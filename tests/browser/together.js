// Runs the test files of a folder in one process: most of the time that a file takes alone is the start of its browser and of its
// first page. A file can be run alone as well.
import { filesUnder } from '../../tools/common/files.js';
import { inRoot } from '../../tools/common/paths.js';

/** @param {string} folder of this one */
export async function runTogether(folder) {
  for (const path of filesUnder(`tests/browser/${folder}`, /\.test\.js$/)) await import(inRoot(path));
}
