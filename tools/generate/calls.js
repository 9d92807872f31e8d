// The table "Small calls" of docs/performance.md. `npm run bench -- calls --save` writes its numbers.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

/** @typedef {{ title: string, first?: number, results: { name: string, ns: number, times?: number }[] }} Row */

/** @param {number | undefined} ns */
function time(ns) {
  if (ns === undefined) return '';
  return ns < 1e3 ? `${ns.toFixed(0)} ns` : `${(ns / 1e3).toFixed(ns < 1e4 ? 1 : 0)} µs`;
}

export function callsTable() {
  const file = inRoot('tests/bench/results/calls.json');
  const { machine, numpy, rows } = JSON.parse(readFileSync(file, 'utf8'));
  const cells = rows.map((/** @type {Row} */ { title, results, first }) => {
    const of = (/** @type {string} */ name) => results.find((one) => one.name === name);
    const times = of('NumPy')?.times?.toFixed(1) ?? '';
    return [
      title,
      ...['ours', 'NumPy'].map((name) => time(of(name)?.ns)),
      times,
      time(of('by hand')?.ns),
      time(first),
    ];
  });
  const head = ['call', 'ours', 'NumPy', 'ours / NumPy', 'by hand', 'ours, mean of the first 1,000'];
  return [table([head, ...cells]), `Node ${machine.node}, NumPy ${numpy}, ${machine.cpu}.`].join('\n\n');
}
