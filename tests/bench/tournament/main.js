// `npm run bench -- tournament [--draw=users] [--jobs=500] [--seed=1] [--job=17]`: random jobs, ours against programs that a careful
// user could write. Prints what is lost by cause and way, worst first. `--job` runs one job alone and shows all its times;
// `--module=PATH` measures another build too, such as one from before a change. `npm run bench -- browser tournament
// [--browser=firefox]` does it in a page.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkWords } from '../../../tools/common/commands.js';
import { Failure } from '../../../tools/common/failure.js';
import { startProgress } from '../../../tools/common/progress.js';
import { printTable } from '../../../tools/common/table.js';
import { runAlone } from '../measure/fork.js';
import { quantile } from '../measure/samples.js';
import { loopsOf } from './by_hand.js';
import { DRAWS } from './draws.js';
import { CLOSE } from './measure.js';
import { LARGE, LOST, saveTournament, saveUsers, sumUp } from './report.js';

/** @import { Which } from './draws.js' */
/** @import { Job } from './jobs.js' */
/** @import { Measured } from './measure.js' */

/** Losses that are printed one by one. */
const WORST = 25;

/** @typedef {{ id: number, family: string, cause: string, way: string, holder: string, bytes: number, ratio: number, bare: number, ours: number, by: string, what: string, before?: number, type?: string, mode?: string }} Row */

/** Where jobs are measured. @typedef {{ name: string, version: string, measure: typeof measureInProcess }} Host */

/** @typedef {{ jobs: number, seed: number, job?: number, draw: string, publish: boolean, module?: string }} Options */

/** @param {readonly string[]} _words @param {Options} options */
export const tournament = (_words, options) =>
  hold({ name: 'Node', version: process.versions.node, measure: measureInProcess }, options);

/** @param {Host} host @param {Options} options */
export async function hold({ name, version, measure }, { jobs, seed, job, draw, publish, module: path }) {
  checkWords([draw], 'draw', Object.keys(DRAWS));
  const isFitted = draw === 'users' && seed % 2 === 0;
  if (isFitted && publish)
    throw new Failure('costs may be fitted to jobs of even seeds; save the results of an odd one.');
  const module = path && pathToFileURL(resolve(path)).href;
  if (job !== undefined) return showOne(await measure({ draw, seed, id: job }, module));
  if (draw === 'users')
    console.log(
      isFitted
        ? `Seed ${seed} is even: costs may be fitted to these jobs.`
        : `Seed ${seed} is odd: these jobs are reported, and no costs may be fitted to them.`,
    );
  const progress = startProgress(`Measuring ${jobs} jobs in ${name} ${version}`);
  /** @type {Row[]} */
  const rows = [];
  for (let id = 0; id < jobs; ++id) {
    const which = { draw, seed, id };
    const row = await rowBy(() => measure(which));
    if (module) row.before = (await rowBy(() => measure(which, module))).ratio;
    rows.push(row);
    progress.update(`job ${id}`);
  }
  progress.done();
  print(rows);
  const save = draw === 'users' ? saveUsers : saveTournament;
  save({ name, version, seed }, rows, publish);
}

/** @param {Which} which @param {string} [module] another build @returns {Promise<Measured>} */
const measureInProcess = (which, module) => runAlone('tournament/process.js', { ...which, module });

/**
 * Measures a job in a process (in browsers, a page) of its own. Compilers and memory differ a little from one to the next,
 * for ours and by hand. So a job that is close to a loss, or lost, is measured in three, and the middle one counts.
 * @param {() => Promise<Measured>} measure
 * @returns {Promise<Row>}
 */
async function rowBy(measure) {
  const row = rowOf(await measure());
  if (row.ratio < CLOSE) return row;
  const rows = [row, rowOf(await measure()), rowOf(await measure())];
  return rows.sort((a, b) => a.ratio - b.ratio)[1];
}

/** @param {Measured} measured @returns {Row} */
function rowOf({ job, ours, best, bare, by, ways }) {
  const { id, family, holder, bytes, copies, type, mode } = job;
  const written = loopsOf(copies[0], 'to');
  const what = written.axes.map(({ size, from, to }) => `${size}:${from}>${to}`).join(' ');
  const many = copies.length > 1 ? `${copies.length} x ` : '';
  const numbers = { ratio: round(ours / best), bare: round(ours / bare), ours: round(ours) };
  return {
    id,
    family,
    cause: causeOf(job),
    way: ways.join('+'),
    holder,
    bytes,
    ...numbers,
    by,
    what: job.what ?? many + what,
    ...(mode && { type, mode }),
  };
}

