// What all drivers have in common. A driver opens a host, which then makes visits: it does the job in a place, under a policy.
import { createServer } from 'node:net';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';

/** @import { AddressInfo } from 'node:net' */
/** @import { Report } from '../inside/run.js' */
/** @import { Policy } from '../policies.js' */
/** @import { Site } from '../site.js' */

/**
 * @typedef {object} Opened
 * @property {string} version
 * @property {(place: string, policy: Policy) => Promise<Report>} visit
 * @property {() => Promise<void>} close leaves no process and no profile behind
 */

/** @typedef {(site: Site) => Promise<Opened>} Open throws `Absent` where the host cannot be had */

/** A host that is not here: one sentence says why. */
export class Absent extends Error {}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {string} what did not come to its end
 * @returns {Promise<T>}
 */
export function inTime(promise, what) {
  /** @type {NodeJS.Timeout} */
  let timer;
  const late = new Promise((_, reject) => {
    const say = () => reject(new Error(`${what} within ${HANGS_AFTER_MS / 1000} s`));
    timer = setTimeout(say, HANGS_AFTER_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * A visit whose report goes to the site.
 * @param {Site} site
 * @param {(visit: string) => Promise<unknown>} begin
 * @returns {Promise<Report>}
 */
export async function reported(site, begin) {
  const { visit, report } = site.expect();
  const begun = begin(visit);
  begun.catch(() => {}); // told below
  const failed = begun.then(() => new Promise(() => {}));
  return inTime(Promise.race([report, failed]), 'no report has come');
}

/**
 * The address of the page that does the job in a place.
 * @param {Site} site
 * @param {string} place
 * @param {Policy} policy
 * @param {string} visit
 */
export function addressOf(site, place, { name, forbidsWorkers }, visit) {
  const isWorker = place.endsWith('worker');
  const base = `${site.url}/${name}/tests/hosts/inside/`;
  const home = isWorker && forbidsWorkers ? `${site.url}/plain/tests/hosts/inside/` : base;
  return `${home}page.html?${new URLSearchParams({ place, visit, base })}`;
}

/**
 * Visits of a browser that opens pages. `toAddress` is of the page that does the job.
 * @param {{ newPage(): Promise<any> }} browser of playwright-core or puppeteer-core
 * @param {Site} site
 * @param {typeof addressOf} [toAddress]
 * @returns {Opened['visit']}
 */
export const byPages =
  (browser, site, toAddress = addressOf) =>
  async (place, policy) => {
    const page = await browser.newPage();
    page.setDefaultNavigationTimeout(HANGS_AFTER_MS);
    try {
      return await reported(site, (visit) => page.goto(toAddress(site, place, policy, visit)));
    } finally {
      await page.close();
    }
  };

/** A port that nothing listens on. @returns {Promise<number>} */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
