// Cells of any rank on a flat page, as nested small multiples: the last two axes are a matrix, and each axis before them is
// a row, or a column, of blocks with their index on top.
import { h } from '../dom.js';

/**
 * @param {readonly number[]} dims
 * @param {(i: number) => HTMLElement} toCell by flat index
 */
export function drawBlocks(dims, toCell) {
  return drawBlock(dims, [], 0, toCell);
}

/**
 * @param {readonly number[]} dims of what is left to draw
 * @param {readonly number[]} index of the axes before
 * @param {number} first flat index of its first cell
 * @param {(i: number) => HTMLElement} toCell
 * @returns {HTMLElement}
 */
function drawBlock(dims, index, first, toCell) {
  const size = dims.reduce((n, length) => n * length, 1);
  if (dims.length <= 2) {
    const matrix = h(
      'div',
      { className: 'matrix' },
      ...Array.from({ length: size }, (_, i) => toCell(first + i)),
    );
    matrix.style.setProperty('--columns', String(dims.at(-1) ?? 1));
    return matrix;
  }
  const direction = dims.length % 2 === 1 ? 'across' : 'down';
  const parts = Array.from({ length: size === 0 ? 0 : dims[0] }, (_, i) => {
    const inner = drawBlock(dims.slice(1), [...index, i], first + (i * size) / dims[0], toCell);
    const label = [...index, i].join(', ');
    return h('div', { className: 'part' }, h('span', { className: 'index' }, label), inner);
  });
  return h('div', { className: `block ${direction}` }, ...parts);
}
