// Measures the workloads that somebody has asked for by name.
import { checkWords } from '../../../tools/common/commands.js';
import { startProgress } from '../../../tools/common/progress.js';
import { chosen, WORKLOADS } from './workloads.js';

/** @import { Request } from '../measure/row_process.js' */
/** @import { RowResult } from '../measure/measure.js' */

/**
 * Fails if a name is not a workload's id, or the beginning of one.
 * @param {readonly string[]} names all of the table without any
 * @param {Omit<Request, 'id'>} options
 * @param {(request: Request) => Promise<RowResult>} measure one row
 */
export async function measureAsked(names, options, measure) {
  const ids = WORKLOADS.map(({ id }) => id);
  checkWords(names, 'workload', ids, (name, id) => id === name || id.startsWith(`${name}-`));
  const rows = chosen(names);
  const progress = startProgress(`Measuring ${rows.length} rows, ${options.rounds} rounds each`);
  /** @type {RowResult[]} */
  const results = [];
  for (const { id } of rows) {
    progress.update(id);
    results.push(await measure({ id, ...options }));
  }
  progress.done();
  return results;
}
