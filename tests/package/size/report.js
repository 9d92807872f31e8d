// The account of the size: printed, and left for the README's table.
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../../../tools/common/paths.js';
import { printTable } from '../../../tools/common/table.js';
import { account, BUDGET, COMPRESSORS, WASM } from './size.js';

/** @import { Row, Sizes } from './size.js' */

const SAVED = inRoot('tests/package/size/size.json');

const kilobytes = (/** @type {number} */ bytes) => (bytes / 1024).toFixed(1);

/** A cell per compressor. @param {Sizes} sizes */
export const sizeCells = (sizes) => COMPRESSORS.map((name) => kilobytes(sizes[name]));

/** Above them. */
export const SIZE_HEAD = COMPRESSORS.map((name) => `KB, ${name}`);

/** Prints where every KB goes; throws where they are too many. */
export async function checkSize() {
  const { total, modules, wasm } = await account();
  const rows = bySize(modules).flatMap((row) => [
    row,
    ...(row.part === WASM ? bySize(wasm).map((each) => ({ ...each, part: `  ${each.part}` })) : []),
  ]);
  const cells = rows.map((row) => [row.part, row.bytes, ...sizeCells(row)]);
  printTable([['part', 'bytes', ...SIZE_HEAD], ...cells, ['all', '', ...sizeCells(total)]]);
  if (COMPRESSORS.some((name) => total[name] > BUDGET[name]))
    throw new Error(
      `a page that uses all of it loads ${sizeCells(total).join(' or ')} KB, and may load ${sizeCells(BUDGET).join(' or ')} (${COMPRESSORS.join(' or ')})`,
    );
}

/** Writes it down; the README's table is made from it. */
export async function saveSize() {
  writeFileSync(SAVED, `${JSON.stringify(await account(), null, 2)}\n`);
}

/** @returns {Awaited<ReturnType<typeof account>>} what was written down last */
export const readSize = () => JSON.parse(readFileSync(SAVED, 'utf8'));

/** @param {Row[]} rows */
const bySize = (rows) => [...rows].sort((a, b) => b.gzip - a.gzip);
