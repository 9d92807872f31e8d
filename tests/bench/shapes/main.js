// `npm run bench -- shapes [rows]`: jobs that once grew faster than the elements that they touch, and every call for every
// storage, at two sizes. `--module=PATH` measures another build of the library.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkWords } from '../../../tools/common/commands.js';
import { inRoot } from '../../../tools/common/paths.js';
import { startProgress } from '../../../tools/common/progress.js';
import { printTable } from '../../../tools/common/table.js';
import { runAlone } from '../measure/fork.js';
import { writeJson } from '../report/files.js';
import { machine } from '../report/machine.js';
import { CALLS } from './calls.js';
import { JOBS } from './jobs.js';
import { STORAGES } from './storages.js';

/** @import { Request } from './process.js' */
/** @import { CallResult, JobResult, Times } from './measure.js' */
/** @typedef {{ id: string, title: string, most: number, other: string, ours?: number, times?: number, counted?: number, blank?: string }} JobRow `ours` in milliseconds; `times`: as a multiple of the other's */
/** @typedef {{ id: string, call: string, title: string, storage: string, out?: number, bound?: number, growth?: number, handGrowth?: number, blank?: string }} CallRow `out`, `bound`: multiples of the loop's time, at the larger size; `growth`: of the time of the call that grows more, from one size to the next */
/** @typedef {Request & { id: string, words: string[] }} Row `words` name it too */

const FILE = 'shapes.json';
/** Rows that take longer than `slow` times the loop are listed, and those that grow by more than `steep` for twice as many elements. */
const LIMITS = { slow: 3, steep: 2.3 };
const PROCESSES = 3;

/** @type {Row[]} */
const ROWS = [
  ...JOBS.map(({ id }) => ({ id, job: id, words: ['jobs'] })),
  ...CALLS.flatMap(({ id, suits = () => true }) =>
    STORAGES.filter(({ type }) => suits(type)).map((storage) => ({
      ...{ id: `${storage.id}-${id}`, call: id, storage: storage.id },
      words: ['calls', id, storage.id],
    })),
  ),
];

/** @param {string} word @param {Row} row */
const isNamed = (word, { id, words }) => word === id || words.includes(word);

/**
 * @param {readonly string[]} words rows, or `jobs`, `calls`, a call, or a storage; all without any
 * @param {{ publish: boolean, module?: string }} options
 */
export async function shapes(words, { publish, module: path }) {
  const legal = [...new Set(ROWS.flatMap((row) => (row.job ? [...row.words, row.id] : row.words)))];
  const ids = ROWS.map(({ id }) => id);
  checkWords(words, 'row', legal, (word, one) => word === one || ids.includes(word));
  const module = path && pathToFileURL(resolve(path)).href;
  const rows = ROWS.filter((row) => words.length === 0 || words.some((word) => isNamed(word, row)));
  const progress = startProgress(`Measuring ${rows.length} rows`);
  /** @type {JobRow[]} */
  const jobs = [];
  /** @type {CallRow[]} */
  const calls = [];
  for (const { id, job, call, storage } of rows) {
    progress.update(id);
    const measure = () => measureAlone({ module, job, call, storage });
    if (job) jobs.push(await jobRow(job, measure));
    else calls.push({ ...callRow(id, `${call}`, `${storage}`), ...(await numbersBy(measure)) });
  }
  progress.done();
  if (jobs.length > 0) printJobs(jobs);
  if (calls.length > 0) printCalls(calls);
  const saved = publish && !module;
  const all = saved ? withPublished({ jobs, calls }) : { jobs, calls };
  writeJson(FILE, { machine: machine(), limits: LIMITS, ...all }, saved);
}

/** A job that takes too long is measured in up to three processes, of which the best count. @param {string} id @param {() => Promise<JobResult>} measure @returns {Promise<JobRow>} */
async function jobRow(id, measure) {
  const { title, most, ...job } = JOBS.filter((one) => one.id === id)[0];
  const row = { id, title, most, other: 'other' in job ? job.other : 'moves' };
  const result = await measure();
  if (!('ours' in result)) return { ...row, ...result };
  let { ours, other } = result;
  for (let more = PROCESSES; --more > 0 && ours / other > most; ) {
    const again = await measure();
    if ('ours' in again) [ours, other] = [Math.min(ours, again.ours), Math.min(other, again.other)];
  }
  return { ...row, ours, times: ours / other };
}

/** @param {string} id @param {string} call @param {string} storage */
const callRow = (id, call, storage) => ({
  id,
  call,
  title: `${CALLS.find((one) => one.id === call)?.title}`,
  storage,
});

