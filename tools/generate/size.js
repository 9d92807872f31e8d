// The README's table of the size, from what the last `npm run test:package -- size --save` has left.
import { readSize, SIZE_HEAD, sizeCells } from '../../tests/package/size/report.js';
import { GENERATED, WASM } from '../../tests/package/size/size.js';
import { table } from './markdown.js';

/** @import { Row, Sizes } from '../../tests/package/size/size.js' */

/** Parts of the page that are not the module's: the first that fits a row takes it. @type {[string, (part: string) => boolean][]} */
const PARTS = [
  ["JavaScript: Emscripten's and embind's", (part) => part === `${GENERATED}microtome.js`],
  ['JavaScript: tables of operators and types', (part) => part.startsWith(GENERATED)],
  ['JavaScript: `web/lib`', () => true],
];

/** One row per part; the modules of web/lib are one. */
export function sizeTable() {
  const { total, modules, wasm } = readSize();
  const scripts = modules.filter(({ part }) => part !== WASM);
  const ownerOf = ({ part = '' }) => PARTS.find(([, fits]) => fits(part))?.[0];
  /** @type {[string, Sizes][]} */
  const rows = [
    ...PARTS.map(
      ([name]) =>
        /** @type {[string, Sizes]} */ ([name, sum(scripts.filter((row) => ownerOf(row) === name))]),
    ).reverse(),
    ...[...wasm]
      .sort((a, b) => b.gzip - a.gzip)
      .map((row) => /** @type {[string, Sizes]} */ ([`WebAssembly: ${row.part}`, row])),
    ['all', total],
  ];
  return table([['part', ...SIZE_HEAD], ...rows.map(([part, sizes]) => [part, ...sizeCells(sizes)])]);
}

/** @param {Row[]} rows @returns {Sizes} */
const sum = (rows) =>
  rows.reduce((all, row) => ({ gzip: all.gzip + row.gzip, Brotli: all.Brotli + row.Brotli }), {
    gzip: 0,
    Brotli: 0,
  });
