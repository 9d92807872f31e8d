// One cache, several users: whatever the server says about who may see what, everybody gets his own bytes, and nothing is kept that may
// not be.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { init } from 'microtome';
import { cached } from 'microtome/cached';
import { cost, open, slice } from 'microtome/source';
import { cacheAround } from '../../../web/lib/source/cache/versions.ts';
import { caches } from '../../../web/lib/source/stores/store.ts';
import { Random } from '../../random/random.js';
import { startRangeServer } from '../../support/range_server.js';

/** @typedef {any} Any */

const BLOCK = 65536;
const SIZE = 5 * BLOCK;
const layout = /** @type {const} */ ({ type: 'uint8', dims: [5, BLOCK] });
const USERS = ['ann', 'bob', 'cy'];
/** The first block is the same for all, as a header is. @param {number} user @param {number} [version] */
const fileOf = (user, version = 0) =>
  new Uint8Array(SIZE).map((_, i) => (i < BLOCK ? 1 : 10 * version + user + 2));

/** @type {Awaited<ReturnType<typeof startRangeServer>>} */ let server;
const home = mkdtempSync(join(tmpdir(), 'microtome-'));
before(() => init());
beforeEach(async () => {
  server = await startRangeServer(fileOf(0));
});
afterEach(() => server.close());
after(() => rmSync(home, { recursive: true }));

let folders = 0;
const newStore = () => join(home, `${++folders}`);

/** @param {Any} from @param {string} user @param {object} [options] */
async function openAs(from, user, options) {
  return (await open(from, { layout, headers: { authorization: user }, ...options })).tensor();
}

/** Everybody has a file of his own, of one size and date. @param {Record<string, string>} headers @param {boolean} [keepsTag] */
function serveEach(headers, keepsTag = false) {
  server.fault = (answer) => {
    const file = fileOf(USERS.indexOf(answer.sent.authorization ?? ''));
    const { begin, end } = answer.range ?? { begin: 0, end: SIZE };
    answer.body = file.subarray(begin, end);
    if (!keepsTag) delete answer.headers.etag;
    Object.assign(answer.headers, headers);
  };
}

