// `npm run bench -- start`: from before the import to the first result, in fresh processes and fresh pages. Import: fetching,
// parsing and linking our JavaScript. Init: decoding, compiling and instantiating the module.
import { startProgress } from '../../../tools/common/progress.js';
import { printTable } from '../../../tools/common/table.js';
import { findChromium } from '../../../tools/setup/browser.js';
import { quantile } from '../measure/samples.js';
import { writeJson } from '../report/files.js';
import { startInChromium } from './chromium.js';
import { startInNode } from './node.js';

/** @import { Row, Times } from './probe.js' */

/** Medians, unless the heading says other. @type {[string, (row: Row) => number][]} */
const COLUMNS = [
  ['all', ({ starts }) => median(starts, ({ all }) => all)],
  ['fastest', ({ starts }) => Math.min(...starts.map(({ all }) => all))],
  ['target', ({ target }) => target],
  ['import', ({ starts }) => median(starts, (times) => times.import)],
  ['init', ({ starts }) => median(starts, ({ init }) => init)],
  ['first call', ({ starts }) => median(starts, ({ call }) => call)],
];

/** @param {readonly Times[]} list @param {(times: Times) => number} pick */
const median = (list, pick) => quantile(list.map(pick), 0.5);

/** @param {readonly string[]} _ids @param {{ rounds: number }} options */
export async function start(_ids, { rounds }) {
  const progress = startProgress(`Starting ${rounds} times in each way`);
  const rows = await startInNode(rounds, progress.update);
  const chromium = findChromium();
  if (chromium) rows.push(...(await startInChromium(chromium, rounds, progress.update)));
  else progress.note('Chromium is missing, so it is left out');
  progress.done();
  const cells = rows.map((row) => [row.title, ...COLUMNS.map(([, of]) => of(row).toFixed(1))]);
  printTable([['ms', ...COLUMNS.map(([name]) => name)], ...cells]);
  console.log(`\nMedians of ${rounds}.\n`);
  writeJson('start.json', rows);
}
