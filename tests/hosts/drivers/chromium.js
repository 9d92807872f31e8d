// Chromium, by playwright-core.

import { isExecutable } from '../../../tools/common/run.js';
import { launchOptions, openBrowser } from '../../browser/page.js';
import { Absent, addressOf, reported } from './driver.js';

/** @type {import('./driver.js').Open} */
export async function openChromium(site) {
  needChromium();
  const browser = await openBrowser();
  return {
    version: browser.version(),
    async visit(place, policy) {
      const page = await browser.newPage();
      try {
        return await reported(site, (visit) => page.goto(addressOf(site, place, policy, visit)));
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}

export function needChromium() {
  if (!isExecutable(launchOptions().executablePath))
    throw new Absent('there is no Chromium, and installing it needs root and Debian');
}
