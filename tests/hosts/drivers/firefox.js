// Firefox, over WebDriver BiDi, by puppeteer-core, which gives it a profile of its own.
import { findFirefox } from '../../../tools/setup/browser.js';
import { load } from '../../packages.js';
import { Absent, byPages, START_MS } from './driver.js';

/** @type {import('./driver.js').Open} */
export async function openFirefox(site) {
  const executablePath = findFirefox();
  if (!executablePath) throw new Absent('there is no Firefox, and installing it needs root and Debian');
  const { default: puppeteer } = load('hosts', 'puppeteer-core');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: START_MS,
  });
  return {
    version: (await browser.version()).replace(/^.*\//, ''),
    visit: byPages(browser, site),
    close: () => browser.close(),
  };
}
