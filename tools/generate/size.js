// The table of sizes in docs/performance.md, from the results of the last `npm test -- package size --save`.
import { readFileSync } from 'node:fs';
import { inRoot } from '../common/paths.js';
import { table } from './markdown.js';

/** @typedef {'gzip' | 'Brotli'} Compressor */
/** Bytes, by compressor. @typedef {Record<Compressor, number>} Sizes */
/** A part of the bundle, and what it adds to its compressed sizes. @typedef {{ part: string, bytes: number } & Sizes} Row */

export const COMPRESSORS = /** @type {const} */ (['gzip', 'Brotli']);

/** Where the generated code is, in web/lib. */
export const GENERATED = 'core/wasm/';

/** The scripts that are the inlined modules. */
export const WASM = `${GENERATED}inlined.js`;

export const SAVED_SIZE = 'tests/package/size/size.json';

/** A cell per compressor. @param {Sizes} sizes */
export const sizeCells = (sizes) => COMPRESSORS.map((name) => (sizes[name] / 1024).toFixed(1));

/** Above them. */
export const SIZE_HEAD = COMPRESSORS.map((name) => `KB, ${name}`);

/** Parts of the page that are not the module's: the first that fits a row takes it. @type {[string, (part: string) => boolean][]} */
const PARTS = [
  ["JavaScript: Emscripten's and embind's", (part) => part === `${GENERATED}microtome.js`],
  ['JavaScript: tables of operators and types', (part) => part.startsWith(GENERATED)],
  ['JavaScript: `web/lib`', () => true],
];

/** One row per part; the modules of web/lib are one. */
export function sizeTable() {
  /** @type {{ total: Sizes, modules: Row[], wasm: Row[] }} what was saved last */
  const { total, modules, wasm } = JSON.parse(readFileSync(inRoot(SAVED_SIZE), 'utf8'));
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
    ['total', total],
  ];
  return table([['part', ...SIZE_HEAD], ...rows.map(([part, sizes]) => [part, ...sizeCells(sizes)])]);
}

/** @param {Row[]} rows @returns {Sizes} */
const sum = (rows) =>
  rows.reduce((all, row) => ({ gzip: all.gzip + row.gzip, Brotli: all.Brotli + row.Brotli }), {
    gzip: 0,
    Brotli: 0,
  });
