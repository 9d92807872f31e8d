// The tournament in a tab: every job in a page of its own.
import { checkWords } from '../../../tools/common/commands.js';
import { installGroup } from '../../../tools/common/packages.js';
import { setUp } from '../../../tools/setup.js';
import { BROWSERS } from '../../hosts/drivers/browsers.js';
import { hold } from '../tournament/main.js';

/** @import { Measured } from '../tournament/measure.js' */
/** @import { Options } from '../tournament/main.js' */

/** @param {string} url of the page @param {string} wanted name of a browser @param {Options} options */
export async function tournamentIn(url, wanted, options) {
  const names = BROWSERS.map(({ name }) => name);
  checkWords([wanted], 'browser', names);
  const { name, title, open } = BROWSERS[names.indexOf(/** @type {typeof names[number]} */ (wanted))];
  await setUp(name);
  await installGroup('hosts');
  const tab = await open();
  /** @param {number} seed @param {number} id @returns {Promise<Measured>} */
  async function measure(seed, id) {
    await tab.goto(url);
    return tab.evaluate(`import('./page.js').then((page) => page.measureRandomJob(${seed}, ${id}))`);
  }
  try {
    await hold({ name: title, version: tab.version, measure }, options);
  } finally {
    await tab.close();
  }
}
