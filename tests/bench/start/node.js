// Starts in Node, each in a process of its own, beside processes that do nothing.
import { spawnSync } from 'node:child_process';
import { inRoot } from '../../../tools/common/paths.js';

/** @import { Times } from './probe.js' */

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

/**
 * @param {number} rounds
 * @param {(detail: string) => void} update
 * @returns {{ title: string, target: number, starts: Times[], watched: Times[], more: number[] }[]} more: of the whole process
 */
export function startInNode(rounds, update) {
  runProcess('process.js'); // its files come from the disk
  /** @type {Times[]} */ const starts = [];
  /** @type {Times[]} */ const watched = [];
  /** @type {number[]} */ const more = [];
  for (let round = 0; round < rounds; ++round) {
    const empty = runProcess('empty.js');
    const plain = runProcess('process.js');
    starts.push(JSON.parse(plain.stdout));
    more.push(plain.took - empty.took);
    watched.push(JSON.parse(runProcess('process.js', 'watch').stdout));
    update(`Node: ${round + 1}`);
  }
  return [{ title: `Node ${process.version}`, target: 10, starts, watched, more }];
}
