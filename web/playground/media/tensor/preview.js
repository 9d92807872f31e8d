// The first elements of a tensor, as a table: the last two axes, at the first index of all others.
import { stridesOf } from '../../model/integers.ts';
import { sayValue } from '../files/values.js';

/** @import { Source } from '../cut/cut.js' */

/** @typedef {{ cells: string[][], note: string }} Preview */

const MOST_ROWS = 8;
const MOST_COLUMNS = 8;

/**
 * @param {Source} source
 * @returns {Preview}
 */
export function preview({ type, dims, stride = stridesOf(dims), data }) {
  const [columns = 1, rows = 1] = dims.slice(-2).reverse();
  const [across = 0, down = 0] = stride.slice(-2).reverse();
  if (dims.includes(0)) return { cells: [], note: 'no elements' };
  const cells = Array.from({ length: Math.min(rows, MOST_ROWS) }, (_, i) =>
    Array.from({ length: Math.min(columns, MOST_COLUMNS) }, (_, j) =>
      sayValue(type, data, i * down + j * across),
    ),
  );
  const isAll = cells.length === rows && cells[0].length === columns;
  const at = dims.length > 2 ? `at [${dims.slice(0, -2).fill(0).join(', ')}, …]` : '';
  const note = isAll ? at : `the first ${cells.length} × ${cells[0].length} of ${rows} × ${columns} ${at}`;
  return { cells, note: note.trim() };
}
