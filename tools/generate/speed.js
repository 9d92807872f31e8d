// The table of speed in docs/performance.md, from the results that `npm run bench -- --save` and
// `npm run bench -- browser` have written.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

const BY_HAND = ['set', 'loops', 'words'];
const PEERS = ['ort-web', 'ort-node', 'tfjs-wasm', 'ndarray', 'transformers'];

/** One row per workload, in multiples of a copy of the output's bytes. */
export function speedTable() {
  const node = readResults('');
  const chromium = readResults('-chromium');
  const best = (/** @type {{ name: string, ratio?: number }[]} */ results, /** @type {string[]} */ names) => {
    const ratios = results.flatMap(({ name, ratio }) => (ratio && names.includes(name) ? [ratio] : []));
    return ratios.length > 0 ? Math.min(...ratios).toFixed(1) : '';
  };
  const rows = [...node.byId].map(([id, { title, results }]) => {
    const inChromium = chromium.byId.get(id)?.results ?? [];
    return [
      title,
      best(results, ['ours']),
      best(results, ['ours fresh']),
      best(results, BY_HAND),
      best(results, PEERS),
      best(inChromium, ['ours']),
      best(inChromium, ['ours fresh']),
      best(inChromium, BY_HAND),
    ];
  });
  const head = [
    'task',
    'ours',
    'ours, new arrays',
    'by hand',
    'best peer',
    'Chromium: ours',
    'ours, new arrays',
    'by hand',
  ];
  const { cpu, memory, node: version } = node.machine;
  return [table([head, ...rows]), `Node ${version}, ${cpu}, ${memory}.`].join('\n\n');
}

/** @param {'' | '-chromium'} host */
function readResults(host) {
  const { machine, rows } = JSON.parse(
    readFileSync(inRoot(`tests/bench/results/results${host}.json`), 'utf8'),
  );
  /** @type {Map<string, { title: string, results: { name: string, ratio?: number }[] }>} */
  const byId = new Map(rows.map((/** @type {{ id: string }} */ row) => [row.id, row]));
  return { machine, byId };
}