const round = (/** @type {number} */ value) => Number(value.toPrecision(4));

/** Names the difficulty of a job as docs/performance.md does. @param {Job} job */
function causeOf({ copies, holder }) {
  const width = /** @type {any} */ (globalThis)[holder].BYTES_PER_ELEMENT;
  const [written, read] = [loopsOf(copies[0], 'to').axes, loopsOf(copies[0], 'from').axes];
  const inner = written[written.length - 1];
  const last = read[read.length - 1];
  if (written.some(({ from }) => from === 0)) return 'repeated elements';
  if (copies.length > 32) return 'many tensors';
  const isOneArray = copies.length > 1 && copies.every(({ from, to }) => from.array === 0 && to.array === 0);
  if (isOneArray) return 'several in one array';
  if (inner.from === 1 && inner.to === 1) return inner.size * width < 64 ? 'short runs' : 'runs';
  if (last.size !== inner.size || last.from !== inner.from)
    return Math.min(last.size, inner.size) < 16 ? 'short transposed axes' : 'transposed';
  if (copies.length > 1) return 'interleaved';
  if (inner.size < 32) return 'short rows';
  return inner.to !== 1 ? 'strided out' : inner.from === -1 ? 'reversed' : 'strided';
}

/** @param {readonly Row[]} rows */
function print(rows) {
  const lost = rows.filter(({ ratio }) => ratio > LOST);
  /** @type {Record<string, Row[]>} */
  const groups = {};
  for (const row of lost) {
    const name = `${row.cause}, ${row.way}`;
    groups[name] = [...(groups[name] ?? []), row];
  }
  const sorted = Object.entries(groups).sort(([, a], [, b]) => b.length - a.length);
  const cells = sorted.map(([name, group]) => {
    const ratios = group.map(({ ratio }) => ratio);
    return [name, group.length, quantile(ratios, 0.5).toFixed(2), Math.max(...ratios).toFixed(1)];
  });
  printTable([['cause and way', 'lost', 'median', 'worst'], ...cells]);
  console.log();
  const worst = lost.toSorted((a, b) => b.ratio - a.ratio).slice(0, WORST);
  const shown = worst.map((row) => [
    [row.id, row.family, row.mode && `(${row.mode})`].filter((each) => each !== undefined).join(' '),
    row.cause,
    row.way,
    row.type ?? row.holder.replace('Array', ''),
    row.bytes,
    row.ratio.toFixed(2),
    row.by,
    row.what.slice(0, row.mode ? 120 : 60),
  ]);
  const last = lost[0]?.mode ? 'call' : 'size:from>to, innermost last';
  printTable([['job', 'cause', 'way', 'type', 'bytes', 'ratio', 'by hand', last], ...shown]);
  console.log();
  printTable([
    ['jobs', 'number', 'lost', 'above 2', 'median', 'worst'],
    ...[true, false].map((large) => summary(large ? 'from 100 kB on' : 'below 100 kB', rows.filter(({ bytes }) => bytes >= LARGE === large).map(({ ratio }) => ratio))), // biome-ignore format: one row
    ...callRows(rows),
  ]);
}

/** Calls return tensors. So do the programs that they are compared with; the last row compares them with programs that do not. @param {readonly Row[]} rows */
function callRows(rows) {
  const calls = rows.filter(({ mode = 'bound' }) => mode !== 'bound');
  if (calls.length === 0) return [];
  const before = calls.flatMap(({ before }) => (before === undefined ? [] : [before]));
  return [
    summary('calls', calls.map(({ ratio }) => ratio)),
    ...(before.length > 0 ? [summary('calls, other build', before)] : []),
    summary('calls, programs without tensors', calls.map(({ bare }) => bare)),
  ]; // biome-ignore format: one row each
}

/** @param {string} name @param {readonly number[]} ratios */
function summary(name, ratios) {
  const { jobs, lost, above2, median, worst } = sumUp(ratios);
  return [name, jobs, lost, above2, median.toFixed(2), worst.toFixed(1)];
}

/** @param {Measured} measured */
function showOne(measured) {
  const { times, best, explained, ways } = measured;
  const row = rowOf(measured);
  console.log(
    `job ${row.id}: ${row.family}, ${row.cause}, ${row.holder}, ${row.bytes} bytes, ${row.what}\n${ways.join('+')}: ${explained.slice(0, 600)}`,
  );
  const sorted = Object.entries(times).sort(([, a], [, b]) => a - b);
  printTable([
    ['program', 'ms', 'times the best'],
    ...sorted.map(([name, ms]) => [name, ms.toPrecision(4), (ms / best).toFixed(2)]),
  ]);
}
