// The account of the size: printed, and left for the README's table.
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../../../tools/common/paths.js';
import { printTable } from '../../../tools/common/table.js';
import { account, BUDGET } from './size.js';

/** @import { Row } from './size.js' */

const SAVED = inRoot('tests/package/size/size.json');

export const kilobytes = (/** @type {number} */ bytes) => (bytes / 1024).toFixed(1);

/** Prints where every KB goes; throws where they are too many. */
export async function checkSize() {
  const { total, modules, wasm } = await account();
  const rows = bySize(modules).flatMap((row) => [
    row,
    ...(row.part === 'wasm' ? bySize(wasm).map((each) => ({ ...each, part: `  ${each.part}` })) : []),
  ]);
  const cells = rows.map(({ part, bytes, gzipped }) => [part, bytes, kilobytes(gzipped)]);
  printTable([['part', 'bytes', 'KB gzipped'], ...cells, ['all', '', kilobytes(total)]]);
  if (total > BUDGET)
    throw new Error(
      `a page that uses all of it loads ${kilobytes(total)} KB, and may load ${kilobytes(BUDGET)}`,
    );
}

/** Writes it down; the README's table is made from it. */
export async function saveSize() {
  writeFileSync(SAVED, `${JSON.stringify(await account(), null, 2)}\n`);
}

/** @returns {Awaited<ReturnType<typeof account>>} what was written down last */
export const readSize = () => JSON.parse(readFileSync(SAVED, 'utf8'));

/** @param {Row[]} rows */
const bySize = (rows) => [...rows].sort((a, b) => b.gzipped - a.gzipped);
