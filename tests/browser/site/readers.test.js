// Readers of file formats that are loaded when they are needed, in Chromium: one that could not be fetched is fetched the next time, and
// a service worker, which may not import anything later, has them from `microtome/formats`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HANGS_AFTER_MS } from '../../../tools/common/limits.js';
import { inRoot } from '../../../tools/common/paths.js';
import { FILES, HELD } from '../../support/format_files.js';
import { sendFile, startServer } from '../../support/serve.js';
import { useSite } from '../page.js';

/** @import { BrowserContext, Page } from 'playwright-core' */

/** A script that answers messages: names of a file's tensors, or an error. @param {string} first */
const worker = (first) => `${first}
import { init } from '/web/dist/index.js';
import { open } from '/web/dist/source.js';
const ready = init();
const answer = async ({ data: { bytes, port } }) => {
  await ready;
  const said = open(bytes).then(({ names }) => names, ({ code, message }) => ({ code, message }));
  port.postMessage(await said);
};
addEventListener('message', (event) => event.waitUntil(answer(event)));
`;

/** @type {Record<string, { type: string, text: string }>} */
const ANSWERS = {
  '/': { type: 'text/html', text: '<!doctype html><meta charset="utf-8"><title>nothing</title>' },
  '/later/worker.js': { type: 'text/javascript', text: worker('') },
  '/first/worker.js': { type: 'text/javascript', text: worker("import '/web/dist/formats.js';") },
};

const startSite = () =>
  startServer((path, response) => {
    const answer = ANSWERS[path];
    if (answer === undefined) return sendFile(inRoot(path.slice(1)), response);
    return response.setHeader('content-type', answer.type).end(answer.text);
  });

/** One file of each format, but .npy, whose reader is always there. */
const SOME = ['npz', 'safetensors', 'gguf', 'onnx'].map((format) => {
  const name = Object.keys(HELD).find((each) => each.endsWith(`.${format}`)) ?? assert.fail(format);
  return { format, bytes: [...FILES[name]], names: Object.keys(HELD[name]).sort() };
});

/** Runs in a page. @param {number[]} bytes */
async function openIn(bytes) {
  const load = (/** @type {string} */ name) => import(new URL(`/web/dist/${name}.js`, location.href).href);
  const [{ init }, { open }] = [await load('index'), await load('source')];
  await init();
  return open(Uint8Array.from(bytes)).then(
    (/** @type {{ names: string[] }} */ { names }) => [...names].sort(),
    (/** @type {any} */ { code, message, cause }) => ({ code, message, cause: cause?.name }),
  );
}

/** Runs in a page: opens a file in a service worker. @param {{ script: string, bytes: number[] }} what */
async function openInWorker({ script, bytes }) {
  const registration = await navigator.serviceWorker.register(script, { type: 'module' });
  const worker = /** @type {ServiceWorker} */ (registration.active ?? registration.installing);
  while (worker.state !== 'activated')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  const { port1, port2 } = new MessageChannel();
  const said = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(Array.isArray(data) ? data.sort() : data);
  });
  worker.postMessage({ bytes: Uint8Array.from(bytes), port: port2 }, [port2]);
  return said;
}

describe('a reader of a file format', () => {
  const place = useSite(startSite);
  /** @type {BrowserContext} */ let context;
  /** @type {Page} */ let page;

  before(async () => {
    context = await place.browser.newContext();
    context.setDefaultTimeout(HANGS_AFTER_MS);
    page = await context.newPage();
    await page.goto(place.site.url);
  });
  after(() => context?.close());

  for (const { format, bytes, names } of SOME) {
    it(`that of ${format} files is fetched once, and again only if it has not come`, async () => {
      const file = new RegExp(`/${format}-\\w+\\.js$`);
      /** @type {string[]} */
      const asked = [];
      page.on('request', (request) => file.test(request.url()) && asked.push(request.url()));
      await page.route(file, (route) => route.abort());
      const { code, message, cause } = await page.evaluate(openIn, bytes);
      assert.deepEqual([code, cause], ['source_failed', 'TypeError']);
      assert.match(
        message,
        new RegExp(
          `^the part for ${format} files cannot be loaded; import 'microtome/formats' to have it from the start: .*${format}-`,
        ),
      );
      await page.unroute(file);
      for (let i = 0; i < 2; ++i) assert.deepEqual(await page.evaluate(openIn, bytes), names);
      assert.equal(asked.length, 2, 'once in vain');
    });

    it(`that of ${format} files is there in a service worker that has imported all of them`, async () => {
      assert.deepEqual(await page.evaluate(openInWorker, { script: '/first/worker.js', bytes }), names);
      const { code, message } = await page.evaluate(openInWorker, { script: '/later/worker.js', bytes });
      assert.equal(code, 'source_failed');
      assert.match(message, /import 'microtome\/formats' .* ServiceWorkerGlobalScope/);
    });
  }
});
