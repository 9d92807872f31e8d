// `npm run bench -- start`: from before the import to the first result, in fresh processes and fresh pages, and what of it is
// what. Import: fetching, parsing and linking our JavaScript. Compile and instantiate: the host's. The rest of init: decoding
// the inlined module, and reading the core's tables.
import { startProgress } from '../../../tools/common/progress.js';
import { printTable } from '../../../tools/common/table.js';
import { findChromium } from '../../../tools/setup/browser.js';
import { quantile } from '../measure/measure.js';
import { writeJson } from '../report/files.js';
import { startInChromium } from './chromium.js';
import { startInNode } from './node.js';

/** @import { Times } from './probe.js' */

const HEAD = [
  'ms',
  'all',
  'target',
  'import',
  'compile',
  'instantiate',
  'rest of init',
  'first call',
  'whole process',
];

/**
 * @param {readonly string[]} _ids
 * @param {{ rounds: number }} options
 */
export async function start(_ids, { rounds }) {
  const progress = startProgress(`Starting ${rounds} times in each way`);
  const rows = [
    ...startInNode(rounds, progress.update),
    ...(findChromium() ? await startInChromium(rounds, progress.update) : []),
  ].map((row) => ({ ...row, median: mediansOf(row) }));
  progress.done();
  printTable([HEAD, ...rows.map(({ title, target, median }) => [title, ...cells(median, target)])]);
  console.log(
    '\nMedians. `all` is not watched; its parts are of other starts, in which compiling and instantiating are watched one behind' +
      ' the other. Whole process: what it takes more than one that does nothing.\n',
  );
  writeJson('start.json', rows);
}

/** @param {{ starts: Times[], watched: Times[], more?: number[] }} row */
function mediansOf({ starts, watched, more }) {
  const of = (/** @type {(times: Times) => number} */ pick, list = watched) => quantile(list.map(pick), 0.5);
  return {
    all: of(({ all }) => all, starts),
    import: of((times) => times.import),
    compile: of(({ compile }) => compile),
    instantiate: of(({ instantiate }) => instantiate),
    rest: of(({ init, compile, instantiate }) => init - compile - instantiate),
    call: of(({ call }) => call),
    process: more && quantile(more, 0.5),
  };
}

/**
 * @param {ReturnType<typeof mediansOf>} median
 * @param {number} target
 */
function cells({ all, process, ...parts }, target) {
  return [
    all.toFixed(1),
    target,
    ...Object.values(parts).map((ms) => ms.toFixed(1)),
    process?.toFixed(1) ?? '',
  ];
}
