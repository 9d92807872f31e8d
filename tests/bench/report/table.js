// The table on the terminal.

import { BOUND, BY_HAND, MEMCPY, OURS } from '../../../tools/common/contestants.js';
import { printTable } from '../../../tools/common/table.js';
import { NOT_A_WAY } from '../measure/contestants.js';
import { WORKLOADS } from '../rows/workloads.js';

/** @typedef {import('../measure/measure.js').RowResult} RowResult */
/** @typedef {import('../measure/measure.js').Result} Result */

const DASH = '-';
/** What "not slower" allows. */
const NOISE = 1.05;

/** @param {number} n */
const digits = (n) => (n < 9.95 ? n.toFixed(2) : n < 99.5 ? n.toFixed(1) : n.toFixed(0));

/** @param {RowResult} row @param {string} name */
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
  const others = names.filter((name) => name !== MEMCPY && name !== OURS);
  const head = ['', 'memcpy', 'target', 'ours', '', 'quartiles', 'floor', ...others];
  printTable([head, ...rows.map((row) => toCells(row, others, host))]);
  for (const { id, results } of rows) {
    for (const { name, blank } of results)
      if (blank && blank !== NOT_A_WAY) console.log(`${id} ${name}: ${blank}`);
  }
}

/** @param {RowResult} row @param {readonly string[]} others @param {string} host */
function toCells(row, others, host) {
  const workload = WORKLOADS.find(({ id }) => id === row.id);
  if (!workload) throw new Error(`no workload ${row.id}`);
  const memcpy = resultOf(row, MEMCPY)?.ns ?? Number.NaN;
  const show = (/** @type {Result | undefined} */ result) =>
    result?.ratio === undefined ? DASH : digits(result.ratio);
  const ours = resultOf(row, OURS);
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
 * In Node: as the row says. What may take a multiple of the time of code by hand is bound, because that code knows its arrays, too.
 * @param {RowResult} row
 * @param {import('../rows/workloads.js').Workload} workload
 */
function againstTarget(row, { target, ofHand }) {
  const [limit, name] =
    ofHand === undefined ? [target ?? Number.POSITIVE_INFINITY, OURS] : [ofHand * bestByHand(row), BOUND];
  return { met: ratioOf(row, name) <= limit, limit };
}

/**
 * In Chromium: bound, never slower than by hand, to within noise or what the row allows; twice as fast where the row says so.
 * @param {RowResult} row
 * @param {import('../rows/workloads.js').Workload} workload
 */
function againstHand(row, { twice, ofHand = NOISE }) {
  const limit = (twice ? 1 / 2 : ofHand) * bestByHand(row);
  return { met: ratioOf(row, BOUND) <= limit, limit };
}

/** @param {RowResult} row @param {string} name */
const ratioOf = (row, name) => resultOf(row, name)?.ratio ?? Number.POSITIVE_INFINITY;
