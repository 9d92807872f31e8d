// Addresses that lead elsewhere: later ranges go there directly, and no header of the caller reaches another origin.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { init } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, gather, open, slice } from 'microtome/source';
import { startRangeServer } from '../../support/range_server.js';

/** @import { RangeServer } from '../../support/range_server.js' */

const FILE = new Uint8Array(400_000).map((_, i) => i % 251);
const LAYOUT = /** @type {const} */ ({ layout: { type: 'uint8', dims: [4000, 100] }, gap: 0 });
const HEADERS = { authorization: 'Bearer secret', 'x-token': 'secret' };

/** @type {RangeServer} */
let hub;
/** @type {RangeServer} */
let store;
/** Where the hub leads. */
let path = '';

before(async () => {
  await init();
  hub = await startRangeServer(new Uint8Array(1));
  store = await startRangeServer(FILE);
});
after(() => Promise.all([hub.close(), store.close()]));

/** @param {number} [status] */
function lead(status = 302) {
  [hub, store].forEach((each) => {
    each.seen.length = 0;
    each.fault = null;
  });
  path = `${store.url}?signed=1`;
  hub.fault = (answer) => {
    answer.status = status;
    answer.headers = { location: path };
    answer.body = new Uint8Array(0);
  };
}

const rows = Array.from({ length: 200 }, (_, i) => i * 20);

describe('an address that leads elsewhere', () => {
  for (const status of [301, 302, 303, 307, 308])
    it(`is asked once, with status ${status}`, async () => {
      lead(status);
      const x = (await open(hub.url, { ...LAYOUT, headers: HEADERS })).tensor();
      assert.equal(cost(x, { indices: rows }).requests, 200);
      const { data } = await gather(x, rows);
      assert.deepEqual(data.slice(100, 103), FILE.slice(2000, 2003));
      assert.equal(hub.seen.length, 1);
      assert.equal(store.seen.length, 201);
    });

  it('gets the headers of the caller, and another origin none of them', async () => {
    lead();
    await slice((await open(hub.url, { ...LAYOUT, headers: HEADERS })).tensor(), '5');
    assert.equal(hub.seen[0].headers.authorization, HEADERS.authorization);
    for (const { headers } of store.seen)
      assert.deepEqual([headers.authorization, headers['x-token']], [undefined, undefined]);
  });

  it('leads to its own origin with all headers', async () => {
    lead();
    path = new URL('/other', store.url).href;
    const first = store.url;
    store.fault = (answer) => {
      if (store.seen.length > 0) return;
      answer.status = 302;
      answer.headers = { location: '/other' };
    };
    await slice((await open(first, { ...LAYOUT, headers: HEADERS })).tensor(), '5');
    assert.equal(store.seen.length, 3);
    for (const { headers } of store.seen) assert.equal(headers['x-token'], 'secret');
  });

  it('is asked again when the place has expired, once for each range', async () => {
    lead();
    const x = (await open(hub.url, LAYOUT)).tensor();
    for (const status of [401, 403, 404, 410]) {
      lead();
      store.fault = (answer, nth) => {
        if (nth === 0) answer.status = status;
      };
      assert.deepEqual((await slice(x, '7')).data, FILE.slice(700, 800));
      assert.deepEqual([hub.seen.length, store.seen.length], [1, 2]);
    }
    lead();
    store.fault = (answer) => {
      answer.status = 403;
    };
    await assert.rejects(slice(x, '8'), { code: 'source_failed', status: 403 });
    assert.deepEqual([hub.seen.length, store.seen.length], [1, 2]);
  });

  it('may not lead on for ever', async () => {
    lead();
    path = hub.url;
    await assert.rejects(open(hub.url, LAYOUT), { code: 'source_failed', status: 302 });
    assert.equal(hub.seen.length, 21);
  });

  it('is remembered from what a fetch of the caller says', async () => {
    lead();
    /** @type {string[]} */
    const asked = [];
    const own = /** @type {typeof fetch} */ (
      (input, options) => {
        asked.push(String(input));
        return fetch(input, options);
      }
    );
    await slice((await open(hub.url, { ...LAYOUT, fetch: own })).tensor(), '5');
    assert.deepEqual(asked, [hub.url, path]);
  });
});

describe('an answer of a part without Content-Range', () => {
  const silent = (/** @type {any} */ answer) => {
    delete answer.headers['content-range'];
  };
  it('is proven by its length, once the size is known', async () => {
    lead();
    store.fault = (answer, nth) => nth > 0 && silent(answer);
    const x = (await open(store.url, LAYOUT)).tensor();
    assert.deepEqual((await slice(x, '7')).data, FILE.slice(700, 800));
    store.fault = (answer) => {
      silent(answer);
      answer.body = answer.body.subarray(1);
    };
    await assert.rejects(slice(x, '9'), { code: 'source_short' });
  });
});

describe('a server that fails for a moment', () => {
  for (const status of [408, 425, 500, 502, 504])
    it(`is asked again after ${status}`, async () => {
      lead();
      store.fault = (answer, nth) => {
        if (nth !== 1) return;
        answer.status = status;
        answer.headers['retry-after'] = '0';
      };
      const x = (await open(store.url, LAYOUT)).tensor();
      assert.deepEqual((await slice(x, '7')).data, FILE.slice(700, 800));
      assert.equal(store.seen.length, 3);
    });

  it('is asked as often as retries says', async () => {
    for (const retries of [0, 1, 5]) {
      lead();
      store.fault = (answer, nth) => {
        if (nth === 0) return;
        answer.status = 502;
        answer.headers['retry-after'] = '0';
      };
      const x = (await open(store.url, { ...LAYOUT, retries })).tensor();
      await assert.rejects(slice(x, '7'), { code: 'source_failed', status: 502 });
      assert.equal(store.seen.length, 2 + retries);
    }
  });
});

describe('a cache that ignores queries', () => {
  it('knows a file by what comes before them, and by its ETag', async () => {
    lead();
    const from = (/** @type {number} */ n) => `${store.url}?signature=${n}`;
    // One cache is around one file: a folder is what several share.
    const { mkdtempSync, rmSync } = await import('node:fs');
    const folder = mkdtempSync('/tmp/microtome-query-');
    try {
      const costAt = async (/** @type {number} */ n) => {
        const x = (await open(cached(from(n), { store: folder, ignoreQuery: true }), LAYOUT)).tensor();
        const { requests } = cost(x, '3000');
        await slice(x, '3000');
        return requests;
      };
      assert.deepEqual([await costAt(1), await costAt(2)], [1, 0]);
      store.fault = (answer) => {
        answer.headers.etag = '"2"';
      };
      assert.equal(await costAt(3), 1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
