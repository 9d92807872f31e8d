// `npm run bench -- arena [W3]`, `npm run bench:browser -- arena`: what is gained if the source, the outputs or both are in the arena.
import { startProgress } from '../../../tools/common/progress.js';
import { printTable } from '../../../tools/common/table.js';
import { measureInProcess } from '../measure/fork.js';
import { writeJson } from '../report/files.js';
import { askedFor } from '../rows/asked.js';
import { PLACE_CONTESTANTS } from './places.js';

/** @typedef {import('../measure/measure.js').RowResult} RowResult */

const NAMES = PLACE_CONTESTANTS.map(({ name }) => name);

/**
 * In Node.
 * @param {readonly string[]} ids
 * @param {{ rounds: number, cold: boolean }} options
 */
export const arena = (ids, options) => measureArena(ids, options, measureInProcess, 'node');

/**
 * @param {readonly string[]} ids
 * @param {{ rounds: number, cold: boolean }} options
 * @param {typeof measureInProcess} measure one row
 * @param {string} host
 */
export async function measureArena(ids, options, measure, host) {
  const workloads = askedFor(ids).filter(({ small }) => !small);
  const progress = startProgress(`Measuring ${workloads.length} rows, ${options.rounds} rounds each`);
  /** @type {RowResult[]} */
  const rows = [];
  for (const { id } of workloads) rows.push(await measure({ id, only: NAMES, ...options }, progress.update));
  progress.done();
  printTable([['', ...NAMES, 'gain'], ...rows.map(toCells)]);
  console.log(
    '\nMultiples of memcpy. host: nothing is in the arena; source, outputs, both: these are; gain: host / both\n',
  );
  writeJson(`arena-${host}.json`, rows);
}

/** @param {RowResult} row */
function toCells({ id, title, results }) {
  const ratios = NAMES.map((name) => results.find((one) => one.name === name)?.ratio ?? Number.NaN);
  return [`${id} ${title}`, ...ratios.map((ratio) => ratio.toFixed(2)), (ratios[0] / ratios[3]).toFixed(2)];
}