/** @param {Request} request @returns {Promise<any>} */
const measureAlone = (request) =>
  runAlone('shapes/process.js', request).catch((error) => ({
    blank: /\w*Error: .*/.exec(error.message)?.[0] ?? 'failed', // of what the process has printed
  }));

/** Measures a row that would be listed in up to three processes, and takes the best of them. @param {() => Promise<CallResult>} measure */
async function numbersBy(measure) {
  let result = await measure();
  for (let more = PROCESSES; --more > 0 && !('blank' in result) && isBad(numbersOf(result.sizes)); ) {
    const again = await measure();
    if (!('blank' in again)) result = { sizes: result.sizes.map((times, i) => best(times, again.sizes[i])) };
  }
  return 'blank' in result ? result : numbersOf(result.sizes);
}

/** @param {Times} a @param {Times} b @returns {Times} */
const best = (a, b) => ({
  out: Math.min(a.out, b.out),
  bound: Math.min(a.bound, b.bound),
  hand: Math.min(a.hand, b.hand),
});

/** @param {readonly Times[]} sizes */
const numbersOf = ([small, large]) => ({
  out: large.out / large.hand,
  bound: large.bound / large.hand,
  growth: Math.max(large.out / small.out, large.bound / small.bound),
  handGrowth: large.hand / small.hand,
});

/** These rows, and those that were published before and have not been measured now. @param {{ jobs: JobRow[], calls: CallRow[] }} measured */
function withPublished({ jobs, calls }) {
  const before = JSON.parse(readFileSync(inRoot('tests/bench/results', FILE), 'utf8'));
  /** @template {{ id: string }} T @param {T[]} old @param {T[]} rows @returns {T[]} */
  const merged = (old, rows) => {
    const byId = new Map([...old, ...rows].map((row) => [row.id, row]));
    return ROWS.flatMap(({ id }) => byId.get(id) ?? []);
  };
  return { jobs: merged(before.jobs, jobs), calls: merged(before.calls, calls) };
}

/** @param {number | undefined} value */
const digits = (value) => value?.toFixed(value < 9.95 ? 2 : 0) ?? '-';

/** @param {number | undefined} ms */
const time = (ms) => (ms === undefined ? '-' : ms < 1 ? `${digits(ms * 1e3)} us` : `${digits(ms)} ms`);

/** @param {readonly JobRow[]} rows */
function printJobs(rows) {
  const cells = rows.map(({ id, title, most, other, ours, times, counted, blank }) => {
    const measured = times ?? counted;
    return [
      ...[
        `${id.padEnd(16)} ${title}`,
        time(ours),
        other,
        blank ?? (counted === undefined ? digits(times) : `${counted}`),
      ],
      ...[`${most}`, measured !== undefined && measured <= most ? 'met' : 'MISSED'],
    ];
  });
  printTable([['job', 'time', 'beside', 'times', 'at most', ''], ...cells]);
}

/** A table of all, and the rows that are slow or steep. @param {readonly CallRow[]} rows */
function printCalls(rows) {
  const storages = STORAGES.filter(({ id }) => rows.some(({ storage }) => storage === id));
  console.log('\nbound, as multiples of a loop by hand');
  printTable([
    ['', ...storages.map(({ id }) => id)],
    ...CALLS.filter(({ id }) => rows.some(({ call }) => call === id)).map(({ id, title }) => [
      `${id.padEnd(16)} ${title}`,
      ...storages.map(({ id: storage }) =>
        digits(rows.find((row) => row.call === id && row.storage === storage)?.bound),
      ),
    ]),
  ]);
  const bad = rows.filter(isBad);
  console.log(
    `\n${bad.length} of ${rows.length} rows take more than ${LIMITS.slow} times as long as a loop, or grow by more than ${LIMITS.steep}`,
  );
  if (bad.length > 0)
    printTable([
      ['', '`out`', 'bound', 'growth', 'of the loop'],
      ...bad.map(({ id, out, bound, growth, handGrowth, blank }) =>
        blank === undefined
          ? [id, ...[out, bound, growth, handGrowth].map(digits)]
          : [`${id}: ${blank}`, '', '', '', ''],
      ),
    ]);
}

/** @param {Omit<CallRow, 'id' | 'call' | 'title' | 'storage'>} row */
const isBad = ({ out = 0, bound = 0, growth = 0, blank }) =>
  blank !== undefined || Math.max(out, bound) > LIMITS.slow || growth > LIMITS.steep;
