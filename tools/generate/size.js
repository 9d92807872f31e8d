// The README's table of the size, from what the last `npm run test:package -- size --save` has left.
import { kilobytes, readSize } from '../../tests/package/size/report.js';
import { table } from './markdown.js';

/** One row per part; the modules of web/lib are one. */
export function sizeTable() {
  const { total, modules, wasm } = readSize();
  const isGlue = (/** @type {string} */ part) => part.startsWith('wasm');
  const library = modules.filter(({ part }) => !isGlue(part)).reduce((sum, { gzipped }) => sum + gzipped, 0);
  const glue = modules.find(({ part }) => isGlue(part) && part !== 'wasm')?.gzipped ?? 0;
  const parts = [...wasm].sort((a, b) => b.gzipped - a.gzipped);
  const rows = [
    ['JavaScript: `web/lib`', library],
    ['JavaScript around the WebAssembly', glue],
    ...parts.map(({ part, gzipped }) => [`WebAssembly: ${part}`, gzipped]),
    ['all', total],
  ].map(([part, bytes]) => [`${part}`, kilobytes(Number(bytes))]);
  return table([['part', 'KB gzipped'], ...rows]);
}
