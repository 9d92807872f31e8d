// What a soak has to tell: how much was done, and of each series of memory where it stood and whether it is flat.
import { printTable } from '../../tools/common/table.js';
import { verdictOf } from './verdict.js';

/** @import { Report } from './life.js' */

/** @typedef {{ minutes: number, rss: number, reports: Report[] }} Sample rss in bytes, of the whole process */

/** @param {(report: Report) => number} of */
const sum =
  (of) =>
  (/** @type {Sample} */ { reports }) =>
    reports.reduce((n, report) => n + of(report), 0);

/** What is watched, in bytes. */
const SERIES = [
  { name: 'resident', of: (/** @type {Sample} */ { rss }) => rss },
  { name: 'array buffers', of: sum(({ buffers }) => buffers) },
  { name: 'JavaScript heaps', of: sum(({ heap }) => heap) },
  { name: 'WebAssembly', of: sum(({ wasm }) => wasm) },
];

/** Gives whether all series are flat. @param {readonly Sample[]} samples */
export function printReport(samples) {
  const last = samples[samples.length - 1];
  const [calls, mistakes, outputs] = [
    sum(({ counts }) => counts.calls),
    sum(({ counts }) => counts.mistakes),
    sum(({ counts }) => counts.outputs),
  ].map((of) => of(last));
  console.log(
    `\n${calls} calls in ${last.minutes.toFixed(1)} minutes, ${mistakes} of them mistakes; ` +
      `${outputs} outputs, every element as it should be.\n`,
  );
  const mebibytes = (/** @type {number} */ n) => (n / 2 ** 20).toFixed(2);
  const verdicts = SERIES.map(({ name, of }) => {
    const verdict = verdictOf(samples.map((sample) => ({ x: sample.minutes, y: of(sample) })));
    return { name, verdict };
  });
  printTable([
    ['MiB', 'start', 'middle', 'end', 'slope/minute', 'rise', 'allowed', ''],
    ...verdicts.map(({ name, verdict: { start, middle, end, slope, rise, allowed, flat } }) => [
      name,
      ...[start, middle, end, slope, rise, allowed].map(mebibytes),
      flat ? 'flat' : 'RISES',
    ]),
  ]);
  console.log(
    '\nThe rule is in tests/soak/verdict.js. Rise: of the line through the second half, over that half.',
  );
  return verdicts.every(({ verdict }) => verdict.flat);
}
