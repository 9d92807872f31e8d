// `npm run bench -- calls [lists]`: one small call whose parameters change from call to call, beside NumPy's same call.
// `--module=PATH` measures another build of the library, to compare before and after.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkWords } from '../../../tools/common/commands.js';
import { findNumpy } from '../../../tools/common/numpy.js';
import { startProgress } from '../../../tools/common/progress.js';
import { printTable } from '../../../tools/common/table.js';
import { runAlone } from '../measure/fork.js';
import { quantile } from '../measure/samples.js';
import { writeJson } from '../report/files.js';
import { machine } from '../report/machine.js';
import { KINDS } from './kinds.js';
import { PAIRED } from './pair.js';

/** @import { Pair } from './pair.js' */
/** @import { Request, Samples } from './process.js' */

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} title
 * @property {{ name: string, ns?: number, times?: number, blank?: string }[]} results medians over rounds; `times`: ours, as a
 *   multiple of this contestant in the same round
 * @property {number} [first] mean of the first 1,000 calls of a process, in nanoseconds; median over processes
 */

/** V8 compiles a little differently in every process. */
const PROCESSES = 3;
const FIRST_PROCESSES = 5;

/**
 * @param {readonly string[]} ids all kinds without any
 * @param {{ rounds: number, publish: boolean, module?: string, against?: string }} options
 */
export async function calls(ids, { rounds: asked, publish, module: path, against }) {
  if (against) return comparePairs(ids, against);
  const known = KINDS.map(({ id }) => id);
  checkWords(ids, 'call', known);
  const module = path && pathToFileURL(resolve(path)).href;
  const rounds = Math.ceil(asked / PROCESSES);
  const progress = startProgress(`Measuring small calls, ${rounds} rounds in each of ${PROCESSES} processes`);
  /** @type {Samples[]} */
  const samples = [];
  for (let i = 0; i < PROCESSES; ++i) {
    progress.update(`process ${i + 1}`);
    samples.push(...(await measure({ module, ids, rounds })));
  }
  /** @type {Row[]} */
  const rows = [];
  for (const { id, title, early } of KINDS.filter(({ id }) => ids.length === 0 || ids.includes(id))) {
    progress.update(`first calls of ${id}`);
    const means = [];
    for (let i = 0; early && i < FIRST_PROCESSES; ++i) means.push(await measure({ module, first: id }));
    const results = resultsOf(samples.filter((one) => one.id === id));
    rows.push({ id, title, results, first: early ? quantile(means, 0.5) : undefined });
  }
  progress.done();
  print(rows);
  const numpy = (await findNumpy())?.version;
  const saved = publish && ids.length === 0 && !module;
  writeJson('calls.json', { machine: machine(), numpy, rounds: rounds * PROCESSES, rows }, saved);
}

const PAIR_ROUNDS = 40;

/** @param {readonly string[]} ids @param {string} other the other build */
async function comparePairs(ids, other) {
  checkWords(ids, 'call', PAIRED.map(({ id }) => id)); // biome-ignore format: one check
  const modules = [pathToFileURL(resolve(other)).href, 'microtome'];
  /** @type {Pair[][]} */
  const processes = [];
  for (let i = 0; i < PROCESSES; ++i)
    processes.push(await runAlone('calls/pair.js', { modules, ids, rounds: PAIR_ROUNDS }));
  const rows = processes[0].map(({ id }, row) => {
    const pairs = processes.map((pairs) => pairs[row].ns);
    const of = (/** @type {(pair: number[]) => number} */ f) => quantile(pairs.map(f), 0.5);
    const [before, after, times] = [of(([a]) => a), of(([, b]) => b), of(([a, b]) => b / a)];
    return [id, before.toFixed(0), after.toFixed(0), times.toFixed(2)];
  });
  printTable([['nanoseconds, p10', 'other build', 'this build', 'times'], ...rows]);
}

/** @param {Request} request @returns {Promise<any>} */
const measure = (request) => runAlone('calls/process.js', request);

/** @param {readonly Samples[]} samples of one kind @returns {Row['results']} */
function resultsOf(samples) {
  const all = (/** @type {string} */ name) => samples.flatMap((one) => (one.name === name ? one.ns : []));
  const ours = all('ours');
  return [...new Map(samples.map((one) => [one.name, one.blank]))].map(([name, blank]) => {
    const own = all(name);
    if (own.length === 0) return { name, blank };
    const times = ours.map((ns, round) => ns / own[round]);
    return { name, ns: quantile(own, 0.5), ...(times.length > 0 && { times: quantile(times, 0.5) }) };
  });
}

/** @param {readonly Row[]} rows */
function print(rows) {
  const cells = rows.map(({ id, results, first }) => {
    const of = (/** @type {string} */ name) => results.find((one) => one.name === name);
    const time = (/** @type {string} */ name) => of(name)?.ns?.toFixed(0) ?? '-';
    const times = (/** @type {string} */ name) => of(name)?.times?.toFixed(2) ?? '-';
    const hand = 'by hand';
    return [
      id,
      time('ours'),
      time('NumPy'),
      times('NumPy'),
      time(hand),
      times(hand),
      first?.toFixed(0) ?? '-',
    ];
  });
  const head = ['nanoseconds', 'ours', 'NumPy', 'times', 'by hand', 'times', 'first 1,000 calls'];
  printTable([head, ...cells]);
  for (const { id, results } of rows)
    for (const { name, blank } of results) if (blank) console.log(`${id}, ${name}: ${blank}`);
}
