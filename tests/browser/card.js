// The last step of `npm run build -- page`: draws the picture that other sites show with a link to the page, from the page itself.
import { Failure, missed, runTool } from '../../tools/common/failure.js';
import { inRoot } from '../../tools/common/paths.js';
import { CHROMIUM_VARIABLE, findChromium } from '../../tools/setup/browser.js';
import { openBrowser, openPage, serveBuilt } from './page.js';

/** The card has of the page: its name, what it is for, a call, its picture, and the line of code. */
const CARD = `
  .head nav, .install, .ask, .more, footer, .try, .said label, .bar, .code .row:not(.hot, :nth-child(2), :nth-child(3)), .facts { display: none }
  :root { --stage: 330px; --code: 420px }
  .head { padding-top: 12px }
  .hero { grid-template-columns: 1fr; padding-block: 12px 20px }
  h1 { font-size: 44px } .hero p { font-size: 20px; line-height: 32px }
  pre { flex: 1; padding-top: 32px; font-size: 14px; line-height: 26px } .code .prints { height: 120px }
  .said, .prints output { font-size: 16px; line-height: 26px }
`;

await runTool(async () => {
  const chromium = findChromium();
  if (!chromium) {
    missed('the page has no preview', `Chromium is missing; install it, or set ${CHROMIUM_VARIABLE}`);
    return 0;
  }
  const site = await serveBuilt();
  const browser = await openBrowser([], chromium);
  try {
    const { page, complaints } = await openPage(browser, site.url, {
      viewport: { width: 1200, height: 630 },
      deviceScaleFactor: 1,
      colorScheme: 'light',
      bypassCSP: true,
    });
    await page.locator('#code[aria-busy=false]').waitFor();
    await page.addStyleTag({ content: CARD });
    await page.screenshot({ path: inRoot('build/page/preview.png') });
    if (complaints.length > 0) throw new Failure(`the page complains: ${complaints.join('; ')}.`);
  } finally {
    await browser.close();
    await site.close();
  }
  return 0;
});
