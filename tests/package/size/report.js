// The account of the size: printed, and left for the README's table.
import { writeFileSync } from 'node:fs';
import { inRoot } from '../../../tools/common/paths.js';
import { toRows } from '../../../tools/common/rows.js';
import { printTable } from '../../../tools/common/table.js';
import { COMPRESSORS, SAVED_SIZE, SIZE_HEAD, sizeCells, WASM } from '../../../tools/generate/size.js';
import { account, BUDGET } from './size.js';

/** @import { Row } from '../../../tools/generate/size.js' */

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
  writeFileSync(inRoot(SAVED_SIZE), toRows(await account()));
}

/** @param {Row[]} rows */
const bySize = (rows) => [...rows].sort((a, b) => b.gzip - a.gzip);
