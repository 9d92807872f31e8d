// Results as JSON and as a chart, in build/bench/; with `publish` also in tests/bench/results/, which is committed.
import { BY_HAND, MEMCPY } from '../measure/contestants.js';
import { PEERS } from '../peers/peers.js';
import { drawRows } from './chart.js';
import { pathsOf, writeJson } from './files.js';
import { machine } from './machine.js';

/** @typedef {import('../measure/measure.js').RowResult} RowResult */
/** @typedef {import('./chart.js').Bar} Bar */

const CAPTION = 'time, as a multiple of memcpy of the output (outputs reused)';

/**
 * @param {readonly RowResult[]} rows
 * @param {{ publish: boolean, rounds: number, cold: boolean, host?: string, peers?: Record<string, string> }} options
 */
export async function saveResults(rows, { publish, rounds, cold, host = 'node', peers = {} }) {
  const suffix = `${host === 'node' ? '' : `-${host}`}${cold ? '-cold' : ''}`;
  writeJson(`results${suffix}.json`, { host, machine: machine(), peers, rounds, cold, rows }, publish);
  for (const path of pathsOf(`chart${suffix}.svg`, publish)) {
    await drawRows(path, rows.flatMap(barsOf), CAPTION);
  }
}

/**
 * Ours, the best by hand, the best peer.
 * @param {RowResult} row
 * @returns {Bar[]}
 */
function barsOf({ title, results }) {
  /** @type {Record<string, string[]>} */
  const kinds = {
    ours: ['ours'],
    hand: BY_HAND,
    peer: PEERS.map(({ name }) => name),
  };
  return Object.entries(kinds).flatMap(([kind, names]) => {
    const best = results
      .filter(({ name, ratio }) => name !== MEMCPY && names.includes(name) && ratio !== undefined)
      .sort((a, b) => (a.ratio ?? 0) - (b.ratio ?? 0))[0];
    const bar = {
      row: title,
      name: best?.name,
      kind: /** @type {Bar['kind']} */ (kind),
      ratio: best?.ratio ?? 0,
    };
    return best ? [bar] : [];
  });
}
