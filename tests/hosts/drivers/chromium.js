// Chromium, by playwright-core.

import { isExecutable } from '../../../tools/common/run.js';
import { launchOptions, openBrowser } from '../../browser/page.js';
import { Absent, byPages } from './driver.js';
import { tabOf } from './tab.js';

/** @type {import('./driver.js').Open} */
export async function openChromium(site) {
  needChromium();
  const browser = await openBrowser();
  return { version: browser.version(), visit: byPages(browser, site), close: () => browser.close() };
}

/** @type {import('./tab.js').OpenTab} */
export async function openChromiumTab(args) {
  needChromium();
  const browser = await openBrowser(args);
  return tabOf(await browser.newPage(), browser.version(), () => browser.close());
}

export function needChromium() {
  if (!isExecutable(launchOptions().executablePath))
    throw new Absent('there is no Chromium, and installing it needs root and Debian');
}
