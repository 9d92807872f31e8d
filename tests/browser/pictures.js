// `npm run build -- pictures`: takes pictures of the page in Chromium. To add one, add a row.

import { Failure, runTool, Unavailable } from '../../tools/common/failure.js';
import { inRoot } from '../../tools/common/paths.js';
import { CHROMIUM_VARIABLE, findChromium } from '../../tools/setup/browser.js';
import { openBrowser, openPage, serveSources } from './page.js';

const PICTURES = [
  {
    file: 'docs/pictures/playground.png',
    hash: '#op=Split&opset=18&dims=4,6&axis=1&num_outputs=3',
    viewport: { width: 1280, height: 724 },
    deviceScaleFactor: 1,
  },
  {
    file: 'docs/pictures/preview.png', // other sites show it with a link to the page: 1200 by 630 pixels
    hash: '#op=Slice&opset=13&dims=4,6&s=::-1,1:5',
    viewport: { width: 960, height: 504 },
    deviceScaleFactor: 1.25,
  },
];

await runTool(async () => {
  const chromium = findChromium();
  if (!chromium)
    throw new Unavailable(`Chromium is missing; install it, or set ${CHROMIUM_VARIABLE} to its program.`);
  const site = await serveSources();
  const browser = await openBrowser([], chromium);
  try {
    for (const { file, hash, ...view } of PICTURES) {
      const { page, complaints } = await openPage(browser, site.url + hash, {
        ...view,
        colorScheme: 'light',
        reducedMotion: 'reduce',
      });
      if (complaints.length > 0) throw new Failure(`the page complains: ${complaints.join('; ')}.`);
      await page.screenshot({ path: inRoot(file) });
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return 0;
});
