// `npm run build -- pictures`: takes pictures of the page in Chromium. To add one, add a row.

import { Failure, runTool, Unavailable } from '../../tools/common/failure.js';
import { inRoot } from '../../tools/common/paths.js';
import { CHROMIUM_VARIABLE, findChromium } from '../../tools/setup/browser.js';
import { openBrowser, openPage, serveSources } from './page.js';

/** A card shows this of the page: its name, what it is for, a call, its picture, and the line of code. */
const CARD = `
  .head nav, .install, .ask, .more, footer, .try, .foot, .bar, .code .row:not(.hot), .facts { display: none }
  :root { --stage: 330px; --code: 420px }
  .head { padding-top: 12px }
  .hero { grid-template-columns: 1fr; padding-block: 12px 20px }
  h1 { font-size: 44px } .hero p { font-size: 20px; line-height: 32px }
  pre { align-content: center; flex: 1 } .prints { height: 120px }
`;

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
    style: CARD,
  },
];

await runTool(async () => {
  const chromium = findChromium();
  if (!chromium)
    throw new Unavailable(`Chromium is missing; install it, or set ${CHROMIUM_VARIABLE} to its program.`);
  const site = await serveSources();
  const browser = await openBrowser([], chromium);
  try {
    for (const { file, hash, quality, style, ...view } of PICTURES) {
      const { page, complaints } = await openPage(browser, site.url + hash, {
        ...view,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        bypassCSP: true,
      });
      if (complaints.length > 0) throw new Failure(`the page complains: ${complaints.join('; ')}.`);
      await page.locator('#code[aria-busy=false]').waitFor();
      if (style) await page.addStyleTag({ content: style });
      // The address of the server that took the picture says nothing.
      await page.evaluate(() => {
        const text = [...document.querySelectorAll('#program .st')].find((each) =>
          each.textContent?.includes('://'),
        );
        if (text) text.textContent = "'./photo.svg'";
      });
      await page.screenshot({ path: inRoot(file), quality });
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return 0;
});
