// `microtome/source` in a page and in a worker: a URL of the same origin and of another that hides its headers, a File, and a file
// of the origin's private file system.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { FAULTS, startRangeServer } from '../support/range_server.js';
import { startSite } from '../support/site.js';
import { openBrowser } from './page.js';

/** @import { Browser, Page } from 'playwright-core' */
/** @import { RangeServer } from '../support/range_server.js' */

const FILE = new Uint8Array(200_000).map((_, i) => (i * 2654435761) >>> 9);
/** Rows 100 and 101 of 1000 bytes, each third byte. */
const WANTED = Array.from(
  { length: 2 * 334 },
  (_, i) => FILE[(100 + Math.floor(i / 334)) * 1000 + (i % 334) * 3],
);

/** @type {Awaited<ReturnType<typeof startSite>>} */ let site;
/** @type {Browser} */ let browser;
/** @type {Page} */ let page;
/** @type {RangeServer} */ let server;

before(async () => {
  site = await startSite();
  browser = await openBrowser();
  page = await browser.newPage();
  await page.goto(`${site.url}/page`);
});
after(async () => {
  await browser?.close();
  await site?.close();
});
// Each test has a server of its own: requests that the test before has given up may still arrive.
beforeEach(async () => {
  server = await startRangeServer(FILE);
});
afterEach(() => server.close());

/**
 * Runs in a page, or in a worker of it: cuts a file of these bytes.
 * @param {{ url: string, kind: 'URL' | 'File' | 'OPFS', bytes: number[] }} job
 */
async function cutIn({ url, kind, bytes }) {
  const [library, files] = ['/one/web/dist/index.js', '/one/web/dist/source.js'];
  const { init } = await import(new URL(library, globalThis.location.href).href);
  const { open, slice, MicrotomeError } = {
    ...(await import(new URL(library, globalThis.location.href).href)),
    ...(await import(new URL(files, globalThis.location.href).href)),
  };
  await init();
  const make = {
    URL: async () => url,
    File: async () => new File([Uint8Array.from(bytes)], 'x'),
    OPFS: async () => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle('data.bin', { create: true });
      const access = await /** @type {any} */ (handle).createSyncAccessHandle();
      access.write(Uint8Array.from(bytes));
      access.close();
      return handle;
    },
  };
  try {
    const source = await open(await make[kind](), { layout: { type: 'uint8', dims: [200, 1000] } });
    const { data } = await slice(source.tensor(), '100:102, ::3');
    return { data: [...data] };
  } catch (/** @type {any} */ error) {
    if (!(error instanceof MicrotomeError)) return { strange: String(error?.stack ?? error) };
    return { code: error.code, message: error.message, status: /** @type {any} */ (error).status };
  }
}

/** @param {'URL' | 'File' | 'OPFS'} kind @param {string} [url] @returns {Promise<any>} */
const inPage = (kind, url = server.url) =>
  page.evaluate(cutIn, { url, kind, bytes: kind === 'URL' ? [] : [...FILE] });

/** @param {'URL' | 'File' | 'OPFS'} kind @returns {Promise<any>} */
const inWorker = (kind) =>
  page.evaluate(
    ({ code, job }) =>
      new Promise((resolve, reject) => {
        const origin = JSON.stringify(globalThis.location.origin);
        const local = code.replaceAll('globalThis.location.href', origin);
        const text = `(${local})(${JSON.stringify(job)}).then(postMessage)`;
        const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), {
          type: 'module',
        });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = reject;
      }),
    { code: cutIn.toString(), job: { url: server.url, kind, bytes: kind === 'URL' ? [] : [...FILE] } },
  );

/** Only what a server of another origin shows by itself. */
const hide = (/** @type {import('../support/range_server.js').Answer} */ { headers }) => {
  delete headers['access-control-expose-headers'];
};
const expose = (/** @type {import('../support/range_server.js').Answer} */ { headers }) => {
  headers['access-control-expose-headers'] = 'Content-Range, ETag';
};

describe('in a page', () => {
  it('cuts a File', async () => assert.deepEqual(await inPage('File'), { data: WANTED }));

  it('cuts behind a URL of another origin that shows its headers, without a preflight', async () => {
    server.fault = expose;
    assert.deepEqual(await inPage('URL'), { data: WANTED });
    assert.deepEqual(
      server.seen.map(({ method, range }) => `${method} ${range}`),
      ['GET bytes=0-65535', 'GET bytes=100000-101999'],
    );
  });

  it('cuts behind one that hides them, and asks for the size', async () => {
    server.fault = hide;
    assert.deepEqual(await inPage('URL'), { data: WANTED });
    assert.deepEqual(
      server.seen.map(({ method, range }) => `${method} ${range}`),
      ['GET bytes=0-65535', 'GET undefined', 'GET bytes=100000-101999'],
    );
  });

  it('says what may be wrong if the browser does not say it', async () => {
    server.fault = ({ headers }) => {
      delete headers['access-control-allow-origin'];
    };
    const { code, message } = await inPage('URL');
    assert.equal(code, 'source_failed');
    assert.match(message, /CORS/);
  });

  for (const [name, code] of /** @type {const} */ ([
    ['truncated', 'source_short'],
    ['overlong', 'source_failed'],
    ['shifted', 'source_failed'],
    ['otherTag', 'source_changed'],
    ['multipart', 'source_failed'],
    ['notSatisfiable', 'source_failed'],
  ])) {
    it(`believes no server: ${name}`, async () => {
      server.fault = (answer, nth) => {
        expose(answer);
        if (nth > 0) FAULTS[name](answer);
      };
      const outcome = await inPage('URL');
      assert.equal(outcome.code, code, JSON.stringify(outcome).slice(0, 300));
    });
  }

  it('goes on where a connection broke', async () => {
    server.fault = (answer, nth) => {
      expose(answer);
      if (nth === 1) FAULTS.reset(answer);
    };
    assert.deepEqual(await inPage('URL'), { data: WANTED });
  });
});

describe('in a worker', () => {
  for (const kind of /** @type {const} */ (['URL', 'File', 'OPFS'])) {
    it(`cuts a ${kind}`, async () => {
      server.fault = expose;
      assert.deepEqual(await inWorker(kind), { data: WANTED });
    });
  }
});
