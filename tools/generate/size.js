// The README's table of the size, from what the last `npm run test:package -- size --save` has left.
import { kilobytes, readSize } from '../../tests/package/size/report.js';
import { GENERATED, UNPACKER } from '../../tests/package/size/size.js';
import { table } from './markdown.js';

/** @import { Row } from '../../tests/package/size/size.js' */

/** One row per part; the modules of web/lib are one. */
export function sizeTable() {
  const { total, modules, wasm } = readSize();
  const isGenerated = ({ part = '' }) => part.startsWith(GENERATED);
  const isWasm = ({ part = '' }) => part === 'wasm' || part === UNPACKER;
  const sum = (/** @type {Row[]} */ rows) => rows.reduce((bytes, { gzipped }) => bytes + gzipped, 0);
  /** @type {[string, number][]} */
  const rows = [
    ['JavaScript: `web/lib`', sum(modules.filter((row) => !isGenerated(row) && !isWasm(row)))],
    ['JavaScript around the WebAssembly', sum(modules.filter(isGenerated))],
    ['WebAssembly: the unpacker', sum(modules.filter(({ part }) => part === UNPACKER))],
    ...[...wasm]
      .sort((a, b) => b.gzipped - a.gzipped)
      .map(({ part, gzipped }) => /** @type {[string, number]} */ ([`WebAssembly: ${part}`, gzipped])),
    ['all', total],
  ];
  return table([['part', 'KB gzipped'], ...rows.map(([part, bytes]) => [part, kilobytes(bytes)])]);
}
