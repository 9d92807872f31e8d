// The workloads that somebody has asked for by name.
import { checkWords } from '../../../tools/common/commands.js';
import { ALL_WORKLOADS, chosen } from './workloads.js';

/**
 * Fails if a name is not a workload's id, or the beginning of one.
 * @param {readonly string[]} names all of the table without any
 */
export function askedFor(names) {
  const ids = ALL_WORKLOADS.map(({ id }) => id);
  checkWords(names, 'workload', ids, (name, id) => id === name || id.startsWith(`${name}-`));
  return chosen(names);
}