describe('users of one cache', () => {
  /** @type {Record<string, string>[]} */
  const SAID = [
    { vary: 'Authorization' },
    { vary: 'Accept-Encoding, authorization' },
    { vary: '*' },
    { 'cache-control': 'private' },
    { 'cache-control': 'max-age=5, private' },
    { 'cache-control': 'no-store' },
    { 'cache-control': 'private', vary: 'Authorization', etag: '' },
    { etag: '""', vary: 'Authorization' },
    { etag: 'W/"1"', vary: 'Authorization' },
    { etag: 'W/"1"', 'cache-control': 'private' },
    {},
    { etag: '' },
    { etag: 'W/"1"' },
    { 'cache-control': 'max-age=60' },
    { vary: 'Accept-Encoding' },
    { 'cache-control': 'private, public' },
    { etag: '"1"', vary: '*' },
  ];
  for (const said of SAID)
    it(`get their own bytes where the server says ${JSON.stringify(said)}`, async () => {
      serveEach(said);
      const random = new Random(SAID.indexOf(said));
      const store = newStore();
      const caches = [cached(server.url), cached(server.url, { store }), cached(server.url, { store })];
      for (let i = 0; i < 24; ++i) {
        const user = random.below(USERS.length);
        const stored = await openAs(random.pick(caches), USERS[user]);
        const row = random.between(1, 4);
        const { data } = await slice(stored, `${row}`);
        assert.ok(
          data.every((byte) => byte === user + 2),
          `${USERS[user]} got the bytes of ${USERS[data[0] - 2]}`,
        );
      }
    });

  it('share blocks where the server does not tell them apart, and nobody else does', async () => {
    const from = cached(server.url, { store: newStore() });
    await slice(await openAs(from, 'ann'), '2');
    assert.equal(cost(await openAs(from, 'bob'), '2').requests, 0);
    server.fault = ({ headers }) => Object.assign(headers, { vary: 'Authorization' });
    await slice(await openAs(from, 'ann'), '3');
    assert.equal(cost(await openAs(from, 'ann'), '3').requests, 0);
    assert.equal(cost(await openAs(from, 'bob'), '3').requests, 1);
  });

  it('get their own bytes if a cookie says who they are', async () => {
    server.fault = (answer) => {
      const { begin, end } = answer.range ?? { begin: 0, end: SIZE };
      answer.body = fileOf(USERS.indexOf(answer.sent.cookie ?? '')).subarray(begin, end);
      delete answer.headers.etag;
    };
    const from = cached(server.url, { store: newStore() });
    for (const user of [0, 1, 0, 2]) {
      const stored = await openAs(from, '', { headers: { cookie: USERS[user] } });
      assert.equal((await slice(stored, '4, 7')).data[0], user + 2);
    }
  });

  it('share what is public, and what a strong ETag names', async () => {
    const strong = server.fault;
    const isPublic = (/** @type {Any} */ { headers }) => {
      delete headers.etag;
      headers['cache-control'] = 'Public, max-age=9';
    };
    for (const fault of [strong, isPublic]) {
      server.fault = fault;
      const from = cached(server.url, { store: newStore() });
      await slice(await openAs(from, 'ann'), '2');
      assert.equal(cost(await openAs(from, 'bob'), '2').requests, 0);
    }
  });

  for (const said of [{ 'cache-control': 'private' }, {}, { vary: 'Accept-Encoding' }])
    it(`whose headers only their own fetch knows share nothing without a strong ETag, with ${JSON.stringify(said)}`, async () => {
      serveEach(/** @type {Any} */ (said));
      const from = cached(server.url, { store: newStore() });
      for (const user of [0, 1, 0, 2]) {
        const fetchAs = /** @type {typeof fetch} */ (
          (url, options) => {
            const headers = new Headers(options?.headers);
            headers.set('authorization', USERS[user]);
            return fetch(url, { ...options, headers });
          }
        );
        const stored = (await open(from, { layout, fetch: fetchAs })).tensor();
        assert.equal((await slice(stored, '4, 7')).data[0], user + 2);
      }
    });
});

describe('what is not kept', () => {
  it('is an answer with no-store, not even for a second cut, and not on the disk', async () => {
    const store = newStore();
    server.fault = ({ headers }, nth) => {
      if (nth !== 0) headers['cache-control'] = 'max-age=0, No-Store';
    };
    const late = await openAs(cached(server.url, { store }), 'ann');
    await slice(late, '3');
    assert.equal(cost(late, '3').requests, 1);
    const from = cached(server.url, { store: `${store} other` });
    const stored = await openAs(from, 'ann');
    await slice(stored, '3');
    assert.equal(cost(stored, '3').requests, 1);
    assert.throws(() => statSync(`${store} other`));
  });

  it('is a file that was changed in the second in which it was sent', async () => {
    const sent = Date.UTC(2024, 5, 1);
    for (const [age, requests] of [
      [0, 1],
      [1000, 0],
    ]) {
      server.fault = ({ headers }) => {
        delete headers.etag;
        headers.date = new Date(sent).toUTCString();
        headers['last-modified'] = new Date(sent - age).toUTCString();
      };
      const from = cached(server.url, { store: newStore() });
      await slice(await openAs(from, 'ann'), '3');
      assert.equal(cost(await openAs(from, 'ann'), '3').requests, requests);
    }
  });

  it('is a file that begins otherwise, whatever its headers say', async () => {
    const store = newStore();
    for (const from of [cached(server.url), cached(server.url, { store }), cached(server.url, { store })]) {
      for (const version of [0, 1, 2, 1]) {
        server.file = fileOf(0, version).fill(version, 0, 9);
        const stored = await openAs(from, 'ann');
        assert.equal((await slice(stored, '3, 8')).data[0], 10 * version + 2);
      }
    }
  });
});

