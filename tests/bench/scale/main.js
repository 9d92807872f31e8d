// `npm run bench -- scale [bytes|pieces|huge]`: is the cost linear in bytes from 1 KiB to 1 GiB and in pieces from 1 to
// 100,000, does WebAssembly's memory stay as it is, and is a source of 5 GiB cut correctly?

import { checkWords } from '../../../tools/common/commands.js';
import { inRoot } from '../../../tools/common/paths.js';
import { startProgress } from '../../../tools/common/progress.js';
import { run } from '../../../tools/common/run.js';
import { printTable } from '../../../tools/common/table.js';
import { measureInProcess } from '../measure/fork.js';
import { drawLines } from '../report/chart.js';
import { pathsOf, writeJson } from '../report/files.js';
import { SCALES } from './points.js';

/** @typedef {import('../sweep/points.js').Point & { row: import('../measure/measure.js').RowResult }} Measured */

const HUGE = 'huge';

/**
 * @param {readonly string[]} names all without any
 * @param {{ rounds: number, cold: boolean, publish: boolean }} options
 * @returns {Promise<number>} exit code
 */
export async function scale(names, options) {
  checkWords(names, 'scale', [...SCALES.map(({ name }) => name), HUGE]);
  const asked = (/** @type {string} */ name) => names.length === 0 || names.includes(name);
  let code = 0;
  for (const one of SCALES.filter(({ name }) => asked(name))) await measureScale(one, options);
  if (asked(HUGE)) code = await run(process.execPath, [inRoot('tests/bench/scale/huge.js')]);
  return code;
}

/**
 * @param {(typeof SCALES)[number]} scale
 * @param {{ rounds: number, cold: boolean, publish: boolean }} options
 */
async function measureScale({ name, axis, points }, options) {
  const progress = startProgress(`Scaling by ${axis}: ${points.length} points`);
  /** @type {Measured[]} */
  const measured = [];
  for (const point of points) {
    const request = { id: point.workload.id, workload: point.workload, only: ['ours'], ...options };
    measured.push({ ...point, row: await measureInProcess(request, progress.update) });
  }
  progress.done();
  const nsOf = (/** @type {Measured} */ { row }) =>
    row.results.find((one) => one.name === 'ours')?.ns ?? Number.NaN;
  const rows = measured.map((point) => {
    const ours = point.row.results.find((one) => one.name === 'ours');
    const ns = nsOf(point);
    const ratio = ours?.ratio?.toFixed(2) ?? ours?.blank ?? '-';
    const perByte = (ns / point.row.bytes).toFixed(3);
    const perPiece = name === 'pieces' ? (ns / point.x).toFixed(0) : '';
    return [
      point.series,
      point.x,
      (ns / 1e3).toFixed(1),
      perByte,
      perPiece,
      ratio,
      point.row.wasmBytes ?? '-',
    ];
  });
  printTable([
    ['', axis, 'us', 'ns/byte', name === 'pieces' ? 'ns/piece' : '', 'x memcpy', 'wasm bytes'],
    ...rows,
  ]);
  const sizes = new Set(measured.map(({ row }) => row.wasmBytes));
  console.log(`WebAssembly memory: ${[...sizes].join(', ')} bytes at every point\n`);
  writeJson(`scale-${name}.json`, measured);
  const marks = measured.map((point) => ({
    x: point.x,
    y: nsOf(point) / 1e3,
    line: point.series,
    facet: '',
  }));
  const good = marks.filter(({ y }) => Number.isFinite(y));
  for (const path of pathsOf(`scale-${name}.svg`, options.publish)) {
    await drawLines(path, { title: 'time', axis, marks: good, y: 'microseconds' });
  }
}
