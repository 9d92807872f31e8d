// `npm run build -- pictures`: takes pictures of the page in Chromium. To add one, add a row.

import { Failure, runTool, Unavailable } from '../../tools/common/failure.js';
import { inRoot } from '../../tools/common/paths.js';
import { CHROMIUM_VARIABLE, findChromium } from '../../tools/setup/browser.js';
import { openBrowser, openPage, serveSources } from './page.js';

const PICTURES = [
  {
    file: 'docs/pictures/playground.jpg', // npm's package has it: half of a PNG's bytes
    quality: 60,
    hash: '',
    viewport: { width: 1280, height: 720 },
    deviceScaleFactor: 1,
  },
  {
    file: 'docs/pictures/preview.png', // other sites show it with a link to the page: 1200 by 630 pixels
    hash: '',
    viewport: { width: 1200, height: 630 },
    deviceScaleFactor: 1,
  },
];

await runTool(async () => {
  const chromium = findChromium();
  if (!chromium)
    throw new Unavailable(`Chromium is missing; install it, or set ${CHROMIUM_VARIABLE} to its program.`);
  const site = await serveSources();
  const browser = await openBrowser([], chromium);
  try {
    for (const { file, hash, quality, ...view } of PICTURES) {
      const { page, complaints } = await openPage(browser, site.url + hash, {
        ...view,
        colorScheme: 'light',
        reducedMotion: 'reduce',
      });
      if (complaints.length > 0) throw new Failure(`the page complains: ${complaints.join('; ')}.`);
      await page.screenshot({ path: inRoot(file), quality });
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return 0;
});
