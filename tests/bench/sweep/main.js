// `npm run bench -- sweep [run|size|outputs]`: every way at every point, forced, beside the one that the core has chosen.
// The numbers that the choice depends on are in src/move/way.cpp.
import { checkWords } from '../../../tools/common/commands.js';
import { startProgress } from '../../../tools/common/progress.js';
import { printTable } from '../../../tools/common/table.js';
import { measureInProcess } from '../measure/fork.js';
import { drawLines } from '../report/chart.js';
import { pathsOf, writeJson } from '../report/files.js';
import { SWEEPS } from './points.js';
import { CHOSEN, RUNS_AGAIN } from './ways.js';

/** @typedef {import('./points.js').Point & { row: import('../measure/measure.js').RowResult }} Measured */

const WAYS = ['runs', 'staged', 'scalar', RUNS_AGAIN];
/** The cheapest way may be missed by this much: what noise alone does. */
const TOLERANCE = 1.15;

/**
 * @param {readonly string[]} names of sweeps; all without any
 * @param {{ rounds: number, cold: boolean, publish: boolean }} options
 */
export async function sweep(names, { rounds, cold, publish }) {
  checkWords(
    names,
    'sweep',
    SWEEPS.map(({ name }) => name),
  );
  for (const { name, title, axis, points } of SWEEPS.filter(
    (one) => !names.length || names.includes(one.name),
  )) {
    const progress = startProgress(`Sweeping ${title}: ${points.length} points`);
    /** @type {Measured[]} */
    const measured = [];
    for (const point of points) {
      const request = {
        id: point.workload.id,
        workload: point.workload,
        only: [CHOSEN, ...WAYS],
        rounds,
        cold,
      };
      measured.push({ ...point, row: await measureInProcess(request, progress.update) });
    }
    progress.done();
    print(measured);
    writeJson(`sweep-${name}.json`, measured);
    const marks = measured.flatMap(({ x, series, row }) =>
      row.results.flatMap(({ name: way, ratio }) =>
        ratio === undefined || way === 'memcpy' ? [] : [{ x, y: ratio, line: way, facet: series }],
      ),
    );
    for (const path of pathsOf(`sweep-${name}.svg`, publish)) await drawLines(path, { title, axis, marks });
  }
}

/** @param {Measured} point */
const ratiosOf = ({ row }) =>
  [CHOSEN, ...WAYS].map(
    (way) => row.results.find(({ name }) => name === way)?.ratio ?? Number.POSITIVE_INFINITY,
  );

/** @param {Measured} point */
const bestOf = (point) => {
  const [, ...ratios] = ratiosOf(point);
  return WAYS[ratios.indexOf(Math.min(...ratios))];
};

/** @param {readonly Measured[]} measured */
function print(measured) {
  const show = (/** @type {number} */ ratio) => (Number.isFinite(ratio) ? ratio.toFixed(2) : '-');
  const rows = measured.map((point) => {
    const [chosen, ...ratios] = ratiosOf(point);
    const way = point.row.results.find(({ name }) => name === CHOSEN)?.note ?? '';
    const lost = ratios[WAYS.indexOf(way)] / Math.min(...ratios);
    const missed = lost > TOLERANCE && !bestOf(point).startsWith(way);
    const verdict = missed ? `costs ${lost.toFixed(2)} x ${bestOf(point)}` : '';
    return [point.workload.id, ...ratios.map(show), show(chosen), way, verdict];
  });
  printTable([['', ...WAYS, 'chosen', 'which is', ''], ...rows]);
  for (let i = 1; i < measured.length; ++i) {
    const [before, after] = [measured[i - 1], measured[i]];
    if (before.series !== after.series || bestOf(before) === bestOf(after)) continue;
    const where = `${before.x} and ${after.x}`;
    console.log(`${after.series} ${bestOf(before)} gives way to ${bestOf(after)} between ${where}`.trim());
  }
  console.log('');
}
