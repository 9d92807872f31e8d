// The view of real data in a real Chromium, and files that come and go as users' files do.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { HANGS_AFTER_MS } from '../../tools/common/limits.js';
import { init } from '../../web/lib/index.ts';
import { readTensor } from '../../web/playground/media/files/open.ts';
import { openPage, useSite } from './page.js';

/** @import { BrowserContextOptions, Page } from 'playwright-core' */
/** @import { Opened, Place } from './page.js' */

/**
 * Chooses a tensor in the list.
 * @param {Page} page
 * @param {string} name
 */
export const choose = (page, name) =>
  page.locator('.tensors').getByRole('radio', { name, exact: true }).check();

/** The sentence below the list of tensors, about the one that is open. @param {Page} page */
export const about = (page) => page.locator('#panel-tensor .source > figcaption');

/**
 * A .safetensors file.
 * @param {Record<string, { dtype: string, shape: readonly number[], data: ArrayBufferView }>} tensors
 */
export function safetensorsOf(tensors) {
  let at = 0;
  const header = Object.entries(tensors).map(([name, { dtype, shape, data }]) => {
    const begin = at;
    at += data.byteLength;
    return [name, { dtype, shape, data_offsets: [begin, at] }];
  });
  const text = JSON.stringify(Object.fromEntries(header));
  const head = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(head.length));
  const parts = Object.values(tensors).map(({ data }) =>
    Buffer.from(data.buffer, data.byteOffset, data.byteLength),
  );
  return Buffer.concat([length, head, ...parts]);
}

/** Lets scripts read the size of the file. @param {import('../support/range_server.js').Answer} answer */
export const showRange = ({ headers }) => {
  headers['access-control-expose-headers'] = 'Content-Range';
};

/** Opens an address, as a person does. @param {Page} page @param {string} url */
export async function openUrl(page, url) {
  await page.locator('#tensor-url').fill(url);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/**
 * @param {Place} place
 * @param {'image' | 'sound' | 'tensor'} tab
 * @param {BrowserContextOptions} [options]
 * @returns {Promise<Opened>} when it has been cut for the first time
 */
export async function openMedia({ browser, site }, tab, options = {}) {
  const opened = await openPage(browser, `${site.url}#media`, options);
  await show(opened.page, tab);
  return opened;
}

/**
 * A page that shows a kind of data, for all tests of the suite.
 * @param {Parameters<typeof openMedia>[1]} tab
 * @param {BrowserContextOptions} [options]
 * @param {() => Promise<import('./page.js').Site>} [start]
 */
export function useMedia(tab, options, start) {
  const opened = /** @type {Place & Opened} */ ({});
  after(() => opened.leave?.()); // before the browser may be closed
  const place = useSite(start);
  before(async () => {
    Object.assign(opened, place, await openMedia(place, tab, options));
  });
  return opened;
}

/**
 * @param {Page} page
 * @param {'image' | 'sound' | 'tensor'} tab
 */
export async function show(page, tab) {
  await page.locator(`#tab-${tab}`).click();
  await page.waitForFunction((name) => {
    const jobs = [...document.querySelectorAll(`#panel-${name} .job`)];
    return jobs.length > 0 && jobs.every((job) => !job.classList.contains('stale'));
  }, tab);
}

/**
 * Drops a file as the desktop does.
 * @param {Page} page
 * @param {string} selector of what it is dropped on
 * @param {string} name
 * @param {Uint8Array} bytes
 */
export async function drop(page, selector, name, bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'microtome-drop-'));
  writeFileSync(join(folder, name), bytes);
  const client = await page.context().newCDPSession(page);
  await page.locator(selector).scrollIntoViewIfNeeded();
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  const data = { items: [], files: [join(folder, name)], dragOperationsMask: 1 };
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
    await client.send('Input.dispatchDragEvent', { type, x: box.x + 20, y: box.y + 20, data });
  }
  await client.detach();
  return () => rmSync(folder, { recursive: true });
}

/** The tensor in a file that the page saved. @param {Uint8Array} bytes */
export async function tensorIn(bytes) {
  await init();
  return readTensor(new Blob([/** @type {BlobPart} */ (bytes)]), () => {});
}

/** Headless Chromium lets ten downloads of a page pass without asking anybody, and drops the next. */
const DROPPED_AFTER_MS = 15_000;

/**
 * Clicks a button that saves, again if need be, and reads what was saved.
 * @param {Page} page
 * @param {string} button its name
 * @returns {Promise<{ name: string, bytes: Uint8Array }>}
 */
export async function saved(page, button) {
  for (const since = Date.now(); Date.now() - since < HANGS_AFTER_MS; ) {
    const coming = page.waitForEvent('download', { timeout: DROPPED_AFTER_MS }).catch(() => null);
    await page.getByRole('button', { name: button, exact: true }).click();
    const download = await coming;
    if (download === null) continue;
    const bytes = new Uint8Array(readFileSync(await download.path()));
    return { name: download.suggestedFilename(), bytes };
  }
  throw new Error(`'${button}' saves nothing`);
}

/**
 * A picture in which every value is another, as a .png file.
 * @param {Page} page
 * @param {number} width
 * @param {number} height
 */
export async function makePng(page, width, height) {
  const bytes = await page.evaluate(
    async ([columns, rows]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: columns, height: rows });
      const pixels = new ImageData(columns, rows);
      pixels.data.set(
        Array.from({ length: pixels.data.length }, (_, i) => (i % 4 === 3 ? 255 : (i * 7 + (i >> 10)) & 255)),
      );
      canvas.getContext('2d')?.putImageData(pixels, 0, 0);
      const blob = await new Promise((resolve) => canvas.toBlob(resolve));
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [width, height],
  );
  return Buffer.from(bytes);
}
