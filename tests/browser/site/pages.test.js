// A file on GitHub Pages, in a page of another origin in Chromium: the server exposes no headers, and compresses what is asked for
// without a range.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startSite } from '../../support/site.js';
import { useContext } from '../page.js';

/** @import { Answer } from '../../support/range_server.js' */

/** Shorter when it is compressed. */
const FILE = new Uint8Array(1_200_000).map((_, i) => i >> 12);

/** As GitHub Pages answers a browser. @param {Answer} answer */
function asPages(answer) {
  answer.headers.vary = 'Accept-Encoding';
  if (answer.range !== null || !/\bgzip\b/.test(String(answer.sent['accept-encoding']))) return;
  answer.body = gzipSync(answer.file);
  answer.headers['content-encoding'] = 'gzip';
}

describe('a file on GitHub Pages', () => {
  const place = useContext(startSite, FILE, asPages);

  it('is cut in a page of another origin, without a preflight', async () => {
    const page = await place.context.newPage();
    await page.goto(`${place.site.url}/page`);
    const cut = async (/** @type {string} */ url) => {
      const load = (/** @type {string} */ name) =>
        import(new URL(`/one/web/dist/${name}.js`, location.href).href);
      const { init } = await load('index');
      const { open, slice } = await load('source');
      await init();
      const source = await open(url, { layout: { type: 'uint8', dims: [1200, 1000] } });
      return [...(await slice(source.tensor(), '1198:')).data];
    };
    assert.deepEqual(await page.evaluate(cut, place.server.url), [...FILE.subarray(1_198_000)]);
    assert.deepEqual(
      place.server.seen.map(({ method, range }) => `${method} ${range}`),
      // the third proves that the answer to the second had all of the file
      ['GET bytes=0-65535', 'GET bytes=0-', 'GET bytes=1199999-', 'GET bytes=1198000-1199999'],
    );
    assert.ok(gzipSync(FILE).length < FILE.length / 2);
    await page.close();
  });
});
