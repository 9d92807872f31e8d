// `npm run bench -- fresh [W1]`, `npm run bench:browser -- fresh`: what outputs cost by where their memory comes from.
import { checkWords } from '../../../tools/common/commands.js';
import { startProgress } from '../../../tools/common/progress.js';
import { printTable } from '../../../tools/common/table.js';
import { measureInProcess } from '../measure/fork.js';
import { writeJson } from '../report/files.js';
import { MAKERS } from './makers.js';
import { POINTS, pointsOf } from './points.js';

/** @typedef {import('../measure/measure.js').RowResult} RowResult */
/** @typedef {import('../measure/row_process.js').Request} Request */

const NAMES = MAKERS.map(({ name }) => name);

/**
 * In Node.
 * @param {readonly string[]} ids
 * @param {{ rounds: number, cold: boolean }} options
 */
export const fresh = (ids, options) => measureFresh(ids, options, measureInProcess, 'node');

/**
 * @param {readonly string[]} ids
 * @param {{ rounds: number, cold: boolean }} options
 * @param {(request: Request, update: (detail: string) => void) => Promise<RowResult>} measure one row
 * @param {string} host
 */
export async function measureFresh(ids, options, measure, host) {
  checkWords(
    ids,
    'point',
    POINTS.map(({ id }) => id),
    (each, id) => id.startsWith(each),
  );
  const points = pointsOf(ids);
  const progress = startProgress(`Measuring ${points.length} points, ${options.rounds} rounds each`);
  /** @type {RowResult[]} */
  const rows = [];
  for (const workload of points) {
    rows.push(await measure({ id: workload.id, workload, only: NAMES, ...options }, progress.update));
  }
  progress.done();
  print(rows);
  writeJson(`fresh-${host}.json`, rows);
}

/** @param {readonly RowResult[]} rows */
function print(rows) {
  const cells = rows.map(({ id, title, results }) => [
    `${id}, ${title}`,
    ...NAMES.map((name) => results.find((one) => one.name === name)?.ratio?.toFixed(2) ?? '-'),
  ]);
  printTable([['', ...NAMES], ...cells]);
  console.log(`\n${MAKERS.map(({ name, tells }) => `${name}: ${tells}`).join('\n')}\n`);
}
