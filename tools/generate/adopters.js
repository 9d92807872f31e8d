// The table of docs/recipes.md: what users of other libraries do today, beside ours. `npm run bench -- adopters --save` writes its
// numbers.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

/** @typedef {{ name: string, ns?: number, blank?: string }} Result */

const OURS = { 'ours, new': 'new arrays', 'ours, out': '`out`', 'ours, view': '`view: true`' };
const LIMIT = 'memcpy';

export function adoptersTable() {
  const { machine, peers, rows } = JSON.parse(
    readFileSync(inRoot('tests/bench/results/adopters.json'), 'utf8'),
  );
  const cells = rows.map((/** @type {{ title: string, results: Result[] }} */ { title, results }) => [
    title,
    results
      .filter(({ name }) => name !== LIMIT && !(name in OURS))
      .map(show)
      .join(', '),
    ...Object.keys(OURS).map((name) => time(results.find((one) => one.name === name)?.ns)),
  ]);
  const head = ['cut', 'today', ...Object.values(OURS).map((name) => `ours, ${name}`)];
  const versions = Object.entries(peers).map(([name, version]) => `${name} ${version}`);
  return [
    table([head, ...cells]),
    `Medians. Node ${machine.node}, ${machine.cpu}; ${versions.join(', ')}.`,
  ].join('\n\n');
}

/** @param {Result} result */
const show = ({ name, ns }) => `${name} ${ns === undefined ? 'throws' : time(ns)}`;

/** @param {number | undefined} ns */
function time(ns) {
  if (ns === undefined) return '';
  return ns < 1e3
    ? `${ns.toFixed(0)} ns`
    : ns < 1e5
      ? `${(ns / 1e3).toPrecision(2)} µs`
      : `${(ns / 1e6).toPrecision(2)} ms`;
}