describe('one cache that is opened often', () => {
  it('begins nothing for a cut that has been stopped', async () => {
    const cache = caches.get(cacheAround({}, { store: undefined, maxBytes: 0 }));
    let reads = 0;
    const read = async () => {
      reads += 1;
      throw new Error('a rejection that nobody awaits');
    };
    const limits = { gap: 0, maxRequest: BLOCK, concurrency: 1 };
    const store = await cache?.wrap(/** @type {Any} */ ({ store: { size: BLOCK, read } }), limits);
    const into = new Uint8Array(1);
    await assert.rejects(async () => store?.read(0, into, AbortSignal.abort(), () => {}), {
      code: 'aborted',
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(reads, 0);
  });

  it('keeps the blocks of all versions apart', async () => {
    const limits = { gap: 0, maxRequest: BLOCK, concurrency: 1 };
    const cache = caches.get(cacheAround({}, { store: undefined, maxBytes: 2 ** 24 }));
    const { signal } = new AbortController();
    /** Of two blocks. @param {number} byte @returns {Any} */
    const storeOf = (byte) => ({
      size: 2 * BLOCK,
      read: async (/** @type {number} */ at, /** @type {Uint8Array} */ into) => into.fill(byte + at / BLOCK),
    });
    const wrapped = async (/** @type {number} */ byte) =>
      /** @type {Any} */ (await cache?.wrap({ store: storeOf(byte) }, limits));
    /** @param {Any} store */
    const read = async (store) => {
      const first = new Uint8Array([0, 0]);
      for (const block of [0, 1])
        await store.read(block * BLOCK, first.subarray(block, block + 1), signal, () => {});
      return [...first];
    };
    const first = await wrapped(1);
    assert.deepEqual(await read(first), [1, 2]);
    const opened = 2 ** 17 + 1; // 2^53 blocks, if each file had room for 2^36
    for (let i = 0; i < opened; ++i) await wrapped(2);
    const [third, fourth] = [await wrapped(3), await wrapped(5)];
    assert.deepEqual(await read(third), [3, 4]);
    assert.deepEqual(await read(fourth), [5, 6]);
    assert.deepEqual(await read(first), [1, 2]);
  });
});

describe('a folder of a cache', { skip: process.platform === 'win32' && 'no modes' }, () => {
  const all = (/** @type {string} */ folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));

  it('is for its user alone', async () => {
    const before = process.umask(0);
    try {
      const store = join(newStore(), 'deep');
      await slice(await openAs(cached(server.url, { store }), 'ann'), '...');
      assert.equal(statSync(store).mode & 0o777, 0o700);
      const paths = all(store);
      assert.ok(paths.length > 4);
      for (const path of paths) {
        const stat = statSync(path);
        assert.equal(stat.mode & 0o777, stat.isDirectory() ? 0o700 : 0o600, path);
      }
    } finally {
      process.umask(before);
    }
  });

  it('has nothing of its headers', async () => {
    serveEach({ vary: 'Authorization' }, true);
    const store = newStore();
    await slice(await openAs(cached(server.url, { store }), 'ann'), '...');
    for (const path of all(store)) {
      assert.ok(!path.slice(store.length).includes('ann'));
      if (statSync(path).isFile()) assert.ok(!readFileSync(path).includes('ann'));
    }
  });

  it('loses what a crash has left when the file is opened again', async () => {
    const store = newStore();
    await slice(await openAs(cached(server.url, { store }), 'ann'), '1:3');
    const [folder] = all(store);
    const names = readdirSync(folder).sort();
    const [name] = names;
    const random = new Random(3);
    for (let i = 0; i < 20; ++i) {
      const left = [`${name}${crypto.randomUUID()}`, `${name}.part`, `${name.slice(0, 9)}x`, `tmp${i}`];
      writeFileSync(join(folder, random.pick(left)), new Uint8Array(random.below(99)));
    }
    const stored = await openAs(cached(server.url, { store }), 'ann');
    assert.deepEqual(readdirSync(folder).sort(), names);
    assert.equal(cost(stored, '1:3').requests, 0);
    assert.equal(cost(stored, '3:5').bytes, 2 * BLOCK);
    mkdirSync(join(folder, 'a folder'));
    assert.equal(cost(await openAs(cached(server.url, { store }), 'ann'), '1:3').requests, 0);
  });
});
