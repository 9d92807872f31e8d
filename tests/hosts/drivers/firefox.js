// Firefox, over WebDriver BiDi, by puppeteer-core, which gives it a profile of its own.

import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { load } from '../../../tools/common/packages.js';
import { findFirefox } from '../../../tools/setup/browser.js';
import { Absent, byPages } from './driver.js';
import { tabOf } from './tab.js';

/** @type {import('./driver.js').Open} */
export async function openFirefox(site) {
  const browser = await launch();
  return { version: await versionOf(browser), visit: byPages(browser, site), close: () => browser.close() };
}

/** @type {import('./tab.js').OpenTab} */
export async function openFirefoxTab() {
  const browser = await launch();
  return tabOf(await browser.newPage(), await versionOf(browser), () => browser.close());
}

function launch() {
  const executablePath = findFirefox();
  if (!executablePath) throw new Absent('there is no Firefox, and installing it needs root and Debian');
  const { default: puppeteer } = load('tests/hosts', 'puppeteer-core');
  const limits = { timeout: HANGS_AFTER_MS, protocolTimeout: HANGS_AFTER_MS };
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true, ...limits });
}

/** @param {{ version(): Promise<string> }} browser */
const versionOf = async (browser) => (await browser.version()).replace(/^.*\//, '');
