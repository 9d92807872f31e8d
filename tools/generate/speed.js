// The table of speed in docs/performance.md, from the results that `npm run bench -- --save` and
// `npm run bench -- browser` have written.
import { readFileSync } from 'node:fs';
import { BOUND, BY_HAND, FRESH, isPeer, OURS } from '../common/contestants.js';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

/** @typedef {{ name: string, ratio?: number }} Result */

/** Columns of both hosts: the head, and whose best time stands there. @type {[string, (name: string) => boolean][]} */
const COLUMNS = [
  ['ours', (name) => name === OURS],
  ['bound', (name) => name === BOUND],
  ['new arrays', (name) => name === FRESH],
  ['by hand', (name) => BY_HAND.some((each) => each === name)],
];

/** One row per workload, in multiples of a copy of the output's bytes. */
export function speedTable() {
  const node = readResults('');
  const chromium = readResults('-chromium');
  const best = (/** @type {readonly Result[]} */ results, /** @type {(name: string) => boolean} */ isOne) => {
    const ratios = results.flatMap(({ name, ratio }) => (ratio && isOne(name) ? [ratio] : []));
    return ratios.length > 0 ? Math.min(...ratios).toFixed(1) : '';
  };
  const rows = [...node.byId].map(([id, { title, results }]) => {
    const inChromium = chromium.byId.get(id)?.results ?? [];
    return [
      title,
      ...COLUMNS.map(([, isOne]) => best(results, isOne)),
      best(results, isPeer),
      ...COLUMNS.map(([, isOne]) => best(inChromium, isOne)),
    ];
  });
  const [first, ...others] = COLUMNS.map(([name]) => name);
  const head = ['task', first, ...others, 'best peer', `Chromium: ${first}`, ...others];
  const { cpu, memory, node: version } = node.machine;
  return [table([head, ...rows]), `Node ${version}, ${cpu}, ${memory}.`].join('\n\n');
}

/** @param {'' | '-chromium'} host */
function readResults(host) {
  const { machine, rows } = JSON.parse(
    readFileSync(inRoot(`tests/bench/results/results${host}.json`), 'utf8'),
  );
  /** @type {Map<string, { title: string, results: Result[] }>} */
  const byId = new Map(rows.map((/** @type {{ id: string }} */ row) => [row.id, row]));
  return { machine, byId };
}
