// `npm run bench -- browser`: the same workloads in headless Chromium, without peers, and the random jobs of the tournament in any
// browser. A page per row or job, served by Vite.
//   npm run bench -- browser W5 --rounds=9
//   npm run bench -- browser tournament         random jobs against programs by hand; --jobs=N --seed=S --job=K --draw=users --browser=firefox
import { checkWords, readArguments } from '../../../tools/common/commands.js';
import { Failure, runTool } from '../../../tools/common/failure.js';
import { installGroup } from '../../../tools/common/packages.js';
import { setUp } from '../../../tools/setup.js';
import { serveCheckout } from '../../browser/page.js';
import { BROWSERS } from '../../hosts/drivers/browsers.js';
import { saveResults } from '../report/results.js';
import { printRows } from '../report/table.js';
import { measureAsked } from '../rows/asked.js';
import { hold } from '../tournament/main.js';

/** With these a page is isolated, and its clock is 20 times as fine. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** In a page that has just been loaded. @typedef {(call: string) => Promise<any>} InPage */

await runTool(async () => {
  const { values, words: all } = readArguments('bench');
  const words = all.slice(1); // the first is `browser`
  const isTournament = words[0] === 'tournament';
  const names = BROWSERS.map(({ name }) => name);
  checkWords([values.browser], 'browser', names);
  const { name, title, open } = BROWSERS[names.indexOf(values.browser)];
  if (!isTournament && name !== 'chromium') throw new Failure('workloads are measured in Chromium only.');
  await setUp(name);
  if (name !== 'chromium') await installGroup('tests/hosts');
  const server = await serveCheckout({ headers: ISOLATION });
  const url = `${server.resolvedUrls?.local[0]}tests/bench/browser/index.html`;
  const tab = await open(['--js-flags=--expose-gc']);
  /** @type {InPage} */
  const inPage = async (call) => {
    await tab.goto(url);
    return tab.evaluate(`import('./page.js').then((page) => page.${call})`);
  };
  try {
    if (isTournament) await holdIn(title, tab.version, inPage, values);
    else await measureRows(words, inPage, values);
  } finally {
    await tab.close();
    await server.close();
  }
});

/** @param {string} name @param {string} version @param {InPage} inPage @param {Record<string, any>} options */
function holdIn(name, version, inPage, { jobs, seed, job, draw, save: publish }) {
  const measure = (/** @type {import('../tournament/draws.js').Which} */ which) =>
    inPage(`measureRandomJob(${JSON.stringify(which)})`);
  return hold({ name, version, measure }, { jobs, seed, job, draw, publish });
}

/** @param {string[]} words @param {InPage} inPage @param {Record<string, any>} options */
async function measureRows(words, inPage, { rounds, save: publish }) {
  const measure = (/** @type {object} */ request) => inPage(`measure(${JSON.stringify(request)})`);
  const results = await measureAsked(words, { rounds }, measure);
  printRows(results, 'chromium');
  await saveResults(results, { publish, rounds, host: 'chromium' });
}
