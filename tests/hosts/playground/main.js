// `npm test -- hosts playground`: the built playground in Chromium, Firefox and WebKitGTK, under its strict policy, along one
// path (path.js).
//   npm test -- hosts playground                all three
//   npm test -- hosts playground firefox        some
import { checkWords, readArguments } from '../../../tools/common/commands.js';
import { missed, runTool } from '../../../tools/common/failure.js';
import { installGroup } from '../../../tools/common/packages.js';
import { startProgress } from '../../../tools/common/progress.js';
import { printTable, secondsSince } from '../../../tools/common/table.js';
import { setUp } from '../../../tools/setup.js';
import { serveWith } from '../../browser/page.js';
import { BROWSERS } from '../drivers/browsers.js';
import { Absent, inTime } from '../drivers/driver.js';
import { complaintsOf, LISTENING } from './complaints.js';
import { PATH } from './path.js';

/** @import { OpenTab, Tab } from '../drivers/tab.js' */

/** @typedef {{ browser: string, version: string, step: string, outcome: string, seconds: string }} Row */

await runTool(async () => {
  const browsers = whatToVisit();
  const hasDrivers = await installGroup('tests/hosts');
  const site = await serveWith([LISTENING]);
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const browser of browsers) {
      await setUp(browser.name);
      if (hasDrivers || browser.name === 'chromium') rows.push(...(await goIn(browser, site.url)));
      else missed(`${browser.title} was not visited`, 'npm could not install what drives it');
    }
  } finally {
    await site.close();
  }
  console.log('');
  printTable([['browser', 'version', 'step', '', 'seconds'], ...rows.map((row) => Object.values(row))]);
  return rows.some(({ outcome }) => outcome === 'FAILED') ? 1 : 0;
});

function whatToVisit() {
  const [, ...words] = readArguments('hosts').words;
  checkWords(
    words,
    'browser',
    BROWSERS.map(({ name }) => name),
  );
  return BROWSERS.filter(({ name }) => words.length === 0 || words.includes(name));
}

/**
 * @param {(typeof BROWSERS)[number]} browser
 * @param {string} url
 * @returns {Promise<Row[]>} one per step, up to the first that fails
 */
async function goIn({ title: browser, open }, url) {
  /** @type {Tab} */
  let tab;
  try {
    tab = await open();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof Absent) missed(`${browser} was not visited`, why);
    else console.log(`\n${browser} cannot be opened: ${why}.`);
    const outcome = error instanceof Absent ? 'not here' : 'FAILED';
    return [{ browser, version: '', step: '', outcome, seconds: '' }];
  }
  const { version } = tab;
  const progress = startProgress(`${browser} ${version}`);
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const { title: step, go } of PATH) {
      progress.update(step);
      const since = Date.now();
      const wrong = await go(tab, url).then(
        () => [],
        (error) => [String(error.message ?? error)],
      );
      const problem = [...wrong, ...(await complaintsOf(tab))].join('; ');
      const outcome = problem ? 'FAILED' : 'ok';
      rows.push({ browser, version, step, outcome, seconds: secondsSince(since) });
      if (problem) progress.note(`${step}: ${problem}`);
      if (problem) break;
    }
  } finally {
    progress.done();
    await inTime(tab.close(), `${browser} has not ended`);
  }
  return rows;
}
