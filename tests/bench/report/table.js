// The table on the terminal.
import { printTable } from '../../../tools/common/table.js';
import { BY_HAND, MEMCPY, NOT_A_WAY } from '../measure/contestants.js';
import { WORKLOADS } from '../rows/workloads.js';

/** @typedef {import('../measure/measure.js').RowResult} RowResult */
/** @typedef {import('../measure/measure.js').Result} Result */

const DASH = '-';
/** What "not slower" allows. */
const NOISE = 1.05;

/** @param {number} n */
const digits = (n) => (n < 9.95 ? n.toFixed(2) : n < 99.5 ? n.toFixed(1) : n.toFixed(0));

/**
 * @param {RowResult} row
 * @param {string} name
 */
const resultOf = (row, name) => row.results.find((result) => result.name === name);

/** @param {RowResult} row */
export const bestByHand = (row) =>
  Math.min(...BY_HAND.map((name) => resultOf(row, name)?.ratio ?? Number.POSITIVE_INFINITY));

/**
 * Ratios to memcpy with target and verdict.
 * @param {readonly RowResult[]} rows
 * @param {'node' | 'chromium'} [host] decides what the target is
 */
export function printRows(rows, host = 'node') {
  const all = rows.flatMap(({ results }) => results);
  const shown = new Set(all.filter(({ blank }) => blank !== NOT_A_WAY).map(({ name }) => name));
  const names = [...new Set(all.map(({ name }) => name))].filter((name) => shown.has(name));
  const others = names.filter((name) => name !== MEMCPY && name !== 'ours');
  const head = ['', 'memcpy', 'target', 'ours', '', 'quartiles', 'floor', ...others];
  printTable([head, ...rows.map((row) => toCells(row, others, host))]);
  for (const { id, results } of rows) {
    for (const { name, blank } of results)
      if (blank && blank !== NOT_A_WAY) console.log(`${id} ${name}: ${blank}`);
  }
}

/**
 * @param {RowResult} row
 * @param {readonly string[]} others
 * @param {string} host
 */
function toCells(row, others, host) {
  const workload = WORKLOADS.find(({ id }) => id === row.id);
  if (!workload) throw new Error(`no workload ${row.id}`);
  const memcpy = resultOf(row, MEMCPY)?.ns ?? Number.NaN;
  const show = (/** @type {Result | undefined} */ result) =>
    result?.ratio === undefined ? DASH : digits(result.ratio);
  const ours = resultOf(row, 'ours');
  const { met, limit } = host === 'chromium' ? againstHand(row, workload) : againstTarget(row, workload);
  const spread = ours?.quartiles?.map(digits).join('..') ?? '';
  return [
    `${row.id.padEnd(10)} ${row.title}`,
    `${digits(row.bytes / memcpy)} GB/s`,
    digits(limit),
    show(ours),
    met ? 'met' : 'MISSED',
    spread,
    digits(ours?.floor ?? Number.NaN),
    ...others.map((name) => show(resultOf(row, name))),
  ];
}

/**
 * In Node: as the row says.
 * @param {RowResult} row
 * @param {import('../rows/workloads.js').Workload} workload
 */
function againstTarget(row, { target = Number.POSITIVE_INFINITY, ofHand = Number.POSITIVE_INFINITY }) {
  const limit = Math.min(target, ofHand * bestByHand(row));
  return { met: ratioOf(row) <= limit, limit };
}

/**
 * In Chromium: never slower than by hand, to within noise; twice as fast where the row says so.
 * @param {RowResult} row
 * @param {import('../rows/workloads.js').Workload} workload
 */
function againstHand(row, { twice }) {
  const limit = twice ? bestByHand(row) / 2 : bestByHand(row);
  return { met: ratioOf(row) <= limit * NOISE, limit };
}

/** @param {RowResult} row */
const ratioOf = (row) => resultOf(row, 'ours')?.ratio ?? Number.POSITIVE_INFINITY;
