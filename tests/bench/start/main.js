// `npm run bench -- start`: from before the import to the first result, in fresh processes and fresh pages, and what of it is
// what. Import: fetching, parsing and linking our JavaScript. Compile and instantiate: the host's. The rest of init: decoding
// the inlined module, and Emscripten's and embind's own work.
import { startProgress } from '../../../tools/common/progress.js';
import { printTable } from '../../../tools/common/table.js';
import { findChromium } from '../../../tools/setup/browser.js';
import { quantile } from '../measure/samples.js';
import { writeJson } from '../report/files.js';
import { startInChromium } from './chromium.js';
import { startInNode } from './node.js';

/** @import { Row, Times } from './probe.js' */

/** Medians, unless the heading says other; `all` and `fastest` are of starts that nobody watches. @type {[string, (row: Row) => number | undefined][]} */
const COLUMNS = [
  ['all', ({ starts }) => median(starts, ({ all }) => all)],
  ['fastest', ({ starts }) => Math.min(...starts.map(({ all }) => all))],
  ['target', ({ target }) => target],
  ['import', ({ watched }) => median(watched, (times) => times.import)],
  ['compile', ({ watched }) => median(watched, ({ compile }) => compile)],
  ['instantiate', ({ watched }) => median(watched, ({ instantiate }) => instantiate)],
  [
    'rest of init',
    ({ watched }) => median(watched, (times) => times.init - times.compile - times.instantiate),
  ],
  ['first call', ({ watched }) => median(watched, ({ call }) => call)],
  ['whole process', ({ more }) => more && quantile(more, 0.5)],
];

/** @param {readonly Times[]} list @param {(times: Times) => number} pick */
const median = (list, pick) => quantile(list.map(pick), 0.5);

/**
 * @param {readonly string[]} _ids
 * @param {{ rounds: number }} options
 */
export async function start(_ids, { rounds }) {
  const progress = startProgress(`Starting ${rounds} times in each way`);
  const rows = await startInNode(rounds, progress.update);
  const chromium = findChromium();
  if (chromium) rows.push(...(await startInChromium(chromium, rounds, progress.update)));
  else progress.note('Chromium is missing, so it is left out');
  progress.done();
  const cells = rows.map((row) => [row.title, ...COLUMNS.map(([, of]) => of(row)?.toFixed(1) ?? '')]);
  printTable([['ms', ...COLUMNS.map(([name]) => name)], ...cells]);
  console.log(
    `\nMedians of ${rounds}. all and fastest: of starts that nobody watches. Whole process: what it takes more than one that` +
      ' does nothing.\n',
  );
  writeJson('start.json', rows);
}
