// Starts in Node, each in a process of its own, beside processes that do nothing: of the package as it is installed, and bundled once more, minified.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../../tools/common/paths.js';
import { pathsOf } from '../report/files.js';
import { bundle } from './bundle.js';

/** @import { Row, Times } from './probe.js' */

const TARGET = 12;

/**
 * @param {number} rounds
 * @param {(detail: string) => void} update
 * @returns {Promise<Row[]>}
 */
export async function startInNode(rounds, update) {
  const [bundled] = pathsOf('start-bundle.mjs');
  writeFileSync(bundled, await bundle());
  const kinds = { package: inRoot('web/dist/index.js'), bundle: bundled };
  return Object.entries(kinds).map(([kind, path]) => {
    const title = `Node ${process.version}, ${kind}`;
    return { title, target: TARGET, ...startOften(pathToFileURL(path).href, rounds, update) };
  });
}

/**
 * @param {string} library
 * @param {number} rounds
 * @param {(detail: string) => void} update
 */
function startOften(library, rounds, update) {
  runProcess('process.js', library); // its files come from the disk
  /** @type {Times[]} */ const starts = [];
  /** @type {Times[]} */ const watched = [];
  /** @type {number[]} */ const more = [];
  for (let round = 0; round < rounds; ++round) {
    const empty = runProcess('empty.js');
    const plain = runProcess('process.js', library);
    starts.push(JSON.parse(plain.stdout));
    more.push(plain.took - empty.took);
    watched.push(JSON.parse(runProcess('process.js', library, 'watch').stdout));
    update(`Node: ${round + 1}`);
  }
  return { starts, watched, more };
}

/**
 * @param {string} file
 * @param {...string} args
 */
function runProcess(file, ...args) {
  const since = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inRoot('tests/bench/start', file), ...args],
    {
      encoding: 'utf8',
    },
  );
  const took = performance.now() - since;
  if (status !== 0) throw new Error(`${file} ended with ${status}: ${stderr}`);
  return { took, stdout };
}
