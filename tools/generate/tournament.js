// The table of docs/performance.md that says where a loop of the reader's own is faster, from the results
// that `npm run bench -- tournament --save` has written.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

/** @typedef {{ family: string, ratio: number, before?: number }} Row */

/** A job is slower if it takes so many times as long as the best program by hand. */
const SLOWER = 1.25;

/** One row per family of jobs, those with most losses first. */
export function tournamentTable() {
  const file = inRoot('tests/bench/results/tournament.json');
  const { machine, seed, rows } = JSON.parse(readFileSync(file, 'utf8'));
  /** @type {Map<string, Row[]>} */
  const families = new Map();
  for (const row of rows) families.set(row.family, [...(families.get(row.family) ?? []), row]);
  const lines = [...families].map(([family, list]) => ({ family, ...both(list) }));
  lines.sort((a, b) => b.now.slower / b.count - a.now.slower / a.count || b.now.worst - a.now.worst);
  const all = { family: 'all', ...both(rows) };
  const cells = [...lines, all].map(({ family, count, now, before }) => [
    family,
    `${count}`,
    `${now.slower}`,
    now.median.toFixed(2),
    now.worst.toFixed(1),
    `${before.slower}`,
    before.worst.toFixed(1),
  ]);
  const head = ['jobs', 'number', 'slower by a quarter', 'median', 'worst', 'before: slower', 'worst'];
  return [table([head, ...cells]), `Seed ${seed}, Node ${machine.node}, ${machine.cpu}.`].join('\n\n');
}

/** Of this build, and of the one before. @param {readonly Row[]} rows */
const both = (rows) => ({
  count: rows.length,
  now: sumUp(rows.map(({ ratio }) => ratio)),
  before: sumUp(rows.map(({ ratio, before = ratio }) => before)),
});

/** @param {number[]} ratios */
function sumUp(ratios) {
  ratios.sort((a, b) => a - b);
  return {
    slower: ratios.filter((ratio) => ratio > SLOWER).length,
    median: ratios[Math.floor(ratios.length / 2)],
    worst: ratios[ratios.length - 1],
  };
}
