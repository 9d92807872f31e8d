// Results as JSON and as a chart, in build/bench/; with `publish` also in tests/bench/results/, which is committed.
import { existsSync, readFileSync } from 'node:fs';
import { BY_HAND, isPeer, OURS } from '../../../tools/common/contestants.js';
import { inRoot } from '../../../tools/common/paths.js';
import { WORKLOADS } from '../rows/workloads.js';
import { drawRows } from './chart.js';
import { pathsOf, writeJson } from './files.js';
import { machine } from './machine.js';

/** @typedef {import('../measure/measure.js').RowResult} RowResult */
/** @typedef {import('./chart.js').Bar} Bar */

const CAPTION = 'time, as a multiple of memcpy of the output (outputs reused)';

/**
 * @param {readonly RowResult[]} rows
 * @param {{ publish: boolean, rounds: number, host?: string, peers?: Record<string, string> }} options
 */
export async function saveResults(rows, { publish, rounds, host = 'node', peers = {} }) {
  const suffix = host === 'node' ? '' : `-${host}`;
  const file = `results${suffix}.json`;
  const all = publish ? withPublished(inRoot('tests/bench/results', file), rows, peers) : { peers, rows };
  writeJson(file, { host, machine: machine(), rounds, ...all }, publish);
  for (const path of pathsOf(`chart${suffix}.svg`, publish)) {
    await drawRows(path, all.rows.flatMap(barsOf), CAPTION);
  }
}

/**
 * These rows, and those that were published before and have not been measured now.
 * @param {string} path
 * @param {readonly RowResult[]} rows
 * @param {Record<string, string>} peers their versions
 */
function withPublished(path, rows, peers) {
  /** @type {{ rows: readonly RowResult[], peers: Record<string, string> }} */
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { rows: [], peers: {} };
  const byId = new Map([...before.rows, ...rows].map((row) => [row.id, row]));
  return { peers: { ...before.peers, ...peers }, rows: WORKLOADS.flatMap(({ id }) => byId.get(id) ?? []) };
}

/** Ours, the best by hand, the best peer. @param {RowResult} row @returns {Bar[]} */
function barsOf({ title, results }) {
  const kinds = {
    ours: (/** @type {string} */ name) => name === OURS,
    hand: (/** @type {string} */ name) => BY_HAND.some((each) => each === name),
    peer: isPeer,
  };
  return Object.entries(kinds).flatMap(([kind, isOne]) => {
    const best = results
      .filter(({ name, ratio }) => isOne(name) && ratio !== undefined)
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
