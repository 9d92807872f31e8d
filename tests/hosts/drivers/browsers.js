// The browsers whose tabs can be opened: to add one, add a row.
import { openChromiumTab } from './chromium.js';
import { openFirefoxTab } from './firefox.js';
import { openWebKitTab } from './webkit.js';

/** `name`: also the task of tools/setup that installs it. @type {readonly { name: 'chromium' | 'firefox' | 'webkit', title: string, open: import('./tab.js').OpenTab }[]} */
export const BROWSERS = [
  { name: 'chromium', title: 'Chromium', open: openChromiumTab },
  { name: 'firefox', title: 'Firefox', open: openFirefoxTab },
  { name: 'webkit', title: 'WebKitGTK', open: openWebKitTab },
];
