// An unpacked extension in Chromium. Its service worker is in its manifest.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { fileOf, PARTS } from '../../../tools/build/parts.js';
import { launchOptions } from '../../browser/page.js';
import { needChromium } from './chromium.js';
import { byPages, inTime } from './driver.js';
import { copyBehind } from './files.js';
import { temporaryFolder } from './leftovers.js';

const PAGE = 'tests/hosts/inside/page.html';
const WASM = ['microtome.wasm', ...PARTS.map(fileOf)].map((name) => `web/dist/${name}`);
const INSIDE = ['page.js', 'worker.js', 'shared_worker.js', 'service_worker.js', 'audio_worklet.js'];

/**
 * @param {string} url of the site, with which it may speak
 * @param {string} [pages] policy of its pages and workers
 */
const manifest = (url, pages) => ({
  manifest_version: 3,
  name: 'Microtome in an extension',
  version: '1',
  background: { service_worker: 'tests/hosts/inside/service_worker.js', type: 'module' },
  host_permissions: [`${new URL(url).protocol}//${new URL(url).hostname}/*`],
  ...(pages ? { content_security_policy: { extension_pages: pages } } : {}),
});

/** @param {string} [pages] @returns {import('./driver.js').Open} */
export const openExtension = (pages) => async (site) => {
  needChromium();
  const { folder: home, remove } = temporaryFolder('extension');
  const folder = join(home, 'extension');
  copyBehind([PAGE, ...WASM, ...INSIDE.map((name) => `tests/hosts/inside/${name}`)], folder);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest(site.url, pages)));
  const options = launchOptions([`--disable-extensions-except=${folder}`, `--load-extension=${folder}`]);
  const context = await chromium.launchPersistentContext(join(home, 'profile'), {
    ...options,
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  const close = async () => {
    await context.close();
    remove();
  };
  try {
    const started = context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker', { timeout: 0 });
    const worker = await inTime(Promise.resolve(started), 'the extension has not started');
    const { host } = new URL(worker.url());
    return {
      version: context.browser()?.version() ?? '',
      visit: byPages(context, site, ({ url }, place, _policy, visit) => {
        const query = new URLSearchParams({ place, visit, site: url });
        return `chrome-extension://${host}/${PAGE}?${query}`;
      }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
