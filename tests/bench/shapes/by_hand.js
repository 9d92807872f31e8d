// The plain loops that the calls of calls.js and jobs.js are compared with: element by element, over the same storage.
import { bitsOf } from '../../../docs/rules/elements.js';

/** @typedef {any} Store a typed array, packed or not, or an Array of strings */

/**
 * Where elements are: element [i, j] is at `offset + i * rows + j * columns`.
 * @typedef {{ offset: number, rows: number, columns: number }} Place
 */

/**
 * @typedef {object} Box elements that a loop copies
 * @property {[rows: number, columns: number]} sizes
 * @property {Place} from
 * @property {Place} to
 * @property {ArrayLike<number>} [listed] the row that is read for each row that is written
 * @property {ArrayLike<number>} [listedColumns] the same for columns
 */

/** How packed elements are read. @type {Record<number, (x: Store, i: number) => number>} */
const READ = {
  1: (x, i) => (x[i >> 3] >> (7 - (i & 7))) & 1,
  2: (x, i) => (x[i >> 2] >> (6 - 2 * (i & 3))) & 3,
  3(x, i) {
    const at = 3 * (i >> 3);
    return ((x[at + ((i >> 2) & 1)] >> (6 - 2 * (i & 3))) & 3) | (((x[at + 2] >> (7 - (i & 7))) & 1) << 2);
  },
  4: (x, i) => (x[i >> 1] >> (4 * (i & 1))) & 15,
};

/** How they are written. @type {Record<number, (y: Store, i: number, value: number) => void>} */
const WRITE = {
  1(y, i, value) {
    const shift = 7 - (i & 7);
    y[i >> 3] = (y[i >> 3] & ~(1 << shift)) | (value << shift);
  },
  2(y, i, value) {
    const shift = 6 - 2 * (i & 3);
    y[i >> 2] = (y[i >> 2] & ~(3 << shift)) | (value << shift);
  },
  3(y, i, value) {
    const at = 3 * (i >> 3);
    const low = at + ((i >> 2) & 1);
    const shift = 6 - 2 * (i & 3);
    y[low] = (y[low] & ~(3 << shift)) | ((value & 3) << shift);
    y[at + 2] = (y[at + 2] & ~(1 << (7 - (i & 7)))) | ((value >> 2) << (7 - (i & 7)));
  },
  4(y, i, value) {
    const shift = 4 * (i & 1);
    y[i >> 1] = (y[i >> 1] & ~(15 << shift)) | (value << shift);
  },
};

/** @type {(x: Store, i: number) => any} */
const readEntry = (x, i) => x[i];
/** @type {(y: Store, i: number, value: any) => void} */
const writeEntry = (y, i, value) => {
  y[i] = value;
};

/**
 * The loops for elements of `type` that become `target`.
 * @param {string} type
 * @param {string} [target]
 */
export function loopsOf(type, target = type) {
  const read = READ[bitsOf(type)] ?? readEntry;
  const write = WRITE[bitsOf(target)] ?? writeEntry;

  /** @param {Store} x @param {Store} y @param {Box} box */
  function copy(x, y, { sizes: [rows, columns], from, to }) {
    const [step, next] = [from.columns, to.columns];
    for (let i = 0; i < rows; ++i) {
      let at = from.offset + i * from.rows;
      let place = to.offset + i * to.rows;
      for (let j = 0; j < columns; ++j, at += step, place += next) write(y, place, read(x, at));
    }
  }

  /** @param {Store} x @param {Store} y @param {Box} box @param {ArrayLike<number>} list */
  function copyRows(x, y, { sizes: [rows, columns], from, to }, list) {
    for (let i = 0; i < rows; ++i) {
      let at = from.offset + list[i] * from.rows;
      let place = to.offset + i * to.rows;
      for (let j = 0; j < columns; ++j, at += from.columns, place += to.columns) write(y, place, read(x, at));
    }
  }

  /** @param {Store} x @param {Store} y @param {Box} box @param {ArrayLike<number>} list */
  function copyColumns(x, y, { sizes: [rows, columns], from, to }, list) {
    for (let i = 0; i < rows; ++i) {
      const at = from.offset + i * from.rows;
      let place = to.offset + i * to.rows;
      for (let j = 0; j < columns; ++j, place += to.columns)
        write(y, place, read(x, at + list[j] * from.columns));
    }
  }

  /** @param {Store} x @param {Store} y @param {Box} box */
  return (x, y, box) => {
    if (box.listed) copyRows(x, y, box, box.listed);
    else if (box.listedColumns) copyColumns(x, y, box, box.listedColumns);
    else copy(x, y, box);
  };
}

/** Rows of so many elements, one after another. @param {number} columns @param {number} [offset] @returns {Place} */
export const dense = (columns, offset = 0) => ({ offset, rows: columns, columns: 1 });

/** The same with the axes exchanged. @param {number} rows @param {number} [offset] @returns {Place} */
export const turned = (rows, offset = 0) => ({ offset, rows: 1, columns: rows });
