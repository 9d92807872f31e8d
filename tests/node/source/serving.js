// A file behind a server that fails on demand, and cuts of it. Each test has a server of its own: requests that the test before has
// given up may still arrive.
import { afterEach, before, beforeEach } from 'node:test';
import { init } from 'microtome';
import { open, slice } from 'microtome/source';
import { startRangeServer } from '../../support/range_server.js';

/** @import { Answer, Fault, RangeServer } from '../../support/range_server.js' */

export const SIZE = 300_000;
export const FILE = new Uint8Array(SIZE).map((_, i) => (i * 2654435761) >>> 13);
export const LAYOUT = /** @type {const} */ ({ layout: { type: 'uint8', dims: [300, 1000] } });
export const SPEC = '100:290, :';
export const WANTED = FILE.slice(100_000, 290_000);

/** @type {RangeServer} */
export let server;
before(() => init());
beforeEach(async () => {
  server = await startRangeServer(FILE);
});
afterEach(() => server.close());

/** @param {(answer: Answer) => void} fault */
export const always = (fault) => fault;
/** From the first answer behind `open` on, so many times. @param {(answer: Answer) => void} fault @param {number} [times] @returns {Fault} */
export const later =
  (fault, times = Number.POSITIVE_INFINITY) =>
  (answer, nth) => {
    if (nth >= 1 && nth < 1 + times) fault(answer);
  };

/** @param {Fault} fault @param {object} [options] */
export async function cutWith(fault, options = {}) {
  server.fault = fault;
  const source = await open(server.url, { ...LAYOUT, ...options });
  const { data } = await slice(source.tensor(), SPEC);
  return data;
}

/** As a browser shows an answer from another origin, such as GitHub Pages, whose server exposes nothing. @type {typeof fetch} */
export const hidden = async (url, options) => {
  const response = await fetch(url, options);
  const shown = ['content-length', 'content-type', 'last-modified', 'cache-control'];
  const headers = [...response.headers].filter(([name]) => shown.includes(name));
  const copy = new Response(response.body, { status: response.status, headers });
  return Object.defineProperty(copy, 'type', { value: 'cors' });
};
