// `npm run bench -- passes [rows]`: where the time of a staged row goes. Each pass over the bytes alone, as a multiple of
// memcpy of the output and in GB/s: their sum is what the row takes at least.
import { printTable } from '../../../tools/common/table.js';
import { measureInProcess } from '../measure/fork.js';
import { measureAsked } from '../rows/asked.js';
import { PASSES } from './passes.js';

/** @typedef {import('../measure/measure.js').RowResult} RowResult */

/**
 * @param {readonly string[]} ids of workloads; all without any
 * @param {{ rounds: number, cold: boolean }} options
 */
export async function passes(ids, options) {
  const measured = await measureAsked(ids, { only: ['ours', ...PASSES], ...options }, measureInProcess);
  const staged = measured.filter(({ results }) => PASSES.every((name) => ratioOf(results, name) > 0));
  printTable([
    ['', 'memcpy', ...PASSES.flatMap((name) => [name, 'GB/s']), 'sum', 'ours'],
    ...staged.map(toCells),
  ]);
}

/** @param {RowResult} row */
function toCells({ id, bytes, results }) {
  const ratios = PASSES.map((name) => ratioOf(results, name));
  return [
    id,
    `${speedOf(results, 'memcpy', bytes)} GB/s`,
    ...PASSES.flatMap((name, i) => [ratios[i].toFixed(2), speedOf(results, name, bytes)]),
    ratios.reduce((sum, ratio) => sum + ratio, 0).toFixed(2),
    ratioOf(results, 'ours').toFixed(2),
  ];
}

/**
 * @param {RowResult['results']} results
 * @param {string} name
 */
const ratioOf = (results, name) => results.find((one) => one.name === name)?.ratio ?? Number.NaN;

/**
 * @param {RowResult['results']} results
 * @param {string} name of a contestant, whose note is how many bytes it moves; else
 * @param {number} bytes
 */
function speedOf(results, name, bytes) {
  const { ns = Number.NaN, note } = results.find((one) => one.name === name) ?? {};
  return (Number(note ?? bytes) / ns).toFixed(1);
}
