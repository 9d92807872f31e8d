// Starts in Node, each in a process of its own: of the package as it is installed, and bundled once more, minified.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../../tools/common/paths.js';
import { pathsOf } from '../report/files.js';
import { bundle } from './bundle.js';

/** @import { Row, Times } from './probe.js' */

const TARGET = 12;

/** @param {number} rounds @param {(detail: string) => void} update @returns {Promise<Row[]>} */
export async function startInNode(rounds, update) {
  const [bundled] = pathsOf('start-bundle.mjs');
  writeFileSync(bundled, await bundle());
  const kinds = { package: inRoot('web/dist/index.js'), bundle: bundled };
  return Object.entries(kinds).map(([kind, path]) => {
    const title = `Node ${process.version}, ${kind}`;
    return { title, target: TARGET, starts: startOften(pathToFileURL(path).href, rounds, update) };
  });
}

/** @param {string} library @param {number} rounds @param {(detail: string) => void} update */
function startOften(library, rounds, update) {
  runProcess(library); // its files come from the disk
  return Array.from({ length: rounds }, (_, round) => {
    update(`Node: ${round + 1}`);
    return runProcess(library);
  });
}

/** @param {string} library @returns {Times} */
function runProcess(library) {
  const program = inRoot('tests/bench/start/process.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, library], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the process ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}
